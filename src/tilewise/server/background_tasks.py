"""Background tasks that are tracked until they are done, so that a server can wait for them when it stops."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

import structlog

T = TypeVar("T")

logger = structlog.get_logger("tilewise.tasks")


class BackgroundTasks:
    """The running tasks of one owner."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def __len__(self) -> int:
        return len(self._tasks)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Start a task; if it fails, that is logged."""
        self._start(work).add_done_callback(_log_failure)

    async def run_to_end(self, work: Coroutine[Any, Any, T]) -> T:
        """Run work that continues even if the caller is cancelled, for example because its client disconnects."""
        return await asyncio.shield(self._start(work))

    async def wait(self, seconds: float) -> bool:
        """Wait until no task is left, but no longer than this; return whether that succeeded."""
        try:
            async with asyncio.timeout(seconds):
                while self._tasks:
                    await asyncio.wait(tuple(self._tasks))
                    # The tasks remove themselves in callbacks, which run after this.
                    await asyncio.sleep(0)
        except TimeoutError:
            return False
        return True

    async def cancel(self) -> None:
        """Cancel all tasks and wait for their end."""
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _start(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._remove)
        return task

    def _remove(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            # Retrieved here, because asyncio complains about exceptions that nobody retrieves.
            task.exception()


def _log_failure(task: asyncio.Task[None]) -> None:
    error = None if task.cancelled() else task.exception()
    if error is not None:
        logger.error("a background task failed", error=type(error).__name__, exc_info=error)
