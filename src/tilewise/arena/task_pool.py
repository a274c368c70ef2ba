"""Many independent tasks on the cores of one machine. The results come in the order of the tasks."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Final, Protocol, TypeVar

from tilewise.errors import TilewiseError

_Task = TypeVar("_Task")
_Result = TypeVar("_Result")

MOST_JOBS: Final = 256

TASKS_AT_ONCE: Final = 10
"""Tasks that a worker process gets at once: enough to make passing them cheap."""


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

    The results do not depend on the number of processes. When the caller stops, at most a few tasks more were run.
    """
    if jobs == 1:
        yield from map(function, tasks)
        return
    size = max(1, min(at_once, len(tasks) // (4 * jobs)))
    workers = max(1, min(jobs, len(tasks), (os.cpu_count() or 1) * 4))
    pending: deque[Future[list[_Result]]] = deque()
    try:
        with ProcessPoolExecutor(workers, initializer=_end_silently_on_ctrl_c) as pool:
            try:
                for first in range(0, len(tasks), size):
                    pending.append(pool.submit(_run_some, function, tasks[first : first + size]))
                    # Submit only a little ahead, so that stopping does not wait for many tasks.
                    if len(pending) > 2 * jobs:
                        yield from pending.popleft().result()
                while pending:
                    yield from pending.popleft().result()
            finally:
                for future in pending:
                    future.cancel()
    except BrokenProcessPool:
        raise TilewiseError("A worker process was killed, so the games are incomplete.") from None


def _run_some(function: Callable[[_Task], _Result], tasks: Sequence[_Task]) -> list[_Result]:
    return [function(task) for task in tasks]


def _end_silently_on_ctrl_c() -> None:
    """Let Ctrl-C end a worker process at once, without a traceback; the main process reports it."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
