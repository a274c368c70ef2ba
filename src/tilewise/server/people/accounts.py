"""Accounts: a name and a passphrase, by which somebody is found again on another device."""

from __future__ import annotations

from typing import Final

import msgspec
import sqlalchemy as sa

from tilewise.errors import TilewiseError
from tilewise.server.people.attempts import Attempts
from tilewise.server.people.passphrases import Passphrases
from tilewise.server.people.store import BadName, NameTaken, Person, account_key, checked_name, person_in
from tilewise.server.store.database import Database
from tilewise.server.store.schema import blocks, chats, people, ratings
from tilewise.server.tables.identity import GONE

WRONG_AN_HOUR: Final = 20
"""Wrong passphrases for one name from one address."""

WRONG_FOR_NAME: Final = 200
"""Wrong passphrases an hour for one name from anywhere: far too few to guess one, and enough not to lock anybody out
by guessing for fun."""

WRONG_FROM_ADDRESS: Final = 60
"""Wrong passphrases an hour from one address for whatever names."""


class WrongPassphrase(TilewiseError):
    """No account has that name, or it has another passphrase: which of both is not said."""

    def __init__(self) -> None:
        super().__init__("No account has this name and passphrase; look at both again.")


class TooManyAttempts(TilewiseError):
    """Too many wrong passphrases."""

    def __init__(self) -> None:
        super().__init__("Too many wrong passphrases; try again in some minutes.")


class HasAccount(TilewiseError):
    """A guest becomes an account once."""

    def __init__(self) -> None:
        super().__init__("You have an account already; change its name or its passphrase instead.")


class Accounts:
    """The accounts in a database."""

    def __init__(self, database: Database, passphrases: Passphrases | None = None) -> None:
        self.database = database
        self.passphrases = Passphrases() if passphrases is None else passphrases
        self._tries = (Attempts(WRONG_AN_HOUR), Attempts(WRONG_FOR_NAME), Attempts(WRONG_FROM_ADDRESS))

    def close(self) -> None:
        """Stop."""
        self.passphrases.close()

    async def make(self, guest: Person, name: str, passphrase: str) -> Person:
        """Let a guest become an account: the same person, who keeps everything.

        Raises BadName, NameTaken, BadPassphrase, HasAccount and TooBusy.
        """
        name = checked_name(name)
        account = account_key(name)
        if guest.account is not None:
            raise HasAccount
        if await self._find(account) is not None:
            raise NameTaken
        kept = await self.passphrases.hash(passphrase)

        def work(connection: sa.Connection) -> None:
            here = sa.and_(people.c.id == guest.id, people.c.account.is_(None), people.c.gone_at.is_(None))
            try:
                changed = connection.execute(
                    people.update().where(here).values(name=name, account=account, passphrase=kept)
                )
            except sa.exc.IntegrityError:
                raise NameTaken from None
            if changed.rowcount != 1:
                raise HasAccount

        await self.database.write(work)
        return msgspec.structs.replace(guest, name=name, account=account)

    async def sign_in(self, name: str, passphrase: str, address: str, now: int) -> Person:
        """Whose name and passphrase these are; raises WrongPassphrase, TooManyAttempts and TooBusy."""
        try:
            account = account_key(" ".join(name[:200].split()))
        except BadName:
            account = ""
        row = await self._checked(account, passphrase, address, now)
        if self.passphrases.is_weak(row.passphrase):
            kept = await self.passphrases.hash(passphrase)
            query = people.update().where(people.c.id == row.id, people.c.passphrase == row.passphrase)
            await self.database.write(lambda connection: connection.execute(query.values(passphrase=kept)))
        return person_in(row)

    async def confirm(self, person: Person, passphrase: str, address: str, now: int) -> None:
        """Ask an account for its passphrase once more; raises as `sign_in`."""
        await self._checked(person.account or "", passphrase, address, now)

    async def change_passphrase(self, person: Person, passphrase: str) -> None:
        """Give an account another passphrase; raises BadPassphrase and TooBusy."""
        kept = await self.passphrases.hash(passphrase)
        query = people.update().where(people.c.id == person.id, people.c.account.is_not(None)).values(passphrase=kept)
        await self.database.write(lambda connection: connection.execute(query))

    async def _checked(self, account: str, passphrase: str, address: str, now: int) -> sa.Row[tuple[object, ...]]:
        keys = (f"{address} {account}", account, address)
        if not all(attempts.may(key, now) for attempts, key in zip(self._tries, keys, strict=True)):
            raise TooManyAttempts
        row = await self._find(account)
        is_right = await self.passphrases.verify(None if row is None else row.passphrase, passphrase)
        if row is None or not is_right:
            raise WrongPassphrase
        for attempts, key in zip(self._tries, keys, strict=True):
            attempts.forgive(key, now)
        return row

    async def _find(self, account: str) -> sa.Row[tuple[object, ...]] | None:
        query = sa.select(people).where(people.c.account == account, people.c.gone_at.is_(None))
        return await self.database.read(lambda connection: connection.execute(query).one_or_none())

    async def take_along(self, guest: Person, account: Person, now: int) -> bool:
        """Let a guest become one with an account: ratings it has not, blocks and talk go along at once.

        The tables follow one by one (`chores`). Returns whether there was such a guest.
        """
        return await self.database.write(lambda connection: _take_along(connection, guest.id, account, now))


def _take_along(connection: sa.Connection, guest: str, account: Person, now: int) -> bool:
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
    _take_blocks_along(connection, guest, account.id)
    return True


def _take_blocks_along(connection: sa.Connection, guest: str, account: str) -> None:
    """Let blocks by and of a guest be by and of an account; the stricter one counts where there are two."""
    either = sa.or_(blocks.c.person.in_((guest, account)), blocks.c.blocked.in_((guest, account)))
    found: dict[tuple[str, str], str] = {}
    for row in connection.execute(sa.select(blocks).where(either)).all():
        pair = tuple(account if who == guest else who for who in (row.person, row.blocked))
        if pair[0] != pair[1] and found.get((pair[0], pair[1])) != "block":
            found[pair[0], pair[1]] = row.how
    connection.execute(blocks.delete().where(either))
    rows = [{"person": person, "blocked": blocked, "how": how} for (person, blocked), how in found.items()]
    if rows:
        connection.execute(blocks.insert(), rows)
