"""The same game on a server and on a device: the same events, and nothing that a player may not know."""

from __future__ import annotations

from collections import Counter
from itertools import product
from pathlib import Path

import msgspec
import pytest

from tests.support.device_page import Page
from tests.support.effort import usually
from tests.support.leak_checks import Allowed, check_message
from tests.support.server_games import game_on_server
from tilewise.browser.agreement import events_digest, played_game
from tilewise.profiles import PROFILES
from tilewise.server.tables.events import StoredEvent


@pytest.mark.parametrize("seed", usually(range(len(PROFILES)), range(2 * len(PROFILES))))
async def test_the_same_seeded_game_has_the_same_events_on_a_server_and_on_a_device(seed: int, tmp_path: Path) -> None:
    there = await game_on_server(seed, tmp_path)
    here = (await played_game(seed)).events
    assert [stored.event for stored in here] == [stored.event for stored in there]
    assert events_digest(here) == events_digest(there)
    assert len(here) > 20


@pytest.mark.parametrize(
    ("profile", "people"),
    usually((("jumbo", 1), ("twist", 1), ("tm-toys", 3)), product(PROFILES, [1, 3])),
)
async def test_no_message_reveals_more_than_the_player_who_holds_the_device_may_know(profile: str, people: int) -> None:
    page = Page(deals=f"leaks-{people}")
    seats = ["person"] * people + ["solid"]
    table = await page.table(people, profile=profile, seats=seats, rules={"rack_size": 8, "opening_threshold": 0})
    await page.play(table)
    log = [msgspec.convert(event, StoredEvent) for event in await page.stored(table)]
    allowed, receivers = Allowed(log), Counter[str]()
    for message, person in zip(page.messages, page.receivers, strict=True):
        check_message(message, allowed, person)
        receivers[person] += message["type"] in ("view", "event")
    expected = {"device-1"} if people == 1 else {"", "device-1", "device-2", "device-3"}
    assert {person for person, count in receivers.items() if count} == expected
    secrets = allowed.secrets_before_end()
    assert len(secrets) == 2
    for _, secret, _, end in secrets:
        for raw, message in zip(page.raw, page.messages, strict=True):
            content = message.get("event") or message.get("view") or {}
            number = content.get("number", 0)
            assert secret not in raw or number >= end
