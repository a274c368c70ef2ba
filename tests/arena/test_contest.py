"""A tournament gives the same results however it is run, continued or stopped."""

from __future__ import annotations

from functools import partial

import pytest

from tests.support.arena_players import inline, quick
from tilewise.arena.contest import contest_results, new_test
from tilewise.arena.duplicate_deals import DealResult, Task
from tilewise.arena.sequential import FEWEST_DEALS, Question
from tilewise.arena.task_pool import run_tasks
from tilewise.errors import TilewiseError

DRAWER = "tests.support.arena_players:Drawer"


def ignore(_: DealResult) -> None:
    pass


@pytest.mark.long
def test_the_number_of_processes_does_not_matter() -> None:
    tournament = quick("beginner", "solid", DRAWER)
    alone = list(contest_results(tournament, 6, inline, {}, ignore))
    assert [(result.deal, result.lineup) for result in alone] == [
        (d, lineup) for d in range(1, 7) for lineup in range(3)
    ]
    assert list(contest_results(tournament, 6, partial(run_tasks, jobs=3), {}, ignore)) == alone


def test_a_run_that_was_stopped_continues_where_it_was() -> None:
    tournament = quick("beginner", "solid")
    whole = list(contest_results(tournament, 8, inline, {}, ignore))
    done: dict[Task, DealResult] = {(result.deal, 0): result for result in (whole[0], whole[1], whole[4])}
    kept: list[DealResult] = []
    assert list(contest_results(tournament, 8, inline, done, kept.append)) == whole
    assert [result.deal for result in kept] == [3, 4, 6, 7, 8]


def test_a_run_stops_when_its_question_is_decided_and_at_the_same_deal_every_time() -> None:
    tournament = quick("solid", "tests.support.arena_players:Failing")
    ends = []
    for run in (inline, partial(run_tasks, jobs=2)):
        test = new_test(tournament, Question(0, 200))
        ends.append(list(contest_results(tournament, 500, run, {}, ignore, test)))
        assert test.verdict == "stronger"
        assert test.deals == len(ends[-1])
    assert FEWEST_DEALS <= len(ends[0]) < 100
    assert ends[0] == ends[1]


def test_a_run_ends_undecided_if_there_are_too_few_deals() -> None:
    tournament = quick("solid", "solid")
    test = new_test(tournament, Question(0, 10))
    assert len(list(contest_results(tournament, 3, inline, {}, ignore, test))) == 3
    assert test.verdict is None


def test_a_test_needs_one_kind_of_opponent() -> None:
    for tournament in (quick("solid", "casual", "beginner"), quick("solid", "casual", seats=3)):
        with pytest.raises(TilewiseError, match="A test needs one lineup"):
            new_test(tournament, Question())
    new_test(quick("solid", "casual", seats=3, pairing="gauntlet"), Question())
