"""A tournament from the first deal to the last, or until its question is decided."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from tilewise.arena.duplicate_deals import DealResult, Task, Tournament, play_task
from tilewise.arena.sequential import Question, SequentialTest
from tilewise.arena.task_pool import RunTasks
from tilewise.errors import TilewiseError


def new_test(tournament: Tournament, question: Question) -> SequentialTest:
    """Return the test whether the first player is stronger than its opponents.

    Raises TilewiseError if it has several kinds of opponents, for which there is no one answer.
    """
    if len(tournament.lineups) != 1 or tournament.lineups[0].count(0) != 1:
        raise TilewiseError("A test needs one lineup: two players, and with more than two seats --pairing gauntlet.")
    return SequentialTest(question, tournament.seats)


def contest_results(
    tournament: Tournament,
    deals: int,
    run: RunTasks,
    done: Mapping[Task, DealResult],
    keep: Callable[[DealResult], None],
    test: SequentialTest | None = None,
) -> Iterator[DealResult]:
    """Yield the results deal by deal, and stop when the test has its answer.

    Results that are already `done` are not played again; `keep` is called with each new one. What is yielded follows
    from the tournament, the number of deals and the test alone: not from `run`, and not from what was done before.
    """
    tasks = [(deal, lineup) for deal in range(1, deals + 1) for lineup in range(len(tournament.lineups))]
    played = run(partial(play_task, tournament), [task for task in tasks if task not in done])
    for task in tasks:
        result = done.get(task)
        if result is None:
            result = next(played)
            keep(result)
        yield result
        if test is not None:
            test.add(result.score(0))
            if test.verdict is not None:
                break
