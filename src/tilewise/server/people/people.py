"""Who there is: guests, who play at once, and accounts, which a guest becomes by choosing a passphrase."""

from __future__ import annotations

import secrets
from typing import Final

import msgspec
import sqlalchemy as sa

from tilewise.server.people.tokens import Signer, Token
from tilewise.server.store.database import Database
from tilewise.server.store.schema import notes, people
from tilewise.tiles import TilewiseError

LONGEST_NAME: Final = 24
_KEY: Final = "token-key"


class Person(msgspec.Struct, frozen=True):
    """Somebody."""

    id: str
    name: str
    account: str | None
    """The name that an account signs in with; None: a guest."""
    session: int


class BadName(TilewiseError):
    """A name that cannot be shown."""


def checked_name(name: str) -> str:
    """A name as it is shown; raises BadName."""
    name = " ".join(name.split())
    if not (0 < len(name) <= LONGEST_NAME and name.isprintable()):
        raise BadName(f"A name has 1 to {LONGEST_NAME} printable characters.")
    return name


class People:
    """The people in a database."""

    def __init__(self, database: Database, signer: Signer) -> None:
        self.database = database
        self.signer = signer

    async def make_guest(self, name: str, now: int) -> Person:
        """Somebody new."""
        person = Person(f"p{secrets.token_hex(8)}", checked_name(name), None, 0)
        query = people.insert().values(id=person.id, name=person.name, session=0, made_at=now, seen_at=now)
        await self.database.write(lambda connection: connection.execute(query))
        return person

    async def find(self, person: str) -> Person | None:
        """Somebody by id; None if there is nobody."""
        query = sa.select(people.c.id, people.c.name, people.c.account, people.c.session).where(people.c.id == person)

        def work(connection: sa.Connection) -> Person | None:
            row = connection.execute(query).one_or_none()
            return None if row is None else Person(row.id, row.name, row.account, row.session)

        return await self.database.read(work)

    def token_of(self, person: Person, now: int) -> str:
        """A token for somebody."""
        return self.signer.sign(Token(person.id, person.session, now))

    async def who_has(self, token: str, now: int) -> Person | None:
        """Whose token this is; None if it does not hold."""
        read = self.signer.read(token, now)
        if read is None:
            return None
        person = await self.find(read.person)
        return person if person is not None and person.session == read.session else None


def signing_key(database: Database, given: str) -> str:
    """The key that signs tokens: as given, or the one in the database, made once; raises StorageError."""
    if given:
        return given

    def work(connection: sa.Connection) -> str:
        key = connection.execute(sa.select(notes.c.value).where(notes.c.name == _KEY)).scalar_one_or_none()
        if key is None:
            key = secrets.token_hex(32)
            connection.execute(notes.insert().values(name=_KEY, value=key))
        return str(key)

    return database.run(work)
