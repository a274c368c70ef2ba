"""The same game on a server and on a device: the same events, and nothing that a player may not know."""

from __future__ import annotations

import asyncio
import itertools
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from tests.support.device_page import Page, choice
from tests.support.hosts import HandClock, Process, running
from tests.support.leak_checks import Allowed, check_message
from tilewise.profiles import PROFILES
from tilewise.server import host, timers
from tilewise.server.tables import commands as do
from tilewise.server.tables.events import StoredEvent
from tilewise.server.tables.table_settings import TableSettings
from tilewise.server.tables.table_state import TableState

LEVELS = ("beginner", "casual", "solid")


def settings_for(profile: str) -> TableSettings:
    """Return a table of one person and at least two computer players."""
    computers = max(PROFILES[profile].min_players - 1, 2)
    seats = ("person", *itertools.islice(itertools.cycle(LEVELS), computers))
    return TableSettings(profile=profile, seats=seats, chat=False, live_drafts=False, games=1)


def next_command(state: TableState) -> do.AnyCommand | None:
    """Return what the person on the first seat does next; None while computer players act."""
    match state.phase:
        case "dealing":
            return do.Add("addition")
        case "offering":
            # After the computer players, so that the order is the same however fast they are.
            return do.Keep() if len(state.kept) == state.settings.players - 1 else None
        case "playing" if state.game is not None and state.game.turn == 0:
            return choice(state.game, 0, "casual")
        case _:
            return None


async def on_server(settings: TableSettings, folder: Path) -> list[StoredEvent]:
    process = Process(f"sqlite:///{folder / 'tilewise.db'}", HandClock())
    async with running(process):
        live = await process.host.create(settings, "device-1", "Ada", "make")
        for number in itertools.count():
            if live.state.phase == "over":
                break
            command = next_command(live.state)
            if command is None:
                await asyncio.sleep(0.001)
            else:
                await process.host.command(live.table_id, "device-1", "Ada", f"c{number}", command)
        return await process.host.store.events(live.table_id)


async def on_device(settings: TableSettings) -> list[StoredEvent]:
    page = Page()
    fields = msgspec.to_builtins(settings)
    table = await page.table(**fields)
    while page.followed(table).state.phase != "over":
        command = next_command(page.followed(table).state)
        assert command is not None, "the engine is idle, so it is the person's turn"
        await page.command(table, command)
    return [msgspec.convert(event, StoredEvent) for event in await page.stored(table)]


@pytest.mark.parametrize("profile", PROFILES)
def test_the_same_seeded_game_has_the_same_events_on_a_server_and_on_a_device(
    profile: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    secrets = (f"deal-{number}" for number in itertools.count(1))
    for module in (host, timers):
        monkeypatch.setattr(module, "new_secret", lambda: next(secrets))
    settings = settings_for(profile)
    there, here = asyncio.run(on_server(settings, tmp_path)), asyncio.run(on_device(settings))
    without_ids = [msgspec.structs.replace(stored, command=None) for stored in there]
    assert [msgspec.structs.replace(stored, command=None) for stored in here] == without_ids
    assert len(here) > 20


@pytest.mark.parametrize("people", [1, 3])
@pytest.mark.parametrize("profile", PROFILES)
def test_no_message_reveals_more_than_the_player_who_holds_the_device_may_know(profile: str, people: int) -> None:
    async def run() -> tuple[Page, list[StoredEvent]]:
        page = Page(deals=f"leaks-{people}")
        seats = ["person"] * people + ["solid"]
        table = await page.table(people, profile=profile, seats=seats, rules={"rack_size": 8, "opening_threshold": 0})
        await page.play(table)
        return page, [msgspec.convert(event, StoredEvent) for event in await page.stored(table)]

    page, log = asyncio.run(run())
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
