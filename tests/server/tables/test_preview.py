"""Previews: a turn in progress, assessed for a client without rules."""

import dataclasses

import pytest

from tilewise.errors import Refused
from tilewise.game import new_game
from tilewise.server.tables.events import Made, StoredEvent
from tilewise.server.tables.preview import draft_at, is_quick, parse_sets, preview_turn
from tilewise.server.tables.refusals import LONGEST_TABLE, NotPossible
from tilewise.server.tables.table_settings import TableSettings
from tilewise.server.tables.table_state import TableState, replay_table
from tilewise.tiles import parse_table, parse_tiles


def table_with(table: str, rack: str, *, opened: bool = True, profile: str = "jumbo") -> TableState:
    """Return a state in which seat 0 has this rack."""
    settings = TableSettings(profile=profile)
    state = replay_table("t", [StoredEvent(1, 0, Made(settings, "me"))])
    game = new_game(state.profile, 2, seed=1)
    racks = (tuple(sorted(parse_tiles(rack))), game.racks[1])
    game = dataclasses.replace(game, table=parse_table(table), racks=racks, opened=(opened, False))
    return dataclasses.replace(state, phase="playing", game=game)


def test_a_turn_that_may_end_has_no_refusal_and_its_sets_are_arranged() -> None:
    preview = preview_turn(table_with("r3 r4 r5", "r6 k9"), 0, parse_sets(["r6 r3 r4 r5"]))
    assert preview.refusal is None
    assert preview.sets[0].tiles == "r3 r4 r5 r6"
    assert (preview.placed, preview.rack, preview.opening) == ("r6", "k9", None)


def test_each_unfinished_set_has_the_reason_why_it_is_not_a_set() -> None:
    preview = preview_turn(table_with("r3 r4 r5", "b4 b5"), 0, parse_sets(["r3 r4 r5", "b4 b5"]))
    assert preview.sets[0].kind == "run"
    assert preview.sets[1].refusal is not None
    assert preview.sets[1].refusal.code == "too-few-tiles"
    assert preview.refusal is not None
    assert preview.refusal.code == "invalid-set"


def test_an_opening_counts_up() -> None:
    preview = preview_turn(table_with("", "k8 b8 o8 r3", opened=False), 0, parse_sets(["k8 b8 o8"]))
    assert (preview.opening, preview.needed) == (24, 30)
    assert preview.refusal is not None
    assert preview.refusal.facts == {"value": 24, "needed": 30}


def test_tiles_of_the_table_that_are_in_no_set_are_loose() -> None:
    preview = preview_turn(table_with("r3 r4 r5 r6", "k9"), 0, parse_sets(["r3 r4 r5"]))
    assert preview.loose == "r6"
    assert preview.refusal is not None
    assert preview.refusal.code == "table-tiles-loose"


def test_a_plan_with_tiles_that_others_have_used_is_refused() -> None:
    preview = preview_turn(table_with("r3 r4 r5", "k9"), 0, parse_sets(["r3 r4 r5", "b1 b2 b3"]))
    assert preview.refusal is not None
    assert preview.refusal.code == "unknown-tile"


def test_a_typed_instruction_is_carried_out_first() -> None:
    preview = preview_turn(table_with("r3 r4 r5", "r6 k9"), 0, parse_sets(["r3 r4 r5"]), "add r6 to 1")
    assert preview.sets[0].tiles == "r3 r4 r5 r6"
    assert preview.problem is None
    assert preview.verb is None


@pytest.mark.parametrize(("words", "verb"), [("done", "done"), ("undo", "undo"), ("sort by number", "sort number")])
def test_instructions_for_the_client_are_returned(words: str, verb: str) -> None:
    assert preview_turn(table_with("", "k9"), 0, parse_sets([]), words).verb == verb


def test_an_instruction_that_cannot_be_carried_out_moves_nothing() -> None:
    preview = preview_turn(table_with("r3 r4 r5", "k9"), 0, parse_sets(["r3 r4 r5"]), "lay b1")
    assert preview.problem is not None
    assert (preview.problem.code, preview.problem.facts) == ("not-at-hand", {"tile": "b1"})
    misunderstood = preview_turn(table_with("r3 r4 r5", "k9"), 0, parse_sets(["r3 r4 r5"]), "ley k9").problem
    assert misunderstood is not None
    assert (misunderstood.code, misunderstood.facts) == ("similar-word", {"word": "ley", "near": "lay"})
    assert preview.sets[0].tiles == "r3 r4 r5"


def test_only_a_player_gets_a_preview_and_only_of_tiles() -> None:
    state = table_with("", "k9")
    with pytest.raises(NotPossible, match="do not have a seat"):
        preview_turn(state, None, ())
    with pytest.raises(NotPossible, match="not tiles"):
        preview_turn(state, 0, parse_sets(["r99"]))
    with pytest.raises(NotPossible, match="No game"):
        preview_turn(dataclasses.replace(state, game=None), 0, parse_sets([]))


def test_an_arrangement_that_no_box_has_the_tiles_for_is_refused_before_a_set_is_read() -> None:
    state = table_with("r3 r4 r5", "J k9")
    with pytest.raises(Refused, match="There are 3 of J; the box has 2"):
        preview_turn(state, 0, parse_sets(["r3 J J J"]))
    with pytest.raises(Refused, match="There are 1 of M; the box has 0"):
        preview_turn(state, 0, parse_sets(["r3 M r3"]))
    with pytest.raises(NotPossible, match="too long"):
        parse_sets(["r3 "] * (LONGEST_TABLE // 4 + 1))


@pytest.mark.parametrize(
    ("sets", "words", "quick"),
    [
        (["r3 J r5 D r8", "k1 k2 M k2 k1"], "", True),
        (["r3 J r5 D r8", "k1 k2 M k2 k1", "J C k9"], "", True),
        (["r3 J r5 D r8 J", "k1 k2 M k2 k1"], "", False),
        (["r3 J r5 D r8 J", "k1 k2 M k2 k1 C"], "", False),
        (["r3 J J D r5 r8", "k1 k2 M k2 k1"], "", False),
        (["r3 J r5 D r8", "k1 k2 M k2 k1"], "done", False),
    ],
)
def test_a_preview_is_quick_unless_many_jokers_may_have_moved(sets: list[str], words: str, quick: bool) -> None:
    state = table_with("r3 J r5 D r8 | k1 k2 M k2 k1", "J C k9", profile="twist")
    assert is_quick(draft_at(state, 0, parse_sets(sets)), words) == quick


def test_a_preview_with_a_joker_is_not_quick_if_many_sets_have_changed() -> None:
    """U7: any of them may continue any other."""
    runs = ["J r5 r6", "r7 r8 r9", "r10 r11 r12", "b2 b3 b4", "b5 b6 b7", "b8 b9 b10", "b11 b12 b13"]
    state = table_with(" | ".join(runs), "k9")
    joined = [*(" ".join(part) for part in (runs[:3], runs[3:6])), runs[6]]
    assert is_quick(draft_at(state, 0, parse_sets(joined)))
    assert not is_quick(draft_at(state, 0, parse_sets([*joined[:2], f"{joined[2]} k9"])))
    assert is_quick(draft_at(state, 0, parse_sets([runs[0], *(f"{run} k9" for run in runs[1:2]), *joined[1:]])))


def test_a_joker_in_a_second_set_equal_to_one_of_the_table_has_moved() -> None:
    state = table_with("r3 J r5 | r3 r4 r5", "J J C C k9", profile="twist")
    assert is_quick(draft_at(state, 0, parse_sets(["r3 J r5"] * 2 + ["C k9"])))
    assert not is_quick(draft_at(state, 0, parse_sets(["r3 J r5"] * 2 + ["C C k9"])))


def test_words_with_tiles_that_are_not_at_hand_are_refused_before_a_set_is_read() -> None:
    problem = preview_turn(table_with("r3 r4 r5", "J k9"), 0, parse_sets(["r3 r4 r5"]), "add " + "J " * 60).problem
    assert problem is not None
    assert (problem.code, problem.facts) == ("not-at-hand", {"tile": "J"})
