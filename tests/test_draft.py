"""Drafts: turns in progress (U3, U6, U10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest

from tilewise.draft import Draft, End, draft_of
from tilewise.errors import Fact, Reason, Refused, TilewiseError
from tilewise.game import new_game
from tilewise.profiles import PROFILES
from tilewise.sets import TileSet
from tilewise.tiles import format_table, format_tiles, parse_table, parse_tiles
from tilewise.turn import LegalTurn
from tilewise.view import view_of


def draft(table: str = "", rack: str = "", *, opened: bool = True) -> Draft:
    before = parse_table(table)
    return Draft(PROFILES["international"], opened, before, tuple(sorted(parse_tiles(rack))), before)


def table_of(a_draft: Draft) -> str:
    return format_table(a_draft.sets)


def assert_refused(act: Callable[[], Draft], reason: Reason, **facts: Fact) -> None:
    with pytest.raises(Refused) as caught:
        act()
    assert (caught.value.refusal.reason, dict(caught.value.refusal.facts)) == (reason, facts)
    assert caught.value.refusal.rule == "U6"


# The state of a draft


def test_a_draft_starts_with_what_the_seat_sees() -> None:
    game = new_game(PROFILES["jumbo"], 2, seed=1)
    game = replace(game, table=parse_table("r3 r4 r5"), opened=(True, False))
    one, other = draft_of(view_of(game, 0)), draft_of(view_of(game, 1))
    assert (one.sets, one.before, one.rack, one.opened) == (game.table, game.table, game.racks[0], True)
    assert (other.whole_rack, other.opened, other.profile) == (game.racks[1], False, game.profile)
    assert not one.has_moved


def test_a_spectator_has_no_turn_to_make() -> None:
    with pytest.raises(TilewiseError, match="A spectator has no turn to make"):
        draft_of(view_of(new_game(PROFILES["jumbo"], 2, seed=1), None))


def test_tiles_from_the_rack_are_placed_and_tiles_in_no_set_are_loose() -> None:
    """U6."""
    step = draft("r3 r4 r5 r6", "r7 b3 k3").take(1, parse_tiles("r3")).add(1, parse_tiles("r7"))
    assert table_of(step) == "r4 r5 r6 r7"
    assert (format_tiles(step.placed), format_tiles(step.loose), format_tiles(step.rack)) == ("r7", "r3", "k3 b3")


def test_a_turn_with_a_loose_tile_cannot_end() -> None:
    """U6: once it is in a set again, the turn may end."""
    step = draft("r3 r4 r5 r6", "r7 b3 k3").take(1, parse_tiles("r3")).add(1, parse_tiles("r7"))
    refusal = step.assessment.refusal
    assert refusal is not None
    assert (refusal.reason, dict(refusal.facts), refusal.rule) == (Reason.TABLE_TILES_LOOSE, {"tiles": "r3"}, "U6")
    done = step.lay(parse_tiles("r3 b3 k3")).assessment.verdict
    assert isinstance(done, LegalTurn)
    assert format_tiles(done.placed) == "k3 r7 b3"


def test_sets_may_be_invalid_during_a_turn() -> None:
    """U6: only the end of the turn is judged."""
    step = draft("r3 r4 r5 | k7 b7 o7", "r6 r7").split(1, 2)
    assert table_of(step) == "r3 r4 | r5 | k7 b7 o7"
    assert [isinstance(reading, TileSet) for reading in step.assessment.sets] == [False, False, True]
    refusal = step.assessment.refusal
    assert refusal is not None
    assert (refusal.reason, refusal.facts["set"]) == (Reason.INVALID_SET, "r3 r4")


def test_a_turn_without_a_tile_from_the_rack_cannot_end() -> None:
    """U6."""
    refusal = draft("r3 r4 r5 r6 r7 r8", "k1").split(1, 3).assessment.refusal
    assert refusal is not None
    assert refusal.reason is Reason.NOTHING_PLACED


def test_the_value_of_an_opening_is_known_at_every_step() -> None:
    """U3: only valid new sets count; a player who has opened has no opening value."""
    start = draft("k7 b7 o7", "r9 r10 r11 k1 b1 J", opened=False)
    assert start.assessment.opening_value == 0
    first = start.lay(parse_tiles("k1 b1"))
    assert first.assessment.opening_value == 0
    second = first.add(2, parse_tiles("J"))
    assert second.assessment.opening_value == 3
    third = second.lay(parse_tiles("r9 r10 r11"))
    assert third.assessment.opening_value == 33
    turn = third.assessment.turn
    assert turn is not None
    assert turn.opening_value == 33
    assert draft("k7 b7 o7", "r9").assessment.opening_value is None


def test_a_draft_knows_whether_a_tile_has_been_moved() -> None:
    """U10: a move that was taken back does not count."""
    start = draft("r3 r4 r5", "r6")
    step = start.add(1, parse_tiles("r6"))
    assert [start.has_moved, step.has_moved, step.take(1, parse_tiles("r6")).has_moved] == [False, True, False]


def test_a_draft_never_changes() -> None:
    start = draft("r3 r4 r5", "r6")
    start.add(1, parse_tiles("r6"))
    assert start == draft("r3 r4 r5", "r6")


# Laying and adding


@pytest.mark.parametrize(
    ("tiles", "laid"), [("r5 r3 r4", "r3 r4 r5"), ("J r4 r5", "J r4 r5"), ("r4 k7", "r4 k7"), ("r4", "r4")]
)
def test_tiles_laid_as_a_new_set_are_arranged_if_they_are_one(tiles: str, laid: str) -> None:
    """T5."""
    assert table_of(draft("", "r3 r4 r5 k7 J").lay(parse_tiles(tiles))) == laid


@pytest.mark.parametrize(
    ("table", "tiles", "at", "grown"),
    [
        ("r3 r4 r5", "r6", None, "r3 r4 r5 r6"),
        ("r3 r4 r5", "r2", None, "r2 r3 r4 r5"),
        ("r3 r4 r5", "r2 r6", None, "r2 r3 r4 r5 r6"),
        ("r3 r4 r5", "J", None, "r3 r4 r5 J"),
        ("r3 r4 r5", "J", "start", "J r3 r4 r5"),
        ("r3 r4 r5", "J", "end", "r3 r4 r5 J"),
        ("r11 r12 r13", "J", None, "J r11 r12 r13"),
        ("r3 r4 r5", "k9", None, "r3 r4 r5 k9"),
        ("r3 r4 r5", "k9", "start", "k9 r3 r4 r5"),
    ],
)
def test_tiles_are_added_at_an_end_or_where_they_are_worth_most(
    table: str, tiles: str, at: End | None, grown: str
) -> None:
    """T5."""
    assert table_of(draft(table, tiles).add(1, parse_tiles(tiles), at)) == grown


def test_loose_tiles_can_be_laid_like_those_of_the_rack() -> None:
    """U6."""
    step = draft("r3 r4 r5 r6 | k7 b7 o7", "r7").take(1, parse_tiles("r6")).add(2, parse_tiles("r6"))
    assert (table_of(step), step.loose, format_tiles(step.rack)) == ("r3 r4 r5 | k7 b7 o7 r6", (), "r7")


def test_a_loose_tile_is_used_before_one_of_the_same_face_on_the_rack() -> None:
    """U6."""
    step = draft("r3 r4 r5 r6", "r6 r7").take(1, parse_tiles("r6"))
    again = step.lay(parse_tiles("r6"))
    assert (again.loose, format_tiles(again.rack), again.placed) == ((), "r6 r7", ())
    both = again.add(2, parse_tiles("r6"))
    assert (format_tiles(both.rack), format_tiles(both.placed)) == ("r7", "r6")


def test_a_tile_that_is_not_at_hand_is_named() -> None:
    start = draft("r3 r4 r5", "r6 k9")
    assert_refused(lambda: start.lay(parse_tiles("r6 r7")), Reason.NOT_AT_HAND, tile="r7")
    assert_refused(lambda: start.add(1, parse_tiles("r6 r6")), Reason.NOT_AT_HAND, tile="r6")
    assert_refused(lambda: start.lay(parse_tiles("r3 r4 r5")), Reason.NOT_AT_HAND, tile="r3")


# Taking and moving


def test_tiles_of_the_rack_return_to_it_and_tiles_of_the_table_become_loose() -> None:
    """U6."""
    step = draft("r3 r4 r5", "r6").add(1, parse_tiles("r6"))
    back = step.take(1, parse_tiles("r6 r5"))
    assert (table_of(back), format_tiles(back.rack), format_tiles(back.loose)) == ("r3 r4", "r6", "r5")


def test_a_set_from_which_everything_is_taken_disappears() -> None:
    step = draft("r3 r4 r5 | k7 b7 o7").take(1, parse_tiles("r3 r4 r5"))
    assert (table_of(step), format_tiles(step.loose)) == ("k7 b7 o7", "r3 r4 r5")


@pytest.mark.parametrize(
    ("number", "tiles", "to", "result"),
    [
        (2, "r6", 1, "r3 r4 r5 r6 | k6 b6 o6"),
        (2, "r6", None, "r3 r4 r5 | k6 b6 o6 | r6"),
        (2, "k6 r6 b6 o6", 1, "r3 r4 r5 k6 r6 b6 o6"),
        (1, "r3 r4 r5", None, "k6 r6 b6 o6 | r3 r4 r5"),
        (1, "r3 r4 r5", 2, "k6 r6 b6 o6 r3 r4 r5"),
        (1, "r5", 2, "r3 r4 | k6 r6 b6 o6 r5"),
    ],
)
def test_tiles_move_to_another_set_or_to_a_new_one(number: int, tiles: str, to: int | None, result: str) -> None:
    """U5."""
    step = draft("r3 r4 r5 | k6 r6 b6 o6").move(number, parse_tiles(tiles), to)
    assert table_of(step) == result
    assert (step.placed, step.loose) == ((), ())


def test_a_joker_moves_to_the_chosen_end() -> None:
    """T5."""
    start = draft("r3 r4 r5 | k6 b6 o6 J")
    assert table_of(start.move(2, parse_tiles("J"), 1, "start")) == "J r3 r4 r5 | k6 b6 o6"
    assert table_of(start.move(2, parse_tiles("J"), 1)) == "r3 r4 r5 J | k6 b6 o6"


def test_only_tiles_in_a_set_can_be_taken_or_moved() -> None:
    start = draft("r3 r4 r5 | k7 b7 o7", "r6")
    assert_refused(lambda: start.take(1, parse_tiles("r6")), Reason.NOT_IN_SET, number=1, tile="r6")
    assert_refused(lambda: start.take(1, parse_tiles("r3 r3")), Reason.NOT_IN_SET, number=1, tile="r3")
    assert_refused(lambda: start.move(2, parse_tiles("r3"), 1), Reason.NOT_IN_SET, number=2, tile="r3")


def test_a_set_is_not_moved_or_joined_to_itself() -> None:
    start = draft("r3 r4 r5 | k7 b7 o7")
    assert_refused(lambda: start.move(1, parse_tiles("r3"), 1), Reason.SAME_SET)
    assert_refused(lambda: start.join(2, 2), Reason.SAME_SET)


@pytest.mark.parametrize("number", [0, 3, -1])
def test_a_set_that_does_not_exist_is_named_with_the_number_of_sets(number: int) -> None:
    start = draft("r3 r4 r5 | k7 b7 o7", "r6")
    tiles = parse_tiles("r6")
    for act in (
        lambda: start.add(number, tiles),
        lambda: start.take(number, tiles),
        lambda: start.move(number, tiles, 1),
        lambda: start.move(1, parse_tiles("r3"), number),
        lambda: start.split(number, 1),
        lambda: start.join(number, 1),
        lambda: start.join(1, number),
    ):
        assert_refused(act, Reason.NO_SUCH_SET, number=number, count=2)


def test_a_move_without_tiles_is_refused() -> None:
    start = draft("r3 r4 r5", "r6")
    for act in (
        lambda: start.lay(()),
        lambda: start.add(1, ()),
        lambda: start.take(1, ()),
        lambda: start.move(1, (), None),
    ):
        assert_refused(act, Reason.NO_TILES_NAMED)


# Splitting and joining


@pytest.mark.parametrize(
    ("after", "result"),
    [(1, "k1 | r3 | r4 r5 r6 | k7"), (3, "k1 | r3 r4 r5 | r6 | k7"), (2, "k1 | r3 r4 | r5 r6 | k7")],
)
def test_a_set_is_split_in_place(after: int, result: str) -> None:
    """U5."""
    assert table_of(draft("k1 | r3 r4 r5 r6 | k7").split(2, after)) == result


@pytest.mark.parametrize("after", [0, 4, -1, 9])
def test_a_set_is_split_between_two_of_its_tiles(after: int) -> None:
    start = draft("k1 | r3 r4 r5 r6")
    assert_refused(lambda: start.split(2, after), Reason.SPLIT_OUTSIDE, number=2, count=4, last=3)


@pytest.mark.parametrize(
    ("number", "other", "result"),
    [
        (1, 3, "r3 r4 r5 r6 r7 r8 | k1 b1 o1"),
        (3, 1, "k1 b1 o1 | r3 r4 r5 r6 r7 r8"),
        (2, 1, "k1 b1 o1 r3 r4 r5 | r6 r7 r8"),
    ],
)
def test_two_sets_are_joined_in_the_place_of_the_first(number: int, other: int, result: str) -> None:
    """U5, T5."""
    assert table_of(draft("r3 r4 r5 | k1 b1 o1 | r6 r7 r8").join(number, other)) == result


# Undo, redo, reset


def test_steps_are_undone_and_repeated_one_by_one() -> None:
    start = draft("r3 r4 r5", "r6 r7")
    one = start.add(1, parse_tiles("r6"))
    two = one.add(1, parse_tiles("r7"))
    undone = two.undo().undo()
    assert [table_of(two.undo()), table_of(undone)] == [table_of(one), table_of(start)]
    assert [table_of(undone.redo()), table_of(undone.redo().redo())] == [table_of(one), table_of(two)]
    assert_refused(start.undo, Reason.NOTHING_TO_UNDO)
    assert_refused(undone.undo, Reason.NOTHING_TO_UNDO)
    assert_refused(two.redo, Reason.NOTHING_TO_REDO)
    assert_refused(two.undo().redo().redo, Reason.NOTHING_TO_REDO)


def test_a_new_step_clears_the_steps_to_redo() -> None:
    step = draft("r3 r4 r5", "r6 k9").add(1, parse_tiles("r6")).undo().lay(parse_tiles("k9"))
    assert_refused(step.redo, Reason.NOTHING_TO_REDO)
    assert table_of(step.undo()) == "r3 r4 r5"


def test_a_reset_returns_to_the_start_and_can_be_undone() -> None:
    """U10."""
    step = draft("r3 r4 r5 r6", "r7").split(1, 2).add(2, parse_tiles("r7"))
    back = step.reset()
    assert (back.sets, back.rack, back.has_moved) == (step.before, step.whole_rack, False)
    assert table_of(back.undo()) == table_of(step)
    untouched = draft("r3 r4 r5", "r7")
    assert untouched.reset() is untouched


def test_no_tile_is_ever_lost_or_added() -> None:
    """U6: the table, the loose tiles and the rack always contain the same tiles together."""
    step = draft("r3 r4 r5 r6 | k7 b7 o7 J", "r7 k1 r3")
    whole = Counter(t for s in step.before for t in s) + Counter(step.whole_rack)
    steps: list[Callable[[Draft], Draft]] = [
        lambda d: d.split(1, 1),
        lambda d: d.take(3, parse_tiles("J k7")),
        lambda d: d.lay(parse_tiles("r3 J r7")),
        lambda d: d.move(2, parse_tiles("r4"), 1),
        lambda d: d.join(1, 4),
        lambda d: d.undo(),
        lambda d: d.reset(),
    ]
    for act in steps:
        step = act(step)
        lying = Counter(t for s in step.sets for t in s)
        assert lying + Counter(step.loose) + Counter(step.rack) == whole
