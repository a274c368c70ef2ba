"""Questions in worker processes: easy ones first, callers in turn, budgets, and workers that are lost."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest

from tests.support import strange_questions
from tests.support.processes import is_gone
from tests.support.strange_questions import name_of_nobody, process_of, spin, spin_for, spin_once
from tilewise.server import question_pool
from tilewise.server.api.api_errors import ApiError
from tilewise.server.clock import SteadyClock
from tilewise.server.limits import Limiter
from tilewise.server.question_pool import MOST_QUESTIONS, QuestionPool
from tilewise.server.worker_process import WorkerProcess

LONG = (0.1, 60.0)
"""Slices: nothing in these tests uses up the second one."""


@asynccontextmanager
async def pool_of(slices: tuple[float, ...], budget: float = 1e6) -> AsyncIterator[QuestionPool]:
    pool = QuestionPool(Limiter(0, budget), SteadyClock(), slices)
    try:
        yield pool
    finally:
        await pool.close()


@pytest.fixture
async def pool() -> AsyncIterator[QuestionPool]:
    async with pool_of(LONG) as pool:
        yield pool


async def exists(path: Path) -> None:
    while not path.exists():
        await asyncio.sleep(0.01)


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let callers wait as long as the machine needs."""
    monkeypatch.setattr(question_pool, "PATIENCE", 100.0)


async def test_an_easy_question_is_answered_while_hard_ones_are_queued(pool: QuestionPool) -> None:
    hard = [asyncio.create_task(pool.ask(f"bad {n % 5}", spin, object)) for n in range(20)]
    await asyncio.sleep(0)
    for _ in range(3):
        assert await pool.ask("honest", name_of_nobody, str) == "nobody"
    assert not any(task.done() for task in hard)
    for task in hard:
        task.cancel()


async def test_callers_take_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    # Of two workers, either may end first.
    monkeypatch.setattr(question_pool, "WORKERS", 1)
    order: list[str] = []
    async with pool_of(LONG) as pool, asyncio.TaskGroup() as group:

        async def ask(caller: str) -> None:
            order.append((await pool.ask(caller, partial(spin_for, 0.01, caller), str))[0])

        for caller in "aaaaaabc":
            group.create_task(ask(caller))
    assert "".join(order) == "aabcaaaa"


async def test_a_hard_question_gets_longer_slices_until_it_is_answered_or_too_hard() -> None:
    async with pool_of((0.05, 0.1, 0.6)) as pool:
        assert await pool.ask("a", partial(spin_for, 0.3, "at last"), str) == "at last"
        with pytest.raises(ApiError, match=r"longer than 0\.6 seconds") as error:
            await pool.ask("a", spin, object)
        assert (error.value.status, error.value.code) == (400, "too-hard")


async def test_a_caller_pays_for_all_slices_and_is_refused_beyond_the_budget() -> None:
    async with pool_of((0.1, 0.2), budget=0.15) as pool:
        questions = [asyncio.create_task(pool.ask("a", spin, object)) for _ in range(4)]
        errors = await asyncio.gather(*questions, return_exceptions=True)
        codes = [error.code for error in errors if isinstance(error, ApiError)]
        # Two were begun while there was a budget.
        assert codes.count("question-budget") >= 2
        with pytest.raises(ApiError, match="used up"):
            await pool.ask("a", name_of_nobody, str)
        assert await pool.ask("b", name_of_nobody, str) == "nobody"


async def test_the_questions_that_wait_are_limited(pool: QuestionPool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(question_pool, "MOST_CALLERS", 2)
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


async def test_nobody_waits_without_end(pool: QuestionPool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(question_pool, "PATIENCE", 0.01)
    with pytest.raises(ApiError, match="Too many people") as error:
        await pool.ask("a", spin, object)
    assert (error.value.status, error.value.code) == (503, "too-busy")
    monkeypatch.setattr(question_pool, "PATIENCE", 100.0)
    assert await pool.ask("a", name_of_nobody, str) == "nobody"


async def test_a_caller_who_gives_up_leaves_the_queue(tmp_path: Path) -> None:
    async with pool_of((0.1,)) as pool:
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


async def test_no_worker_is_started_before_it_is_needed(pool: QuestionPool) -> None:
    assert [worker.pid for worker in pool._workers] == [None, None]
    workers = {(await pool.ask("a", partial(process_of, "x"), tuple[str, int]))[1] for _ in range(3)}
    assert workers == {worker.pid for worker in pool._workers} - {None}
    assert len(workers) == 1, "one after the other needs only one"


@pytest.mark.parametrize("question", [strange_questions.end_at_once, strange_questions.fail])
async def test_a_crash_hurts_only_its_question(pool: QuestionPool, question: Callable[[], object]) -> None:
    with pytest.raises(ApiError, match="try fewer tiles"):
        await pool.ask("a", question, object)
    assert await pool.ask("b", name_of_nobody, str) == "nobody"


async def test_a_worker_that_is_killed_is_replaced_and_its_question_asked_again(tmp_path: Path) -> None:
    async with pool_of((60.0,)) as pool:
        question = asyncio.create_task(pool.ask("a", partial(spin_once, tmp_path / "started"), str))
        await exists(tmp_path / "started")
        pid = next(worker.pid for worker in pool._workers if worker.pid is not None)
        os.killpg(pid, signal.SIGKILL)
        assert await question == "again"


async def test_a_question_is_not_too_hard_because_its_worker_was_killed_before(
    pool: QuestionPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    killed: list[int] = []
    request = WorkerProcess.request

    async def request_after_kill(worker: WorkerProcess, line: bytes, seconds: float) -> bytes:
        if worker.pid is not None and not killed:
            killed.append(worker.pid)
            os.kill(worker.pid, signal.SIGKILL)
        return await request(worker, line, seconds)

    assert await pool.ask("a", name_of_nobody, str) == "nobody"
    monkeypatch.setattr(WorkerProcess, "request", request_after_kill)
    assert await pool.ask("a", name_of_nobody, str) == "nobody"
    assert killed


async def test_closing_answers_everybody_who_waits(pool: QuestionPool, tmp_path: Path) -> None:
    questions = [asyncio.create_task(pool.ask(f"{n}", partial(spin, tmp_path / "x"), object)) for n in range(5)]
    await exists(tmp_path / "x")
    await pool.close()
    errors = await asyncio.gather(*questions, return_exceptions=True)
    assert {error.code for error in errors if isinstance(error, ApiError)} == {"too-busy"}
    assert len(errors) == 5
    while not is_gone(int((tmp_path / "x").read_text())):
        await asyncio.sleep(0.01)
