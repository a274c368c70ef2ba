"""A worker process answers, or is killed and started again."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable

import pytest

from tilewise.server.worker_process import WorkerCrash, WorkerError, WorkerProcess, WorkerTimeout

ECHO = "tests.support.echo_worker"
LONG = 60.0


def with_worker(body: Callable[[WorkerProcess], Awaitable[None]]) -> None:
    async def run() -> None:
        worker = WorkerProcess(ECHO)
        try:
            await body(worker)
        finally:
            await worker.close()

    asyncio.run(run())


def test_one_process_answers_request_after_request_until_it_is_closed() -> None:
    async def body(worker: WorkerProcess) -> None:
        assert worker.pid is None
        assert await worker.request(b"one", LONG) == b"ONE\n"
        pid = worker.pid
        assert await worker.request(b"two", LONG) == b"TWO\n"
        assert await worker.request(b"", LONG) == b"\n"
        assert worker.pid == pid
        await worker.close()
        await worker.close()
        assert worker.pid is None

    with_worker(body)


@pytest.mark.parametrize(
    ("line", "error", "seconds"),
    [(b"sleep", WorkerTimeout, 0.1), (b"crash", WorkerCrash, LONG), (b"huge", WorkerCrash, LONG)],
)
def test_a_worker_that_does_not_answer_is_replaced(line: bytes, error: type[WorkerError], seconds: float) -> None:
    async def body(worker: WorkerProcess) -> None:
        await worker.request(b"start", LONG)
        pid = worker.pid
        assert pid is not None
        with pytest.raises(error):
            await worker.request(line, seconds)
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
        assert await worker.request(b"again", LONG) == b"AGAIN\n"

    with_worker(body)


def test_a_cancelled_request_does_not_answer_the_next_one() -> None:
    async def body(worker: WorkerProcess) -> None:
        await worker.request(b"start", LONG)
        cancelled = asyncio.create_task(worker.request(b"first", LONG))
        await asyncio.sleep(0)
        cancelled.cancel()
        await asyncio.gather(cancelled, return_exceptions=True)
        assert await worker.request(b"second", LONG) == b"SECOND\n"

    with_worker(body)


def test_closing_ends_a_request_in_progress() -> None:
    async def body(worker: WorkerProcess) -> None:
        await worker.request(b"start", LONG)
        request = asyncio.create_task(worker.request(b"sleep", LONG))
        await asyncio.sleep(0)
        await worker.close()
        with pytest.raises(WorkerCrash):
            await request

    with_worker(body)


def test_a_worker_does_not_get_the_secrets_of_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILEWISE_SECRET", "s3cret")

    async def body(worker: WorkerProcess) -> None:
        assert await worker.request(b"environment", LONG) == b"\n"

    with_worker(body)
