"""The log of every table, and what is kept beside it. All of it by short pieces of work in a `Database`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, NamedTuple

import msgspec
import sqlalchemy as sa

from tilewise.server.store.database import Database, Taken, one_at_a_time
from tilewise.server.store.schema import events, games, members, notes, processes, snapshots, tables
from tilewise.server.tables.effects import Change, Effects, FinishedGame, Summary
from tilewise.server.tables.events import AnyEvent, Became, Logged, decode_event, encode_event
from tilewise.server.tables.identity import GONE, without
from tilewise.server.tables.snapshots import restored
from tilewise.server.tables.table_state import TableState

LIST_LENGTH: Final = 100
"""Tables in one list."""

MOST_LOOKED_AT: Final = 2_000
"""Public tables that a search in the lobby looks at, the latest ones."""

MOST_AT_ONCE: Final = 500
"""Ids in one question: SQLite takes no more than some thousands."""

LONGEST_LEASE: Final = 600_000
"""Milliseconds: no lease is taken for longer. One that seems to be was taken by a clock that has been set back."""

FORGOTTEN_AFTER: Final = 24 * 3600 * 1000
"""Milliseconds after which a process that no longer runs is forgotten, if others start."""


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to see to what is due at a table, until a moment; whoever has a higher fence has taken it over."""

    table: str
    fence: int
    due_at: int | None


@dataclass(frozen=True, slots=True)
class Outage:
    """A time during which no server ran."""

    began: int
    ended: int


_OUTAGE: Final = "outage"


class Listed(msgspec.Struct, frozen=True):
    """A table in a list."""

    table: str
    code: str
    at: int
    """When something last happened."""
    summary: Summary


class Wanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which tables of the lobby to list; what is left out does not matter."""

    profile: Annotated[str, msgspec.Meta(max_length=40)] | None = None
    phase: Literal["open", "playing", "over"] | None = None
    """`open`: seats are free; `playing`: a match is on; `over`: it has ended."""
    players: Annotated[int, msgspec.Meta(ge=2, le=6)] | None = None
    rated: bool | None = None
    before: Annotated[int, msgspec.Meta(ge=0, le=1 << 53)] | None = None
    """Tables at which nothing has happened since this moment: the `at` of the last one lists the next ones."""

    def fits(self, summary: Summary) -> bool:
        """Whether a table is one of these."""
        phase = summary.phase if summary.phase in ("open", "over") else "playing"
        return (
            self.profile in (None, summary.profile)
            and self.phase in (None, phase)
            and self.players in (None, len(summary.names))
            and self.rated in (None, summary.rated)
        )


class PlayedGame(msgspec.Struct, frozen=True):
    """A game that has ended, and its result."""

    match: int
    game: int
    ended_at: int
    names: tuple[str, ...]
    points: tuple[str, ...]
    winners: tuple[int, ...]


class MyTable(msgspec.Struct, frozen=True):
    """A table at which a person sits or sat."""

    table: str
    code: str
    at: int
    summary: Summary
    seat: int
    left: bool
    """Whether the person has left the seat."""
    games: tuple[PlayedGame, ...]
    """Those that have ended, the first one first."""


class Store:
    """Tables in a database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    # The log

    async def make(
        self, table: str, code: str, maker: str, at: int, happened: Sequence[AnyEvent], effects: Effects, command: str
    ) -> None:
        """Store a new table with its first events; raises Taken if the id or the code is in use."""

        def work(connection: sa.Connection) -> None:
            try:
                connection.execute(
                    tables.insert().values(
                        id=table,
                        code=code,
                        maker=maker,
                        made_at=at,
                        last_number=len(happened),
                        last_at=at,
                        lease_fence=0,
                        lease_until=0,
                        **_columns(effects),
                    )
                )
            except sa.exc.IntegrityError:
                raise Taken from None
            _insert(connection, table, 0, at, happened, command)
            _keep_beside(connection, table, at, effects)

        await self.database.write(work)

    async def append(
        self,
        table: str,
        after: int,
        at: int,
        happened: Sequence[AnyEvent],
        effects: Effects,
        command: str | None = None,
        fence: int | None = None,
    ) -> None:
        """Store events behind the one with number `after`.

        Raises Taken if that is no longer the last one, if the command was stored before, or if the lease with this
        fence was taken over; then nothing is stored.
        """
        if not happened:
            return

        def work(connection: sa.Connection) -> None:
            values = {"its_id": table, "its_number": after, "last_number": after + len(happened), "last_at": at}
            values |= _columns(effects)
            statements = _ADVANCE
            if all(isinstance(event, Became) for event in happened):
                # Nothing has happened in the play: the table keeps its place in the lists.
                statements = _RENAME
                del values["last_at"]
            if fence is None:
                changed = statements.plain.run(connection, [values])
            else:
                changed = statements.fenced.run(connection, [values | {"its_fence": fence}])
            if changed.rowcount != 1:
                raise Taken
            try:
                _insert(connection, table, after, at, happened, command)
            except sa.exc.IntegrityError:
                raise Taken from None
            _keep_beside(connection, table, at, effects)

        await self.database.write(work)

    async def log(self, table: str, after: int = 0, until: int | None = None) -> list[Logged]:
        """The events of a table behind a number; empty if there are none or there is no such table."""
        return await self.database.read(lambda connection: _log(connection, table, after, until))

    async def load(self, table: str) -> tuple[TableState | None, list[Logged]]:
        """The state of a table's last snapshot, if there is one, and the events behind it; empty: no such table."""
        query = sa.select(snapshots.c.body).where(snapshots.c.table_id == table)

        def work(connection: sa.Connection) -> tuple[TableState | None, list[Logged]]:
            body = connection.execute(query).scalar_one_or_none()
            state = None if body is None else restored(table, bytes(body))
            return state, _log(connection, table, 0 if state is None else state.number)

        return await self.database.read(work)

    async def become(self, table: str, change: Change) -> None:
        """Note beside a log that somebody is somebody else: for tables that nobody needs to be told of it."""
        await self.database.write(lambda connection: _become(connection, table, change))

    async def number_of(self, table: str, command: str) -> int | None:
        """The number of the last event that came of a command; None if it was never stored."""
        query = sa.select(events.c.number).where(events.c.table_id == table, events.c.command == command)
        return await self.database.read(lambda connection: connection.execute(query).scalar_one_or_none())

    async def last_numbers(self, of: Iterable[str]) -> dict[str, int]:
        """The number of the last event of tables."""
        ids = list(of)

        def work(connection: sa.Connection) -> dict[str, int]:
            numbers: dict[str, int] = {}
            for start in range(0, len(ids), MOST_AT_ONCE):
                some = tables.c.id.in_(ids[start : start + MOST_AT_ONCE])
                for row in connection.execute(sa.select(tables.c.id, tables.c.last_number).where(some)):
                    numbers[row.id] = row.last_number
            return numbers

        return await self.database.read(work)

    # Lists

    async def with_code(self, code: str) -> str | None:
        """The table with a code; None if there is none."""
        query = sa.select(tables.c.id).where(tables.c.code == code)
        return await self.database.read(lambda connection: connection.execute(query).scalar_one_or_none())

    async def code_of(self, table: str) -> str | None:
        """The code of a table; None if there is no such table."""
        query = sa.select(tables.c.code).where(tables.c.id == table)
        return await self.database.read(lambda connection: connection.execute(query).scalar_one_or_none())

    async def lobby(self, wanted: Wanted | None = None) -> list[Listed]:
        """The public tables, the latest first."""
        wanted = Wanted() if wanted is None else wanted
        query = (
            sa.select(tables.c.id, tables.c.code, tables.c.last_at, tables.c.summary)
            .where(tables.c.listed)
            .order_by(tables.c.last_at.desc())
            .limit(MOST_LOOKED_AT)
        )
        if wanted.before is not None:
            query = query.where(tables.c.last_at < wanted.before)

        def work(connection: sa.Connection) -> list[Listed]:
            found: list[Listed] = []
            for row in connection.execute(query):
                summary = _summary.decode(bytes(row.summary))
                if wanted.fits(summary):
                    found.append(Listed(row.id, row.code, row.last_at, summary))
                    if len(found) == LIST_LENGTH:
                        break
            return found

        return await self.database.read(work)

    async def my_tables(self, person: str, before: int | None = None) -> list[MyTable]:
        """The tables at which a person sits or sat, the latest first, with the games that have ended there."""
        query = (
            sa.select(tables.c.id, tables.c.code, tables.c.last_at, tables.c.summary, members.c.seat, members.c.left)
            .join(members, members.c.table_id == tables.c.id)
            .where(members.c.person == person)
            .order_by(tables.c.last_at.desc())
            .limit(LIST_LENGTH)
        )
        if before is not None:
            query = query.where(tables.c.last_at < before)

        def work(connection: sa.Connection) -> list[MyTable]:
            rows = connection.execute(query).all()
            ended = (
                sa.select(games.c.table_id, games.c.ended_at, games.c.body)
                .where(games.c.table_id.in_([row.id for row in rows]))
                .order_by(games.c.match, games.c.game)
            )
            played: dict[str, list[PlayedGame]] = {}
            for table, at, body in connection.execute(ended):
                game = _finished.decode(bytes(body))
                result = PlayedGame(game.match, game.game, at, game.names, game.points, game.winners)
                played.setdefault(table, []).append(result)
            return [
                MyTable(
                    row.id,
                    row.code,
                    row.last_at,
                    _summary.decode(bytes(row.summary)),
                    row.seat,
                    bool(row.left),
                    tuple(played.get(row.id, ())),
                )
                for row in rows
            ]

        return await self.database.read(work)

    async def is_member(self, person: str, table: str) -> bool:
        """Whether a person sits or sat at a table."""
        query = sa.select(members.c.seat).where(members.c.person == person, members.c.table_id == table)
        return await self.database.read(lambda connection: connection.execute(query).first() is not None)

    async def unfinished_tables(self, maker: str) -> int:
        """How many tables somebody has made that are still played at, or waited at."""
        query = (
            sa.select(sa.func.count())
            .select_from(members.join(tables, members.c.table_id == tables.c.id))
            # A maker is a member of the table: so the index of the members finds them.
            .where(members.c.person == maker, tables.c.maker == maker, tables.c.phase.not_in(("over", "closed")))
        )
        return await self.database.read(lambda connection: connection.execute(query).scalar_one())

    async def tables_of(self, person: str) -> list[Listed]:
        """The tables at which a person sits or sat, the latest first."""
        query = (
            sa.select(tables.c.id, tables.c.code, tables.c.last_at, tables.c.summary)
            .join(members, members.c.table_id == tables.c.id)
            .where(members.c.person == person)
        )
        return await self._listed(query)

    async def _listed(self, query: sa.Select[Any]) -> list[Listed]:
        query = query.order_by(tables.c.last_at.desc()).limit(LIST_LENGTH)

        def work(connection: sa.Connection) -> list[Listed]:
            return [
                Listed(row.id, row.code, row.last_at, _summary.decode(bytes(row.summary)))
                for row in connection.execute(query)
            ]

        return await self.database.read(work)

    async def finished_games(self, table: str) -> list[FinishedGame]:
        """The games that have ended at a table, the first one first."""
        query = sa.select(games.c.body).where(games.c.table_id == table).order_by(games.c.match, games.c.game)

        def work(connection: sa.Connection) -> list[FinishedGame]:
            return [_finished.decode(bytes(body)) for (body,) in connection.execute(query)]

        return await self.database.read(work)

    # Leases

    async def due_tables(self, now: int, before: int, limit: int = 100) -> list[str]:
        """The tables at which something is due before a moment, and that no process sees to."""
        query = (
            sa.select(tables.c.id)
            .where(
                tables.c.due_at < before,
                sa.or_(
                    tables.c.lease_owner.is_(None),
                    tables.c.lease_until < now,
                    tables.c.lease_until > now + LONGEST_LEASE,
                ),
            )
            .order_by(tables.c.due_at)
            .limit(limit)
        )
        return await self.database.read(lambda connection: list(connection.execute(query).scalars()))

    async def lease(self, table: str, owner: str, now: int, until: int) -> Lease | None:
        """Take or prolong the lease of a table; None if another process has it."""

        def work(connection: sa.Connection) -> Lease | None:
            row = connection.execute(
                sa.select(tables.c.lease_owner, tables.c.lease_fence, tables.c.lease_until, tables.c.due_at).where(
                    tables.c.id == table
                )
            ).one_or_none()
            if row is None:
                return None
            holder, fence, held_until, due_at = row
            if holder not in (None, owner) and now <= held_until <= now + LONGEST_LEASE:
                return None
            new_fence = fence if holder == owner else fence + 1
            changed = connection.execute(
                tables.update()
                .where(tables.c.id == table, tables.c.lease_fence == fence)
                .values(lease_owner=owner, lease_fence=new_fence, lease_until=until)
            )
            if changed.rowcount != 1:
                return None
            return Lease(table, new_fence, due_at)

        return await self.database.write(work)

    async def prolong(self, owner: str, leased: Sequence[str], until: int) -> set[str]:
        """Prolong the leases of tables; returns those that were not taken over."""
        mine = tables.c.lease_owner == owner

        def work(connection: sa.Connection) -> set[str]:
            # Not those that were forgotten here without being given back: another process has to find them.
            for start in range(0, len(leased), MOST_AT_ONCE):
                some = tables.c.id.in_(leased[start : start + MOST_AT_ONCE])
                connection.execute(tables.update().where(some, mine).values(lease_until=until))
            kept = connection.execute(sa.select(tables.c.id).where(mine)).scalars()
            return set(kept).intersection(leased)

        return await self.database.write(work) if leased else set()

    async def release(self, owner: str, table: str | None = None) -> None:
        """Give one lease or all of them back, so that another process need not wait for their end."""
        query = tables.update().where(tables.c.lease_owner == owner)
        if table is not None:
            query = query.where(tables.c.id == table)
        query = query.values(lease_owner=None, lease_until=0, lease_fence=tables.c.lease_fence + 1)
        await self.database.write(lambda connection: connection.execute(query))

    # Processes

    async def note_start(self, process: str, now: int, noticed_after: int) -> Outage | None:
        """Note that a process starts; returns the last time during which none ran."""

        def work(connection: sa.Connection) -> Outage | None:
            # Of processes that start together, the first one notes the outage for all.
            one_at_a_time(connection)
            last = connection.execute(sa.select(sa.func.max(processes.c.alive_at))).scalar_one_or_none()
            if last is not None and now - last > noticed_after:
                connection.execute(notes.delete().where(notes.c.name == _OUTAGE))
                connection.execute(notes.insert().values(name=_OUTAGE, value=f"{last} {now}"))
            connection.execute(processes.delete().where(processes.c.alive_at < now - FORGOTTEN_AFTER))
            connection.execute(processes.insert().values(id=process, alive_at=now))
            noted = connection.execute(sa.select(notes.c.value).where(notes.c.name == _OUTAGE)).scalar_one_or_none()
            return None if noted is None else Outage(*map(int, noted.split()))

        return await self.database.write(work)

    async def be_alive(self, process: str, now: int) -> int:
        """Note that a process runs at this moment; returns the latest moment that any process has noted."""

        def work(connection: sa.Connection) -> int:
            here = processes.c.id == process
            if connection.execute(processes.update().where(here).values(alive_at=now)).rowcount == 0:
                connection.execute(processes.insert().values(id=process, alive_at=now))
            return int(connection.execute(sa.select(sa.func.max(processes.c.alive_at))).scalar_one())

        return await self.database.write(work)

    async def latest_moment(self) -> int:
        """The latest moment that any process has noted or stored an event at; 0 if there is none."""

        def work(connection: sa.Connection) -> int:
            noted = connection.execute(sa.select(sa.func.max(processes.c.alive_at))).scalar_one_or_none()
            stored = connection.execute(sa.select(sa.func.max(tables.c.last_at))).scalar_one_or_none()
            return max(noted or 0, stored or 0)

        return await self.database.read(work)


class _Prepared:
    """A statement that every turn needs, put into words once.

    To find it among those that SQLAlchemy keeps, and to look at each value of it, takes longer than running it does.
    """

    def __init__(self, statement: sa.Insert | sa.Update) -> None:
        self._statement = statement
        self._words: dict[str, tuple[str, list[str]]] = {}
        """By kind of database: with the names of its values in their order."""

    def run(self, connection: sa.Connection, rows: Sequence[Mapping[str, object]]) -> sa.CursorResult[Any]:
        """Do it for each of these rows."""
        kind = connection.dialect.name
        if kind not in self._words:
            compiled = self._statement.compile(dialect=connection.dialect)
            self._words[kind] = str(compiled), compiled.positiontup or []
        words, names = self._words[kind]
        values = [tuple([row[name] for name in names]) for row in rows]
        # Only of one row is known whether it was there.
        return connection.exec_driver_sql(words, values[0] if len(values) == 1 else values)


class _Update(NamedTuple):
    """A change of a table, and the same under the fence of a lease."""

    plain: _Prepared
    fenced: _Prepared


def _update_of(*columns: str) -> _Update:
    """A change of these columns, if the table is still at the number it is thought to be."""
    here = sa.and_(tables.c.id == sa.bindparam("its_id"), tables.c.last_number == sa.bindparam("its_number"))
    change = tables.update().where(here).values({name: sa.bindparam(name) for name in columns})
    return _Update(_Prepared(change), _Prepared(change.where(tables.c.lease_fence == sa.bindparam("its_fence"))))


_ADVANCE: Final = _update_of("last_number", "last_at", "phase", "listed", "due_at", "summary")
_RENAME: Final = _update_of("last_number", "phase", "listed", "due_at", "summary")
_APPEND: Final = _Prepared(events.insert())

_summary = msgspec.json.Decoder(Summary)
_finished = msgspec.json.Decoder(FinishedGame)


def _columns(effects: Effects) -> dict[str, object]:
    return {
        "phase": effects.phase,
        "listed": effects.listed,
        "due_at": effects.due_at,
        "summary": msgspec.json.encode(effects.summary),
    }


def _log(connection: sa.Connection, table: str, after: int, until: int | None = None) -> list[Logged]:
    query = (
        sa.select(events.c.number, events.c.at, events.c.body, events.c.command)
        .where(events.c.table_id == table, events.c.number > after)
        .order_by(events.c.number)
    )
    if until is not None:
        query = query.where(events.c.number <= until)
    return [
        Logged(number, at, decode_event(bytes(body)), command)
        for number, at, body, command in connection.execute(query)
    ]


def _insert(
    connection: sa.Connection, table: str, after: int, at: int, happened: Sequence[AnyEvent], command: str | None
) -> None:
    rows = [
        {"table_id": table, "number": number, "at": at, "body": encode_event(event), "command": None}
        for number, event in enumerate(happened, start=after + 1)
    ]
    # The last event answers for the command: who knows it, knows all that came of it.
    rows[-1]["command"] = command
    _APPEND.run(connection, rows)


def _keep_beside(connection: sa.Connection, table: str, at: int, effects: Effects) -> None:
    for person, seat in effects.seated:
        here = sa.and_(members.c.person == person, members.c.table_id == table)
        changed = connection.execute(members.update().where(here).values(seat=seat, left=False))
        if changed.rowcount == 0:
            connection.execute(members.insert().values(person=person, table_id=table, seat=seat, left=False))
    for person in effects.stood:
        here = sa.and_(members.c.person == person, members.c.table_id == table)
        connection.execute(members.update().where(here).values(left=True))
    if effects.snapshot is not None:
        connection.execute(snapshots.delete().where(snapshots.c.table_id == table))
        number = sa.select(tables.c.last_number).where(tables.c.id == table).scalar_subquery()
        connection.execute(snapshots.insert().values(table_id=table, number=number, body=effects.snapshot))
    for finished in effects.finished:
        connection.execute(
            games.insert().values(
                table_id=table,
                match=finished.match,
                game=finished.game,
                ended_at=at,
                body=msgspec.json.encode(finished),
                to_rate=finished.rated,
            )
        )
    for change in effects.became:
        _become(connection, table, change)


def _become(connection: sa.Connection, table: str, change: Change) -> None:
    """Let somebody be somebody else in all that is kept of a table; whoever is gone also leaves the log."""
    # It holds names and ids, and follows from the log: the next game makes another one.
    connection.execute(snapshots.delete().where(snapshots.c.table_id == table))
    old = sa.and_(members.c.table_id == table, members.c.person == change.before)
    new = sa.and_(members.c.table_id == table, members.c.person == change.person)
    both = connection.execute(sa.select(members.c.person).where(new)).one_or_none() is not None
    if both or change.gone:
        connection.execute(members.delete().where(old))
    else:
        connection.execute(members.update().where(old).values(person=change.person))
    connection.execute(
        tables.update().where(tables.c.id == table, tables.c.maker == change.before).values(maker=change.person)
    )
    of_table = sa.select(games.c.match, games.c.game, games.c.body).where(games.c.table_id == table)
    for match, game, body in connection.execute(of_table).all():
        finished = _finished.decode(bytes(body))
        if change.before in finished.people:
            this = sa.and_(games.c.table_id == table, games.c.match == match, games.c.game == game)
            known = msgspec.json.encode(_finished_by(finished, change))
            connection.execute(games.update().where(this).values(body=known))
    if change.gone:
        _forget(connection, table, change)
    else:
        _hand_over_commands(connection, table, change)


def _finished_by(finished: FinishedGame, change: Change) -> FinishedGame:
    people, names = finished.people, finished.names
    return msgspec.structs.replace(
        finished,
        people=tuple(change.person if person == change.before else person for person in people),
        names=tuple(
            GONE if change.gone and person == change.before else name
            for person, name in zip(people, names, strict=True)
        ),
    )


def _hand_over_commands(connection: sa.Connection, table: str, change: Change) -> None:
    """Let commands be those of who somebody is now: one that is sent again after signing in is not done twice."""
    query = sa.select(events.c.number, events.c.command).where(
        events.c.table_id == table, events.c.command.is_not(None)
    )
    commands = {command: number for number, command in connection.execute(query)}
    for command, number in commands.items():
        who, slash, rest = command.partition("/")
        known = f"{change.person}{slash}{rest}"
        if who == change.before and known not in commands:
            this = sa.and_(events.c.table_id == table, events.c.number == number)
            connection.execute(events.update().where(this).values(command=known))


def _forget(connection: sa.Connection, table: str, change: Change) -> None:
    entries = _log(connection, table, 0)
    for entry in without(entries, change.before, change.person):
        this = sa.and_(events.c.table_id == table, events.c.number == entry.number)
        values = {"body": encode_event(entry.event), "command": entry.command}
        connection.execute(events.update().where(this).values(values))
