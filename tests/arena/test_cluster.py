"""Tasks on a Ray cluster, with a stand-in for Ray; `scripts/cluster_trial.py` uses a real one and kills a worker."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from types import FunctionType, SimpleNamespace
from typing import Any

import pytest

from tilewise.arena.cluster import AHEAD, run_on_cluster
from tilewise.errors import TilewiseError


class FakeRay(SimpleNamespace):
    """Computes a task when its result is fetched, and counts how many are waiting."""

    def __init__(self) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.retries: list[int] = []
        self.waiting = self.most_waiting = self.shut_down = 0
        self.exceptions = SimpleNamespace(RayError=type("RayError", (Exception,), {}))

    def init(self, address: str, **_: object) -> None:
        if address == "nowhere":
            raise ConnectionError("refused")
        self.addresses.append(address)

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 2.0}

    def remote(self, max_retries: int) -> Callable[[object], object]:
        self.retries.append(max_retries)

        def decorate(called: object) -> object:
            # As Ray does: it refuses partial functions and other callables.
            assert isinstance(called, FunctionType)

            def submit(*arguments: object) -> tuple[Callable[..., Any], tuple[object, ...]]:
                self.waiting += 1
                self.most_waiting = max(self.most_waiting, self.waiting)
                return called, arguments

            return SimpleNamespace(remote=submit)

        return decorate

    def get(self, reference: tuple[Callable[..., Any], tuple[object, ...]]) -> object:
        self.waiting -= 1
        called, arguments = reference
        if "lost" in arguments:
            raise self.exceptions.RayError("all workers are gone")
        return called(*arguments)

    def shutdown(self) -> None:
        self.shut_down += 1


@pytest.fixture
def ray(monkeypatch: pytest.MonkeyPatch) -> FakeRay:
    fake = FakeRay()
    monkeypatch.setitem(sys.modules, "ray", fake)
    return fake


def test_results_come_in_the_order_of_the_tasks(ray: FakeRay) -> None:
    assert list(run_on_cluster("auto", partial(max, 3), range(100))) == [3, 3, 3, *range(3, 100)]
    assert (ray.addresses, ray.retries, ray.shut_down) == (["auto"], [-1], 1)
    assert ray.most_waiting == 2 * AHEAD + 1


def test_a_cluster_that_fails_is_reported(ray: FakeRay) -> None:
    with pytest.raises(TilewiseError, match="There is no Ray cluster at nowhere: refused"):
        list(run_on_cluster("nowhere", str, range(3)))
    with pytest.raises(TilewiseError, match="The Ray cluster failed: all workers are gone"):
        list(run_on_cluster("auto", str, ["lost"]))
    assert ray.shut_down == 1


def test_ray_is_only_needed_for_a_cluster(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(TilewiseError, match=r"Ray is not installed: pip install 'tilewise\[cluster\]'"):
        list(run_on_cluster("auto", str, range(3)))
