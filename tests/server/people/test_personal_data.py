"""Downloading and deleting personal data."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from tests.server.test_people_updates import dealt_table, signs_in, view, with_account
from tests.support.visitors import PASSPHRASE, House, ManualClock, of_type
from tilewise.server.people_updates import DEPARTED_ROWS_KEPT
from tilewise.server.tables.table_state import replay_table


def everything(place: Path) -> str:
    """Return the whole content of the database as text."""
    connection = sqlite3.connect(place / "tilewise.db")
    try:
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        rows = [row for name in names for row in connection.execute(f'SELECT * FROM "{name}"')]  # noqa: S608
    finally:
        connection.close()
    return "\n".join(map(repr, rows))


def talk_at(house: House, visitor: Any, table: str, text: str) -> None:
    with visitor.socket() as socket:
        socket.ask("subscribe", table=table)
        socket.ask("say", table=table, text=text)


def test_a_deleted_person_leaves_no_name_id_or_message(house: House, tmp_path: Path) -> None:
    ada, bob = with_account(house, "Ada Lovelace"), house.guest("Bob")
    guest = house.guest("Countess")
    finished = dealt_table(guest, bob, rated=True)
    with guest.socket() as socket:
        socket.play(finished, "leave")
    ada = signs_in(house, guest, "Ada Lovelace")
    assert ada.ask("PATCH", "/api/me", {"name": "Augusta", "avatar": "penguin"}).status_code == 200
    running = dealt_table(ada, bob, games=2)
    open_table = ada.table()
    talk_at(house, ada, running, "my secret words")
    talk_at(house, bob, running, "bob's words")
    bob.ask("PUT", f"/api/me/blocks/{ada.person}", {})
    with bob.socket() as watching:
        watching.ask("subscribe", table=running)
        assert ada.ask("POST", "/api/me/delete", {"passphrase": PASSPHRASE}).status_code == 204
        messages = repr(watching.waiting())
        assert "given_up': [True, False]" in messages
    clock = house.server.clock
    assert isinstance(clock, ManualClock)
    clock.at += DEPARTED_ROWS_KEPT + 1
    house.do(house.server.people_updates.process_departed_people)
    held = everything(tmp_path)
    for trace in (
        "Lovelace",
        "lovelace",
        "Countess",
        "Augusta",
        "augusta",
        "penguin",
        ada.person,
        guest.person,
        "secret words",
    ):
        assert trace not in held, trace
    assert "bob's words" in held
    assert bob.get("/api/me/blocks")["blocks"] == []
    assert view(bob, open_table)["phase"] == "closed"
    # The others keep their games, which show a deleted player.
    games = [game for table in bob.get("/api/me/data")["tables"] for game in table["games"]]
    assert [game["names"] for game in games] == [["deleted player", "Bob"]] * 2
    assert bob.get("/api/me/ratings")["ratings"][0]["games"] == 1


def test_after_a_deletion_events_replay_to_the_state_in_memory(house: House) -> None:
    ada, bob = house.guest("Ada"), house.guest("Bob")
    tables = [dealt_table(ada, bob), ada.table(), dealt_table(bob, ada, seats=["person", "person"])]
    before = [house.server.host.tables[table].state for table in tables]
    ada.post("/api/me/delete", {}, 204)
    for table, old in zip(tables, before, strict=True):
        logged = house.do(lambda table=table: house.server.store.events(table))
        state = replay_table(table, logged)
        assert state == house.server.host.tables[table].state
        if old.game is not None:
            assert state.game is not None
            assert (state.game.seed, state.game.racks) == (old.game.seed, old.game.racks)


def test_an_account_is_deleted_only_with_its_passphrase(house: House) -> None:
    ada = with_account(house, "Ada")
    assert ada.post("/api/me/delete", {}, 403)["error"] == "wrong-passphrase"
    assert ada.post("/api/me/delete", {"passphrase": "wrong"}, 403)["error"] == "wrong-passphrase"
    assert ada.get("/api/me")["name"] == "Ada"
    ada.post("/api/me/delete", {"passphrase": PASSPHRASE}, 204)
    assert ada.ask("GET", "/api/me").status_code == 401
    assert house.ask("POST", "/api/sign-in", None, {"name": "Ada", "passphrase": PASSPHRASE}).status_code == 403
    # The name is available again.
    with_account(house, "Ada")


def test_connections_of_a_deleted_person_are_closed(house: House) -> None:
    ada = house.guest("Ada")
    with ada.socket() as socket:
        socket.waiting()
        ada.post("/api/me/delete", {}, 204)
        assert socket.until("closing")[-1]["code"] == "signed-out"


def test_a_win_against_a_person_who_is_deleted_is_rated(house: House) -> None:
    ada, bob = house.guest("Ada"), house.guest("Bob")
    dealt_table(ada, bob, rated=True)
    ada.post("/api/me/delete", {}, 204)
    assert bob.get("/api/me/ratings")["ratings"][0]["shown"] > 0
    assert house.ask("GET", f"/api/people/{ada.person}/ratings", None).status_code == 404


def test_a_deletion_that_was_interrupted_continues(house: House, tmp_path: Path) -> None:
    ada, bob = house.guest("Augusta"), house.guest("Bob")
    table = dealt_table(ada, bob)

    async def half() -> None:
        person = await house.server.people.find(ada.person)
        assert person is not None
        await house.server.people.delete(person, house.server.clock.now())

    house.do(half)
    assert ada.ask("GET", "/api/me").status_code == 401
    house.do(house.server.people_updates.process_departed_people)
    assert "Augusta" not in everything(tmp_path)
    assert view(bob, table)["game"]["given_up"] == [True, False]


def test_my_data_contains_everything_stored_about_me(house: House) -> None:
    ada, bob = with_account(house, "Ada"), house.guest("Bob")
    table = dealt_table(ada, bob, rated=True)
    talk_at(house, ada, table, "my words")
    talk_at(house, bob, table, "words of others")
    ada.ask("PUT", f"/api/me/blocks/{bob.person}", {"how": "mute"})
    with bob.socket() as socket:
        socket.play(table, "leave")
    house.do(house.server.ratings.rate_all)
    response = ada.ask("GET", "/api/me/data")
    assert "attachment" in response.headers["content-disposition"]
    data = response.json()
    assert (data["person"], data["name"], data["account"], data["has_passphrase"]) == (ada.person, "Ada", "ada", True)
    assert [rating["games"] for rating in data["ratings"]] == [1]
    assert data["blocks"] == [{"person": bob.person, "name": "Bob", "how": "mute"}]
    assert [(one["table"], one["said"]["text"]) for one in data["said"]] == [(table, "my words")]
    (mine,) = data["tables"]
    assert (mine["table"], mine["seat"], mine["maker"], mine["left"]) == (table, 0, True, False)
    assert [game["winners"] for game in mine["games"]] == [[0]]
    assert [entry["event"]["kind"] for entry in mine["events"]] == ["made", "sat", "added"]
    assert "argon2" not in response.text
    assert "words of others" not in response.text


def test_my_data_contains_no_tiles_of_others_and_no_secrets(house: House) -> None:
    ada, bob = house.guest("Ada"), house.guest("Bob")
    table = dealt_table(ada, bob)
    state = house.server.host.tables[table].state
    assert state.fair is not None
    assert state.game is not None
    # Bob's last command dealt the tiles, so its id is stored with the seed.
    for visitor in (ada, bob):
        text = visitor.ask("GET", "/api/me/data").text
        assert state.fair.secret not in text
        assert state.game.seed not in text
        assert "seed" not in text


def test_a_seat_taken_by_an_old_connection_after_the_deletion_is_cleaned_up(house: House, tmp_path: Path) -> None:
    ada, bob = house.guest("Augusta"), house.guest("Bob")
    table = bob.table(seats=["person"] * 3)
    ada.post("/api/me/delete", {}, 204)

    async def late() -> None:
        from tilewise.server.tables.commands import Sit

        await house.server.host.command(table, ada.person, "Augusta", "late", Sit())

    house.do(late)
    assert "Augusta" in everything(tmp_path)
    house.do(house.server.people_updates.process_departed_people)
    assert "Augusta" not in everything(tmp_path)
    with bob.socket() as socket:
        (now,) = of_type(socket.ask("subscribe", table=table), "view")
    assert [seat["person"] for seat in now["view"]["seats"]] == [bob.person, None, None]


@pytest.mark.parametrize("rated", [False, True])
def test_a_deletion_in_a_game_of_three_lets_the_others_continue(house: House, rated: bool) -> None:
    ada, bob, eve = house.guest("Augusta"), house.guest("Bob"), house.guest("Eve")
    table = ada.table(seats=["person"] * 3, rated=rated)
    for visitor in (bob, eve):
        with visitor.socket() as socket:
            socket.play(table, "sit")
    with ada.socket() as socket:
        socket.play(table, "deal")
    for visitor in (ada, bob, eve):
        with visitor.socket() as socket:
            socket.play(table, "add", text="chance")
    ada.post("/api/me/delete", {}, 204)
    assert view(bob, table)["phase"] in ("offering", "playing")
    with eve.socket() as socket:
        socket.play(table, "leave")
    house.do(house.server.ratings.rate_all)
    ((game,),) = [one["games"] for one in bob.get("/api/me/data")["tables"]]
    assert game["names"] == ["deleted player", "Bob", "Eve"]
    assert [rating["games"] for rating in bob.get("/api/me/ratings")["ratings"]] == [1] * rated
