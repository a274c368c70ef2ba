"""Accounts: creating one, signing in, and limits on wrong passphrases."""

from __future__ import annotations

import re

import pytest
import sqlalchemy as sa
from argon2 import PasswordHasher

from tests.support.visitors import PASSPHRASE, House, ManualClock
from tilewise.server.people.accounts import WRONG_PER_HOUR
from tilewise.server.people.passphrases import Passphrases
from tilewise.server.store.schema import people

AT_FIRST = {"chat": True, "avatar": "initial"}


def test_a_guest_becomes_an_account_and_keeps_tables_and_token(house: House) -> None:
    ada = house.guest("Ada")
    table = ada.table()
    token = ada.token
    ada.account("Ada Lovelace")
    assert ada.get("/api/me") == {"person": ada.person, "name": "Ada Lovelace", "account": True, **AT_FIRST}
    assert house.ask("GET", "/api/me", token).status_code == 200
    assert [one["table"] for one in ada.get("/api/me/data")["tables"]] == [table]


def test_an_account_is_created_once_and_its_name_is_unique(house: House) -> None:
    ada, bob = house.guest("Ada"), house.guest("Bob")
    ada.account("Ada")
    body = {"name": "ADA", "passphrase": PASSPHRASE}
    assert bob.post("/api/me/account", body, 409)["error"] == "name-taken"
    assert ada.post("/api/me/account", {"name": "Else", "passphrase": PASSPHRASE}, 409)["error"] == "has-account"


def test_signing_in_on_another_device_gives_the_same_person(house: House) -> None:
    ada = house.guest("Ada")
    ada.account("Ada")
    response = house.ask("POST", "/api/sign-in", None, {"name": "aDA ", "passphrase": PASSPHRASE})
    assert response.status_code == 200
    assert response.json()["person"] == ada.person
    assert house.ask("GET", "/api/me", response.json()["token"]).json()["name"] == "Ada"


def test_a_wrong_passphrase_and_an_unknown_name_get_the_same_response(house: House) -> None:
    house.guest("Ada").account("Ada")
    wrong = house.ask("POST", "/api/sign-in", None, {"name": "Ada", "passphrase": "not the right one"})
    unknown = house.ask("POST", "/api/sign-in", None, {"name": "Eve", "passphrase": "not the right one"})
    odd = house.ask("POST", "/api/sign-in", None, {"name": "\ufdfa" * 20, "passphrase": "x"})
    assert wrong.status_code == unknown.status_code == odd.status_code == 403
    assert wrong.content == unknown.content == odd.content
    assert {**wrong.headers, "date": ""} == {**unknown.headers, "date": ""}


def test_an_unknown_name_takes_as_much_work_as_a_known_one(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
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
    responses = [house.ask("POST", "/api/sign-in", None, wrong).status_code for _ in range(WRONG_PER_HOUR + 3)]
    assert responses == [403] * WRONG_PER_HOUR + [429] * 3
    assert house.ask("POST", "/api/sign-in", None, right).status_code == 429
    assert house.ask("POST", "/api/sign-in", None, {**wrong, "name": "Eve"}).status_code == 403
    clock = house.server.clock
    assert isinstance(clock, ManualClock)
    clock.at += 600_000
    assert house.ask("POST", "/api/sign-in", None, right).status_code == 200


def test_an_outdated_hash_is_replaced_at_sign_in(house: House) -> None:
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


def test_an_account_signs_in_with_its_new_name(house: House) -> None:
    ada, bob = house.guest("Ada"), house.guest("Bob")
    ada.account("Ada")
    bob.account("Bob")
    assert ada.ask("PATCH", "/api/me", {"name": "bob"}).status_code == 409
    assert ada.ask("PATCH", "/api/me", {"name": "Countess"}).status_code == 200
    assert house.ask("POST", "/api/sign-in", None, {"name": "Ada", "passphrase": PASSPHRASE}).status_code == 403
    assert house.ask("POST", "/api/sign-in", None, {"name": "countess", "passphrase": PASSPHRASE}).status_code == 200
