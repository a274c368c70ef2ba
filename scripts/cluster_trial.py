"""Play a tournament on a real local Ray cluster of several workers, and kill one of them during the run.

    python -m scripts.cluster_trial               3 workers, 20 deals
    python -m scripts.cluster_trial --deals 100

Each worker is a Ray node of its own, with its own processes. When a third of the tasks are done, all processes of one
node are killed while it plays. Every task leaves a mark when it begins, so that those that were lost and played again
are known. The result must be that of one process without any cluster. Needs the extra `[cluster]`. Exits with 1 if the
results differ, or if no task was lost.
"""

from __future__ import annotations

import argparse
import sys
import time
import uuid
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tilewise.arena.cluster import run_on_cluster
from tilewise.arena.contest import contest_results
from tilewise.arena.duplicate_deals import DealResult, Task, Tournament, play_task
from tilewise.arena.entrants import read_entrants
from tilewise.profiles import PROFILES

PATIENCE = 60.0
"""Seconds for the worker to begin a task, and for Ray to notice that it is gone."""


def marked(marks: Path, function: Callable[[Task], DealResult], task: Task) -> DealResult:
    """Run a task between two marks: which worker began it, and that it came to its end."""
    import ray

    name = f"{task[0]}-{task[1]}.{ray.get_runtime_context().get_node_id()}.{uuid.uuid4().hex}"
    (marks / f"{name}.begun").touch()
    result = function(task)
    (marks / f"{name}.done").touch()
    return result


def is_playing(marks: Path, node: str) -> bool:
    """Whether a worker has begun a task and not finished it."""
    begun = {path.stem for path in marks.glob(f"*.{node}.*.begun")}
    return bool(begun - {path.stem for path in marks.glob(f"*.{node}.*.done")})


def wait_for(condition: Callable[[], bool]) -> bool:
    """Wait until a condition holds; return False if it never does."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.005)
    return True


def play_on_cluster(tournament: Tournament, deals: int, workers: int, marks: Path) -> list[DealResult]:
    """Play on a cluster and kill one of its workers after a third of the tasks."""
    import ray
    from ray.cluster_utils import Cluster

    tasks = deals * len(tournament.lineups)
    # The head node has no cores and plays nothing.
    cluster: Any = Cluster(initialize_head=True, head_node_args={"num_cpus": 0})
    nodes = [cluster.add_node(num_cpus=1) for _ in range(workers)]
    cluster.wait_for_nodes()
    print(f"A cluster of {workers} workers at {cluster.address}")

    def run(function: Callable[[Task], DealResult], tasks: Sequence[Task], /) -> Iterator[DealResult]:
        return run_on_cluster(cluster.address, partial(marked, marks, function), tasks)

    def living() -> int:
        return sum(bool(node["Alive"]) for node in ray.nodes()) - 1

    results: list[DealResult] = []
    try:
        for result in contest_results(tournament, deals, run, {}, lambda _: None):  # type: ignore[arg-type]
            results.append(result)
            if len(results) == tasks // 3:
                wait_for(lambda: is_playing(marks, nodes[0].node_id))
                cluster.remove_node(nodes[0], allow_graceful=False)
                wait_for(lambda: living() < workers)
                print(f"Killed a worker after {len(results)} of {tasks} tasks; {living()} are left")
    finally:
        cluster.shutdown()
    return results


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the trial and print what happened; return 1 if it failed."""
    parser = argparse.ArgumentParser(description="Kill a worker of a Ray cluster during a tournament.")
    parser.add_argument("--deals", type=int, default=20, help="deals of each lineup (20)")
    parser.add_argument("--workers", type=int, default=3, help="worker nodes (3)")
    options = parser.parse_args(arguments)
    players = read_entrants(["solid", "casual", "beginner"])
    tournament = Tournament(players, PROFILES["international"], 3, "crosstable", "trial")
    with TemporaryDirectory() as folder:
        marks = Path(folder)
        results = play_on_cluster(tournament, options.deals, options.workers, marks)
        begun = Counter(path.name.partition(".")[0] for path in marks.glob("*.begun"))
    again = sum(times > 1 for times in begun.values())
    print(f"{len(results)} tasks were played; lost with the worker and played again: {again}")
    alone = [
        play_task(tournament, (deal, lineup))
        for deal in range(1, options.deals + 1)
        for lineup in range(len(tournament.lineups))
    ]
    if results != alone or not again:
        print("WRONG: the results differ from those of one process, or no task was lost.")
        return 1
    print("The results are those of one process.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
