"""Counting a whole score sheet: games with reasons, the match, rounds, who starts next, and problems."""

from __future__ import annotations

from typing import Any

import pytest

from tilewise.companion import answer, count_sheet
from tilewise.profiles import PROFILES

PRINTED = ((24, -5, -16, -3), (-6, -11, 22, -5), (-32, -13, -2, 47))
"""The table that all rulebooks print (C6)."""

FOURTH_OF_TM_TOYS = (-10, -25, 41, -6)


def tiles_worth(worth: int) -> str:
    """Return tiles of different faces that are worth this much."""
    tiles = []
    for colour in "krbo":
        number = min(worth, 13)
        if number:
            tiles.append(f"{colour}{number}")
        worth -= number
    return " ".join(tiles)


def printed_game(points: tuple[int, ...], kind: str) -> dict[str, Any]:
    """Return a game of the printed table, entered as tiles, as numbers or as scores."""
    winner = points.index(max(points))
    if kind == "scores":
        return {"ended": "out", "out": winner, "scores": list(points)}
    racks: list[dict[str, Any]] = [
        {} if seat == winner else {"worth": -one} if kind == "worth" else {"tiles": tiles_worth(-one)}
        for seat, one in enumerate(points)
    ]
    return {"ended": "out", "out": winner, "racks": racks}


def sheet(profile: str, *games: dict[str, Any], players: int = 4, **more: Any) -> dict[str, Any]:
    return count_sheet({"profile": profile, "players": players, "games": list(games), **more})


@pytest.mark.parametrize("name", PROFILES)
@pytest.mark.parametrize("kind", ["tiles", "worth", "scores"])
def test_the_printed_table_comes_out_as_printed(name: str, kind: str) -> None:
    """C2, C6: however the games are entered."""
    counted = sheet(name, *(printed_game(points, kind) for points in PRINTED))
    assert [tuple(game["scores"]) for game in counted["games"]] == list(PRINTED)
    assert counted["totals"] == [-14, -29, 4, 39]
    assert counted["games_won"] == [1, 0, 1, 1]
    assert counted["progress"] == [[24, -5, -16, -3], [18, -16, 6, -8], [-14, -29, 4, 39]]
    assert not any("problem" in game for game in counted["games"])


def test_the_printed_empty_pool_of_tm_toys() -> None:
    """C4: the racks 1, 5, 10 and 15, as tiles and as numbers."""
    for racks in (
        [{"tiles": "r1"}, {"tiles": "r5"}, {"tiles": "r10"}, {"tiles": "r10 r5"}],
        [{"worth": 1}, {"worth": 5}, {"worth": 10}, {"worth": 15}],
    ):
        assert sheet("tm-toys", {"ended": "pool", "racks": racks})["games"][0]["scores"] == [27, -4, -9, -14]


@pytest.mark.parametrize("kind", ["tiles", "worth", "scores"])
def test_the_printed_big_and_small_points_of_tm_toys(kind: str) -> None:
    """C5: big 1, 0, 2, 1 and small -24, -54, +45, +33 rank 3, 4, 1, 2."""
    counted = sheet("tm-toys", *(printed_game(points, kind) for points in (*PRINTED, FOURTH_OF_TM_TOYS)))
    assert counted["games_won"] == [1, 0, 2, 1]
    assert counted["totals"] == [-24, -54, 45, 33]
    assert counted["ranks"] == [3, 4, 1, 2]
    assert counted["match_by"] == "big-points"


def test_every_score_has_its_reason() -> None:
    """C1, C2."""
    game = {"ended": "out", "out": 0, "racks": [{}, {"tiles": "r5 k10"}, {"worth": 7}]}
    counted = sheet("jumbo", game, players=3)["games"][0]
    assert [one["reason"] for one in counted["counted"]] == ["others", "rack", "rack-number"]
    assert counted["counted"][1]["facts"] == {"tiles": "r5 k10", "worth": 15}
    assert counted["counted"][2]["message"] == "The rack was counted as 7."


@pytest.mark.parametrize(
    ("rack", "points", "reason", "could_open"),
    [
        ({"tiles": "r9 r10 r11 k1", "opened": True}, -31, "rack", None),
        ({"tiles": "r9 r10 r11 k1", "opened": False}, -200, "missed-opening", True),
        ({"tiles": "r9 r10 r11 k1", "opened": False, "announced": True}, -31, "announced", True),
        ({"tiles": "r9 r10 k1", "opened": False, "announced": True}, -100, "unopened", False),
        ({"tiles": "r13 b13 J", "opened": False}, -200, "missed-opening", True),
        ({"worth": 31, "opened": False}, -100, "unopened", False),
        ({"worth": 31, "opened": False, "could_open": True}, -200, "missed-opening", True),
        ({"worth": 31, "opened": False, "could_open": True, "announced": True}, -31, "announced-number", True),
    ],
)
def test_whether_a_rack_could_have_opened_is_computed_from_its_tiles(
    rack: dict[str, Any], points: int, reason: str, could_open: bool | None
) -> None:
    """C3: and entered where only a number is known."""
    game = sheet("tm-toys", {"ended": "out", "out": 1, "racks": [rack, {}]}, players=2)["games"][0]
    assert game["scores"] == [points, -points]
    assert game["counted"][0]["reason"] == reason
    assert game["could_open"] == [could_open, None]


def test_a_tie_is_shared_exactly() -> None:
    """C4."""
    game = {"ended": "pool", "racks": [{"tiles": "r5"}, {"worth": 5}, {"tiles": "b9"}]}
    counted = sheet("vienna-de", game, players=3)
    assert counted["games"][0]["scores"] == ["9/2", "9/2", -9]
    assert counted["games"][0]["winners"] == [0, 1]
    assert counted["totals"] == ["9/2", "9/2", -9]


def test_where_fewer_tiles_decide_a_tie_their_number_is_asked_for() -> None:
    """C4."""
    racks: list[dict[str, Any]] = [{"tiles": "r5 r7"}, {"worth": 12}, {"worth": 20}]
    game = sheet("jumbo", {"ended": "pool", "racks": racks}, players=3)["games"][0]
    assert game["problem"]["reason"] == "unknown-sizes"
    assert game["problem"]["facts"] == {"worth": 12}
    assert "scores" not in game
    racks[1]["size"] = 1
    game = sheet("jumbo", {"ended": "pool", "racks": racks}, players=3)["games"][0]
    assert (game["scores"], game["winners"]) == ([-12, -12, -20], [1])
    assert [one["reason"] for one in game["counted"]] == ["own-rack", "own-rack-number", "own-rack-number"]


def test_a_number_alone_is_enough_for_a_difference() -> None:
    """C4."""
    game = {"ended": "pool", "racks": [{"worth": 1}, {"worth": 5}]}
    counted = sheet("international", game, players=2)["games"][0]
    assert counted["counted"][1]["reason"] == "difference-number"
    assert counted["counted"][1]["facts"] == {"worth": 5, "winner": 1}


def test_a_game_counts_only_once_everything_has_been_entered() -> None:
    """C2: what has been entered is already worth something."""
    game: dict[str, Any] = {"racks": [{}, {"tiles": "r5 k10"}, {}]}
    counted = sheet("jumbo", game, players=3)
    assert counted["games"][0] == {
        "missing": [0, 2],
        "worths": [None, 15, None],
        "could_open": [None] * 3,
        "starter": None,
    }
    assert (counted["totals"], counted["progress"]) == ([0, 0, 0], [])
    game |= {"ended": "out", "out": 0}
    assert sheet("jumbo", game, players=3)["games"][0]["missing"] == [2]
    assert sheet("jumbo", {}, players=3)["games"][0]["missing"] == [0, 1, 2]
    assert sheet("jumbo", {"scores": [1, None, 0]}, players=3)["games"][0]["missing"] == [1]


def test_tiles_of_the_player_who_went_out_do_not_count() -> None:
    """C2: a corrected sheet may still have them."""
    game = {"ended": "out", "out": 0, "racks": [{"tiles": "r13"}, {"tiles": "r5"}]}
    assert sheet("jumbo", game, players=2)["games"][0]["scores"] == [5, -5]


def test_more_tiles_than_the_box_has_are_a_problem_of_the_game() -> None:
    """E1."""
    wrong = {"ended": "out", "out": 0, "racks": [{}, {"tiles": "r5 r5"}, {"tiles": "r5"}]}
    counted = sheet("jumbo", wrong, printed_game((10, -4, -6), "tiles"), players=3)
    assert counted["games"][0]["problem"]["facts"] == {"tile": "r5", "box": 2, "count": 3}
    assert "scores" not in counted["games"][0]
    assert counted["totals"] == [10, -4, -6]


@pytest.mark.parametrize(
    ("scores", "reason"),
    [([24, 5, -16, -3], "wrong-sign"), ([54, -5, -16, -3], "miscounted-joker"), ([25, -5, -16, -3], "wrong-sum")],
)
def test_scores_that_do_not_add_up_are_named(scores: list[int], reason: str) -> None:
    """C7: they count nevertheless."""
    game = sheet("jumbo", {"ended": "out", "out": 0, "scores": scores})["games"][0]
    assert game["problem"]["reason"] == reason
    assert game["problem"]["rule"] == "C7"
    assert game["scores"] == scores


def test_the_scores_of_an_empty_pool_have_no_plus_where_everyone_loses() -> None:
    """C4, C7."""
    assert "problem" not in sheet("jumbo", {"ended": "pool", "scores": [-5, -16, -3, -1]})["games"][0]
    game = sheet("jumbo", {"ended": "pool", "scores": [24, -5, -16, -3]})["games"][0]
    assert game["problem"]["reason"] == "plus-with-empty-pool"


def test_in_rounds_every_round_is_shown_by_itself() -> None:
    """C5: a round has as many games as there are players."""
    games = [{"scores": scores} for scores in ([10, -10], [-4, 4], [-7, 7])]
    counted = sheet("vienna-en", *games, players=2, planned=4)
    assert counted["games_per_round"] == 2
    assert counted["rounds"] == [
        {"totals": [6, -6], "games_won": [1, 1], "ranks": [1, 2], "complete": True},
        {"totals": [-7, 7], "games_won": [0, 1], "ranks": [2, 1], "complete": False},
    ]
    assert counted["over"] is False
    assert sheet("vienna-en", *games, games[0], players=2, planned=4)["over"] is True
    assert sheet("jumbo", *games, players=2)["rounds"] == []


def test_the_next_to_the_left_starts_the_next_game_of_tm_toys() -> None:
    """S6: once it is known who started, unless somebody corrects it."""
    unknown = sheet("tm-toys", {}, {}, players=3)
    assert (unknown["next_starter"], unknown["draw_for_start"]) == (None, False)
    known = sheet("tm-toys", {}, {"starter": 2}, {}, players=3)
    assert [game["starter"] for game in known["games"]] == [None, 2, 0]
    assert known["next_starter"] == 1
    first = sheet("tm-toys", players=3)
    assert (first["next_starter"], first["draw_for_start"]) == (None, True)


@pytest.mark.parametrize("name", ["vienna-de", "vienna-en", "jumbo", "international", "twist"])
def test_in_other_boxes_tiles_are_drawn_for_the_start_of_every_game(name: str) -> None:
    """S1, S6."""
    counted = sheet(name, {"starter": 1}, players=2)
    assert (counted["next_starter"], counted["draw_for_start"]) == (None, True)


def test_house_rules_change_what_counts() -> None:
    """C1, S6."""
    game = {"ended": "out", "out": 0, "starter": 0, "racks": [{}, {"tiles": "J"}]}
    counted = sheet("jumbo", game, players=2, rules={"joker_penalty": 25, "next_starter": "left-of-last"})
    assert (counted["totals"], counted["next_starter"]) == ([25, -25], 1)


@pytest.mark.parametrize("rack", [{"tiles": "J J"}, {"worth": 0, "size": 2}, {"worth": 0}])
def test_a_rack_of_nothing_but_jokers_is_not_empty_even_if_they_cost_nothing(rack: dict[str, Any]) -> None:
    """C1: however it is entered."""
    rules = {"joker_penalty": 0}
    out = sheet("international", {"ended": "out", "out": 0, "racks": [{}, rack]}, players=2, rules=rules)
    assert (out["totals"], out["games"][0]["winners"]) == ([0, 0], [0])
    pool = sheet("international", {"ended": "pool", "racks": [rack, {"worth": 5}]}, players=2, rules=rules)
    assert (pool["totals"], pool["games"][0]["winners"]) == ([5, -5], [0])


def test_the_sheet_knows_the_box() -> None:
    """E1, E2."""
    assert sheet("tm-toys", players=4)["box"] == {"numbers": 2, "J": 2}
    assert sheet("tm-toys", players=6)["box"] == {"numbers": 3, "J": 4}
    assert sheet("twist", players=2)["box"] == {"numbers": 2, "J": 2, "D": 2, "C": 2, "M": 2}


@pytest.mark.parametrize(
    "game",
    [
        {"ended": "never"},
        {"ended": "out"},
        {"ended": "out", "out": 2},
        {"out": -1},
        {"starter": "x"},
        {"racks": [{}]},
        {"racks": [{}, 3]},
        {"racks": [{}, {"worth": 0}]},
        {"racks": [{}, {"worth": 10_001}]},
        {"racks": [{}, {"worth": 5, "size": 0}]},
        {"racks": [{}, {"worth": True}]},
        {"racks": [{}, {"opened": "no"}]},
        {"scores": [1]},
        {"scores": [1.5, 1]},
        3,
    ],
)
def test_a_game_that_makes_no_sense_is_an_error(game: object) -> None:
    assert answer(count_sheet, {"profile": "jumbo", "players": 2, "games": [game]})["error"] == "bad-field"


def test_a_box_is_for_its_number_of_players() -> None:
    """E3."""
    assert answer(count_sheet, {"profile": "jumbo", "players": 5, "games": []})["error"] == "rules"
