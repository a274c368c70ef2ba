"""Tasks that a server waits for when it stops."""

from __future__ import annotations

import asyncio

import pytest
from structlog.testing import capture_logs

from tilewise.server.background_tasks import BackgroundTasks


async def test_work_continues_when_its_caller_is_cancelled() -> None:
    tasks, may_finish, results = BackgroundTasks(), asyncio.Event(), []

    async def work() -> int:
        await may_finish.wait()
        results.append(1)
        return 1

    caller = asyncio.create_task(tasks.run_to_end(work()))
    await asyncio.sleep(0)
    caller.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller
    assert len(tasks) == 1
    may_finish.set()
    assert await tasks.wait(30)
    assert results == [1]
    assert len(tasks) == 0


async def test_waiting_ends_after_its_time_and_cancelling_ends_the_tasks() -> None:
    tasks = BackgroundTasks()
    tasks.spawn(asyncio.Event().wait())  # type: ignore[arg-type]
    assert not await tasks.wait(0.01)
    await tasks.cancel()
    assert await tasks.wait(30)


async def test_a_task_that_fails_is_logged() -> None:
    async def fail() -> None:
        raise ValueError("wrong")

    tasks = BackgroundTasks()
    with capture_logs() as logs:
        tasks.spawn(fail())
        await tasks.wait(30)
    assert [(log["event"], log["error"]) for log in logs] == [("a background task failed", "ValueError")]
    with pytest.raises(ValueError, match="wrong"):
        await tasks.run_to_end(fail())
