"""Who there is: guests, who play at once, and accounts, which a guest becomes by choosing a passphrase."""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Iterable
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from tilewise.errors import TilewiseError
from tilewise.server.people.attempts import Attempts
from tilewise.server.people.tokens import Signer, Token
from tilewise.server.store.database import Database, id_batches
from tilewise.server.store.schema import blocks, chats, notes, people
from tilewise.server.tables.events import Avatar
from tilewise.server.tables.identity import GONE

LONGEST_NAME: Final = 24
LONGEST_KEY: Final = 40
"""Characters of a name by which an account is found: one letter can stand for several."""

RENAMES_AN_HOUR: Final = 10

AVATARS_AN_HOUR: Final = 60
"""Who looks for a picture tries some; all tables are told of each."""

SEEN_EVERY: Final = 6 * 3600 * 1000
"""Milliseconds after which it is noted again that somebody was here: retention asks for no more."""

_KEY: Final = "token-key"


class Person(msgspec.Struct, frozen=True):
    """Somebody."""

    id: str
    name: str
    account: str | None
    """The name that an account signs in with, as it is compared; None: a guest."""
    session: int
    chat: bool = True
    """Whether this person wants to see chat and reactions at all."""
    avatar: Avatar = "initial"


class BadName(TilewiseError):
    """A name that cannot be shown."""


class TooManyNames(TilewiseError):
    """Names and avatars are changed seldom: all tables are told of each."""

    def __init__(self) -> None:
        super().__init__("You have changed your name or picture often; try again in some minutes.")


class NameTaken(TilewiseError):
    """An account has that name."""

    def __init__(self) -> None:
        super().__init__("An account with this name exists; choose another name, or sign in.")


def checked_name(name: str) -> str:
    """A name as it is shown; raises BadName.

    >>> checked_name("  Ada   Lovelace ")
    'Ada Lovelace'
    """
    # Longer ones are no names, and are not worth the work.
    name = unicodedata.normalize("NFC", " ".join(name[:200].split()))
    if not (0 < len(name) <= LONGEST_NAME and name.isprintable()):
        raise BadName(f"A name has 1 to {LONGEST_NAME} printable characters.")
    if account_key(name) == GONE:
        raise BadName("This name stands for people who were deleted; choose another one.")
    return name


def account_key(name: str) -> str:
    """What names of accounts are compared by, so that no two look alike but for capitals; raises BadName.

    >>> account_key("ADA") == account_key("Ada")
    True
    """
    key = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    if len(key) > LONGEST_KEY:
        raise BadName("This name is too long when it is written in plain letters; choose another one.")
    return key


class People:
    """The people in a database."""

    def __init__(self, database: Database, signer: Signer) -> None:
        self.database = database
        self.signer = signer
        self._renames = Attempts(RENAMES_AN_HOUR)
        self._avatars = Attempts(AVATARS_AN_HOUR)

    async def make_guest(self, name: str, now: int) -> Person:
        """Somebody new."""
        person = Person(f"p{secrets.token_hex(8)}", checked_name(name), None, 0)
        query = people.insert().values(id=person.id, name=person.name, session=0, chat=True, avatar=person.avatar)
        query = query.values(made_at=now, seen_at=now)
        await self.database.write(lambda connection: connection.execute(query))
        return person

    async def find(self, person: str) -> Person | None:
        """Somebody by id; None if there is nobody."""
        return (await self.find_all((person,))).get(person)

    async def find_all(self, ids: Iterable[str]) -> dict[str, Person]:
        """Those of some ids that belong to somebody."""
        wanted = list(ids)

        def work(connection: sa.Connection) -> dict[str, Person]:
            found: dict[str, Person] = {}
            for batch in id_batches(wanted):
                some = people.c.id.in_(batch)
                for row in connection.execute(sa.select(people).where(some, people.c.gone_at.is_(None))):
                    found[row.id] = person_in(row)
            return found

        return await self.database.read(work)

    # Tokens

    def token_of(self, person: Person, now: int) -> str:
        """A token for somebody."""
        return self.signer.sign(Token(person.id, person.session, now))

    async def who_has(self, token: str, now: int) -> Person | None:
        """Whose token this is; None if it does not hold."""
        read = self.signer.read(token, now)
        if read is None:
            return None
        query = sa.select(people).where(people.c.id == read.person, people.c.gone_at.is_(None))
        row = await self.database.read(lambda connection: connection.execute(query).one_or_none())
        if row is None or row.session != read.session:
            return None
        if now - row.seen_at > SEEN_EVERY:
            seen = people.update().where(people.c.id == read.person).values(seen_at=now)
            await self.database.write(lambda connection: connection.execute(seen))
        return person_in(row)

    async def sign_out_everywhere(self, person: Person) -> Person:
        """Let no token hold that was given out so far; returns the person in the new session."""

        def work(connection: sa.Connection) -> Person | None:
            here = people.c.id == person.id
            connection.execute(people.update().where(here).values(session=people.c.session + 1))
            row = connection.execute(sa.select(people).where(here)).one_or_none()
            return None if row is None else person_in(row)

        return await self.database.write(work) or person

    # Changes

    async def rename(self, person: Person, name: str, now: int) -> Person:
        """Give somebody another name; an account also signs in with it. Raises BadName, NameTaken, TooManyNames."""
        name = checked_name(name)
        if not self._renames.may(person.id, now):
            raise TooManyNames
        # What it is just now, not what it was when the person was read: an account may have been made in between.
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
        """Turn chat and reactions on or off for somebody."""
        query = people.update().where(people.c.id == person.id).values(chat=chat)
        await self.database.write(lambda connection: connection.execute(query))
        return msgspec.structs.replace(person, chat=chat)

    async def choose_avatar(self, person: Person, avatar: Avatar, now: int) -> Person:
        """Give somebody another picture; raises TooManyNames."""
        if not self._avatars.may(person.id, now):
            raise TooManyNames
        query = people.update().where(people.c.id == person.id).values(avatar=avatar)
        await self.database.write(lambda connection: connection.execute(query))
        return msgspec.structs.replace(person, avatar=avatar)

    async def delete(self, person: Person, now: int) -> None:
        """Let somebody be nobody: signs out everywhere and deletes all but what tables and ratings still need.

        A row without a name stays until the tables know of it (`chores`), and then for a while.
        """

        def work(connection: sa.Connection) -> None:
            here = sa.and_(people.c.id == person.id, people.c.gone_at.is_(None))
            nobody = {
                "name": GONE,
                "avatar": "initial",
                "account": None,
                "passphrase": None,
                "session": people.c.session + 1,
                "gone_at": now,
                "made_at": 0,
                "seen_at": now,
            }
            connection.execute(people.update().where(here).values(nobody))
            connection.execute(chats.delete().where(chats.c.person == person.id))
            mine = sa.or_(blocks.c.person == person.id, blocks.c.blocked == person.id)
            connection.execute(blocks.delete().where(mine))

        await self.database.write(work)


def person_in(row: sa.Row[Any]) -> Person:
    """The person in a row."""
    return Person(row.id, row.name, row.account, row.session, row.chat, row.avatar)


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
