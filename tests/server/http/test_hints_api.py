"""Hints for a turn."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.http_server import EASY_POSITION, AnonymousCaller, Caller, assert_error, running
from tests.support.processes import until
from tilewise.server import host


def test_a_budget_of_zero_turns_off_the_solver_and_hints(tmp_path: Path) -> None:
    with running(tmp_path, question_seconds=0.0) as caller:
        assert_error(caller.post("/api/tools/solve", EASY_POSITION), 429, "question-budget")
        ada = caller.guest("Ada")
        table = ada.make_table(seats=["person", "beginner"], hints=True)
        ada.command(table, "add", text="x")
        in_turn(ada, table)
        assert_error(ada.get(f"/api/tables/{table}/hint"), 429, "question-budget")


def in_turn(ada: Caller, table: str) -> dict[str, object]:
    """Wait until it is Ada's turn."""

    def is_turn() -> bool:
        view = ada.view(table)
        return bool(view["phase"] == "playing" and view["game"]["turn"] == 0)

    until(is_turn)
    return ada.view(table)


def test_a_hint_is_a_legal_play(api: AnonymousCaller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host, "new_secret", lambda: "0" * 64)
    ada = api.guest("Ada")
    # Any set opens, and a rack of this size nearly always contains one.
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
    # Once more after Ada has opened, when tiles on the table may be moved.
    in_turn(ada, table)
    again = ada.get(f"/api/tables/{table}/hint").json()
    assert not again["can_place"] or ada.command(table, "play", "2", table=again["table"]).status_code == 200


def test_hints_are_for_the_player_in_turn_at_tables_that_allow_them(api: AnonymousCaller) -> None:
    ada, bob, eve = api.guest("Ada"), api.guest("Bob"), api.guest("Eve")
    table = ada.make_table(hints=True)
    assert_error(ada.get(f"/api/tables/{table}/hint"), 409, "not-your-turn")
    bob.command(table, "sit")
    ada.command(table, "deal")
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
