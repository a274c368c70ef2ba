"""Uploading games that were played on a device."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from tests.support.device_page import Page
from tests.support.http_server import AnonymousCaller, assert_error
from tests.support.pure_table import SMALL, START
from tilewise.records import parse_record
from tilewise.server import limits

PATH = "/api/me/device-games"


@pytest.fixture(scope="module")
def body() -> dict[str, Any]:
    """The upload of a game that was played on a device."""

    async def played() -> str:
        page = Page(deals="upload")
        table = await page.table(rules=SMALL, seats=["person", "solid"])
        await page.play(table)
        return (await page.engine.answer("GET", f"/api/tables/{table}/games/1/1/upload")).body

    upload: dict[str, Any] = json.loads(asyncio.run(played()))
    assert (upload["seats"], upload["seat"], upload["ended_at"]) == (["person", "solid"], 0, START)
    return upload


def account(api: AnonymousCaller, name: str) -> Any:
    caller = api.guest(name)
    response = caller.post("/api/me/account", {"name": name, "passphrase": f"the passphrase of {name}"})
    assert response.status_code == 201, response.text
    return caller


def test_an_uploaded_game_is_one_of_my_games_with_its_record(api: AnonymousCaller, body: dict[str, Any]) -> None:
    ada = account(api, "Ada Upload")
    response = ada.post(PATH, body)
    assert response.status_code == 201
    table = response.json()["table"]
    (listed,) = ada.get("/api/me/tables").json()
    assert (listed["table"], listed["summary"]["phase"], listed["summary"]["on_device"]) == (table, "closed", True)
    assert listed["games"][0]["names"] == ["Ada", "solid"]
    record = ada.get(f"/api/tables/{table}/games/1/1/record.txt")
    assert parse_record(record.text) == parse_record(body["record"])
    assert ada.get("/api/me/ratings").json()["ratings"] == []
    assert_error(api.guest("Eve").get(f"/api/tables/{table}/games/1/1/record"), 403, "no-spectators")


def test_a_repeated_upload_stores_nothing(api: AnonymousCaller, body: dict[str, Any]) -> None:
    bob = account(api, "Bob Upload")
    first, second = bob.post(PATH, body), bob.post(PATH, body)
    assert (first.status_code, first.json()) == (second.status_code, second.json())
    assert len(bob.get("/api/me/tables").json()) == 1
    assert bob.post(PATH, {**body, "id": "another"}).json() != first.json()


def test_a_changed_record_is_not_stored(api: AnonymousCaller, body: dict[str, Any]) -> None:
    cyd = account(api, "Cyd Upload")
    for change in (
        {"record": body["record"].replace("draw", "pass", 1)},
        {"record": body["record"][:-40]},
        {"record": "nonsense"},
        {"seat": 1},
        {"seats": ["person", "person", "solid"]},
    ):
        assert_error(cyd.post(PATH, {**body, **change}), 400, "bad-input")
    assert_error(cyd.post(PATH, {**body, "seats": ["person", "genius"]}), 400, "rules")
    assert_error(cyd.post(PATH, {**body, "id": "not an id"}), 400, "bad-body")
    assert cyd.get("/api/me/tables").json() == []


def test_a_guest_has_to_create_an_account_first(api: AnonymousCaller, body: dict[str, Any]) -> None:
    assert_error(api.guest("Guest").post(PATH, body), 403, "no-account")


def test_one_person_cannot_upload_without_end(
    api: AnonymousCaller, body: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    dan = account(api, "Dan Upload")
    for number in range(limits.DEVICE_GAMES_AT_ONCE):
        # A record that is refused counts too: replaying it is what costs time.
        dan.post(PATH, {**body, "id": f"g{number}", "record": "nonsense"})
    assert_error(dan.post(PATH, {**body, "id": "one-more"}), 429, "too-many-games")


def test_many_people_at_one_address_cannot_upload_without_end(
    api: AnonymousCaller, body: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(api.server.limits, "address_device_games", limits.Limiter(0, 2))
    uploaded = [account(api, f"{name} Uploads").post(PATH, body).status_code for name in ("Eve", "Fay", "Gus")]
    assert uploaded == [201, 201, 429]


def test_a_record_may_be_larger_than_a_message_but_not_without_limit(
    api: AnonymousCaller, body: dict[str, Any]
) -> None:
    eve = account(api, "Eve Upload")
    assert_error(eve.post(PATH, {**body, "record": "x" * 100_000}), 400, "bad-input")
    assert_error(eve.post(PATH, {**body, "record": "x" * 200_000}), 413, "too-large")
