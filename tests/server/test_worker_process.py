"""A worker process answers, or is killed and started again."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator

import pytest

from tilewise.server.worker_process import WorkerCrash, WorkerError, WorkerProcess, WorkerTimeout

ECHO = "tests.support.echo_worker"
LONG = 60.0


@pytest.fixture
async def worker() -> AsyncIterator[WorkerProcess]:
    worker = WorkerProcess(ECHO)
    yield worker
    await worker.close()


async def test_one_process_answers_request_after_request_until_it_is_closed(worker: WorkerProcess) -> None:
    assert worker.pid is None
    assert await worker.request(b"one", LONG) == b"ONE\n"
    pid = worker.pid
    assert await worker.request(b"two", LONG) == b"TWO\n"
    assert await worker.request(b"", LONG) == b"\n"
    assert worker.pid == pid
    await worker.close()
    await worker.close()
    assert worker.pid is None


@pytest.mark.parametrize(
    ("line", "error", "seconds"),
    [(b"sleep", WorkerTimeout, 0.1), (b"crash", WorkerCrash, LONG), (b"huge", WorkerCrash, LONG)],
)
async def test_a_worker_that_does_not_answer_is_replaced(
    worker: WorkerProcess, line: bytes, error: type[WorkerError], seconds: float
) -> None:
    await worker.request(b"start", LONG)
    pid = worker.pid
    assert pid is not None
    with pytest.raises(error):
        await worker.request(line, seconds)
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    assert await worker.request(b"again", LONG) == b"AGAIN\n"


async def test_a_cancelled_request_does_not_answer_the_next_one(worker: WorkerProcess) -> None:
    await worker.request(b"start", LONG)
    cancelled = asyncio.create_task(worker.request(b"first", LONG))
    await asyncio.sleep(0)
    cancelled.cancel()
    await asyncio.gather(cancelled, return_exceptions=True)
    assert await worker.request(b"second", LONG) == b"SECOND\n"


async def test_closing_ends_a_request_in_progress(worker: WorkerProcess) -> None:
    await worker.request(b"start", LONG)
    request = asyncio.create_task(worker.request(b"sleep", LONG))
    await asyncio.sleep(0)
    await worker.close()
    with pytest.raises(WorkerCrash):
        await request


async def test_a_worker_does_not_get_the_secrets_of_the_server(
    worker: WorkerProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TILEWISE_SECRET", "s3cret")
    assert await worker.request(b"environment", LONG) == b"\n"
