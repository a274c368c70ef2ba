"""The endpoints for people: guests, accounts, signing out, names and avatars."""

from __future__ import annotations

import pytest
from starlette.websockets import WebSocketDisconnect

from tests.support.visitors import PASSPHRASE, House, of_type
from tilewise.server.tables.events import ANIMALS


def test_a_visitor_can_play_at_once_as_a_guest(house: House) -> None:
    ada = house.guest("  Ada  ")
    assert ada.get("/api/me") == {
        "person": ada.person,
        "name": "Ada",
        "account": False,
        "chat": True,
        "avatar": "initial",
    }
    assert ada.table()


@pytest.mark.parametrize(
    "name", ["", "   ", "a" * 25, "bell\x07", "turn\u202eround", "Deleted Player", "\u200b", "a\x00b"]
)
def test_names_that_cannot_be_shown_are_refused(house: House, name: str) -> None:
    response = house.ask("POST", "/api/guests", None, {"name": name})
    assert response.status_code == 400
    assert response.json()["error"] in ("bad-name", "bad-body")


def test_a_new_passphrase_signs_out_the_other_devices(house: House) -> None:
    ada = house.guest("Ada")
    ada.account("Ada")
    old = ada.token
    assert ada.post("/api/me/passphrase", {"old": "wrong", "new": "another passphrase"}, 403)["error"]
    ada.token = ada.post("/api/me/passphrase", {"old": PASSPHRASE, "new": "another passphrase"})["token"]
    assert house.ask("GET", "/api/me", old).status_code == 401
    assert house.ask("GET", "/api/me", ada.token).status_code == 200
    assert house.ask("POST", "/api/sign-in", None, {"name": "Ada", "passphrase": PASSPHRASE}).status_code == 403
    response = house.ask("POST", "/api/sign-in", None, {"name": "Ada", "passphrase": "another passphrase"})
    assert response.status_code == 200


def test_signing_out_deletes_the_cookie(house: House) -> None:
    cookie = house.guest().ask("POST", "/api/sign-out").headers["set-cookie"]
    assert cookie.startswith('tilewise=""')
    assert "Max-Age=0" in cookie


def test_signing_out_everywhere_invalidates_tokens_and_closes_connections(house: House) -> None:
    ada = house.guest("Ada")
    ada.account("Ada")
    with ada.socket() as socket:
        socket.waiting()
        assert ada.post("/api/sign-out-everywhere", {}) == {"token": None}
        assert socket.until("closing")[-1]["code"] == "signed-out"
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.waiting()
        assert closed.value.code == 4401
    assert ada.ask("GET", "/api/me").status_code == 401


def test_a_guest_can_sign_out_only_on_other_devices(house: House) -> None:
    ada = house.guest("Ada")
    assert ada.post("/api/sign-out-everywhere", {}, 409)["error"] == "no-way-back"
    token = ada.post("/api/sign-out-everywhere", {"stay_here": True})["token"]
    assert ada.ask("GET", "/api/me").status_code == 401
    assert house.ask("GET", "/api/me", token).json()["person"] == ada.person


def test_a_new_name_appears_at_running_tables(house: House) -> None:
    ada, bob = house.guest("Ada"), house.guest("Bob")
    table = ada.table()
    with bob.socket() as watching, ada.socket() as own:
        watching.ask("subscribe", table=table)
        assert ada.ask("PATCH", "/api/me", {"name": "Ada L"}).json()["name"] == "Ada L"
        (event,) = [message["event"] for message in watching.waiting() if message["type"] == "event"]
        assert (event["what"], event["seat"], event["now"]["name"]) == ("became", 0, "Ada L")
        other = bob.table()
        own.play(other, "sit")
        assert own.ask("subscribe", table=other)[0]["view"]["seats"][1]["name"] == "Ada L"


def test_every_guest_has_an_animal_from_the_first_moment(house: House) -> None:
    guests = [house.ask("POST", "/api/guests", None, {"name": "Ada"}).json() for _ in range(40)]
    chosen = {house.ask("GET", "/api/me", guest["token"]).json()["avatar"] for guest in guests}
    assert chosen <= set(ANIMALS)
    assert len(chosen) > 3
    fox = house.ask("POST", "/api/guests", None, {"name": "Ada", "avatar": "fox"}).json()["token"]
    assert house.ask("GET", "/api/me", fox).json()["avatar"] == "fox"
    assert house.ask("POST", "/api/guests", None, {"name": "Ada", "avatar": "dragon"}).status_code == 400


def test_an_avatar_is_one_of_a_few_pictures_and_appears_at_tables(house: House) -> None:
    ada, bob = house.guest("Ada"), house.guest("Bob")
    assert ada.get("/api/me")["avatar"] == "initial"
    assert ada.ask("PATCH", "/api/me", {"avatar": "https://example.com/me.png"}).status_code == 400
    assert ada.ask("PATCH", "/api/me", {"avatar": "fox"}).json()["avatar"] == "fox"
    table = ada.table()
    with bob.socket() as watching:
        (view,) = of_type(watching.ask("subscribe", table=table), "view")
        assert [seat["avatar"] for seat in view["view"]["seats"]] == ["fox", "initial"]
        watching.play(table, "sit")
        watching.waiting()
        ada.ask("PATCH", "/api/me", {"avatar": "owl"})
        (event,) = [message["event"] for message in watching.waiting() if message["type"] == "event"]
        assert (event["what"], event["seat"], event["now"]["avatar"]) == ("became", 0, "owl")
        # A new name does not change the avatar.
        ada.ask("PATCH", "/api/me", {"name": "Augusta"})
        (event,) = [message["event"] for message in watching.waiting() if message["type"] == "event"]
        assert (event["now"]["name"], event["now"]["avatar"]) == ("Augusta", "owl")
    assert ada.get("/api/me/data")["avatar"] == "owl"
