"""Guests who sign in to an account, and games that are rated in the background."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from tests.support.processes import until
from tests.support.visitors import PASSPHRASE, House, Visitor, new_server, of_type, play_and_leave
from tilewise.server.app import make_app


def signs_in(house: House, guest: Visitor, name: str, **more: object) -> Visitor:
    signed_in = guest.post("/api/sign-in", {"name": name, "passphrase": PASSPHRASE, **more})
    return Visitor(house, signed_in["person"], signed_in["token"])


def with_account(house: House, name: str) -> Visitor:
    visitor = house.guest(name)
    visitor.account(name)
    return visitor


def view(visitor: Visitor, table: str) -> Any:
    with visitor.socket() as socket:
        return of_type(socket.ask("subscribe", table=table), "view")[0]["view"]


def dealt_table(ada: Visitor, bob: Visitor, **settings: object) -> str:
    table = ada.table(**settings)
    with bob.socket() as socket:
        socket.play(table, "sit")
    with ada.socket() as socket:
        socket.play(table, "deal")
    for visitor in (ada, bob):
        with visitor.socket() as socket:
            socket.play(table, "add", text="chance")
    return table


def test_the_account_takes_over_a_running_game(house: House) -> None:
    account, guest, bob = with_account(house, "Ada"), house.guest("Visitor"), house.guest("Bob")
    assert account.ask("PATCH", "/api/me", {"avatar": "owl"}).status_code == 200
    table = dealt_table(guest, bob)
    rack = view(guest, table)["game"]["rack"]
    with bob.socket() as watching, guest.socket() as old:
        watching.ask("subscribe", table=table)
        old.ask("subscribe", table=table)
        ada = signs_in(house, guest, "Ada")
        assert ada.person == account.person
        (event,) = [message["event"] for message in watching.waiting() if message["type"] == "event"]
        assert event["what"] == "became"
        assert event["now"] == {"name": "Ada", "person": ada.person, "level": None, "away": False, "avatar": "owl"}
        # The guest no longer exists.
        assert old.until("closing")[-1]["code"] == "signed-out"
    now = view(ada, table)
    assert (now["seat"], now["game"]["rack"], now["maker"]) == (0, rack, ada.person)
    assert guest.ask("GET", "/api/me").status_code == 401
    with ada.socket() as socket:
        if now["phase"] == "offering":
            socket.play(table, "keep")
            with bob.socket() as other:
                other.play(table, "keep")
        turn = (ada, bob)[view(ada, table)["game"]["turn"]]
        with turn.socket() as own:
            own.play(table, "draw")
    assert [one["table"] for one in ada.get("/api/me/data")["tables"]] == [table]


def test_a_command_sent_again_after_signing_in_does_not_run_twice(house: House) -> None:
    with_account(house, "Ada")
    guest, bob = house.guest("Visitor"), house.guest("Bob")
    table = guest.table()
    with bob.socket() as socket:
        socket.play(table, "sit")
    add = {"id": "again", "table": table, "command": {"do": "add", "text": "chance"}}
    with guest.socket() as socket:
        socket.play(table, "deal")
        socket.send("command", **add)
        (done,) = of_type(socket.waiting(), "done")
    ada = signs_in(house, guest, "Ada")
    with ada.socket() as socket:
        socket.send("command", **add)
        assert of_type(socket.waiting(), "done") == [done]
    # Also in a process that has to load the table.
    house.do(lambda: house.server.host.unload(house.server.host.tables[table]))
    with ada.socket() as socket:
        socket.send("command", **add)
        assert of_type(socket.waiting(), "done") == [done]


def test_ratings_are_transferred_if_the_account_has_none(house: House) -> None:
    account, guest, bob = with_account(house, "Ada"), house.guest("Visitor"), house.guest("Bob")
    for person, profile in ((account, "international"), (guest, "international"), (guest, "tm-toys")):
        table = dealt_table(person, bob, rated=True, profile=profile)
        with bob.socket() as socket:
            socket.play(table, "leave")
    house.do(house.server.ratings.rate_all)
    (own,) = account.get("/api/me/ratings")["ratings"]
    along = guest.get("/api/me/ratings")["ratings"][1]
    ada = signs_in(house, guest, "Ada")
    assert ada.get("/api/me/ratings")["ratings"] == [own, along]
    assert along["profile"] == "tm-toys"
    games = [game for table in ada.get("/api/me/data")["tables"] for game in table["games"]]
    assert len(games) == 3
    assert all(game["people"] == [ada.person, bob.person] for game in games)


def test_a_game_that_was_not_rated_yet_counts_for_the_account(house: House) -> None:
    with_account(house, "Ada")
    guest, bob = house.guest("Visitor"), house.guest("Bob")
    table = dealt_table(guest, bob, rated=True)
    with bob.socket() as socket:
        socket.play(table, "leave")
    ada = signs_in(house, guest, "Ada")
    house.do(house.server.ratings.rate_all)
    assert ada.get("/api/me/ratings")["ratings"][0]["shown"] > 0


def test_chat_and_blocks_are_transferred(house: House) -> None:
    account, guest = with_account(house, "Ada"), house.guest("Visitor")
    bob, eve = house.guest("Bob"), house.guest("Eve")
    table = guest.table()
    with guest.socket() as socket:
        socket.ask("subscribe", table=table)
        socket.ask("say", table=table, text="hello")
    guest.ask("PUT", f"/api/me/blocks/{eve.person}", {"how": "mute"})
    account.ask("PUT", f"/api/me/blocks/{eve.person}", {"how": "block"})
    account.ask("PUT", f"/api/me/blocks/{guest.person}", {"how": "block"})
    bob.ask("PUT", f"/api/me/blocks/{guest.person}", {"how": "mute"})
    ada = signs_in(house, guest, "Ada")
    assert ada.get(f"/api/tables/{table}/chat")["said"][0]["person"] == ada.person
    assert ada.get("/api/me/blocks")["blocks"] == [{"person": eve.person, "name": "Eve", "how": "block"}]
    assert bob.get("/api/me/blocks")["blocks"] == [{"person": ada.person, "name": "Ada", "how": "mute"}]


def test_a_person_who_plays_against_their_own_guest_leaves_the_guests_seat(house: House) -> None:
    account, guest = with_account(house, "Ada"), house.guest("Visitor")
    table = dealt_table(account, guest, rated=True)
    ada = signs_in(house, guest, "Ada")
    now = view(ada, table)
    assert (now["seat"], now["game"]["given_up"]) == (0, [False, True])
    house.do(house.server.ratings.rate_all)
    assert ada.get("/api/me/ratings")["ratings"] == []


def test_signing_in_without_merging_leaves_the_guest_alone(house: House) -> None:
    with_account(house, "Ada")
    guest = house.guest("Visitor")
    ada = signs_in(house, guest, "Ada", take_guest=False)
    assert guest.get("/api/me")["name"] == "Visitor"
    assert ada.get("/api/me/data")["tables"] == []


def test_an_account_does_not_swallow_another_account(house: House) -> None:
    with_account(house, "Ada")
    bob = with_account(house, "Bob")
    table = bob.table()
    ada = signs_in(house, bob, "Ada")
    assert ada.get("/api/me/data")["tables"] == []
    assert [one["table"] for one in bob.get("/api/me/data")["tables"]] == [table]


def test_a_wrong_passphrase_leaves_the_guest_alone(house: House) -> None:
    with_account(house, "Ada")
    guest = house.guest("Visitor")
    assert guest.post("/api/sign-in", {"name": "Ada", "passphrase": "wrong"}, 403)
    assert guest.get("/api/me")["name"] == "Visitor"


def test_work_that_a_crash_interrupted_is_finished_by_the_next_poll(house: House) -> None:
    account, guest, bob = with_account(house, "Ada"), house.guest("Visitor"), house.guest("Bob")
    table = dealt_table(guest, bob)
    server = house.server

    async def half() -> None:
        who, into = await server.people.find(guest.person), await server.people.find(account.person)
        assert who is not None
        assert into is not None
        assert await server.accounts.merge_guest(who, into, server.clock.now())

    house.do(half)
    assert guest.ask("GET", "/api/me").status_code == 401
    house.do(server.people_updates.process_departed_people)
    assert view(account, table)["seat"] == 0


def test_games_are_rated_in_the_background(tmp_path: Path) -> None:
    server = new_server(tmp_path)
    server.people_updates.interval = 0.01
    with TestClient(make_app(server)) as client:
        house = House(server, client)
        ada, bob = house.guest("Ada"), house.guest("Bob")
        play_and_leave(ada, bob)
        until(lambda: not house.do(server.ratings.are_pending))
        assert ada.get("/api/me/ratings")["ratings"][0]["games"] == 1
