"""People: guests, who can play at once, and accounts, which guests become by choosing a passphrase."""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Callable, Iterable
from typing import Any, Final
from zlib import crc32

import msgspec
import sqlalchemy as sa

from tilewise.errors import TilewiseError
from tilewise.server.limits import Limiter, LimitExceeded
from tilewise.server.people.tokens import Signer, Token
from tilewise.server.store.database import Database, id_batches, serialize_transactions
from tilewise.server.store.schema import blocks, chats, notes, people, push_subscriptions, sheets
from tilewise.server.tables.events import ANIMALS, Avatar
from tilewise.server.tables.identity import GONE

LONGEST_NAME: Final = 24
LONGEST_KEY: Final = 40
"""Characters of a name in its normal form, in which one letter can become several."""

RENAMES_PER_HOUR: Final = 10

AVATARS_PER_HOUR: Final = 60
"""People try several pictures, but each change is stored at all their tables."""

SEEN_INTERVAL: Final = 6 * 3600 * 1000
"""Milliseconds between updates of `seen_at`, which is precise enough for the retention of guests."""

_KEY: Final = "token-key"


class Person(msgspec.Struct, frozen=True):
    """A guest or an account."""

    id: str
    name: str
    account: str | None
    """The name that an account signs in with, in its normal form; None for a guest."""
    session: int
    chat: bool = True
    """Whether this person wants to see chat and reactions."""
    avatar: Avatar = "initial"


class BadName(TilewiseError):
    """A name that cannot be used."""


class TooManyChanges(LimitExceeded):
    """Too many changes of name or avatar; each one is stored at all tables of the person."""

    def __init__(self, wait: int) -> None:
        super().__init__("You have changed your name or picture too often; try again in a few minutes.", wait)


class NameTaken(TilewiseError):
    """An account has that name."""

    def __init__(self) -> None:
        super().__init__("An account with this name exists; choose another name, or sign in.")


def checked_name(name: str) -> str:
    """Return a name as it is shown; raises BadName.

    >>> checked_name("  Ada   Lovelace ")
    'Ada Lovelace'
    """
    # Normalising a very long text would take time.
    name = unicodedata.normalize("NFC", " ".join(name[:200].split()))
    if not (0 < len(name) <= LONGEST_NAME and name.isprintable()):
        raise BadName(f"A name has 1 to {LONGEST_NAME} printable characters.")
    if account_key(name) == GONE:
        raise BadName("This name is reserved for deleted people; choose another one.")
    return name


def account_key(name: str) -> str:
    """Return the normal form of an account's name, in which capitals do not matter; raises BadName.

    >>> account_key("ADA") == account_key("Ada")
    True
    """
    key = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    if len(key) > LONGEST_KEY:
        raise BadName("This name is too long in plain letters; choose another one.")
    return key


def animal_of(person: str) -> Avatar:
    """Return the animal of a guest who has not chosen an avatar. It follows from the id.

    >>> animal_of("p1") in ANIMALS
    True
    """
    return ANIMALS[crc32(person.encode()) % len(ANIMALS)]


class People:
    """The people in a database."""

    def __init__(self, database: Database, signer: Signer) -> None:
        self.database = database
        self.signer = signer
        self._renames = Limiter.hourly(RENAMES_PER_HOUR)
        self._avatars = Limiter.hourly(AVATARS_PER_HOUR)

    async def create_guest(self, name: str, now: int, avatar: Avatar | None = None) -> Person:
        """Create a guest, with an animal as the avatar if none is given; raises BadName."""
        person_id = f"p{secrets.token_hex(8)}"
        person = Person(person_id, checked_name(name), None, 0, avatar=avatar or animal_of(person_id))
        query = people.insert().values(id=person.id, name=person.name, session=0, chat=True, avatar=person.avatar)
        query = query.values(made_at=now, seen_at=now)
        await self.database.write(lambda connection: connection.execute(query))
        return person

    async def find(self, person: str) -> Person | None:
        """Return the person with an id, or None if there is none."""
        return (await self.find_all((person,))).get(person)

    async def find_all(self, ids: Iterable[str]) -> dict[str, Person]:
        """Return the people with these ids; ids that belong to nobody are left out."""
        wanted = list(ids)

        def work(connection: sa.Connection) -> dict[str, Person]:
            found: dict[str, Person] = {}
            for batch in id_batches(wanted):
                some = people.c.id.in_(batch)
                for row in connection.execute(sa.select(people).where(some, people.c.gone_at.is_(None))):
                    found[row.id] = person_from_row(row)
            return found

        return await self.database.read(work)

    # Tokens

    def token_of(self, person: Person, now: int) -> str:
        """Return a new token of a person."""
        return self.signer.sign(Token(person.id, person.session, now))

    async def with_token(self, token: str, now: int) -> Person | None:
        """Return the person whose token this is, or None if it is not valid."""
        read = self.signer.read(token, now)
        if read is None:
            return None
        query = sa.select(people).where(people.c.id == read.person, people.c.gone_at.is_(None))
        row = await self.database.read(lambda connection: connection.execute(query).one_or_none())
        if row is None or row.session != read.session:
            return None
        if now - row.seen_at > SEEN_INTERVAL:
            seen = people.update().where(people.c.id == read.person).values(seen_at=now)
            await self.database.write(lambda connection: connection.execute(seen))
        return person_from_row(row)

    async def sign_out_everywhere(self, person: Person) -> Person:
        """Invalidate all tokens of a person and notify none of their browsers; return the person in the new session."""

        def work(connection: sa.Connection) -> Person | None:
            row_of_person = people.c.id == person.id
            connection.execute(people.update().where(row_of_person).values(session=people.c.session + 1))
            connection.execute(push_subscriptions.delete().where(push_subscriptions.c.person == person.id))
            row = connection.execute(sa.select(people).where(row_of_person)).one_or_none()
            return None if row is None else person_from_row(row)

        return await self.database.write(work) or person

    # Changes

    async def rename(self, person: Person, name: str, now: int) -> Person:
        """Change a name, with which an account also signs in; raises BadName, NameTaken and TooManyChanges."""
        name = checked_name(name)
        if not self._renames.take(person.id, now):
            raise TooManyChanges(self._renames.wait(person.id, now))
        # Decided by the database: the guest may have become an account since the person was read.
        account = sa.case((people.c.account.is_(None), None), else_=account_key(name))
        here = sa.and_(people.c.id == person.id, people.c.gone_at.is_(None))

        def work(connection: sa.Connection) -> str | None:
            try:
                connection.execute(people.update().where(here).values(name=name, account=account))
            except sa.exc.IntegrityError:
                raise NameTaken from None
            return connection.execute(sa.select(people.c.account).where(here)).scalar_one_or_none()

        return msgspec.structs.replace(person, name=name, account=await self.database.write(work))

    async def switch_chat(self, person: Person, chat: bool) -> Person:
        """Turn chat and reactions on or off for a person."""
        query = people.update().where(people.c.id == person.id).values(chat=chat)
        await self.database.write(lambda connection: connection.execute(query))
        return msgspec.structs.replace(person, chat=chat)

    async def choose_avatar(self, person: Person, avatar: Avatar, now: int) -> Person:
        """Change an avatar; raises TooManyChanges."""
        if not self._avatars.take(person.id, now):
            raise TooManyChanges(self._avatars.wait(person.id, now))
        query = people.update().where(people.c.id == person.id).values(avatar=avatar)
        await self.database.write(lambda connection: connection.execute(query))
        return msgspec.structs.replace(person, avatar=avatar)

    async def delete(self, person: Person, now: int) -> None:
        """Delete a person: sign out everywhere, and delete everything that tables and ratings do not need.

        A row without a name stays until the person is removed from all tables (`people_updates`), plus a day.
        """

        def work(connection: sa.Connection) -> None:
            here = sa.and_(people.c.id == person.id, people.c.gone_at.is_(None))
            deleted = {
                "name": GONE,
                "avatar": "initial",
                "account": None,
                "passphrase": None,
                "session": people.c.session + 1,
                "gone_at": now,
                "made_at": 0,
                "seen_at": now,
            }
            connection.execute(people.update().where(here).values(deleted))
            connection.execute(chats.delete().where(chats.c.person == person.id))
            mine = sa.or_(blocks.c.person == person.id, blocks.c.blocked == person.id)
            connection.execute(blocks.delete().where(mine))
            connection.execute(push_subscriptions.delete().where(push_subscriptions.c.person == person.id))
            # They hold names that this person has entered; the others have copies on their devices.
            connection.execute(sheets.delete().where(sheets.c.maker == person.id))

        await self.database.write(work)


def person_from_row(row: sa.Row[Any]) -> Person:
    """Return the person in a row."""
    return Person(row.id, row.name, row.account, row.session, row.chat, row.avatar)


def signing_key(database: Database, given: str) -> str:
    """Return the key that signs tokens: the given one, or a generated one that is stored; raises StorageError."""
    return given or stored_key(database, _KEY, lambda: secrets.token_hex(32))


def stored_key(database: Database, name: str, generate: Callable[[], str]) -> str:
    """Return a key of this server, which is generated once and stored; raises StorageError."""

    def work(connection: sa.Connection) -> str:
        # Servers that start together must agree on one key.
        serialize_transactions(connection)
        key = connection.execute(sa.select(notes.c.value).where(notes.c.name == name)).scalar_one_or_none()
        if key is None:
            key = generate()
            connection.execute(notes.insert().values(name=name, value=key))
        return str(key)

    return database.run(work)
