"""The browsers in which a person is notified, on both databases."""

from __future__ import annotations

from tilewise.server.people.accounts import Accounts
from tilewise.server.people.push_subscriptions import MOST_SUBSCRIPTIONS, PushSubscription, PushSubscriptions
from tilewise.server.people.store import People
from tilewise.server.people.tokens import Signer
from tilewise.server.store.table_store import TableStore


def browser(name: str, at: int = 1) -> PushSubscription:
    return PushSubscription(f"https://push.example/{name}", "key", "auth", "pl", at)


async def two_people(store: TableStore) -> tuple[PushSubscriptions, str, str]:
    """Return the subscriptions in a database, and two people."""
    everyone = People(store.database, Signer("secret"))
    ada, bob = [await everyone.create_guest(name, 1) for name in ("Ada", "Bob")]
    return PushSubscriptions(store.database), ada.id, bob.id


async def test_browsers_are_added_and_removed(store: TableStore) -> None:
    subscriptions, ada, bob = await two_people(store)
    await subscriptions.add(ada, browser("phone", 1))
    await subscriptions.add(ada, browser("laptop", 2))
    await subscriptions.add(ada, browser("phone", 3))
    assert await subscriptions.of(ada) == [browser("laptop", 2), browser("phone", 3)]
    await subscriptions.remove(browser("laptop").endpoint, bob)
    assert len(await subscriptions.of(ada)) == 2, "only their own"
    await subscriptions.remove(browser("laptop").endpoint, ada)
    await subscriptions.remove(browser("phone").endpoint)
    assert await subscriptions.of(ada) == []


async def test_a_browser_belongs_to_the_last_person_who_subscribed_with_it(store: TableStore) -> None:
    subscriptions, ada, bob = await two_people(store)
    await subscriptions.add(ada, browser("shared"))
    await subscriptions.add(bob, browser("shared"))
    assert (await subscriptions.of(ada), await subscriptions.of(bob)) == ([], [browser("shared")])


async def test_a_new_browser_replaces_the_oldest_of_too_many(store: TableStore) -> None:
    subscriptions, ada, _ = await two_people(store)
    for number in range(MOST_SUBSCRIPTIONS + 3):
        await subscriptions.add(ada, browser(f"b{number}", number))
    kept = await subscriptions.of(ada)
    assert [each.made_at for each in kept] == list(range(3, MOST_SUBSCRIPTIONS + 3))


async def test_a_guest_who_signs_in_keeps_the_browser(store: TableStore) -> None:
    everyone, accounts = People(store.database, Signer("secret")), Accounts(store.database)
    guest = await everyone.create_guest("Guest", 1)
    account = await accounts.create(await everyone.create_guest("Ada", 1), "Ada", "seven red tiles in a row")
    subscriptions = PushSubscriptions(store.database)
    await subscriptions.add(guest.id, browser("phone"))
    assert await accounts.merge_guest(guest, account, 2)
    assert await subscriptions.of(account.id) == [browser("phone")]
    accounts.close()
