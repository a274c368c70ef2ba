"""Guests, accounts, signing in and out (issue 4, section 5)."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest
import sqlalchemy as sa
from argon2 import PasswordHasher
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from tests.support.visitors import PASSPHRASE, House, Skipping, new_server, of_type
from tilewise.server.app import make_app
from tilewise.server.people.accounts import WRONG_PER_HOUR
from tilewise.server.people.passphrases import MOST_WAITING, Passphrases, TooBusy
from tilewise.server.people.store import BadName, account_key, checked_name
from tilewise.server.store.schema import people

AT_FIRST = {"chat": True, "avatar": "initial"}


def test_a_visitor_plays_at_once_as_a_guest(house: House) -> None:
    ada = house.guest("  Ada  ")
    assert ada.get("/api/me") == {
        "person": ada.person,
        "name": "Ada",
        "account": False,
        "chat": True,
        "avatar": "initial",
    }
    assert ada.table()


def test_who_shows_no_token_is_nobody(house: House) -> None:
    assert house.ask("GET", "/api/me", None).status_code == 401
    for token in ("", "p.0.0.x", "p1", "a.b.c.d.e", "é.0.0.0"):
        answer = house.client.get("/api/me", headers={b"authorization": f"Bearer {token}".encode()})
        assert answer.status_code == 401, token


def test_the_cookie_is_kept_from_scripts_and_other_sites(house: House) -> None:
    cookie = house.ask("POST", "/api/guests", None, {"name": "Ada"}).headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "Path=/" in cookie
    assert "Secure" not in cookie


def test_over_https_the_cookie_never_travels_in_the_open(tmp_path: Path) -> None:
    server = new_server(tmp_path, public_url="https://tiles.example")
    with TestClient(make_app(server)) as client:
        assert "Secure" in client.post("/api/guests", json={"name": "Ada"}).headers["set-cookie"]


def test_a_cookie_alone_says_who_somebody_is(house: House) -> None:
    token = house.guest("Ada").token
    house.client.cookies.set("tilewise", token)
    assert house.client.get("/api/me").json()["name"] == "Ada"


@pytest.mark.parametrize(
    "name", ["", "   ", "a" * 25, "bell\x07", "turn\u202eround", "Deleted Player", "\u200b", "a\x00b"]
)
def test_names_that_cannot_be_shown_are_refused(house: House, name: str) -> None:
    answer = house.ask("POST", "/api/guests", None, {"name": name})
    assert answer.status_code == 400
    assert answer.json()["error"] in ("bad-name", "bad-body")


def test_names_are_compared_without_capitals_and_widths() -> None:
    assert account_key("Ada") == account_key("ＡＤＡ")
    assert checked_name("  A \n B ") == "A B"
    with pytest.raises(BadName):
        account_key("\ufdfa" * 3)


def test_a_guest_becomes_an_account_and_keeps_tables_and_token(house: House) -> None:
    ada = house.guest("Ada")
    table = ada.table()
    token = ada.token
    ada.account("Ada Lovelace")
    assert ada.get("/api/me") == {"person": ada.person, "name": "Ada Lovelace", "account": True, **AT_FIRST}
    assert house.ask("GET", "/api/me", token).status_code == 200
    assert [one["table"] for one in ada.get("/api/me/data")["tables"]] == [table]


def test_an_account_is_made_once_and_its_name_is_unique(house: House) -> None:
    ada, bob = house.guest("Ada"), house.guest("Bob")
    ada.account("Ada")
    body = {"name": "ADA", "passphrase": PASSPHRASE}
    assert bob.post("/api/me/account", body, 409)["error"] == "name-taken"
    assert ada.post("/api/me/account", {"name": "Else", "passphrase": PASSPHRASE}, 409)["error"] == "has-account"


@pytest.mark.parametrize("passphrase", ["short", "x" * 201])
def test_a_passphrase_has_a_length_that_holds(house: House, passphrase: str) -> None:
    assert house.guest().ask("POST", "/api/me/account", {"name": "Ada", "passphrase": passphrase}).status_code == 400


def test_signing_in_on_another_device_is_the_same_person(house: House) -> None:
    ada = house.guest("Ada")
    ada.account("Ada")
    answer = house.ask("POST", "/api/sign-in", None, {"name": "aDA ", "passphrase": PASSPHRASE})
    assert answer.status_code == 200
    assert answer.json()["person"] == ada.person
    assert house.ask("GET", "/api/me", answer.json()["token"]).json()["name"] == "Ada"


def test_a_wrong_passphrase_and_an_unknown_name_cannot_be_told_apart(house: House) -> None:
    house.guest("Ada").account("Ada")
    wrong = house.ask("POST", "/api/sign-in", None, {"name": "Ada", "passphrase": "not the right one"})
    unknown = house.ask("POST", "/api/sign-in", None, {"name": "Eve", "passphrase": "not the right one"})
    odd = house.ask("POST", "/api/sign-in", None, {"name": "\ufdfa" * 20, "passphrase": "x"})
    assert wrong.status_code == unknown.status_code == odd.status_code == 403
    assert wrong.content == unknown.content == odd.content
    assert {**wrong.headers, "date": ""} == {**unknown.headers, "date": ""}


def test_an_unknown_name_is_hashed_for_like_a_known_one(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    house.guest("Ada").account("Ada")
    verified: list[str] = []
    hasher = house.server.accounts.passphrases._hasher
    verify = type(hasher).verify

    def counting(self: object, kept: str, text: str) -> bool:
        verified.append(kept)
        return verify(hasher, kept, text)

    monkeypatch.setattr(type(hasher), "verify", counting)
    for name in ("Ada", "Eve"):
        house.ask("POST", "/api/sign-in", None, {"name": name, "passphrase": "not the right one"})
    assert len(verified) == 2
    # The same parameters, so the same time and memory.
    assert len({re.sub(r"\$[^$]*\$[^$]*$", "", kept) for kept in verified}) == 1


def test_wrong_passphrases_are_limited_but_right_ones_are_not(house: House) -> None:
    house.guest("Ada").account("Ada")
    right, wrong = {"name": "Ada", "passphrase": PASSPHRASE}, {"name": "Ada", "passphrase": "x"}
    for _ in range(WRONG_PER_HOUR + 5):
        assert house.ask("POST", "/api/sign-in", None, right).status_code == 200
    answers = [house.ask("POST", "/api/sign-in", None, wrong).status_code for _ in range(WRONG_PER_HOUR + 3)]
    assert answers == [403] * WRONG_PER_HOUR + [429] * 3
    assert house.ask("POST", "/api/sign-in", None, right).status_code == 429
    assert house.ask("POST", "/api/sign-in", None, {**wrong, "name": "Eve"}).status_code == 403
    clock = house.server.clock
    assert isinstance(clock, Skipping)
    clock.at += 600_000
    assert house.ask("POST", "/api/sign-in", None, right).status_code == 200


def test_hashing_does_not_hold_up_the_others(house: House) -> None:
    answered: list[str] = []
    ada = house.guest("Ada")
    with ada.socket() as socket:

        class Slow(PasswordHasher):
            def hash(self, password: str | bytes, *, salt: bytes | None = None) -> str:
                # The loop has to answer while this thread is at work.
                socket.waiting()
                answered.append("here")
                return super().hash(password)

        house.server.accounts.close()
        house.server.accounts.passphrases = Passphrases(Slow(time_cost=1, memory_cost=8, parallelism=1))
        ada.account("Ada")
    assert answered


def test_too_many_hashes_at_once_are_refused_rather_than_piled_up() -> None:
    passphrases = Passphrases(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))

    async def storm() -> list[object]:
        work = [passphrases.verify(None, "x") for _ in range(MOST_WAITING + 5)]
        return list(await asyncio.gather(*work, return_exceptions=True))

    results = asyncio.run(storm())
    passphrases.close()
    assert [result for result in results if result is False] == [False] * MOST_WAITING
    assert sum(isinstance(result, TooBusy) for result in results) == 5


def test_a_hash_made_with_less_effort_is_made_anew_at_signing_in(house: House) -> None:
    ada = house.guest("Ada")
    ada.account("Ada")
    house.server.accounts.close()
    house.server.accounts.passphrases = Passphrases(PasswordHasher(time_cost=2, memory_cost=16, parallelism=1))
    query = sa.select(people.c.passphrase).where(people.c.id == ada.person)

    async def kept() -> str:
        return str(await house.server.database.read(lambda connection: connection.execute(query).scalar_one()))

    assert "m=8,t=1" in house.do(kept)
    assert house.ask("POST", "/api/sign-in", None, {"name": "Ada", "passphrase": PASSPHRASE}).status_code == 200
    assert "m=16,t=2" in house.do(kept)
    assert house.ask("POST", "/api/sign-in", None, {"name": "Ada", "passphrase": PASSPHRASE}).status_code == 200


def test_a_new_passphrase_counts_and_signs_out_the_other_devices(house: House) -> None:
    ada = house.guest("Ada")
    ada.account("Ada")
    old = ada.token
    assert ada.post("/api/me/passphrase", {"old": "wrong", "new": "another passphrase"}, 403)["error"]
    ada.token = ada.post("/api/me/passphrase", {"old": PASSPHRASE, "new": "another passphrase"})["token"]
    assert house.ask("GET", "/api/me", old).status_code == 401
    assert house.ask("GET", "/api/me", ada.token).status_code == 200
    assert house.ask("POST", "/api/sign-in", None, {"name": "Ada", "passphrase": PASSPHRASE}).status_code == 403
    answer = house.ask("POST", "/api/sign-in", None, {"name": "Ada", "passphrase": "another passphrase"})
    assert answer.status_code == 200


def test_signing_out_takes_the_cookie_away(house: House) -> None:
    cookie = house.guest().ask("POST", "/api/sign-out").headers["set-cookie"]
    assert cookie.startswith('tilewise=""')
    assert "Max-Age=0" in cookie


def test_signing_out_everywhere_ends_tokens_and_connections(house: House) -> None:
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


def test_a_guest_signs_out_everywhere_else_only(house: House) -> None:
    ada = house.guest("Ada")
    assert ada.post("/api/sign-out-everywhere", {}, 409)["error"] == "no-way-back"
    token = ada.post("/api/sign-out-everywhere", {"stay_here": True})["token"]
    assert ada.ask("GET", "/api/me").status_code == 401
    assert house.ask("GET", "/api/me", token).json()["person"] == ada.person


def test_a_session_that_ended_in_another_process_is_noticed(house: House) -> None:
    ada = house.guest("Ada")

    async def elsewhere() -> None:
        person = await house.server.people.find(ada.person)
        assert person is not None
        await house.server.people.sign_out_everywhere(person)

    with ada.socket() as socket:
        socket.waiting()
        house.do(elsewhere)
        house.do(house.server.connections.check_sessions)
        assert socket.until("closing")[-1]["code"] == "signed-out"


def test_a_new_name_is_told_at_running_tables_and_used_from_then_on(house: House) -> None:
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


def test_an_avatar_is_one_of_a_few_pictures_and_shown_at_the_seats(house: House) -> None:
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
        # A new name keeps the picture.
        ada.ask("PATCH", "/api/me", {"name": "Augusta"})
        (event,) = [message["event"] for message in watching.waiting() if message["type"] == "event"]
        assert (event["now"]["name"], event["now"]["avatar"]) == ("Augusta", "owl")
    assert ada.get("/api/me/data")["avatar"] == "owl"


def test_an_account_signs_in_with_its_new_name(house: House) -> None:
    ada, bob = house.guest("Ada"), house.guest("Bob")
    ada.account("Ada")
    bob.account("Bob")
    assert ada.ask("PATCH", "/api/me", {"name": "bob"}).status_code == 409
    assert ada.ask("PATCH", "/api/me", {"name": "Countess"}).status_code == 200
    assert house.ask("POST", "/api/sign-in", None, {"name": "Ada", "passphrase": PASSPHRASE}).status_code == 403
    assert house.ask("POST", "/api/sign-in", None, {"name": "countess", "passphrase": PASSPHRASE}).status_code == 200


def test_a_new_name_that_comes_late_does_not_take_the_account_away(house: House) -> None:
    ada = house.guest("Ada")
    people = house.server.people
    before = house.do(lambda: people.find(ada.person))
    assert before is not None
    ada.account("Ada")
    after = house.do(lambda: people.rename(before, "Countess", house.server.clock.now()))
    assert after.account == "countess"
    assert house.ask("POST", "/api/sign-in", None, {"name": "countess", "passphrase": PASSPHRASE}).status_code == 200


def test_names_are_not_changed_all_the_time(house: House) -> None:
    ada = house.guest("Ada")
    statuses = [ada.ask("PATCH", "/api/me", {"name": f"Ada {number}"}).status_code for number in range(12)]
    assert statuses == [200] * 10 + [429] * 2


def test_being_here_is_noted_so_that_retention_spares_who_plays(house: House) -> None:
    ada = house.guest("Ada")
    clock = house.server.clock
    assert isinstance(clock, Skipping)
    clock.at += 7 * 3600 * 1000
    ada.get("/api/me")
    assert ada.get("/api/me/data")["seen_at"] == clock.at
