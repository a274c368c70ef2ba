"""The solver for callers from outside: in a worker process, with a budget of processor time for each caller.

A position with many special jokers can take minutes, so the worker is killed when it takes too long. It handles one
request at a time.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

import msgspec

from tilewise.errors import TilewiseError
from tilewise.server import metrics
from tilewise.server.clock import Clock
from tilewise.server.limits import Limiter
from tilewise.server.worker_process import WorkerError, WorkerProcess, WorkerStartError

LONGEST: Final = 5.0
"""Seconds for one request, in real time."""

MOST_WAITING: Final = 20
"""Requests that may wait; further callers are asked to try again later."""


class SolverPoolError(TilewiseError):
    """A request that gets no answer: its code, and the milliseconds to wait (None if repeating it is pointless)."""

    def __init__(self, code: str, message: str, wait: int | None) -> None:
        self.code = code
        self.wait = wait
        super().__init__(message)


class SolverPool:
    """The solver's worker process, and the budgets of its callers."""

    def __init__(self, budgets: Limiter, clock: Clock, longest: float = LONGEST) -> None:
        self._budgets = budgets
        self._clock = clock
        self._longest = longest
        self._worker = WorkerProcess("tilewise.server.solver_worker")
        self._turn = asyncio.Lock()
        self._callers: set[str] = set()

    async def solve(self, caller: str, question: dict[str, Any]) -> dict[str, Any]:
        """Return the response of `tilewise.companion.solver_tool`, errors included; raises SolverPoolError."""
        # Any budget above zero is enough to ask. The cost is known, and charged, afterwards.
        wait = self._budgets.wait(caller, self._clock.now(), cost=1e-9)
        if wait:
            metrics.solver_refusals.inc()
            raise SolverPoolError(
                "solver-budget", "You have used up the solver's time for this minute; wait a moment.", wait
            )
        if caller in self._callers:
            raise SolverPoolError(
                "one-at-a-time", "The solver is still working on your last request; wait for it.", 1000
            )
        if len(self._callers) >= MOST_WAITING:
            raise SolverPoolError("solver-busy", "Too many people are using the solver; try again in a moment.", 3000)
        self._callers.add(caller)
        try:
            async with self._turn:
                answer, seconds = await self._request(question)
        finally:
            self._callers.discard(caller)
        self._budgets.bucket(caller).charge(self._clock.now(), seconds)
        if answer is None:
            sentence = f"This takes longer than {self._longest:g} seconds; try fewer tiles or special jokers."
            raise SolverPoolError("too-hard", sentence, None)
        return answer

    async def close(self) -> None:
        """Kill the worker process."""
        await self._worker.close()

    async def _request(self, question: dict[str, Any]) -> tuple[dict[str, Any] | None, float]:
        """Return the answer (None if it took too long) and the seconds of processor time that it took."""
        try:
            line = await self._worker.request(msgspec.json.encode(question), self._longest)
        except WorkerStartError:
            raise SolverPoolError("solver-busy", "The solver is still starting; try again.", 3000) from None
        except WorkerError:
            return None, self._longest
        response = msgspec.json.decode(line)
        return response["answer"], response["seconds"]
