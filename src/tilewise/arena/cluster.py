"""Many independent tasks on a Ray cluster, which needs the extra `[cluster]`.

Ray runs the tasks of a worker that dies, or of a machine that goes away, again on another one. The results follow from
the tasks alone, so that nothing else notices.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, TypeVar

from tilewise.errors import TilewiseError

_Task = TypeVar("_Task")
_Result = TypeVar("_Result")

AHEAD: Final = 4
"""Tasks that are submitted for each core of the cluster, so that no core waits for the slowest game."""


def run_on_cluster(address: str, function: Callable[[_Task], _Result], tasks: Sequence[_Task]) -> Iterator[_Result]:
    """Yield the results in the order of the tasks, computed on the cluster at this address; raises TilewiseError.

    The address is that of the head node, or "auto" for the cluster that this machine belongs to.
    """
    ray = load_ray()
    try:
        ray.init(address=address, log_to_driver=False, logging_level="error")
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise TilewiseError(f"There is no Ray cluster at {address}: {error}") from None
    try:
        # Ray takes plain functions only, so a partial one goes as an argument.
        remote = ray.remote(max_retries=-1)(_call)
        ahead = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        pending: deque[Any] = deque()
        for task in tasks:
            pending.append(remote.remote(function, task))
            if len(pending) > ahead:
                yield ray.get(pending.popleft())
        while pending:
            yield ray.get(pending.popleft())
    except ray.exceptions.RayError as error:
        raise TilewiseError(f"The Ray cluster failed: {error}") from None
    finally:
        ray.shutdown()


def _call(function: Callable[[_Task], _Result], task: _Task) -> _Result:
    return function(task)


def load_ray() -> Any:
    """Return the library; raises TilewiseError if it is not installed."""
    try:
        import ray
    except ImportError:
        raise TilewiseError("Ray is not installed: pip install 'tilewise[cluster]'.") from None
    return ray
