"""Tasks on several processes: the order stays, and a killed worker is an error with a sentence."""

from __future__ import annotations

import os
from itertools import islice

import pytest

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


def test_a_killed_worker_is_reported() -> None:
    with pytest.raises(TilewiseError, match="A worker process was killed"):
        list(run_tasks(die, range(4), 2))


def test_the_number_of_jobs_has_a_limit() -> None:
    assert cores() >= 1
    assert checked_jobs(MOST_JOBS) == MOST_JOBS
    for jobs in (0, MOST_JOBS + 1):
        with pytest.raises(TilewiseError, match="Choose 1 to 256 jobs"):
            checked_jobs(jobs)
