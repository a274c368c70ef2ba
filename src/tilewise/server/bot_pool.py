"""Computer players in worker processes: with a time limit, and fair between tables.

A worker gets only what its player may see (`BotRequest`). Requests are served in the order of their arrival, and a
table has at most one, so a slow player at one table does not hold up the others as long as a worker is free.
"""

from __future__ import annotations

import asyncio
import os
from typing import Final, Protocol

import structlog

from tilewise.bots import UNTIMED
from tilewise.errors import TilewiseError
from tilewise.game import Action
from tilewise.server.bot_worker import decode_response, encode_request
from tilewise.server.tables.bot_turns import BotRequest, choose_action, fallback_action
from tilewise.server.worker_process import WorkerProcess


def _cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


WORKERS: Final = min(8, max(2, _cores() - 1))
"""Worker processes. At least two, so that one slow player never blocks all others."""

TIME_LIMIT: Final = 5.0
"""Seconds for one action. A computer player that needs longer draws a tile instead."""

logger = structlog.get_logger("tilewise.bots")


class BotPoolClosed(TilewiseError):
    """The server is stopping, so no computer player chooses any more."""


class BotPool(Protocol):
    """Chooses the actions of computer players."""

    async def choose(self, request: BotRequest) -> Action | None:
        """Return a player's choice; None to do nothing out of turn. Raises BotPoolClosed."""
        ...

    async def close(self) -> None:
        """Stop; choices in progress are lost."""
        ...


class WorkerBotPool:
    """Computer players in worker processes, which are started when they are first needed."""

    def __init__(
        self, workers: int = WORKERS, time_limit: float = TIME_LIMIT, module: str = "tilewise.server.bot_worker"
    ) -> None:
        self._time_limit = time_limit
        self._workers = [WorkerProcess(module) for _ in range(workers)]
        self._idle = self._workers[:]
        # Waiters get a semaphore in the order of their arrival.
        self._slots = asyncio.Semaphore(workers)
        self._is_closed = False

    async def choose(self, request: BotRequest) -> Action | None:
        """Return a player's choice, or a legal fallback if its worker takes too long or crashes.

        Raises BotPoolClosed.
        """
        async with self._slots:
            if self._is_closed:
                raise BotPoolClosed
            # The worker used last is taken first, so that no more are started than needed.
            worker = self._idle.pop()
            try:
                line = await worker.request(encode_request(request), self._time_limit)
                return decode_response(line)
            except TilewiseError as error:
                if self._is_closed:
                    raise BotPoolClosed from None
                logger.warning("a computer player did not answer", player=request.level, reason=type(error).__name__)
                return fallback_action(request)
            finally:
                self._idle.append(worker)

    async def close(self) -> None:
        """Kill the workers."""
        self._is_closed = True
        await asyncio.gather(*(worker.close() for worker in self._workers))


class InlineBotPool:
    """Computer players in this process: for tests and simulations, where nobody else has to wait."""

    async def choose(self, request: BotRequest) -> Action | None:
        """Return a player's choice."""
        return choose_action(request, UNTIMED)

    async def close(self) -> None:
        """Do nothing."""
