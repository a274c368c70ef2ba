"""The garbage collection schedule."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator

import pytest

from tilewise.server.garbage_collection import NEVER, YOUNG_THRESHOLD, collect_periodically, schedule_collection


@pytest.fixture(autouse=True)
def _restored() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


def test_only_young_objects_are_collected_automatically() -> None:
    schedule_collection()
    assert gc.get_threshold() == (YOUNG_THRESHOLD, NEVER, NEVER)
    assert gc.get_freeze_count() > 0


async def test_full_collections_take_a_small_share_of_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []
    times = iter((0.0, 2.0, 10.0, 10.001))

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 3:
            raise asyncio.CancelledError

    monkeypatch.setattr("tilewise.server.garbage_collection.asyncio.sleep", sleep)
    monkeypatch.setattr("tilewise.server.garbage_collection.time.perf_counter", lambda: next(times))
    monkeypatch.setattr("tilewise.server.garbage_collection.gc.collect", lambda: 0)
    with pytest.raises(asyncio.CancelledError):
        await collect_periodically()
    # A collection of two seconds is followed by a long pause, a quick one by the shortest.
    assert pauses == [600.0, pytest.approx(2000.0), 600.0]
