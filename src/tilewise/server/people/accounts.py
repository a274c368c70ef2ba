"""Accounts: a name and a passphrase, so that a person can sign in on another device."""

from __future__ import annotations

from typing import Final

import msgspec
import sqlalchemy as sa

from tilewise.errors import TilewiseError
from tilewise.server.limits import Limiter, LimitExceeded
from tilewise.server.people.passphrases import Passphrases
from tilewise.server.people.store import BadName, NameTaken, Person, account_key, checked_name, person_from_row
from tilewise.server.store.database import Database
from tilewise.server.store.schema import blocks, chats, people, push_subscriptions, ratings, sheets
from tilewise.server.tables.identity import GONE

WRONG_PER_HOUR: Final = 20
"""Wrong passphrases for one name from one address."""

WRONG_FOR_NAME: Final = 200
"""Wrong passphrases per hour for one name from any address: too few to guess one, and enough that nobody can lock an
account by guessing for fun."""

WRONG_FROM_ADDRESS: Final = 120
"""Wrong passphrases per hour from one address for any names: a few for each child of a class."""


class WrongPassphrase(TilewiseError):
    """No account has that name, or its passphrase is different; the error does not reveal which."""

    def __init__(self) -> None:
        super().__init__("No account has this name and passphrase; check both.")


class TooManyAttempts(LimitExceeded):
    """Too many wrong passphrases."""

    def __init__(self, wait: int) -> None:
        super().__init__("Too many wrong passphrases; try again in a few minutes.", wait)


class HasAccount(TilewiseError):
    """The person already has an account."""

    def __init__(self) -> None:
        super().__init__("You already have an account; change its name or passphrase instead.")


class Accounts:
    """The accounts in a database."""

    def __init__(self, database: Database, passphrases: Passphrases | None = None) -> None:
        self.database = database
        self.passphrases = Passphrases() if passphrases is None else passphrases
        self._limiters = tuple(map(Limiter.hourly, (WRONG_PER_HOUR, WRONG_FOR_NAME, WRONG_FROM_ADDRESS)))

    def close(self) -> None:
        """Stop the thread that hashes passphrases."""
        self.passphrases.close()

    async def create(self, guest: Person, name: str, passphrase: str) -> Person:
        """Turn a guest into an account: the same person, with the same tables and ratings.

        Raises BadName, NameTaken, BadPassphrase, HasAccount and TooBusy.
        """
        name = checked_name(name)
        account = account_key(name)
        if guest.account is not None:
            raise HasAccount
        if await self._find(account) is not None:
            raise NameTaken
        hashed = await self.passphrases.hash(passphrase)

        def work(connection: sa.Connection) -> None:
            row = sa.and_(people.c.id == guest.id, people.c.account.is_(None), people.c.gone_at.is_(None))
            try:
                changed = connection.execute(
                    people.update().where(row).values(name=name, account=account, passphrase=hashed)
                )
            except sa.exc.IntegrityError:
                raise NameTaken from None
            if changed.rowcount != 1:
                raise HasAccount

        await self.database.write(work)
        return msgspec.structs.replace(guest, name=name, account=account)

    async def sign_in(self, name: str, passphrase: str, address: str, now: int) -> Person:
        """Return the person with this name and passphrase; raises WrongPassphrase, TooManyAttempts and TooBusy."""
        try:
            account = account_key(" ".join(name[:200].split()))
        except BadName:
            account = ""
        row = await self._checked(account, passphrase, address, now)
        if self.passphrases.is_outdated(row.passphrase):
            hashed = await self.passphrases.hash(passphrase)
            query = people.update().where(people.c.id == row.id, people.c.passphrase == row.passphrase)
            await self.database.write(lambda connection: connection.execute(query.values(passphrase=hashed)))
        return person_from_row(row)

    async def confirm(self, person: Person, passphrase: str, address: str, now: int) -> None:
        """Check the passphrase of an account that is signed in; raises the same errors as `sign_in`."""
        await self._checked(person.account or "", passphrase, address, now)

    async def change_passphrase(self, person: Person, passphrase: str) -> None:
        """Change the passphrase of an account; raises BadPassphrase and TooBusy."""
        hashed = await self.passphrases.hash(passphrase)
        query = people.update().where(people.c.id == person.id, people.c.account.is_not(None)).values(passphrase=hashed)
        await self.database.write(lambda connection: connection.execute(query))

    async def _checked(self, account: str, passphrase: str, address: str, now: int) -> sa.Row[tuple[object, ...]]:
        keys = (f"{address} {account}", account, address)
        buckets = [limiter.bucket(key) for limiter, key in zip(self._limiters, keys, strict=True)]
        if wait := max(bucket.wait(now) for bucket in buckets):
            raise TooManyAttempts(wait)
        for bucket in buckets:
            bucket.take(now)
        row = await self._find(account)
        is_right = await self.passphrases.verify(None if row is None else row.passphrase, passphrase)
        if row is None or not is_right:
            raise WrongPassphrase
        # Only wrong passphrases count.
        for bucket in buckets:
            bucket.refund(now)
        return row

    async def _find(self, account: str) -> sa.Row[tuple[object, ...]] | None:
        query = sa.select(people).where(people.c.account == account, people.c.gone_at.is_(None))
        return await self.database.read(lambda connection: connection.execute(query).one_or_none())

    async def merge_guest(self, guest: Person, account: Person, now: int) -> bool:
        """Merge a guest into an account: blocks, chat, browsers to notify, shared sheets, and missing ratings.

        Tables follow one by one (`people_updates`). Return whether there was such a guest.
        """
        return await self.database.write(lambda connection: _merge_guest(connection, guest.id, account, now))


def _merge_guest(connection: sa.Connection, guest: str, account: Person, now: int) -> bool:
    both = sa.select(people.c.id).where(people.c.id.in_((guest, account.id)), people.c.gone_at.is_(None))
    if len(connection.execute(both.order_by(people.c.id).with_for_update()).all()) != 2:
        return False
    merged = people.update().where(people.c.id == guest, people.c.account.is_(None))
    changed = connection.execute(
        merged.values(gone_at=now, merged_into=account.id, session=people.c.session + 1, name=GONE)
    )
    if changed.rowcount != 1:
        return False
    has = sa.select(ratings.c.profile).where(ratings.c.person == account.id)
    rated = set(connection.execute(has).scalars())
    new = sa.and_(ratings.c.person == guest, ratings.c.profile.not_in(rated))
    connection.execute(ratings.update().where(new).values(person=account.id))
    connection.execute(ratings.delete().where(ratings.c.person == guest))
    connection.execute(chats.update().where(chats.c.person == guest).values(person=account.id))
    mine = push_subscriptions.c.person == guest
    connection.execute(push_subscriptions.update().where(mine).values(person=account.id))
    connection.execute(sheets.update().where(sheets.c.maker == guest).values(maker=account.id))
    _merge_blocks(connection, guest, account.id)
    return True


def _merge_blocks(connection: sa.Connection, guest: str, account: str) -> None:
    """Transfer blocks by and of a guest to an account; of two for the same pair, the stricter one wins."""
    either = sa.or_(blocks.c.person.in_((guest, account)), blocks.c.blocked.in_((guest, account)))
    merged: dict[tuple[str, str], str] = {}
    for row in connection.execute(sa.select(blocks).where(either)).all():
        pair = tuple(account if person == guest else person for person in (row.person, row.blocked))
        if pair[0] != pair[1] and merged.get((pair[0], pair[1])) != "block":
            merged[pair[0], pair[1]] = row.how
    connection.execute(blocks.delete().where(either))
    rows = [{"person": person, "blocked": blocked, "how": how} for (person, blocked), how in merged.items()]
    if rows:
        connection.execute(blocks.insert(), rows)
