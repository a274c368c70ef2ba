"""Play a tournament on a real local Ray cluster of several workers, and kill one of them during the run.

    python -m scripts.cluster_trial               3 workers, 60 deals
    python -m scripts.cluster_trial --deals 200

Each worker is a Ray node of its own, with its own processes. When a third of the deals are played, all processes of
one node are killed. The result must be that of one process without any cluster. Needs the extra `[cluster]`. Exits
with 1 if the results differ or no worker was lost.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from functools import partial

from tilewise.arena.cluster import run_on_cluster
from tilewise.arena.contest import contest_results
from tilewise.arena.duplicate_deals import DealResult, Tournament, play_task
from tilewise.arena.entrants import read_entrants
from tilewise.profiles import PROFILES

PATIENCE = 60.0
"""Seconds until Ray must have noticed that a node is gone."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the trial and print what happened; return 1 if it failed."""
    parser = argparse.ArgumentParser(description="Kill a worker of a Ray cluster during a tournament.")
    parser.add_argument("--deals", type=int, default=60, help="deals of each lineup (60)")
    parser.add_argument("--workers", type=int, default=3, help="worker nodes (3)")
    options = parser.parse_args(arguments)

    import ray
    from ray.cluster_utils import Cluster

    tournament = Tournament(
        read_entrants(["solid", "casual", "beginner"]), PROFILES["international"], 2, "crosstable", "trial"
    )
    tasks = options.deals * len(tournament.lineups)
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0})
    nodes = [cluster.add_node(num_cpus=1) for _ in range(options.workers)]
    cluster.wait_for_nodes()
    print(f"A cluster of {len(nodes)} workers at {cluster.address}")
    results: list[DealResult] = []
    alive_after = len(nodes)
    start = time.monotonic()
    run = partial(run_on_cluster, cluster.address)
    try:
        for result in contest_results(tournament, options.deals, run, {}, lambda _: None):
            results.append(result)
            if len(results) == tasks // 3:
                cluster.remove_node(nodes[0], allow_graceful=False)
                deadline = time.monotonic() + PATIENCE
                while time.monotonic() < deadline:
                    # The head node has no cores and plays nothing.
                    alive_after = sum(node["Alive"] for node in ray.nodes()) - 1
                    if alive_after < len(nodes):
                        break
                    time.sleep(0.2)
                print(f"Killed a worker after {len(results)} of {tasks} tasks; {alive_after} are left")
    finally:
        cluster.shutdown()
    print(f"{len(results)} tasks on the cluster took {time.monotonic() - start:.1f} s")
    alone = [
        play_task(tournament, (deal, lineup))
        for deal in range(1, options.deals + 1)
        for lineup in range(len(tournament.lineups))
    ]
    if results != alone or alive_after != len(nodes) - 1:
        print("WRONG: the cluster's results differ from those of one process, or no worker was lost.")
        return 1
    print("The results are those of one process.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
