"""Short runs of scripts/faults.py, which `make faults` runs for hundreds of rounds."""

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


def test_a_killed_server_with_sqlite_loses_nothing_and_keeps_running(place: Path) -> None:
    report = faults.run_alone(place, rounds=1, seed=5, tables=1, names=["kill_server"])
    assert (report.rounds, report.finished) == (1, 1)
    assert report.acknowledged > 20


def test_a_killed_server_with_postgresql_and_redis_loses_nothing_and_keeps_running(
    place: Path, postgres_server: str, redis_url: str
) -> None:
    # The fixtures only show that both are installed. The test starts its own, because it kills them.
    report = faults.run_cluster(place, rounds=1, seed=2, tables=1, names=["kill_server"])
    assert (report.rounds, report.finished) == (1, 1)
    assert report.acknowledged > 20


@pytest.mark.thorough
def test_one_server_with_sqlite_loses_nothing_and_keeps_running(place: Path) -> None:
    report = faults.run_alone(place, rounds=4, seed=5, tables=2)
    assert report.rounds == 4
    assert report.finished >= 2
    assert report.acknowledged > 50


@pytest.mark.thorough
def test_two_servers_with_postgresql_and_redis_lose_nothing_and_keep_running(
    place: Path, postgres_server: str, redis_url: str
) -> None:
    report = faults.run_cluster(place, rounds=5, seed=2, tables=2)
    assert report.rounds == 5
    assert report.finished >= 2
    assert report.acknowledged > 50


@pytest.mark.thorough
def test_a_full_disk_refuses_commands_until_there_is_space_again(place: Path) -> None:
    report = faults.run_alone(place, rounds=2, seed=4, tables=2, names=["full_disk"])
    assert report.sent_again > 0
    assert report.finished >= 2


@pytest.mark.thorough
def test_a_full_disk_of_postgresql_refuses_commands_until_there_is_space_again(
    place: Path, postgres_server: str, redis_url: str
) -> None:
    report = faults.run_cluster(place, rounds=2, seed=4, tables=2, names=["full_disk"])
    assert "PANIC" in (place / "postgres.log").read_text()
    assert report.finished >= 2


@pytest.mark.thorough
def test_setting_a_clock_ends_no_turn_too_early_and_delays_no_table(
    place: Path, postgres_server: str, redis_url: str
) -> None:
    report = faults.run_cluster(place, rounds=3, seed=6, tables=3, names=["set_clock"])
    assert report.finished >= 3
    assert report.expiries > 0
