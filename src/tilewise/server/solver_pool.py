"""The solver for callers from outside: in a process of its own, within a budget of processor time for each caller.

A position with many special jokers can take minutes, and a compiled kernel cannot be interrupted: so it runs in a
child process, at a low priority, that is ended when it takes too long. One question is answered at a time.
"""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from typing import Any, Final

import msgspec

from tilewise.errors import TilewiseError
from tilewise.server import metrics
from tilewise.server.clock import Clock
from tilewise.server.limits import Limiter

LONGEST: Final = 5.0
"""Seconds for one question, by the clock on the wall."""

STARTING: Final = 20.0
"""Seconds for the child process to start, on a busy machine."""

MOST_WAITING: Final = 20
"""Questions that wait; who comes then is told to come back."""

LONGEST_ANSWER: Final = 1 << 20
"""Bytes."""


class SolverPoolError(TilewiseError):
    """A question that is not answered now: its code, and the milliseconds to wait (None: asking again is no use)."""

    def __init__(self, code: str, message: str, wait: int | None) -> None:
        self.code = code
        self.wait = wait
        super().__init__(message)


class SolverPool:
    """The child process that solves, and who may ask it how much."""

    def __init__(self, budgets: Limiter, clock: Clock, longest: float = LONGEST) -> None:
        self._budgets = budgets
        self._clock = clock
        self._longest = longest
        self._child: Process | None = None
        self._turn = asyncio.Lock()
        self._callers: set[str] = set()

    async def solve(self, caller: str, question: dict[str, Any]) -> dict[str, Any]:
        """Answer as `tilewise.companion.solver_tool` does, errors included; raises SolverPoolError."""
        # Anything above nothing is enough to ask; what the answer costs is known and taken afterwards.
        wait = self._budgets.wait(caller, self._clock.now(), cost=1e-9)
        if wait:
            metrics.solver_refusals.inc()
            raise SolverPoolError(
                "solver-budget", "You have used the solver's time of this minute; wait a moment.", wait
            )
        if caller in self._callers:
            raise SolverPoolError("one-at-a-time", "The solver is at your last question; wait for its answer.", 1000)
        if len(self._callers) >= MOST_WAITING:
            raise SolverPoolError(
                "solver-busy", "Too many people ask the solver just now; try again in a moment.", 3000
            )
        self._callers.add(caller)
        try:
            async with self._turn:
                answered, seconds = await self._ask(question)
        finally:
            self._callers.discard(caller)
        self._budgets.bucket(caller).charge(self._clock.now(), seconds)
        if answered is None:
            sentence = f"This takes longer than {self._longest:g} seconds; ask with fewer tiles or special jokers."
            raise SolverPoolError("too-hard", sentence, None)
        return answered

    async def close(self) -> None:
        """End the child process."""
        child, self._child = self._child, None
        if child is None:
            return
        with suppress(ProcessLookupError):
            child.kill()
        if child.stdin is not None:
            child.stdin.close()
        if child.stdout is not None:
            await child.stdout.read()
        await child.wait()

    async def _ask(self, question: dict[str, Any]) -> tuple[dict[str, Any] | None, float]:
        """The answer (None: it took too long), and the seconds of a processor that it took."""
        try:
            child = await self._running()
            if child.stdin is None or child.stdout is None:
                raise SolverPoolError("solver-busy", "The solver cannot be reached; try again.", 1000)
            child.stdin.write(msgspec.json.encode(question) + b"\n")
            async with asyncio.timeout(self._longest):
                line = await child.stdout.readline()
            told = msgspec.json.decode(line) if line else None
        except TimeoutError:
            await self.close()
            return None, self._longest
        except BaseException:
            # The answer to a question that was broken off must not answer the next one.
            await self.close()
            raise
        if told is None:
            await self.close()
            return None, self._longest
        return told["answer"], told["seconds"]

    async def _running(self) -> Process:
        if self._child is None or self._child.returncode is not None:
            await self.close()
            # The child needs no secrets of the server.
            environment = {name: value for name, value in os.environ.items() if not name.startswith("TILEWISE_")}
            self._child = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "tilewise.server.solver_worker"),
                stdin=PIPE,
                stdout=PIPE,
                limit=LONGEST_ANSWER,
                env=environment,
            )
            try:
                async with asyncio.timeout(STARTING):
                    if self._child.stdout is not None:
                        await self._child.stdout.readline()
            except TimeoutError:
                raise SolverPoolError("solver-busy", "The solver is still starting; try again.", 3000) from None
        return self._child
