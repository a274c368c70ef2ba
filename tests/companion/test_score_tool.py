"""Counting the scores of a game or of a match."""

from __future__ import annotations

import pytest

from tilewise.companion import answer, score_games
from tilewise.profiles import PROFILES, Profile


def test_a_game_that_ended_with_an_empty_rack_is_scored() -> None:
    """C1, C2."""
    question = {"profile": "jumbo", "racks": ["", "r5 k10 J"], "ended": "out"}
    assert score_games(question) == {
        "scores": [45, -45],
        "winners": [0],
        "counted": [
            {"rule": "C2", "reason": "others", "facts": {}, "message": "The sum of what the others lost."},
            {
                "rule": "C1",
                "reason": "rack",
                "facts": {"tiles": "r5 k10 J", "worth": 45},
                "message": "The rack r5 k10 J is worth 45.",
            },
        ],
    }
    assert score_games({**question, "profile": "tm-toys"})["scores"] == [65, -65]


@pytest.mark.parametrize(
    ("opened", "announced", "points", "rule", "reason"),
    [
        ([True, True], [False, False], -31, "C1", "rack"),
        ([True, False], [False, False], -200, "C3", "missed-opening"),
        ([True, False], [False, True], -31, "C3", "announced"),
    ],
)
def test_whether_a_player_opened_or_announced_counts(
    opened: list[bool], announced: list[bool], points: int, rule: str, reason: str
) -> None:
    """C3."""
    question = {"profile": "tm-toys", "racks": ["", "r9 r10 r11 k1"], "ended": "out"}
    answered = score_games({**question, "opened": opened, "announced": announced})
    assert answered["scores"] == [-points, points]
    assert (answered["counted"][1]["rule"], answered["counted"][1]["reason"]) == (rule, reason)


def test_an_empty_pool_is_scored_by_the_printed_example() -> None:
    """C4."""
    question = {"profile": "tm-toys", "racks": ["r1", "r5", "r10", "r10 r5"], "ended": "pool"}
    answered = score_games(question)
    counted = answered.pop("counted")
    assert answered == {"scores": [27, -4, -9, -14], "winners": [0], "big_points": [1, 0, 0, 0]}
    assert [one["rule"] for one in counted] == ["C4"] * 4
    assert [one["facts"]["worth"] for one in counted] == [1, 5, 10, 15]


def test_a_share_that_is_not_whole_is_a_text_that_a_question_may_repeat() -> None:
    """C4, C5."""
    answered = score_games({"profile": "vienna-de", "racks": ["r5", "k5", "b9"], "ended": "pool"})
    assert (answered["scores"], answered["winners"]) == (["9/2", "9/2", -9], [0, 1])
    again = score_games({"profile": "vienna-de", "games": [answered, answered]})
    assert again == {"totals": [9, 9, -18], "ranks": [1, 1, 3]}


@pytest.mark.parametrize(
    ("profile", "more"), [("jumbo", {}), ("international", {}), ("tm-toys", {"big_points": [1, 0, 1, 1]})]
)
def test_a_match_is_scored_by_the_printed_table(profile: str, more: dict[str, list[int]]) -> None:
    """C6, and C7: every printed game adds up to 0."""
    games = [
        {"scores": [24, -5, -16, -3], "winners": [0]},
        {"scores": [-6, -11, 22, -5], "winners": [2]},
        {"scores": [-32, -13, -2, 47], "winners": [3]},
    ]
    expected = {"totals": [-14, -29, 4, 39], "ranks": [3, 4, 2, 1], **more}
    assert score_games({"profile": profile, "games": games}) == expected


def test_big_points_come_first_where_the_profile_says_so() -> None:
    """C5: the printed table of `tm-toys`."""
    games = [
        {"scores": ["+24", -5, -16, -3], "winners": [0]},
        {"scores": [-6, -11, 22, -5], "winners": [2]},
        {"scores": [-32, -13, -2, 47], "winners": [3]},
        {"scores": [-10, -25, 41, -6], "winners": [2]},
    ]
    assert score_games({"profile": "tm-toys", "games": games}) == {
        "totals": [-24, -54, 45, 33],
        "ranks": [3, 4, 1, 2],
        "big_points": [1, 0, 2, 1],
    }


def test_without_winners_the_highest_score_of_each_game_won_it() -> None:
    """C5."""
    games = [{"scores": [3, -3]}, {"scores": [2, -2]}, {"scores": [-90, 90]}]
    assert score_games({"profile": "tm-toys", "games": games})["ranks"] == [1, 2]


@pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)
def test_big_points_are_there_only_if_they_decide_a_match(profile: Profile) -> None:
    """C5."""
    questions: list[dict[str, object]] = [
        {"racks": ["", "r5"], "ended": "out"},
        {"scores": [5, -5]},
        {"games": [{"scores": [5, -5]}]},
    ]
    for question in questions:
        answered = score_games({"profile": profile.name, **question})
        assert answered.get("big_points") == ([1, 0] if profile.match_by == "big-points" else None)


def test_scores_of_one_game_are_checked() -> None:
    """C7."""
    assert score_games({"profile": "tm-toys", "scores": [24, -5, -16, -3]}) == {
        "scores": [24, -5, -16, -3],
        "winners": [0],
        "big_points": [1, 0, 0, 0],
    }
    answered = score_games({"profile": "jumbo", "scores": ["+24", -5, -16, -4], "winners": [0], "ended": "out"})
    assert answered == {
        "scores": [24, -5, -16, -4],
        "winners": [0],
        "problems": [
            {
                "rule": "C7",
                "reason": "wrong-sum",
                "facts": {"sum": "-1", "lost": "25"},
                "message": "The scores add up to -1, not to 0. The winner gains the 25 that the others lost: "
                "check this sum first.",
            }
        ],
    }


def test_scores_may_be_copied_from_a_table_with_minus_signs() -> None:
    """C6."""
    answered = score_games({"profile": "jumbo", "scores": ["−6", "−11", "+22", "−5"]})
    assert answered == {"scores": [-6, -11, 22, -5], "winners": [2]}


def test_each_game_of_a_match_that_does_not_add_up_is_named() -> None:
    """C7."""
    games = [{"scores": [24, -5, -16, -3]}, {"scores": [-6, 11, 22, -5]}, {"scores": [-32, -13, -2, 77]}]
    answered = score_games({"profile": "international", "games": games})
    assert answered["totals"] == [-14, -7, 4, 69]
    assert [(one["game"], one["rule"], one["reason"]) for one in answered["problems"]] == [
        (1, "C7", "wrong-sign"),
        (2, "C7", "miscounted-joker"),
    ]


def test_a_game_in_which_everyone_loses_need_not_add_up() -> None:
    """C4, C7: with `jumbo` and an empty pool."""
    lost = {"scores": [-1, -5, -10]}
    assert "problems" not in score_games({"profile": "jumbo", "games": [lost, {**lost, "ended": "pool"}]})
    assert "problems" in score_games({"profile": "jumbo", "games": [{**lost, "ended": "out"}]})
    assert "problems" in score_games({"profile": "international", "games": [lost]})


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
        ({"profile": "jumbo", "racks": ["r5", ""], "ended": "pool"}, "bad-input", "seat 1 is empty"),
        ({"profile": "jumbo"}, "bad-field", "Name one of 'racks'"),
        ({"profile": "jumbo", "racks": ["", "r5"], "scores": [5, -5]}, "bad-field", "Name one of 'racks'"),
        ({"profile": "jumbo", "scores": [5, -5], "ended": "late"}, "bad-field", "'out' or 'pool'"),
        ({"profile": "jumbo", "scores": [5]}, "rules", "not for 1"),
        ({"profile": "jumbo", "scores": [5, -5], "winners": [2]}, "bad-field", "seats from 0 to 1"),
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
            "Every game needs 2 scores, as the first one has.",
        ),
        (
            {"profile": "jumbo", "games": [{"scores": [1, -1], "winners": [2]}]},
            "bad-field",
            "seats from 0 to 1.",
        ),
    ],
)
def test_scores_that_cannot_be_counted_get_an_error(question: object, error: str, words: str) -> None:
    answered = answer(score_games, question)
    assert set(answered) == {"error", "message"}
    assert answered["error"] == error
    assert words in answered["message"]
