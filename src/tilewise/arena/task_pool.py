"""Many independent tasks on the cores of one machine. The results come in the order of the tasks."""

from __future__ import annotations

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import Pipe, connection
from multiprocessing.connection import Connection
from typing import Final, Protocol, TypeVar

from tilewise.arena.external_player import end_programs
from tilewise.errors import TilewiseError

_Task = TypeVar("_Task")
_Result = TypeVar("_Result")

MOST_JOBS: Final = 256

TASKS_AT_ONCE: Final = 10
"""Tasks that a worker process gets at once: enough to make passing them cheap."""

ENDING_SIGNALS: Final = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
"""Signals that ask a process to end: Ctrl-C, `kill`, and a terminal that is closed."""


class RunTasks(Protocol):
    """Runs a function on tasks and yields the results in order."""

    def __call__(self, function: Callable[[_Task], _Result], tasks: Sequence[_Task], /) -> Iterator[_Result]:
        """Yield the results in the order of the tasks."""
        ...


def cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def checked_jobs(jobs: int) -> int:
    """Return a number of processes; raises TilewiseError if it cannot be used."""
    if not 1 <= jobs <= MOST_JOBS:
        raise TilewiseError(f"Choose 1 to {MOST_JOBS} jobs, not {jobs}.")
    return jobs


def run_tasks(
    function: Callable[[_Task], _Result], tasks: Sequence[_Task], jobs: int, at_once: int = TASKS_AT_ONCE
) -> Iterator[_Result]:
    """Yield the results in the order of the tasks, computed by this many processes; raises TilewiseError.

    The results do not depend on the number of processes. When the caller stops or is killed, the worker processes
    end at once, with the programs they run.
    """
    if jobs == 1:
        yield from map(function, tasks)
        return
    size = max(1, min(at_once, len(tasks) // (4 * jobs)))
    workers = max(1, min(jobs, len(tasks), (os.cpu_count() or 1) * 4))
    pending: deque[Future[list[_Result]]] = deque()
    ends_with, lifeline = Pipe(duplex=False)
    try:
        with (
            ends_with,
            lifeline,
            ProcessPoolExecutor(workers, initializer=_end_with_parent, initargs=(ends_with, lifeline)) as pool,
        ):
            try:
                for first in range(0, len(tasks), size):
                    pending.append(pool.submit(_run_some, function, tasks[first : first + size]))
                    # Submit only a little ahead, so that few results are lost when the caller stops.
                    if len(pending) > 2 * jobs:
                        yield from pending.popleft().result()
                while pending:
                    yield from pending.popleft().result()
            except BaseException:
                lifeline.close()
                raise
    except BrokenProcessPool:
        raise TilewiseError("A worker process was killed, so the games are incomplete.") from None


def _run_some(function: Callable[[_Task], _Result], tasks: Sequence[_Task]) -> list[_Result]:
    return [function(task) for task in tasks]


def _end_with_parent(ends_with: Connection, lifeline: Connection) -> None:
    """Let a worker process end, with its programs and without a traceback, at a signal or when its parent has ended.

    Only the parent keeps the lifeline open, so it is closed however the parent ends.
    """
    lifeline.close()
    signalled, wake = Pipe(duplex=False)
    for number in ENDING_SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, lambda *_: wake.send_bytes(b"end"))
    threading.Thread(target=_end_after, args=(ends_with, signalled), daemon=True).start()


def _end_after(*news: Connection) -> None:
    connection.wait(news)
    end_programs()
    os._exit(1)
