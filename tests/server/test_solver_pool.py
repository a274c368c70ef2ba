"""The solver in a worker process: budgets, time limits and the queue."""

from __future__ import annotations

import asyncio

import pytest

from tests.support.http_server import EASY_POSITION
from tilewise.server.clock import SteadyClock
from tilewise.server.limits import Limiter
from tilewise.server.solver_pool import SolverPool, SolverPoolError


def test_a_caller_has_one_request_at_a_time_and_the_queue_is_limited() -> None:
    async def asking() -> None:
        solving = SolverPool(Limiter(1, 60), SteadyClock(), longest=20)
        first = asyncio.create_task(solving.solve("a", EASY_POSITION))
        await asyncio.sleep(0)
        with pytest.raises(SolverPoolError, match="last request"):
            await solving.solve("a", EASY_POSITION)
        others = [asyncio.create_task(solving.solve(f"b{number}", EASY_POSITION)) for number in range(19)]
        await asyncio.sleep(0)
        with pytest.raises(SolverPoolError, match="Too many people"):
            await solving.solve("c", EASY_POSITION)
        answers = await asyncio.gather(first, *others)
        assert all(found["placed"] == ["r6"] for found in answers)
        await solving.close()

    asyncio.run(asking())


def test_a_cancelled_request_does_not_answer_the_next_one() -> None:
    async def asking() -> None:
        solving = SolverPool(Limiter(10, 600), SteadyClock(), longest=20)
        await solving.solve("a", EASY_POSITION)
        broken_off = asyncio.create_task(solving.solve("a", {**EASY_POSITION, "rack": "r6 r7 r8"}))
        await asyncio.sleep(0.001)
        broken_off.cancel()
        await asyncio.gather(broken_off, return_exceptions=True)
        assert (await solving.solve("b", EASY_POSITION))["placed"] == ["r6"]
        await solving.close()

    asyncio.run(asking())
