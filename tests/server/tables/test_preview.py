"""A turn in the making, judged for a client that holds no rules."""

import dataclasses

import pytest

from tilewise.game import new_game
from tilewise.server.tables.events import Made, StoredEvent
from tilewise.server.tables.preview import judge
from tilewise.server.tables.refusals import NotPossible
from tilewise.server.tables.table_settings import TableSettings
from tilewise.server.tables.table_state import TableState, replay_table
from tilewise.tiles import parse_table, parse_tiles


def table_with(table: str, rack: str, *, opened: bool = True, profile: str = "jumbo") -> TableState:
    """A table where seat 0 has this rack."""
    settings = TableSettings(profile=profile)
    state = replay_table("t", [StoredEvent(1, 0, Made(settings, "me"))])
    game = new_game(state.profile, 2, seed=1)
    racks = (tuple(sorted(parse_tiles(rack))), game.racks[1])
    game = dataclasses.replace(game, table=parse_table(table), racks=racks, opened=(opened, False))
    return dataclasses.replace(state, phase="playing", game=game)


def test_a_turn_that_may_end_is_judged_so_and_its_sets_are_arranged() -> None:
    judged = judge(table_with("r3 r4 r5", "r6 k9"), 0, ["r6 r3 r4 r5"])
    assert judged.refusal is None
    assert judged.sets[0].tiles == "r3 r4 r5 r6"
    assert (judged.placed, judged.rack, judged.opening) == ("r6", "k9", None)


def test_each_unfinished_set_says_why_it_is_none() -> None:
    judged = judge(table_with("r3 r4 r5", "b4 b5"), 0, ["r3 r4 r5", "b4 b5"])
    assert judged.sets[0].kind == "run"
    assert judged.sets[1].refusal is not None
    assert judged.sets[1].refusal.code == "too-few-tiles"
    assert judged.refusal is not None
    assert judged.refusal.code == "invalid-set"


def test_an_opening_counts_up() -> None:
    judged = judge(table_with("", "k8 b8 o8 r3", opened=False), 0, ["k8 b8 o8"])
    assert (judged.opening, judged.needed) == (24, 30)
    assert judged.refusal is not None
    assert judged.refusal.facts == {"value": 24, "needed": 30}


def test_tiles_of_the_table_in_no_set_are_loose() -> None:
    judged = judge(table_with("r3 r4 r5 r6", "k9"), 0, ["r3 r4 r5"])
    assert judged.loose == "r6"
    assert judged.refusal is not None
    assert judged.refusal.code == "table-tiles-loose"


def test_a_plan_with_tiles_that_are_gone_says_so() -> None:
    judged = judge(table_with("r3 r4 r5", "k9"), 0, ["r3 r4 r5", "b1 b2 b3"])
    assert judged.refusal is not None
    assert judged.refusal.code == "unknown-tile"


def test_typed_words_are_done_with_the_tiles_as_they_lie() -> None:
    judged = judge(table_with("r3 r4 r5", "r6 k9"), 0, ["r3 r4 r5"], "add r6 to 1")
    assert judged.sets[0].tiles == "r3 r4 r5 r6"
    assert judged.problem is None
    assert judged.verb is None


@pytest.mark.parametrize(("words", "verb"), [("done", "done"), ("undo", "undo"), ("sort by number", "sort number")])
def test_words_that_are_for_the_page_are_given_back(words: str, verb: str) -> None:
    assert judge(table_with("", "k9"), 0, [], words).verb == verb


def test_words_that_cannot_be_done_say_why_and_move_nothing() -> None:
    judged = judge(table_with("r3 r4 r5", "k9"), 0, ["r3 r4 r5"], "lay b1")
    assert judged.problem is not None
    assert (judged.problem.code, judged.problem.facts) == ("not-at-hand", {"tile": "b1"})
    misunderstood = judge(table_with("r3 r4 r5", "k9"), 0, ["r3 r4 r5"], "ley k9").problem
    assert misunderstood is not None
    assert (misunderstood.code, misunderstood.facts) == ("similar-word", {"word": "ley", "near": "lay"})
    assert judged.sets[0].tiles == "r3 r4 r5"


def test_only_who_sits_there_can_ask_and_only_about_tiles() -> None:
    state = table_with("", "k9")
    with pytest.raises(NotPossible, match="do not sit"):
        judge(state, None, [])
    with pytest.raises(NotPossible, match="no tiles"):
        judge(state, 0, ["r99"])
    with pytest.raises(NotPossible, match="No game"):
        judge(dataclasses.replace(state, game=None), 0, [])
