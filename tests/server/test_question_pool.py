"""Questions in worker processes: easy ones first, callers in turn, budgets, and workers that are lost."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import pytest

from tests.support import strange_questions
from tests.support.processes import is_gone
from tests.support.strange_questions import name_of_nobody, process_of, spin, spin_for
from tilewise.server import question_pool
from tilewise.server.api.api_errors import ApiError
from tilewise.server.clock import SteadyClock
from tilewise.server.limits import Limiter
from tilewise.server.question_pool import MOST_QUESTIONS, QuestionPool
from tilewise.server.worker_process import WorkerProcess

LONG = (0.1, 60.0)
"""Slices: nothing in these tests uses up the second one."""


def with_pool(
    body: Callable[[QuestionPool], Awaitable[None]], slices: tuple[float, ...] = LONG, budget: float = 1e6
) -> None:
    async def run() -> None:
        pool = QuestionPool(Limiter(0, budget), SteadyClock(), slices)
        try:
            async with asyncio.timeout(120):
                await body(pool)
        finally:
            await pool.close()

    asyncio.run(run())


async def exists(path: Path) -> None:
    while not path.exists():
        await asyncio.sleep(0.01)


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let callers wait as long as the machine needs."""
    monkeypatch.setattr(question_pool, "PATIENCE", 100.0)


def test_an_easy_question_is_answered_while_hard_ones_are_queued() -> None:
    async def body(pool: QuestionPool) -> None:
        hard = [asyncio.create_task(pool.ask(f"bad {n % 5}", spin, object)) for n in range(20)]
        await asyncio.sleep(0)
        for _ in range(3):
            assert await pool.ask("honest", name_of_nobody, str) == "nobody"
        assert not any(task.done() for task in hard)
        for task in hard:
            task.cancel()

    with_pool(body)


def test_callers_take_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    # Of two workers, either may end first.
    monkeypatch.setattr(question_pool, "WORKERS", 1)

    async def body(pool: QuestionPool) -> None:
        order: list[str] = []

        async def ask(caller: str) -> None:
            order.append((await pool.ask(caller, partial(spin_for, 0.01, caller), str))[0])

        async with asyncio.TaskGroup() as group:
            for caller in "aaaaaabc":
                group.create_task(ask(caller))
        assert "".join(order) == "aabcaaaa"

    with_pool(body)


def test_a_hard_question_gets_longer_slices_until_it_is_answered_or_too_hard() -> None:
    async def body(pool: QuestionPool) -> None:
        assert await pool.ask("a", partial(spin_for, 0.3, "at last"), str) == "at last"
        with pytest.raises(ApiError, match=r"longer than 0\.6 seconds") as error:
            await pool.ask("a", spin, object)
        assert (error.value.status, error.value.code) == (400, "too-hard")

    with_pool(body, (0.05, 0.1, 0.6))


def test_a_caller_pays_for_all_slices_and_is_refused_beyond_the_budget() -> None:
    async def body(pool: QuestionPool) -> None:
        questions = [asyncio.create_task(pool.ask("a", spin, object)) for _ in range(4)]
        errors = await asyncio.gather(*questions, return_exceptions=True)
        codes = [error.code for error in errors if isinstance(error, ApiError)]
        # Two were begun while there was a budget.
        assert codes.count("question-budget") >= 2
        with pytest.raises(ApiError, match="used up"):
            await pool.ask("a", name_of_nobody, str)
        assert await pool.ask("b", name_of_nobody, str) == "nobody"

    with_pool(body, (0.1, 0.2), budget=0.15)


def test_the_questions_that_wait_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(question_pool, "MOST_CALLERS", 2)

    async def body(pool: QuestionPool) -> None:
        questions = [asyncio.create_task(pool.ask("a", name_of_nobody, str)) for _ in range(MOST_QUESTIONS)]
        await asyncio.sleep(0)
        with pytest.raises(ApiError, match="last questions"):
            await pool.ask("a", name_of_nobody, str)
        questions.append(asyncio.create_task(pool.ask("b", name_of_nobody, str)))
        await asyncio.sleep(0)
        with pytest.raises(ApiError, match="Too many people"):
            await pool.ask("c", name_of_nobody, str)
        assert await asyncio.gather(*questions) == ["nobody"] * (MOST_QUESTIONS + 1)
        assert await pool.ask("c", name_of_nobody, str) == "nobody"

    with_pool(body)


def test_nobody_waits_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(question_pool, "PATIENCE", 0.01)

    async def body(pool: QuestionPool) -> None:
        with pytest.raises(ApiError, match="Too many people") as error:
            await pool.ask("a", spin, object)
        assert (error.value.status, error.value.code) == (503, "too-busy")
        monkeypatch.setattr(question_pool, "PATIENCE", 100.0)
        assert await pool.ask("a", name_of_nobody, str) == "nobody"

    with_pool(body)


def test_a_caller_who_gives_up_leaves_the_queue(tmp_path: Path) -> None:
    async def body(pool: QuestionPool) -> None:
        first = asyncio.create_task(pool.ask("a", partial(spin, tmp_path / "first"), object))
        await exists(tmp_path / "first")
        more = [asyncio.create_task(pool.ask("a", partial(spin, tmp_path / "more"), object)) for _ in range(3)]
        await exists(tmp_path / "more")
        for task in (first, *more):
            task.cancel()
        await asyncio.gather(first, *more, return_exceptions=True)
        assert await pool.ask("b", name_of_nobody, str) == "nobody"
        assert not pool._waiting
        assert not pool._of_caller

    with_pool(body, (0.1,))


def test_no_worker_is_started_before_it_is_needed() -> None:
    async def body(pool: QuestionPool) -> None:
        assert [worker.pid for worker in pool._workers] == [None, None]
        workers = {(await pool.ask("a", partial(process_of, "x"), tuple[str, int]))[1] for _ in range(3)}
        assert workers == {worker.pid for worker in pool._workers} - {None}
        assert len(workers) == 1, "one after the other needs only one"

    with_pool(body)


@pytest.mark.parametrize("question", [strange_questions.end_at_once, strange_questions.fail])
def test_a_crash_hurts_only_its_question(question: Callable[[], object]) -> None:
    async def body(pool: QuestionPool) -> None:
        with pytest.raises(ApiError, match="try fewer tiles"):
            await pool.ask("a", question, object)
        assert await pool.ask("b", name_of_nobody, str) == "nobody"

    with_pool(body)


def test_a_worker_that_is_killed_is_replaced(tmp_path: Path) -> None:
    async def body(pool: QuestionPool) -> None:
        question = asyncio.create_task(pool.ask("a", partial(spin, tmp_path / "started"), object))
        await exists(tmp_path / "started")
        pid = next(worker.pid for worker in pool._workers if worker.pid is not None)
        os.kill(pid, signal.SIGKILL)
        with pytest.raises(ApiError):
            await question
        assert await pool.ask("b", name_of_nobody, str) == "nobody"

    with_pool(body, (1.0,))


def test_a_question_is_not_too_hard_because_its_worker_was_killed_before(monkeypatch: pytest.MonkeyPatch) -> None:
    killed: list[int] = []
    request = WorkerProcess.request

    async def request_after_kill(worker: WorkerProcess, line: bytes, seconds: float) -> bytes:
        if worker.pid is not None and not killed:
            killed.append(worker.pid)
            os.kill(worker.pid, signal.SIGKILL)
        return await request(worker, line, seconds)

    async def body(pool: QuestionPool) -> None:
        assert await pool.ask("a", name_of_nobody, str) == "nobody"
        monkeypatch.setattr(WorkerProcess, "request", request_after_kill)
        assert await pool.ask("a", name_of_nobody, str) == "nobody"
        assert killed

    with_pool(body)


def test_closing_answers_everybody_who_waits(tmp_path: Path) -> None:
    async def body(pool: QuestionPool) -> None:
        questions = [asyncio.create_task(pool.ask(f"{n}", partial(spin, tmp_path / "x"), object)) for n in range(5)]
        await exists(tmp_path / "x")
        await pool.close()
        errors = await asyncio.gather(*questions, return_exceptions=True)
        assert {error.code for error in errors if isinstance(error, ApiError)} == {"too-busy"}
        assert len(errors) == 5
        while not is_gone(int((tmp_path / "x").read_text())):
            await asyncio.sleep(0.01)

    with_pool(body)
