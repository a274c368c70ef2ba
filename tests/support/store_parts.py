"""Databases and tables for tests of the store."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from itertools import count

import sqlalchemy as sa

from tilewise.server.store.database import open_database
from tilewise.server.store.schema import people
from tilewise.server.store.schema_versions import migrate
from tilewise.server.store.table_store import TableStore
from tilewise.server.tables.bot_turns import bot_decision
from tilewise.server.tables.decisions import Decision
from tilewise.server.tables.effects import Effects, effects_of
from tilewise.server.tables.events import AnyEvent, Made, Sat, StoredEvent, WentAway
from tilewise.server.tables.schedule import ScheduledKind, human_thinking_time, run_scheduled, scheduled_action
from tilewise.server.tables.table_settings import TableSettings
from tilewise.server.tables.table_state import TableState, replay_table

NOW = 1_800_000_000_000
"""A time, in milliseconds since 1970."""


@asynccontextmanager
async def store_at(url: str, people_ids: Sequence[str] = ()) -> AsyncIterator[TableStore]:
    """Open the store of a new database that contains these people, and close it."""
    database = open_database(url)
    await asyncio.to_thread(migrate, database)
    try:
        for person in people_ids:
            await database.write(partial(_add_person, person))
        yield TableStore(database)
    finally:
        await database.close()


def _add_person(person: str, connection: sa.Connection) -> None:
    row = {"id": person, "name": person, "chat": True, "made_at": NOW, "seen_at": NOW}
    connection.execute(people.insert().values(row))


def beginning(settings: TableSettings | None = None, maker: str = "p1") -> list[AnyEvent]:
    """Return the first events of a table."""
    return [Made(settings or TableSettings(), maker), Sat(0, maker, "Ada")]


def state_after(table: str, events: list[AnyEvent]) -> TableState:
    """Return the state of a table after its first events."""
    return replay_table(table, [StoredEvent(number, NOW, event) for number, event in enumerate(events, start=1)])


def effects(events: list[AnyEvent], table: str = "t1") -> Effects:
    """Return the effects of the first events of a table."""
    return effects_of(state_after(table, events[:1]), state_after(table, events), events[1:], human_thinking_time)


def long_match(games: int, actions: int = 40) -> list[StoredEvent]:
    """Return the events of a match with a number of finished games, and one in progress with a number of actions."""
    settings = TableSettings(seats=("person", "beginner", "beginner", "beginner"), games=games + 1)
    secrets = (f"secret{number}" for number in count())
    log: list[StoredEvent] = []
    state: TableState | None = None
    now = NOW

    def put(events: list[AnyEvent]) -> TableState:
        nonlocal state
        for event in events:
            log.append(StoredEvent(len(log) + 1, now, event))
            state = replay_table("t1", log[-1:], state)
        assert state is not None
        return state

    at = put([Made(settings, "p1"), Sat(0, "p1", "Ada"), WentAway(0)])
    decision = Decision(at, now, lambda: next(secrets))
    decision.advance()
    at = put(decision.events)
    while len(at.results) < games or at.phase != "playing" or at.game is None or len(at.game.history) < actions:
        scheduled = scheduled_action(at, lambda luck: 0)
        if scheduled is None or at.phase == "over":
            break
        now = max(now, scheduled.at)
        run = bot_decision if scheduled.kind is ScheduledKind.BOT_TURN else run_scheduled
        at = put(run(at, scheduled, now, lambda: next(secrets)).events)
    return log


async def make_table(
    store: TableStore, table: str = "t1", settings: TableSettings | None = None, maker: str = "p1"
) -> Effects:
    """Store a table with two events; return their effects."""
    events = beginning(settings, maker)
    table_effects = effects(events, table)
    await store.create(table, f"C{table}"[:12], maker, NOW, events, table_effects, f"{maker}/make")
    return table_effects
