"""The companion tools over HTTP, and the answers without a server."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.http_server import EASY_POSITION, AnonymousCaller, assert_error, running
from tilewise import companion
from tilewise.server.api.api_errors import ApiError
from tilewise.server.api.tool_answers import CheckRequest, ScoreRequest, answer_of, as_question, checked
from tilewise.server.question_pool import SLICES

ALL_JOKERS = {"double_jokers": 4, "colour_change_jokers": 4, "mirror_jokers": 4, "jokers": 4, "copies": 3}


NUMBERS = " ".join(f"{colour}{number}" for colour in "krbo" for number in range(1, 14))


HARD = {
    "profile": "twist",
    "rules": ALL_JOKERS,
    "table": [],
    "rack": f"{NUMBERS} {NUMBERS} D D D D C C C C M M M M J J J J",
}
"""Takes minutes."""


def test_tools_respond_as_on_the_command_line(api: AnonymousCaller) -> None:
    checked = api.post("/api/tools/check", {"profile": "jumbo", "set": "r3 r4 J"}).json()
    assert checked == {"valid": True, "kind": "run", "value": 12, "stands_for": ["r3", "r4", "r5"]}
    turn = {
        "profile": "jumbo",
        "players": 4,
        "before": "r3 r4 r5",
        "rack": "r6",
        "after": "r3 r4 r5 r6",
        "opened": True,
    }
    assert api.post("/api/tools/turn", turn).json() == {"legal": True, "placed": ["r6"]}
    left = api.post("/api/tools/turn", {"profile": "jumbo", "leftover": "r5 k3"}).json()
    assert left == {"leftover_to": "pool", "draws": 5}
    game = {"profile": "tm-toys", "racks": ["r1", "r5", "r10", "r10 r5"], "ended": "pool"}
    assert api.post("/api/tools/score", game).json()["scores"] == [27, -4, -9, -14]
    match = {"profile": "jumbo", "games": [{"scores": [24, -24], "winners": [0]}]}
    assert api.post("/api/tools/score", match).json() == {"totals": [24, -24], "ranks": [1, 2]}
    by_hand = api.post("/api/tools/score", {"profile": "jumbo", "scores": [24, -5, 16, "-3"], "ended": "out"}).json()
    assert by_hand["problems"][0]["facts"] == {"sum": "+32", "points": "+16", "instead": "-16"}
    sheet = {"profile": "jumbo", "players": 2, "games": [{"ended": "out", "out": 0, "racks": [{}, {"tiles": "r7 J"}]}]}
    assert api.post("/api/tools/sheet", sheet).json()["totals"] == [37, -37]
    solved = api.post("/api/tools/solve", {**EASY_POSITION, "steps": True}).json()
    assert (solved["placed"], solved["steps"]) == (["r6"], ["Add r6 to r3 r4 r5."])
    sets = api.post("/api/tools/check", {"profile": "jumbo", "sets": ["r5 J r3", "r3 r4 r6"]}).json()["sets"]
    assert (sets[0]["arranged"], sets[1]["facts"]) == ("r3 J r5", {"missing": [5]})
    assert api.post("/api/tools/turn", {**turn, "details": True}).json()["sets"][0]["value"] == 18
    out = api.post("/api/tools/solve", {**EASY_POSITION, "goal": "out", "details": True, "playable": True}).json()
    assert (out["moves"], out["playable"]) == ([], ["r6"])


@pytest.mark.parametrize(
    ("tool", "question", "code"),
    [
        ("check", {"profile": "jumbo", "set": "r3 r44"}, "notation"),
        ("check", {"profile": "chess", "set": "r3"}, "rules"),
        ("check", {"profile": "jumbo", "set": "r3 " * 100}, "bad-body"),
        ("check", {"profile": "jumbo"}, "bad-field"),
        ("check", {"profile": "jumbo", "sets": ["r3 r4 r5"] * 61}, "bad-body"),
        ("check", [], "bad-body"),
        ("turn", {"profile": "jumbo"}, "bad-field"),
        ("score", {"profile": "jumbo", "racks": ["r1"], "ended": "never"}, "bad-body"),
        ("score", {"profile": "jumbo", "games": []}, "bad-field"),
        ("solve", {"profile": "jumbo", "table": ["r1 r9"], "rack": "r3"}, "invalid-table"),
        ("solve", {"profile": "jumbo", "table": [], "rack": "r3 r3 r3"}, "not-in-box"),
    ],
)
def test_an_invalid_request_gets_a_sentence(api: AnonymousCaller, tool: str, question: object, code: str) -> None:
    assert_error(api.post(f"/api/tools/{tool}", question), 400, code)


def test_a_request_that_takes_too_long_is_ended_and_the_next_one_is_answered(tmp_path: Path) -> None:
    with running(tmp_path) as caller:
        assert caller.server.questions.slices[-1] == 5
        assert caller.post("/api/tools/solve", EASY_POSITION).status_code == 200
        caller.server.questions.slices = (0.1, 0.4)
        assert_error(caller.post("/api/tools/solve", HARD), 400, "too-hard")
        caller.server.questions.slices = SLICES
        assert caller.post("/api/tools/solve", EASY_POSITION).json()["placed"] == ["r6"]


def test_a_caller_beyond_their_budget_waits_and_others_do_not(tmp_path: Path) -> None:
    with running(tmp_path, question_seconds=0.2) as caller:
        caller.server.questions.slices = (0.1, 0.4)
        ada, bob = caller.guest("Ada"), caller.guest("Bob")
        assert_error(ada.post("/api/tools/solve", HARD), 400, "too-hard")
        caller.server.questions.slices = SLICES
        refused = ada.post("/api/tools/solve", EASY_POSITION)
        assert_error(refused, 429, "question-budget")
        # 0.5 seconds of 0.2 are used, and a little for ending them. The other 0.3 take 90 seconds at 0.2 per minute.
        assert int(refused.headers["retry-after"]) > 60
        assert bob.post("/api/tools/solve", EASY_POSITION).status_code == 200
        assert caller.post("/api/tools/solve", EASY_POSITION).status_code == 200, "an address has a budget of its own"


# Without a server


def test_a_question_has_only_the_fields_that_were_asked() -> None:
    asked = ScoreRequest(profile="jumbo", racks=("", "r7"), ended="out")
    assert as_question(asked) == {"profile": "jumbo", "racks": ["", "r7"], "ended": "out"}


def test_an_answer_is_that_of_the_tool() -> None:
    answer = answer_of(companion.check_set, CheckRequest(profile="jumbo", set="r3 r4 r5"))
    assert answer == companion.check_set({"profile": "jumbo", "set": "r3 r4 r5"})


def test_a_question_that_makes_no_sense_is_an_error_with_the_code_of_the_tool() -> None:
    with pytest.raises(ApiError) as raised:
        answer_of(companion.check_set, CheckRequest(profile="jumbo", set="r3 r44"))
    assert (raised.value.status, raised.value.code) == (400, "notation")
    assert checked({"valid": True}) == {"valid": True}
