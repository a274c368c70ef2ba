"""Counting the scores of a game or of a match."""

from __future__ import annotations

import pytest

from tilewise.companion import answer, score_games


def test_a_game_that_ended_with_an_empty_rack_is_scored() -> None:
    """C1, C2."""
    question = {"profile": "jumbo", "racks": ["", "r5 k10 J"], "ended": "out"}
    assert score_games(question) == {"scores": [45, -45], "winners": [0], "big_points": [1, 0]}
    assert score_games({**question, "profile": "tm-toys"})["scores"] == [65, -65]


@pytest.mark.parametrize(
    ("opened", "announced", "points"),
    [([True, True], [False, False], -31), ([True, False], [False, False], -200), ([True, False], [False, True], -31)],
)
def test_whether_a_player_opened_or_announced_counts(opened: list[bool], announced: list[bool], points: int) -> None:
    """C3."""
    question = {"profile": "tm-toys", "racks": ["", "r9 r10 r11 k1"], "ended": "out"}
    assert score_games({**question, "opened": opened, "announced": announced})["scores"] == [-points, points]


def test_an_empty_pool_is_scored_by_the_printed_example() -> None:
    """C4."""
    question = {"profile": "tm-toys", "racks": ["r1", "r5", "r10", "r10 r5"], "ended": "pool"}
    assert score_games(question) == {"scores": [27, -4, -9, -14], "winners": [0], "big_points": [1, 0, 0, 0]}


def test_a_share_that_is_not_whole_is_a_text_that_a_question_may_repeat() -> None:
    """C4, C5."""
    answered = score_games({"profile": "vienna-de", "racks": ["r5", "k5", "b9"], "ended": "pool"})
    assert answered == {"scores": ["9/2", "9/2", -9], "winners": [0, 1], "big_points": [1, 1, 0]}
    again = score_games({"profile": "vienna-de", "games": [answered, answered]})
    assert again == {"totals": [9, 9, -18], "ranks": [1, 1, 3]}


@pytest.mark.parametrize(
    ("profile", "ranks"), [("jumbo", [3, 4, 2, 1]), ("international", [3, 4, 2, 1]), ("tm-toys", [3, 4, 2, 1])]
)
def test_a_match_is_scored_by_the_printed_table(profile: str, ranks: list[int]) -> None:
    """C6."""
    games = [
        {"scores": [24, -5, -16, -3], "winners": [0]},
        {"scores": [-6, -11, 22, -5], "winners": [2]},
        {"scores": [-32, -13, -2, 47], "winners": [3]},
    ]
    assert score_games({"profile": profile, "games": games}) == {"totals": [-14, -29, 4, 39], "ranks": ranks}


def test_big_points_come_first_where_the_profile_says_so() -> None:
    """C5: the printed table of `tm-toys`."""
    games = [
        {"scores": ["+24", -5, -16, -3], "winners": [0]},
        {"scores": [-6, -11, 22, -5], "winners": [2]},
        {"scores": [-32, -13, -2, 47], "winners": [3]},
        {"scores": [-10, -25, 41, -6], "winners": [2]},
    ]
    assert score_games({"profile": "tm-toys", "games": games}) == {"totals": [-24, -54, 45, 33], "ranks": [3, 4, 1, 2]}


def test_without_winners_the_highest_score_of_each_game_won_it() -> None:
    """C5."""
    games = [{"scores": [3, -3]}, {"scores": [2, -2]}, {"scores": [-90, 90]}]
    assert score_games({"profile": "tm-toys", "games": games})["ranks"] == [1, 2]


@pytest.mark.parametrize("racks", [["", "r5 r5 r5"], ["", "r5 M"], ["", "J J J"]])
def test_racks_that_the_box_cannot_fill_are_not_scored(racks: list[str]) -> None:
    """E1, E2."""
    assert answer(score_games, {"profile": "jumbo", "racks": racks, "ended": "out"})["error"] == "not-in-box"


@pytest.mark.parametrize(
    ("question", "error", "words"),
    [
        ({"profile": "jumbo", "racks": ["", "r5"], "ended": "late"}, "bad-field", "'out' or 'pool'"),
        ({"profile": "jumbo", "racks": ["r5"], "ended": "out"}, "rules", "not for 1"),
        ({"profile": "jumbo", "racks": ["r5", "r6"], "ended": "out"}, "bad-input", "one empty rack"),
        (
            {"profile": "jumbo", "racks": ["", "r6"], "ended": "out", "opened": [True]},
            "bad-field",
            "2 values true or false",
        ),
        ({"profile": "jumbo", "games": []}, "bad-field", "at least one game"),
        ({"profile": "jumbo", "games": [7]}, "bad-field", "A game should be an object"),
        ({"profile": "jumbo", "games": [{"scores": [1, 2.5]}]}, "bad-field", "A score should be a whole number"),
        ({"profile": "jumbo", "games": [{"scores": [1, True]}]}, "bad-field", "A score should be a whole number"),
        ({"profile": "jumbo", "games": [{"scores": []}]}, "rules", "not for 0"),
        (
            {"profile": "jumbo", "games": [{"scores": [1, -1]}, {"scores": [1, 0, -1]}]},
            "bad-field",
            "Every game needs 2 scores, and winners from 0 to 1.",
        ),
        (
            {"profile": "jumbo", "games": [{"scores": [1, -1], "winners": [2]}]},
            "bad-field",
            "Every game needs 2 scores, and winners from 0 to 1.",
        ),
    ],
)
def test_scores_that_cannot_be_counted_get_an_error(question: object, error: str, words: str) -> None:
    answered = answer(score_games, question)
    assert set(answered) == {"error", "message"}
    assert answered["error"] == error
    assert words in answered["message"]
