"""The tools and the solver over HTTP, and hints."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.http_server import Caller, Calling, assert_error, running
from tilewise.server import host

EASY = {"profile": "international", "table": ["r3 r4 r5"], "rack": "r6 o1"}
ALL_JOKERS = {"double_jokers": 4, "colour_change_jokers": 4, "mirror_jokers": 4, "jokers": 4, "copies": 3}
NUMBERS = " ".join(f"{colour}{number}" for colour in "krbo" for number in range(1, 14))
HARD = {
    "profile": "twist",
    "rules": ALL_JOKERS,
    "table": [],
    "rack": f"{NUMBERS} {NUMBERS} D D D D C C C C M M M M J J J J",
}
"""Takes minutes."""


@pytest.fixture(scope="module", name="api")
def _api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Calling]:
    with running(tmp_path_factory.mktemp("api")) as calling:
        yield calling


def test_tools_answer_as_on_the_command_line(api: Calling) -> None:
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
    solved = api.post("/api/tools/solve", {**EASY, "steps": True}).json()
    assert (solved["placed"], solved["steps"]) == (["r6"], ["Add r6 to r3 r4 r5."])


@pytest.mark.parametrize(
    ("tool", "question", "code"),
    [
        ("check", {"profile": "jumbo", "set": "r3 r44"}, "notation"),
        ("check", {"profile": "chess", "set": "r3"}, "rules"),
        ("check", {"profile": "jumbo", "set": "r3 " * 100}, "bad-body"),
        ("check", {"profile": "jumbo"}, "bad-body"),
        ("check", [], "bad-body"),
        ("turn", {"profile": "jumbo"}, "bad-field"),
        ("score", {"profile": "jumbo", "racks": ["r1"], "ended": "never"}, "bad-body"),
        ("score", {"profile": "jumbo", "games": []}, "bad-field"),
        ("solve", {"profile": "jumbo", "table": ["r1 r9"], "rack": "r3"}, "invalid-table"),
        ("solve", {"profile": "jumbo", "table": [], "rack": "r3 r3 r3"}, "not-in-box"),
    ],
)
def test_a_wrong_question_gets_a_sentence(api: Calling, tool: str, question: object, code: str) -> None:
    assert_error(api.post(f"/api/tools/{tool}", question), 400, code)


def test_a_question_that_takes_minutes_is_ended_after_seconds_and_the_next_one_is_answered(tmp_path: Path) -> None:
    with running(tmp_path) as calling:
        assert calling.server.solver_pool._longest == 5
        assert calling.post("/api/tools/solve", EASY).status_code == 200
        calling.server.solver_pool._longest = 0.5
        began = time.monotonic()
        assert_error(calling.post("/api/tools/solve", HARD), 400, "too-hard")
        assert time.monotonic() - began < 30
        calling.server.solver_pool._longest = 5
        assert calling.post("/api/tools/solve", EASY).json()["placed"] == ["r6"]


def test_who_has_used_the_budget_waits_and_others_do_not(tmp_path: Path) -> None:
    with running(tmp_path, solver_seconds=0.2) as calling:
        calling.server.solver_pool._longest = 0.5
        ada, bob = calling.guest("Ada"), calling.guest("Bob")
        assert_error(ada.post("/api/tools/solve", HARD), 400, "too-hard")
        calling.server.solver_pool._longest = 5
        refused = ada.post("/api/tools/solve", EASY)
        assert_error(refused, 429, "solver-budget")
        # 0.5 of 0.2 seconds are used: 0.3 are to be waited for, at 0.2 a minute.
        assert 60 < int(refused.headers["retry-after"]) <= 91
        assert bob.post("/api/tools/solve", EASY).status_code == 200
        assert calling.post("/api/tools/solve", EASY).status_code == 200, "an address has a budget of its own"


def test_no_budget_at_all_turns_the_solver_off_and_hints_too(tmp_path: Path) -> None:
    with running(tmp_path, solver_seconds=0.0) as calling:
        assert_error(calling.post("/api/tools/solve", EASY), 429, "solver-budget")
        ada = calling.guest("Ada")
        table = ada.make_table(seats=["person", "beginner"], hints=True)
        ada.command(table, "add", text="x")
        in_turn(ada, table)
        assert_error(ada.get(f"/api/tables/{table}/hint"), 429, "solver-budget")


def in_turn(ada: Caller, table: str) -> dict[str, object]:
    """Wait until it is Ada's turn."""
    for _ in range(1000):
        view = ada.view(table)
        if view["phase"] == "playing" and view["game"]["turn"] == 0:
            return view
        time.sleep(0.02)
    raise AssertionError("It is never Ada's turn.")


def test_a_hint_is_a_play_that_the_table_takes(api: Calling, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host, "new_secret", lambda: "0" * 64)
    ada = api.guest("Ada")
    # Any set opens, and with this many tiles there is nearly always one.
    rules = {"opening_threshold": 0, "rack_size": 30, "max_players": 2, "turn_seconds": None}
    table = ada.make_table(seats=["person", "beginner"], hints=True, rules=rules)
    ada.command(table, "add", text="abc")
    in_turn(ada, table)
    hint = ada.get(f"/api/tables/{table}/hint").json()
    assert hint["can_place"]
    assert hint["steps"]
    assert hint["tile"] in hint["placed"]
    little = ada.get(f"/api/tables/{table}/hint?show=tile").json()
    assert set(little) == {"number", "can_place", "tile"}
    played = ada.command(table, "play", table=hint["table"])
    assert played.status_code == 200, played.text
    # And once more, now that Ada has opened: with moves of tiles that lie on the table.
    in_turn(ada, table)
    again = ada.get(f"/api/tables/{table}/hint").json()
    assert not again["can_place"] or ada.command(table, "play", "2", table=again["table"]).status_code == 200


def test_hints_are_for_who_is_in_turn_at_tables_that_allow_them(api: Calling) -> None:
    ada, bob, eve = api.guest("Ada"), api.guest("Bob"), api.guest("Eve")
    table = ada.make_table(hints=True)
    assert_error(ada.get(f"/api/tables/{table}/hint"), 409, "not-your-turn")
    bob.command(table, "sit")
    for person in (ada, bob):
        person.command(table, "add", text="x")
    players = (ada, bob)
    turn = ada.view(table)["game"]["turn"]
    assert players[turn].get(f"/api/tables/{table}/hint").status_code == 200
    assert_error(players[1 - turn].get(f"/api/tables/{table}/hint"), 409, "not-your-turn")
    assert_error(eve.get(f"/api/tables/{table}/hint"), 403, "not-seated")
    without = ada.make_table(seats=["person", "beginner"])
    ada.command(without, "add", text="x")
    assert_error(ada.get(f"/api/tables/{without}/hint"), 403, "no-hints")
