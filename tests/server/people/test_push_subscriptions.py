"""The browsers in which a person is notified, on both databases."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from tests.support.hosts import HandClock, Process, running
from tilewise.server.people.accounts import Accounts
from tilewise.server.people.push_subscriptions import MOST_SUBSCRIPTIONS, PushSubscription, PushSubscriptions
from tilewise.server.people.store import People
from tilewise.server.people.tokens import Signer


def browser(name: str, at: int = 1) -> PushSubscription:
    return PushSubscription(f"https://push.example/{name}", "key", "auth", "pl", at)


def in_database(url: str, scene: Callable[[PushSubscriptions, str, str], Awaitable[None]]) -> None:
    process = Process(url, HandClock())

    async def body() -> None:
        async with running(process, timers=False):
            everyone = People(process.database, Signer("secret"))
            ada, bob = [await everyone.create_guest(name, 1) for name in ("Ada", "Bob")]
            await scene(PushSubscriptions(process.database), ada.id, bob.id)

    asyncio.run(body())


def test_browsers_are_added_and_removed(database_url: str) -> None:
    async def scene(subscriptions: PushSubscriptions, ada: str, bob: str) -> None:
        await subscriptions.add(ada, browser("phone", 1))
        await subscriptions.add(ada, browser("laptop", 2))
        await subscriptions.add(ada, browser("phone", 3))
        assert await subscriptions.of(ada) == [browser("laptop", 2), browser("phone", 3)]
        await subscriptions.remove(browser("laptop").endpoint, bob)
        assert len(await subscriptions.of(ada)) == 2, "only their own"
        await subscriptions.remove(browser("laptop").endpoint, ada)
        await subscriptions.remove(browser("phone").endpoint)
        assert await subscriptions.of(ada) == []

    in_database(database_url, scene)


def test_a_browser_belongs_to_the_last_person_who_subscribed_with_it(database_url: str) -> None:
    async def scene(subscriptions: PushSubscriptions, ada: str, bob: str) -> None:
        await subscriptions.add(ada, browser("shared"))
        await subscriptions.add(bob, browser("shared"))
        assert (await subscriptions.of(ada), await subscriptions.of(bob)) == ([], [browser("shared")])

    in_database(database_url, scene)


def test_a_new_browser_replaces_the_oldest_of_too_many(database_url: str) -> None:
    async def scene(subscriptions: PushSubscriptions, ada: str, bob: str) -> None:
        for number in range(MOST_SUBSCRIPTIONS + 3):
            await subscriptions.add(ada, browser(f"b{number}", number))
        kept = await subscriptions.of(ada)
        assert [each.made_at for each in kept] == list(range(3, MOST_SUBSCRIPTIONS + 3))

    in_database(database_url, scene)


def test_a_guest_who_signs_in_keeps_the_browser(database_url: str) -> None:
    process = Process(database_url, HandClock())

    async def body() -> None:
        async with running(process, timers=False):
            everyone, accounts = People(process.database, Signer("secret")), Accounts(process.database)
            guest = await everyone.create_guest("Guest", 1)
            account = await accounts.create(await everyone.create_guest("Ada", 1), "Ada", "seven red tiles in a row")
            subscriptions = PushSubscriptions(process.database)
            await subscriptions.add(guest.id, browser("phone"))
            assert await accounts.merge_guest(guest, account, 2)
            assert await subscriptions.of(account.id) == [browser("phone")]
            accounts.close()

    asyncio.run(body())
