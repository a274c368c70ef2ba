"""Shared score sheets: entries are stored first, then everyone who follows the sheet gets what has changed.

What followers get is read from the database, after every change in this process and every notice from another one. So
it is in the order of the versions, whoever was faster.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from typing import Final, Protocol

import structlog

from tilewise.server import protocol as wire
from tilewise.server.background_tasks import BackgroundTasks
from tilewise.server.bus.messages import Bus, SheetStored
from tilewise.server.clock import Clock
from tilewise.server.sheet_cells import Entry, SheetChanges
from tilewise.server.store.database import StorageError
from tilewise.server.store.sheet_store import SheetStore

MOST_SENT: Final = 500
"""Changed cells in one message; a client that has missed more reads them over HTTP."""

RETRY_AFTER: Final = (0.2, 1.0, 3.0)
"""Seconds before changes are read again that the database did not return."""

logger = structlog.get_logger("tilewise.sheets")


class Follower(Protocol):
    """A client that follows sheets."""

    def send(self, message: bytes) -> None:
        """Send a message soon."""
        ...


class FollowedSheet:
    """A sheet that clients of this process follow."""

    def __init__(self) -> None:
        self.followers: set[Follower] = set()
        self.version: int | None = None
        """The version that the followers have; None until it is read."""
        self.lock = asyncio.Lock()
        self.arriving = 0
        """Clients that are about to follow it."""

    def send(self, message: wire.AnyServerMessage) -> None:
        """Send a message to all followers."""
        encoded = wire.encode(message)
        for follower in tuple(self.followers):
            follower.send(encoded)


class SharedSheets:
    """The shared sheets, and the clients of this process that follow them."""

    def __init__(self, store: SheetStore, bus: Bus, clock: Clock, process: str, tasks: BackgroundTasks) -> None:
        self.store = store
        self._bus = bus
        self._clock = clock
        self._process = process
        self._tasks = tasks
        self._followed: dict[str, FollowedSheet] = {}
        self._is_catching_up = False

    # Changes

    async def enter(self, sheet_id: str, entries: Sequence[Entry], after: int) -> SheetChanges | None:
        """Store entries; return what has changed since version `after`, or None if there is no such sheet.

        Raises SheetFull and StorageError; after a StorageError, repeating the same entries is safe.
        """

        async def work() -> SheetChanges | None:
            try:
                return await self.store.enter(sheet_id, entries, after, self._clock.now())
            finally:
                # Also after an error: it may have been stored all the same.
                self._announce(sheet_id)

        # A client that disconnects meanwhile does not interrupt it: what is stored must also be sent.
        return await self._tasks.run_to_end(work())

    async def delete(self, sheet_id: str) -> bool:
        """Delete a sheet and tell its followers; return whether there was one. Raises StorageError."""

        async def work() -> bool:
            try:
                return await self.store.delete(sheet_id)
            finally:
                self._announce(sheet_id)

        return await self._tasks.run_to_end(work())

    def announce_all(self, sheet_ids: Iterable[str]) -> None:
        """Tell the followers of sheets that were deleted in another transaction."""
        for sheet_id in sheet_ids:
            self._announce(sheet_id)

    def _announce(self, sheet_id: str) -> None:
        self._bus.publish(SheetStored(sheet_id, self._process))
        self._catch_up_soon(sheet_id)

    # Followers

    async def follow(self, sheet_id: str, follower: Follower) -> None:
        """Send a client the version of a sheet now, and all changes from now on; raises StorageError."""
        followed = self._followed.setdefault(sheet_id, FollowedSheet())
        followed.arriving += 1
        try:
            async with followed.lock:
                if followed.version is None:
                    await self._bus.join(sheet_id)
                version = await self.store.version(sheet_id)
                if version is None:
                    follower.send(wire.encode(wire.SheetDeleted(sheet_id)))
                    return
                if followed.version is None:
                    followed.version = version
                followed.followers.add(follower)
                # A client that has seen less reads the rest over HTTP.
                follower.send(wire.encode(wire.SheetChanged(sheet_id, version, version, {})))
        finally:
            followed.arriving -= 1
            self._forget_if_unfollowed(sheet_id, followed)

    def unfollow(self, sheet_id: str, follower: Follower) -> None:
        """Send a client no more changes of a sheet."""
        followed = self._followed.get(sheet_id)
        if followed is not None:
            followed.followers.discard(follower)
            self._forget_if_unfollowed(sheet_id, followed)

    def is_followed(self, sheet_id: str, follower: Follower) -> bool:
        """Return whether a client follows a sheet."""
        followed = self._followed.get(sheet_id)
        return followed is not None and follower in followed.followers

    def _forget_if_unfollowed(self, sheet_id: str, followed: FollowedSheet) -> None:
        if not followed.followers and not followed.arriving and self._followed.get(sheet_id) is followed:
            del self._followed[sheet_id]
            self._tasks.spawn(self._leave(sheet_id))

    async def _leave(self, sheet_id: str) -> None:
        if sheet_id not in self._followed:
            await self._bus.leave(sheet_id)

    # Keeping followers up to date

    def receive(self, message: SheetStored) -> None:
        """Handle another process's notice that a sheet was changed or deleted."""
        self._catch_up_soon(message.table)

    def catch_up_all_soon(self) -> None:
        """Read the changes of all followed sheets, because notices of other processes may have been lost."""
        if self._followed and not self._is_catching_up:
            self._is_catching_up = True
            self._tasks.spawn(self._catch_up_all())

    async def _catch_up_all(self) -> None:
        try:
            versions = await self.store.versions(self._followed)
            for sheet_id, followed in tuple(self._followed.items()):
                if versions.get(sheet_id) != followed.version:
                    await self._catch_up(sheet_id)
        except StorageError as error:
            logger.warning("cannot check the sheets for changes", reason=str(error))
        finally:
            self._is_catching_up = False

    def _catch_up_soon(self, sheet_id: str) -> None:
        if sheet_id in self._followed:
            self._tasks.spawn(self._catch_up_with_retries(sheet_id))

    async def _catch_up_with_retries(self, sheet_id: str) -> None:
        for pause in (*RETRY_AFTER, None):
            try:
                await self._catch_up(sheet_id)
                return
            except StorageError as error:
                logger.warning("cannot read the changes of a sheet", reason=str(error))
            if pause is not None:
                await asyncio.sleep(pause)

    async def _catch_up(self, sheet_id: str) -> None:
        """Send the followers of a sheet what has changed since the version that they have; raises StorageError."""
        followed = self._followed.get(sheet_id)
        if followed is None:
            return
        async with followed.lock:
            if followed.version is None:
                # The first follower is about to get the current version.
                return
            before = followed.version
            changes = await self.store.changes(sheet_id, before)
            if changes is None:
                followed.send(wire.SheetDeleted(sheet_id))
                followed.followers.clear()
                followed.version = None
            elif changes.version > before:
                cells = changes.cells if len(changes.cells) <= MOST_SENT else None
                followed.send(wire.SheetChanged(sheet_id, before, changes.version, cells))
                followed.version = changes.version
        self._forget_if_unfollowed(sheet_id, followed)
