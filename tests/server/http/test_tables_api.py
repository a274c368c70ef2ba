"""The endpoints for tables: creating, viewing and finding them, the lobby, my tables, commands."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.support.http_server import AnonymousCaller, assert_error, play_to_the_end, running
from tilewise.server.tables.quick_games import CONNECTING_FOR
from tilewise.server.tables.table_settings import TableSettings


def test_a_new_table_is_seen_from_its_creators_seat(api: AnonymousCaller) -> None:
    ada = api.guest("Ada")
    made = ada.post("/api/tables", {"seats": ["person", "person"], "profile": "jumbo"})
    assert made.status_code == 201
    assert len(made.json()["code"]) == 6
    view = ada.view(made.json()["table"])
    assert (view["seat"], view["phase"], view["settings"]["profile"]) == (0, "open", "jumbo")
    assert view["seats"][0]["name"] == "Ada"


def test_a_repeated_id_returns_the_same_table(api: AnonymousCaller) -> None:
    ada, bob = api.guest("Ada"), api.guest("Bob")
    first = ada.post("/api/tables", {"id": "mine"}).json()
    assert ada.post("/api/tables", {"id": "mine"}).json() == first
    assert ada.post("/api/tables", {}, headers={"Idempotency-Key": "mine"}).json() == first
    assert ada.post("/api/tables", {"id": "other"}).json() != first
    assert bob.post("/api/tables", {"id": "mine"}).json() != first, "an id is a person's own"
    assert_error(ada.post("/api/tables", {"id": "mine", "profile": "jumbo"}), 409, "id-used")


def test_two_concurrent_requests_with_one_id_create_one_table(api: AnonymousCaller) -> None:
    ada = api.guest("Ada")
    table = api.server.people.signer.derive_id("a race")

    async def twice() -> set[str]:
        made = (api.server.host.create(TableSettings(), ada.person, "Ada", "a race", table) for _ in range(5))
        return {live.table_id for live in await asyncio.gather(*made)}

    assert api.client.portal is not None
    assert api.client.portal.call(twice) == {table}
    assert len(ada.get("/api/me/tables").json()) == 1


@pytest.mark.parametrize("own_id", ["", "x" * 65, 7])
def test_a_bad_id_is_refused(api: AnonymousCaller, own_id: object) -> None:
    assert_error(api.guest("Ada").post("/api/tables", {"id": own_id}), 400, "bad-body")


def test_a_bad_id_in_the_header_is_refused(api: AnonymousCaller) -> None:
    assert_error(api.guest("Ada").post("/api/tables", {}, headers={"Idempotency-Key": "x" * 65}), 400, "bad-id")


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({"profile": "chess"}, "no-such-profile"),
        ({"seats": ["person"]}, "wrong-players"),
        ({"seats": ["person", "genius"]}, "no-such-player"),
        ({"rules": {"rack_size": 99}}, "out-of-range"),
        ({"profile": "twist", "rules": {"mirror_jokers": 3}}, "too-many-special"),
        ({"games": 10**9}, "wrong-games"),
        ({"rated": True, "hints": True}, "rated-hints"),
    ],
)
def test_invalid_settings_are_refused_with_a_reason(
    api: AnonymousCaller, settings: dict[str, Any], reason: str
) -> None:
    response = api.guest("Ada").post("/api/tables", settings)
    assert_error(response, 400, "rules")
    assert response.json()["reason"] == reason


def test_the_number_of_unfinished_tables_is_limited_and_closing_one_makes_room(tmp_path: Path) -> None:
    with running(tmp_path, tables_per_person=2) as caller:
        ada = caller.guest("Ada")
        first, _ = ada.make_table(id="1"), ada.make_table(id="2")
        assert_error(ada.post("/api/tables", {"id": "3"}), 409, "too-many-tables")
        assert ada.make_table(id="1") == first, "a repeated request is no further table"
        assert ada.command(first, "close").status_code == 200
        ada.make_table(id="3")


def test_each_seat_sees_its_own_rack_and_no_other(api: AnonymousCaller) -> None:
    ada, bob, eve = api.guest("Ada"), api.guest("Bob"), api.guest("Eve")
    table = ada.make_table(seats=["person", "person"], profile="tm-toys")
    assert bob.command(table, "sit").status_code == 200
    assert ada.command(table, "deal").status_code == 200
    for person in (ada, bob):
        assert person.command(table, "add", text="chance").status_code == 200
    seen = {who: caller.get(f"/api/tables/{table}") for who, caller in (("ada", ada), ("bob", bob), ("eve", eve))}
    racks = {who: response.json()["view"]["game"]["rack"] for who, response in seen.items()}
    assert len(racks["ada"].split()) == len(racks["bob"].split()) == 14
    assert racks["eve"] == ""
    for who, response in seen.items():
        others = [rack for other, rack in racks.items() if other != who and rack]
        assert not any(rack in response.text for rack in others)
        assert '"secret":null' in response.text
        assert "seed" not in response.text
    hidden = api.server.host.tables[table].state
    assert hidden.fair is not None
    assert hidden.game is not None
    assert not any(hidden.fair.secret in r.text or hidden.game.seed in r.text for r in seen.values())


def test_a_table_without_spectators_is_only_for_its_players(api: AnonymousCaller) -> None:
    ada, eve = api.guest("Ada"), api.guest("Eve")
    table = ada.make_table(seats=["person", "beginner"], spectators=False)
    assert_error(eve.get(f"/api/tables/{table}"), 403, "no-spectators")
    assert ada.view(table)["seat"] == 0


def test_a_table_with_free_seats_is_visible_to_anyone_with_its_link(api: AnonymousCaller) -> None:
    table = api.guest("Ada").make_table(spectators=False)
    assert api.guest("Eve").view(table)["seat"] is None


@pytest.mark.parametrize("table", ["0" * 16, "no%00table", "%F0%9F%8E%B2", "x" * 500, "%2E%2E", "a'b"])
def test_an_invalid_table_id_is_not_found(api: AnonymousCaller, table: str) -> None:
    ada = api.guest("Ada")
    assert_error(ada.get(f"/api/tables/{table}"), 404)
    assert_error(ada.get(f"/api/tables/{table}/hint"), 404)
    assert_error(ada.get(f"/api/tables/{table}/games/1/1/record"), 404)
    assert_error(ada.post(f"/api/tables/{table}/commands", {"id": "1", "command": {"do": "sit"}}), 404)


def test_a_table_is_found_by_its_code_however_it_is_typed(api: AnonymousCaller) -> None:
    made = api.guest("Ada").post("/api/tables", {}).json()
    code = made["code"]
    for typed in (code, code.lower(), f"{code[:3]}-{code[3:]}", f"{code[:3]}%20{code[3:]}"):
        assert api.get(f"/api/codes/{typed}").json() == {"table": made["table"]}
    assert_error(api.get("/api/codes/AAAAAA"), 404, "no-code")


def test_guessing_codes_is_limited(tmp_path: Path) -> None:
    with running(tmp_path, people_per_address=1) as caller:
        code = caller.guest("Ada").post("/api/tables", {}).json()["code"]
        for _ in range(30):
            assert caller.get(f"/api/codes/{code}").status_code == 200, "codes that exist are not counted"
        refused = [caller.get("/api/codes/AAAAAA") for _ in range(3)][-1]
        assert_error(refused, 429, "too-many-codes")
        assert int(refused.headers["retry-after"]) > 0


def test_the_lobby_lists_public_tables_and_filters_them(tmp_path: Path) -> None:
    with running(tmp_path) as caller:
        ada = caller.guest("Ada")
        ada.make_table(public=False)
        jumbo = ada.make_table(public=True, profile="jumbo", seats=["person"] * 3)
        rated = ada.make_table(public=True, rated=True)
        played = ada.make_table(public=True, seats=["person", "beginner"])

        def shown(query: str = "") -> list[str]:
            return [entry["table"] for entry in caller.get(f"/api/lobby{query}").json()]

        assert shown() == [played, rated, jumbo]
        assert shown("?profile=jumbo") == [jumbo]
        assert shown("?players=3") == [jumbo]
        assert shown("?rated=true") == [rated]
        assert shown("?phase=open") == [rated, jumbo]
        assert shown("?phase=playing&rated=false") == [played]
        last = caller.get("/api/lobby").json()[1]["at"]
        assert shown(f"?before={last}") == [jumbo]
        for wrong in ("?players=1", "?colour=red", "?phase=x", "?rated=perhaps", "?rated=true&rated=true"):
            assert_error(caller.get(f"/api/lobby{wrong}"), 400, "bad-query")


def test_my_tables_have_the_results_of_their_games(api: AnonymousCaller) -> None:
    ada, eve = api.guest("Ada"), api.guest("Eve")
    table = play_to_the_end(api, ada)
    (mine,) = ada.get("/api/me/tables").json()
    assert (mine["table"], mine["seat"], mine["left"]) == (table, 0, True)
    (game,) = mine["games"]
    assert (game["match"], game["game"], game["winners"]) == (1, 1, [1])
    assert game["names"] == ["Ada", "beginner"]
    assert ada.get(f"/api/me/tables?before={mine['at']}").json() == []
    assert eve.get("/api/me/tables").json() == []


def test_a_command_runs_once_however_often_it_is_sent(api: AnonymousCaller) -> None:
    ada = api.guest("Ada")
    table = ada.make_table(seats=["person", "beginner"])
    first = ada.command(table, "add", "same", text="abc")
    assert first.status_code == 200
    assert ada.command(table, "add", "same", text="abc").json() == first.json()
    assert_error(ada.command(table, "add", "again", text="abc"), 409, "not-now")


def test_a_refused_command_names_the_rule_and_the_facts(api: AnonymousCaller) -> None:
    ada, bob = api.guest("Ada"), api.guest("Bob")
    table = ada.make_table(seats=["person", "person"])
    assert_error(bob.command(table, "draw"), 403, "not-seated")
    bob.command(table, "sit")
    ada.command(table, "deal")
    for person in (ada, bob):
        person.command(table, "add", text="x")
    in_turn = ada if ada.view(table)["game"]["turn"] == 0 else bob
    other = bob if in_turn is ada else ada
    refused = other.command(table, "draw")
    assert_error(refused, 409)
    assert refused.json()["rule"]
    assert_error(in_turn.command(table, "play", table=["zz"]), 400, "bad-tiles")
    assert_error(in_turn.command(table, "play", table=["r1 " * 2_000]), 400, "too-long")
    assert in_turn.command(table, "draw").status_code == 200


def test_a_stopping_server_accepts_no_commands(tmp_path: Path) -> None:
    with running(tmp_path) as caller:
        ada = caller.guest("Ada")
        table = ada.make_table()
        caller.server.host.stopping = True
        refused = ada.command(table, "close")
        assert_error(refused, 503, "stopping")
        assert refused.headers["retry-after"] == "2"


def test_two_people_who_want_a_quick_game_meet_at_one_table(api: AnonymousCaller) -> None:
    ada, bob = api.guest("Ada"), api.guest("Bob")
    first = ada.post("/api/quick-games", {"profile": "jumbo"})
    assert first.status_code == 200
    assert ada.post("/api/quick-games", {"profile": "jumbo"}).json() == first.json(), "who waits goes on waiting"
    assert [entry["table"] for entry in api.get("/api/lobby?profile=jumbo").json()] == [first.json()["table"]]
    assert bob.post("/api/quick-games", {"profile": "jumbo"}).json() == first.json()
    view = ada.view(first.json()["table"])
    assert ([seat["name"] for seat in view["seats"]], view["phase"]) == (["Ada", "Bob"], "dealing")
    assert bob.post("/api/quick-games", {"profile": "jumbo"}).json() != first.json(), "that game has begun"


def test_a_program_can_neither_create_nor_join_a_rated_table(tmp_path: Path) -> None:
    with running(tmp_path) as caller:
        ada, robot = caller.guest("Ada"), caller.guest("Robot")
        robot.ask("PATCH", "/api/me", json={"avatar": "robot"})
        rated = ada.post("/api/quick-games", {"rated": True}).json()["table"]
        for path in ("/api/quick-games", "/api/tables"):
            assert_error(robot.post(path, {"rated": True}), 409, "rated")
        assert [seat["name"] for seat in ada.view(rated)["seats"]] == ["Ada", ""]
        assert robot.post("/api/quick-games", {}).status_code == 200


def test_a_quick_game_is_not_with_people_who_play_another_game_or_have_left(tmp_path: Path) -> None:
    with running(tmp_path) as caller:
        ada, bob = caller.guest("Ada"), caller.guest("Bob")
        casual = ada.post("/api/quick-games", {}).json()["table"]
        rated = bob.post("/api/quick-games", {"rated": True}).json()["table"]
        assert rated != casual
        assert bob.view(rated)["settings"]["rated"] is True
        assert_error(ada.post("/api/quick-games", {"profile": "chess"}), 400, "rules")
        # Nobody has opened the table since, so whoever comes later waits at a table of their own.
        live = caller.server.host.tables[casual]
        live.state = replace(live.state, at=live.state.at - CONNECTING_FOR)
        assert bob.post("/api/quick-games", {}).json()["table"] != casual


def test_a_person_who_waits_alone_moves_to_an_earlier_table_and_closes_their_own(api: AnonymousCaller) -> None:
    ada, bob = api.guest("Ada"), api.guest("Bob")
    mine = bob.make_table(public=True)
    earlier = ada.make_table(public=True)
    live = api.server.host.tables[earlier]
    live.state = replace(live.state, at=api.server.host.tables[mine].state.at - 1)
    assert bob.post("/api/quick-games", {}).json()["table"] == earlier
    assert bob.view(mine)["phase"] == "closed"


def test_a_blocked_person_is_not_seated_with_the_person_who_blocked_them(api: AnonymousCaller) -> None:
    ada, bob = api.guest("Ada"), api.guest("Bob")
    ada.ask("PUT", f"/api/me/blocks/{bob.person}", json={"how": "block"})
    table = ada.post("/api/quick-games", {}).json()["table"]
    assert bob.post("/api/quick-games", {}).json()["table"] != table


def test_a_quick_game_counts_as_an_unfinished_table(tmp_path: Path) -> None:
    with running(tmp_path, tables_per_person=1) as caller:
        ada = caller.guest("Ada")
        ada.make_table()
        assert_error(ada.post("/api/quick-games", {}), 409, "too-many-tables")
