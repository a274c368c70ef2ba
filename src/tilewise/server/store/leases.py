"""Leases of tables and heartbeats of processes: which process runs a table's timer, and when none was running."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import sqlalchemy as sa

from tilewise.server.store.database import Database, id_batches, serialize_transactions
from tilewise.server.store.schema import notes, processes, tables
from tilewise.server.tables.schedule import Lease

LONGEST_LEASE: Final = 600_000
"""Milliseconds. A lease that seems to last longer was taken by a clock that has since been set back."""

FORGOTTEN_AFTER: Final = 24 * 3600 * 1000
"""Milliseconds after its last heartbeat until the row of a process is deleted."""

_OUTAGE: Final = "outage"


@dataclass(frozen=True, slots=True)
class Outage:
    """A period in which no server was running."""

    began: int
    ended: int


class Leases:
    """The leases and heartbeats in a database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    # Leases

    async def due_tables(self, now: int, before: int, limit: int = 100) -> list[str]:
        """Return the tables that have something scheduled before a moment and no process that holds their lease."""
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

    async def clear_schedule(self, table_id: str, number: int) -> None:
        """Record that nothing is scheduled after a table's last event, if that is still its last one."""
        query = tables.update().where(tables.c.id == table_id, tables.c.last_number == number).values(due_at=None)
        await self.database.write(lambda connection: connection.execute(query))

    async def acquire(self, table_id: str, process: str, now: int, until: int) -> Lease | None:
        """Acquire or renew the lease of a table; return None if another process holds it."""

        def work(connection: sa.Connection) -> Lease | None:
            row = connection.execute(
                sa.select(tables.c.lease_owner, tables.c.lease_fence, tables.c.lease_until, tables.c.due_at).where(
                    tables.c.id == table_id
                )
            ).one_or_none()
            if row is None:
                return None
            holder, fence, held_until, due_at = row
            if holder not in (None, process) and now <= held_until <= now + LONGEST_LEASE:
                return None
            new_fence = fence if holder == process else fence + 1
            changed = connection.execute(
                tables.update()
                .where(tables.c.id == table_id, tables.c.lease_fence == fence)
                .values(lease_owner=process, lease_fence=new_fence, lease_until=until)
            )
            if changed.rowcount != 1:
                return None
            return Lease(table_id, new_fence, due_at)

        return await self.database.write(work)

    async def renew(self, process: str, table_ids: Sequence[str], until: int) -> set[str]:
        """Renew leases; return the tables whose lease the process still holds."""
        mine = tables.c.lease_owner == process

        def work(connection: sa.Connection) -> set[str]:
            # Only these tables: a lease that this process forgot to release must expire.
            for batch in id_batches(table_ids):
                some = tables.c.id.in_(batch)
                connection.execute(tables.update().where(some, mine).values(lease_until=until))
            held = connection.execute(sa.select(tables.c.id).where(mine)).scalars()
            return set(held).intersection(table_ids)

        return await self.database.write(work) if table_ids else set()

    async def release(self, process: str, table_id: str | None = None) -> None:
        """Release one lease or all leases of a process, so that others need not wait until they expire."""
        query = tables.update().where(tables.c.lease_owner == process)
        if table_id is not None:
            query = query.where(tables.c.id == table_id)
        query = query.values(lease_owner=None, lease_until=0, lease_fence=tables.c.lease_fence + 1)
        await self.database.write(lambda connection: connection.execute(query))

    # Heartbeats

    async def record_start(self, process: str, now: int, noticed_after: int) -> Outage | None:
        """Record the start of a process; return the latest outage, or None if there was none.

        `noticed_after` is how many milliseconds without any heartbeat count as an outage.
        """

        def work(connection: sa.Connection) -> Outage | None:
            # When several processes start together, the first one records the outage for all.
            serialize_transactions(connection)
            last = connection.execute(sa.select(sa.func.max(processes.c.alive_at))).scalar_one_or_none()
            if last is not None and now - last > noticed_after:
                connection.execute(notes.delete().where(notes.c.name == _OUTAGE))
                connection.execute(notes.insert().values(name=_OUTAGE, value=f"{last} {now}"))
            connection.execute(processes.delete().where(processes.c.alive_at < now - FORGOTTEN_AFTER))
            connection.execute(processes.insert().values(id=process, alive_at=now))
            stored = connection.execute(sa.select(notes.c.value).where(notes.c.name == _OUTAGE)).scalar_one_or_none()
            return None if stored is None else Outage(*map(int, stored.split()))

        return await self.database.write(work)

    async def record_heartbeat(self, process: str, now: int) -> int:
        """Record that a process is running; return the time of the latest heartbeat of any process."""

        def work(connection: sa.Connection) -> int:
            row = processes.c.id == process
            if connection.execute(processes.update().where(row).values(alive_at=now)).rowcount == 0:
                connection.execute(processes.insert().values(id=process, alive_at=now))
            return int(connection.execute(sa.select(sa.func.max(processes.c.alive_at))).scalar_one())

        return await self.database.write(work)

    async def latest_time(self) -> int:
        """Return the time of the latest heartbeat or stored event; 0 if there is neither."""

        def work(connection: sa.Connection) -> int:
            heartbeat = connection.execute(sa.select(sa.func.max(processes.c.alive_at))).scalar_one_or_none()
            event = connection.execute(sa.select(sa.func.max(tables.c.last_at))).scalar_one_or_none()
            return max(heartbeat or 0, event or 0)

        return await self.database.read(work)
