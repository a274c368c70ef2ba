"""Tasks on several processes: the order stays, and a killed worker is an error with a sentence."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from functools import partial
from itertools import islice
from pathlib import Path

import pytest

from tests.support.processes import is_gone, killed_on_failure, until
from tilewise.arena.task_pool import MOST_JOBS, checked_jobs, cores, run_tasks
from tilewise.errors import TilewiseError


def square(number: int) -> int:
    return number * number


def die(_: int) -> int:
    os._exit(1)


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_results_come_in_the_order_of_the_tasks(jobs: int) -> None:
    assert list(run_tasks(square, range(50), jobs)) == [n * n for n in range(50)]
    assert list(run_tasks(square, [], jobs)) == []


def test_a_caller_may_stop_early() -> None:
    results = run_tasks(square, range(10_000), 2, at_once=1)
    assert list(islice(results, 3)) == [0, 1, 4]
    del results


def sleep_in(folder: Path, _: int) -> None:
    """Leave the id of this process in a folder, and never end."""
    (folder / str(os.getpid())).touch()
    while True:
        time.sleep(1)


def workers_in(folder: Path) -> list[int]:
    """Return the ids of the two processes that sleep, as soon as they do."""
    until(lambda: len(list(folder.iterdir())) == 2)
    return [int(path.name) for path in folder.iterdir()]


def never_ending(folder: Path) -> subprocess.Popen[bytes]:
    code = """
import sys
from functools import partial
from pathlib import Path
from tests.arena.test_task_pool import sleep_in
from tilewise.arena.task_pool import run_tasks
list(run_tasks(partial(sleep_in, Path(sys.argv[1])), range(4), 2))
"""
    return subprocess.Popen([sys.executable, "-c", code, str(folder)], stderr=subprocess.PIPE)


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_workers_end_with_their_parent(how: signal.Signals, tmp_path: Path) -> None:
    with killed_on_failure(never_ending(tmp_path)) as parent:
        workers = workers_in(tmp_path)
        parent.send_signal(how)
        until(lambda: all(map(is_gone, workers)))
        assert parent.communicate(timeout=60)[1] == b""


def test_workers_end_at_once_when_the_caller_stops(tmp_path: Path) -> None:
    results = run_tasks(partial(wait_unless_first, tmp_path), range(10), 2, at_once=1)
    next(results)
    workers = workers_in(tmp_path)
    results.close()  # type: ignore[attr-defined]
    assert all(map(is_gone, workers))


def wait_unless_first(folder: Path, number: int) -> None:
    if number:
        sleep_in(folder, number)


def test_a_killed_worker_is_reported() -> None:
    with pytest.raises(TilewiseError, match="A worker process was killed"):
        list(run_tasks(die, range(4), 2))


def test_the_number_of_jobs_has_a_limit() -> None:
    assert cores() >= 1
    assert checked_jobs(MOST_JOBS) == MOST_JOBS
    for jobs in (0, MOST_JOBS + 1):
        with pytest.raises(TilewiseError, match="Choose 1 to 256 jobs"):
            checked_jobs(jobs)
