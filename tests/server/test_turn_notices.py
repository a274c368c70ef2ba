"""People are notified of their turn at tables where a turn takes days, once, and only if they are not there."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.support.hosts import HandClock, Listener, Process, begin_game, person_in_turn, running
from tests.support.push_service import FakeBrowser, FakePushService
from tilewise.server.bus.local import Hub
from tilewise.server.people.push_subscriptions import PushSubscription, PushSubscriptions
from tilewise.server.people.store import People, Person
from tilewise.server.people.tokens import Signer
from tilewise.server.store.schema import people
from tilewise.server.tables.commands import Draw
from tilewise.server.tables.table_settings import TableSettings
from tilewise.server.turn_notices import NOTICES_PER_HOUR, TurnNotices
from tilewise.server.web_push import WebPush, new_private_key

DAYS = TableSettings(rules={"turn_seconds": 3 * 86_400})


@pytest.fixture
def service() -> FakePushService:
    return FakePushService()


@pytest.fixture
def browsers() -> dict[str, FakeBrowser]:
    return {person: FakeBrowser(person) for person in ("p1", "p2")}


@pytest.fixture
async def process(url: str, service: FakePushService, browsers: dict[str, FakeBrowser]) -> AsyncIterator[Process]:
    """One of two servers at which p1 and p2 have subscribed, each with a German browser."""
    hub, clock = Hub(), HandClock()
    process, other = Process(url, clock, hub), Process(url, clock, hub)
    async with running(process, other, timers=False):
        for one in (process, other):
            push = WebPush(new_private_key(), "mailto:a@b.c", "fcm.googleapis.com", service.transport)
            TurnNotices(one.host, PushSubscriptions(one.database), push)
        for person, browser in browsers.items():
            row = {"id": person, "name": person, "session": 0, "chat": True, "made_at": 0, "seen_at": 0}
            await insert(process, row)
            keys = browser.subscription
            subscription = PushSubscription(keys["endpoint"], keys["p256dh"], keys["auth"], "de", 1)
            await PushSubscriptions(process.database).add(person, subscription)
        yield process
        await other.settle()


async def insert(process: Process, row: dict[str, object]) -> None:
    """Insert a person."""
    query = people.insert().values(avatar="initial", **row)
    await process.database.write(lambda connection: connection.execute(query))


async def draw(process: Process, table: str, number: int = 0) -> str:
    """Let the person in turn draw; return the person whose turn it is then."""
    live = await process.live(table)
    await process.host.command(table, person_in_turn(live), "", f"draw{number}", Draw())
    await process.settle()
    return person_in_turn(live)


async def test_the_person_in_turn_is_notified_once_in_their_language(
    process: Process, service: FakePushService, browsers: dict[str, FakeBrowser]
) -> None:
    table = await begin_game(process, DAYS)
    await process.settle()
    (first,) = service.requests
    assert first[0] == browsers[person_in_turn(await process.live(table))].endpoint, "the first turn"
    service.requests.clear()
    person = await draw(process, table)
    ((url, _, content),) = service.requests
    assert url == browsers[person].endpoint
    names = {"p1": "Bo", "p2": "Ada"}
    sentence = f"Du bist am Zug am Tisch mit {names[person]}."
    assert browsers[person].read(content) == {"title": "Du bist am Zug", "body": sentence, "table": table}


async def test_a_person_who_is_connected_is_not_notified(
    process: Process, service: FakePushService, browsers: dict[str, FakeBrowser]
) -> None:
    table = await begin_game(process, DAYS)
    await process.settle()
    service.requests.clear()
    for person in browsers:
        await process.host.subscribe(table, Listener(person), None)
    await draw(process, table)
    assert service.requests == []


@pytest.mark.parametrize("seconds", [60, None])
async def test_at_other_tables_nobody_is_notified(
    process: Process, service: FakePushService, seconds: int | None
) -> None:
    table = await begin_game(process, TableSettings(rules={"turn_seconds": seconds}))
    await draw(process, table)
    assert service.requests == []


@pytest.mark.parametrize("status", [404, 410])
async def test_a_browser_that_has_unsubscribed_is_forgotten(
    process: Process, service: FakePushService, status: int
) -> None:
    service.status = status
    table = await begin_game(process, DAYS)
    await process.settle()
    person = person_in_turn(await process.live(table))
    assert await PushSubscriptions(process.database).of(person) == []
    other = ({"p1", "p2"} - {person}).pop()
    assert len(await PushSubscriptions(process.database).of(other)) == 1


@pytest.mark.parametrize("error", [None, TimeoutError(), ConnectionResetError()])
async def test_a_push_service_that_fails_disturbs_nothing(
    process: Process, service: FakePushService, error: OSError | None
) -> None:
    service.status, service.error = 503, error
    table = await begin_game(process, DAYS)
    await draw(process, table)
    assert len(service.requests) == 2
    assert len(await PushSubscriptions(process.database).of("p1")) == 1
    service.status, service.error = 201, None
    await draw(process, table, 1)
    assert len(service.requests) == 3


async def test_notifications_have_a_limit(process: Process, service: FakePushService) -> None:
    table = await begin_game(process, DAYS)
    for number in range(2 * NOTICES_PER_HOUR + 8):
        await draw(process, table, number)
    assert len(service.requests) == 2 * NOTICES_PER_HOUR


async def test_a_person_who_signs_out_everywhere_or_is_deleted_is_not_notified(
    process: Process, service: FakePushService
) -> None:
    everyone = People(process.database, Signer("secret"))
    await everyone.sign_out_everywhere(Person("p1", "p1", None, 0))
    await everyone.delete(Person("p2", "p2", None, 0), 5)
    table = await begin_game(process, DAYS)
    await draw(process, table)
    assert service.requests == []
