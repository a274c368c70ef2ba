"""A short run of scripts/faults.py, which `make faults` runs for hundreds of rounds."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from scripts import faults
from tests.support import services


@pytest.fixture
def place() -> Iterator[Path]:
    with ExitStack() as stack:
        yield services.private_place(stack)


def test_one_server_with_sqlite_loses_nothing_and_goes_on_whatever_happens(place: Path) -> None:
    report = faults.run_alone(place, rounds=4, seed=5, tables=2)
    assert report.rounds == 4
    assert report.finished >= 2
    assert report.acknowledged > 50


def test_two_servers_with_postgresql_and_redis_lose_nothing_and_go_on_whatever_happens(
    place: Path, postgres_server: str, redis_url: str
) -> None:
    # The fixtures only say that both can be had: these are killed, and therefore others.
    report = faults.run_cluster(place, rounds=5, seed=2, tables=2)
    assert report.rounds == 5
    assert report.finished >= 2
    assert report.acknowledged > 50


def test_a_full_disk_is_refused_with_a_sentence_and_forgotten_when_there_is_space(place: Path) -> None:
    report = faults.run_alone(place, rounds=2, seed=4, tables=2, names=["full_disk"])
    assert report.sent_again > 0
    assert report.finished >= 2


def test_a_full_disk_of_postgresql_is_refused_and_forgotten_too(
    place: Path, postgres_server: str, redis_url: str
) -> None:
    report = faults.run_cluster(place, rounds=2, seed=4, tables=2, names=["full_disk"])
    assert "PANIC" in (place / "postgres.log").read_text()
    assert report.finished >= 2


def test_a_clock_that_is_set_ends_no_turn_too_early_and_keeps_no_table_waiting(
    place: Path, postgres_server: str, redis_url: str
) -> None:
    report = faults.run_cluster(place, rounds=3, seed=6, tables=3, names=["set_clock"])
    assert report.finished >= 3
    assert report.expiries > 0
