"""Whether a turn is legal, judged by the table after it (U1-U8, X5), and help for the referee (U12)."""

from __future__ import annotations

from collections import Counter

import pytest

from tilewise.errors import Fact, Reason, Refusal
from tilewise.profiles import PROFILES, Profile
from tilewise.referee import Remedy, remedy_for_leftovers
from tilewise.tiles import format_table, format_tiles, parse_table, parse_tiles
from tilewise.turn import LegalTurn, judge_turn

INTERNATIONAL = PROFILES["international"]
TWIST = PROFILES["twist"]
NO_THRESHOLD = PROFILES["tm-toys"].with_rules({"opening_threshold": 0})


def judge(before: str, rack: str, after: str, *, opened: bool, profile: Profile = INTERNATIONAL) -> LegalTurn | Refusal:
    return judge_turn(profile, parse_table(before), parse_tiles(rack), parse_table(after), opened)


def legal(before: str, rack: str, after: str, *, opened: bool, profile: Profile = INTERNATIONAL) -> LegalTurn:
    judged = judge(before, rack, after, opened=opened, profile=profile)
    assert isinstance(judged, LegalTurn), str(judged)
    return judged


def refused(before: str, rack: str, after: str, *, opened: bool, profile: Profile = INTERNATIONAL) -> Refusal:
    judged = judge(before, rack, after, opened=opened, profile=profile)
    assert isinstance(judged, Refusal), "this turn should be refused"
    return judged


def assert_refusal(refusal: Refusal, reason: Reason, rule: str, **facts: Fact) -> None:
    assert (refusal.reason, refusal.rule, dict(refusal.facts)) == (reason, rule, facts)
    assert all(str(fact) in str(refusal) for fact in facts.values())


# U6: what every turn leaves behind


def test_a_turn_places_tiles_from_the_rack_in_valid_sets() -> None:
    """U1, U6."""
    turn = legal("r3 r4 r5", "r6 J", "r3 r4 r5 r6", opened=True)
    assert (format_tiles(turn.placed), format_table(turn.table)) == ("r6", "r3 r4 r5 r6")


def test_sets_in_another_order_are_arranged() -> None:
    """T5, U6."""
    turn = legal("r5 r3 r4", "r6 k9 b9 o9", "r6 r5 r3 r4 | o9 k9 b9", opened=True)
    assert format_table(turn.table) == "r3 r4 r5 r6 | o9 k9 b9"
    assert format_tiles(turn.placed) == "k9 r6 b9 o9"


def test_at_least_one_tile_comes_from_the_rack() -> None:
    """U1, U6."""
    assert_refusal(refused("r3 r4 r5", "r6", "r3 r4 r5", opened=True), Reason.NOTHING_PLACED, "U6")
    rearranged = refused("r3 r4 r5 r6 r7 r8", "k1", "r3 r4 r5 | r6 r7 r8", opened=True)
    assert_refusal(rearranged, Reason.NOTHING_PLACED, "U6")


def test_every_tile_of_the_table_stays_on_it() -> None:
    """U6: nothing ever goes from the table back to a rack."""
    refusal = refused("r3 r4 r5 r6 | k7 b7 o7", "r2", "r2 r3 r4 r5", opened=True)
    assert_refusal(refusal, Reason.TABLE_TILE_MISSING, "U6", tiles="k7 r6 b7 o7")


def test_a_tile_of_the_table_cannot_be_replaced_by_one_from_the_rack() -> None:
    """U6."""
    refusal = refused("r3 r4 r5 r6", "r2", "r2 r3 r4 r5", opened=True)
    assert_refusal(refusal, Reason.TABLE_TILE_MISSING, "U6", tiles="r6")


def test_a_tile_from_neither_table_nor_rack_is_refused() -> None:
    """U6."""
    assert_refusal(
        refused("r3 r4 r5", "r6", "r3 r4 r5 r6 r7 r8", opened=True), Reason.UNKNOWN_TILE, "U6", tiles="r7 r8"
    )
    twice = refused("r3 r4 r5", "k9 b9 o9", "r3 r4 r5 | k9 b9 o9 | k9 b9 o9", opened=True)
    assert_refusal(twice, Reason.UNKNOWN_TILE, "U6", tiles="k9 b9 o9")


def test_every_tile_on_the_table_is_part_of_a_valid_set() -> None:
    """U6: the refusal names the set and the reason why it is not one."""
    refusal = refused("r3 r4 r5", "r7 k1", "r3 r4 r5 r7", opened=True)
    assert (refusal.reason, refusal.rule, refusal.facts["set"]) == (Reason.INVALID_SET, "U6", "r3 r4 r5 r7")
    assert refusal.cause == Refusal(Reason.GAP, {"missing": (6,)})
    assert str(refusal) == "r3 r4 r5 r7 is not a set: This run lacks 6."


def test_a_single_tile_is_not_a_set() -> None:
    """U6."""
    refusal = refused("r3 r4 r5 r6", "b3 k3", "r4 r5 r6 | r3 b3 k3 | k3", opened=True)
    assert refusal.reason is Reason.UNKNOWN_TILE
    refusal = refused("r3 r4 r5", "b3 k3 o9", "r4 r5 | r3 b3 k3 | o9", opened=True)
    assert (refusal.reason, refusal.facts["set"]) == (Reason.INVALID_SET, "r4 r5")


def test_the_whole_rack_may_be_placed() -> None:
    """N1, U6."""
    assert format_tiles(legal("r3 r4 r5", "r2 r6", "r2 r3 r4 r5 r6", opened=True).placed) == "r2 r6"


def test_a_second_tile_of_a_face_counts_as_placed_once() -> None:
    """U6: two red fives are equal; one more on the table is one from the rack."""
    turn = legal("r3 r4 r5", "r5 b5 k5", "r3 r4 r5 | r5 b5 k5", opened=True)
    assert format_tiles(turn.placed) == "k5 r5 b5"


# U5: after the opening


@pytest.mark.parametrize(
    ("before", "rack", "after"),
    [
        ("r3 r4 r5", "r2", "r2 r3 r4 r5"),
        ("k4 r4 b4 o4", "b3 b5", "k4 r4 o4 | b3 b4 b5"),
        ("r3 r4 r5 r6 r7", "r5", "r3 r4 r5 | r5 r6 r7"),
        ("r3 r4 r5 | b3 b4 b5 | k3 k4 k5", "o3", "r3 b3 k3 o3 | r4 b4 k4 | r5 b5 k5"),
    ],
)
def test_a_player_who_has_opened_may_rearrange_everything(before: str, rack: str, after: str) -> None:
    """U5: a player who has not may not."""
    assert legal(before, rack, after, opened=True).opening_value is None
    assert_refusal(
        refused(before, rack, after, opened=False, profile=NO_THRESHOLD),
        Reason.TABLE_TOUCHED,
        "U3",
        set=before.split(" | ")[0],
    )


def test_a_player_who_has_opened_does_not_need_thirty_points() -> None:
    """U5."""
    assert format_tiles(legal("k7 b7 o7", "r1 r2 r3", "k7 b7 o7 | r1 r2 r3", opened=True).placed) == "r1 r2 r3"


# U3 and U4: the opening


@pytest.mark.parametrize("name", PROFILES)
@pytest.mark.parametrize(
    ("rack", "laid", "value"),
    [
        ("r9 r10 r11 k1", "r9 r10 r11", 30),
        ("k10 b10 o10", "k10 b10 o10", 30),
        ("r1 r2 r3 k8 b8 o8", "r1 r2 r3 | k8 b8 o8", 30),
        ("r9 r10 J", "r9 r10 J", 30),
        ("k12 b12 J", "k12 J b12", 36),
        ("J J J", "J J J", 39),
    ],
)
def test_an_opening_is_worth_at_least_thirty_from_the_rack_alone(name: str, rack: str, laid: str, value: int) -> None:
    """U3: a joker counts as the tile it stands for."""
    table = "r3 r4 r5"
    assert legal(table, rack, f"{table} | {laid}", opened=False, profile=PROFILES[name]).opening_value == value
    assert legal("", rack, laid, opened=False, profile=PROFILES[name]).opening_value == value


@pytest.mark.parametrize(
    ("laid", "value"), [("r8 r9 r10", 27), ("k7 r7 b7 o7", 28), ("J r9 r10", 27), ("r1 r2 r3 | k7 b7 J", 27)]
)
def test_an_opening_of_less_than_thirty_is_refused_with_both_numbers(laid: str, value: int) -> None:
    """U3, T5: a joker before 9 and 10 is an 8, because of its place."""
    refusal = refused("", laid.replace("|", ""), laid, opened=False)
    assert_refusal(refusal, Reason.OPENING_TOO_LOW, "U3", value=value, needed=30)


def test_the_sets_already_on_the_table_do_not_count() -> None:
    """U3."""
    refusal = refused("k13 b13 o13", "r1 r2 r3", "k13 b13 o13 | r1 r2 r3", opened=False)
    assert_refusal(refusal, Reason.OPENING_TOO_LOW, "U3", value=6, needed=30)


def test_a_new_set_equal_to_one_on_the_table_counts() -> None:
    """U3."""
    turn = legal("k10 b10 o10", "k10 b10 o10", "k10 b10 o10 | o10 k10 b10", opened=False)
    assert turn.opening_value == 30


@pytest.mark.parametrize("threshold", [0, 10, 27, 28, 50, 100])
def test_the_threshold_is_a_field(threshold: int) -> None:
    """U4."""
    profile = INTERNATIONAL.with_rules({"opening_threshold": threshold})
    judged = judge("", "r8 r9 r10", "r8 r9 r10", opened=False, profile=profile)
    assert isinstance(judged, LegalTurn) == (threshold <= 27)
    if isinstance(judged, Refusal):
        assert_refusal(judged, Reason.OPENING_TOO_LOW, "U3", value=27, needed=threshold)


def test_without_a_threshold_any_set_opens_but_the_table_stays_untouched() -> None:
    """U4: everything else as in U3."""
    assert legal("r3 r4 r5", "k1 b1 o1", "r3 r4 r5 | k1 b1 o1", opened=False, profile=NO_THRESHOLD).opening_value == 3
    refusal = refused("r3 r4 r5", "r6", "r3 r4 r5 r6", opened=False, profile=NO_THRESHOLD)
    assert_refusal(refusal, Reason.TABLE_TOUCHED, "U3", set="r3 r4 r5")


def test_an_opening_cannot_add_to_the_table_even_with_enough_points() -> None:
    """U3: neither before nor after placing the sets."""
    refusal = refused("r3 r4 r5", "k10 b10 o10 r6", "r3 r4 r5 r6 | k10 b10 o10", opened=False)
    assert_refusal(refusal, Reason.TABLE_TOUCHED, "U3", set="r3 r4 r5")


def test_an_opening_cannot_take_from_or_split_sets_on_the_table() -> None:
    """U3."""
    taken = refused("k10 r10 b10 o10", "r11 r12", "k10 b10 o10 | r10 r11 r12", opened=False)
    assert_refusal(taken, Reason.TABLE_TOUCHED, "U3", set="k10 r10 b10 o10")
    split = refused("r1 r2 r3 r4 r5 r6", "k10 b10 o10", "r1 r2 r3 | r4 r5 r6 | k10 b10 o10", opened=False)
    assert_refusal(split, Reason.TABLE_TOUCHED, "U3", set="r1 r2 r3 r4 r5 r6")


def test_an_opening_may_move_sets_that_stay_the_same() -> None:
    """U3, T1: the order of the sets, and of the tiles in a group, does not matter."""
    turn = legal("r3 r4 r5 | k7 b7 o7", "k10 b10 o10", "k10 b10 o10 | o7 k7 b7 | r3 r4 r5", opened=False)
    assert turn.opening_value == 30


def test_a_joker_on_the_table_does_not_change_its_place_in_an_opening() -> None:
    """U3, T5: J r4 r5 and r4 r5 J are different sets."""
    refusal = refused("J r4 r5", "k10 b10 o10", "r4 r5 J | k10 b10 o10", opened=False)
    assert_refusal(refusal, Reason.TABLE_TOUCHED, "U3", set="J r4 r5")


def test_a_group_on_the_table_does_not_become_a_run_in_an_opening() -> None:
    """U3, T5: J J r3 is a group of threes, r3 J J the run 3-4-5."""
    refusal = refused("J J r3", "k10 b10 o10", "r3 J J | k10 b10 o10", opened=False)
    assert_refusal(refusal, Reason.TABLE_TOUCHED, "U3", set="J J r3")


# U7: freeing a joker


def test_only_a_player_who_opened_in_an_earlier_turn_may_free_a_joker() -> None:
    """U7."""
    before, rack = "r3 J r5", "r4 k10 b10"
    after = "r3 r4 r5 | k10 b10 J"
    assert format_tiles(legal(before, rack, after, opened=True).placed) == "k10 r4 b10"
    assert_refusal(refused(before, rack, after, opened=False), Reason.JOKER_TOO_EARLY, "U7", set="r3 J r5")


def test_an_opening_cannot_free_a_joker_even_with_thirty_points_from_the_rack() -> None:
    """U3, U7: joined here by a legal opening of 33 points."""
    refusal = refused(
        "k2 b2 J | r3 r4 r5", "o2 k11 b11 o11", "k2 b2 o2 | r3 r4 r5 | k11 b11 o11 J", opened=False, profile=TWIST
    )
    assert_refusal(refusal, Reason.JOKER_TOO_EARLY, "U7", set="k2 b2 J")


def test_adding_to_a_set_with_a_joker_changes_the_table_but_frees_no_joker() -> None:
    """U3, not U7."""
    refusal = refused("r3 J r5", "r6 k10 b10 o10", "r3 J r5 r6 | k10 b10 o10", opened=False)
    assert_refusal(refusal, Reason.TABLE_TOUCHED, "U3", set="r3 J r5")


def test_taking_another_tile_from_a_jokers_set_frees_no_joker() -> None:
    """U3, not U7: the joker keeps its place and what it stands for."""
    refusal = refused("r3 J r5 r6", "k6 b6 o6", "r3 J r5 | r6 k6 b6 o6", opened=False, profile=NO_THRESHOLD)
    assert_refusal(refusal, Reason.TABLE_TOUCHED, "U3", set="r3 J r5 r6")


@pytest.mark.parametrize(
    ("before", "rack", "after"),
    [
        ("r3 J r5", "r4 k9 b9", "r3 r4 r5 | k9 b9 J"),  # replaced from the rack
        ("r3 J r5 | r4 k4 b4 o4", "k9 b9", "r3 r4 r5 | k4 b4 o4 | k9 b9 J"),  # replaced from the table
        ("k4 b4 J", "r4 k9 b9", "k4 b4 r4 | k9 b9 J"),  # one missing colour
        ("k4 b4 J", "o4 k9 b9", "k4 b4 o4 | k9 b9 J"),  # the other one
        ("r2 r3 r4 J r6 r7 r8", "k9 b9", "r2 r3 r4 | r6 r7 r8 | k9 b9 J"),  # split off
    ],
)
def test_every_way_to_free_a_joker_follows_from_the_end_of_the_turn(before: str, rack: str, after: str) -> None:
    """U7, U6."""
    assert Counter(legal(before, rack, after, opened=True).placed) == Counter(parse_tiles(rack))


def test_a_freed_joker_needs_a_place_in_a_valid_set() -> None:
    """U7, U6."""
    refusal = refused("r1 r2 r3 J", "r5 b4", "r1 r2 r3 | r5 J b4", opened=True)
    assert (refusal.reason, refusal.facts["set"]) == (Reason.INVALID_SET, "r5 J b4")


@pytest.mark.parametrize("name", PROFILES)
@pytest.mark.parametrize(
    ("before", "rack", "after", "rules"),
    [
        ("r3 J r5", "r4", "r3 r4 r5 J", "anywhere"),
        ("r3 J r5 | k7 k8 k9", "r4", "r3 r4 r5 | k7 k8 k9 J", "anywhere another-set"),
        ("r3 J r5", "r4 k7 b7", "r3 r4 r5 | k7 b7 J", "anywhere another-set new-set"),
        ("r3 r4 r5", "J", "r3 r4 r5 J", "anywhere another-set new-set"),
        ("r7 b7 J", "k7", "r7 b7 J k7", "anywhere another-set new-set"),
    ],
)
def test_the_examples_of_u7_are_judged_by_every_profile(
    name: str, before: str, rack: str, after: str, rules: str
) -> None:
    """U7."""
    judged = judge(before, rack, after, opened=True, profile=PROFILES[name])
    assert isinstance(judged, LegalTurn) == (PROFILES[name].freed_joker in rules.split())
    if isinstance(judged, Refusal):
        assert judged.rule == "U7"


@pytest.mark.parametrize("name", PROFILES)
@pytest.mark.parametrize(
    ("before", "rack", "after"),
    [
        ("k5 D k8", "J J k9 b9 o9", "k5 J J k8 k9 | D b9 o9"),
        ("k5 D k8", "J k7 b9 o9", "k5 J k7 k8 | D b9 o9"),
        ("r3 r4 J", "C k9 b9", "r3 r4 C | k9 b9 J"),
    ],
)
def test_the_examples_of_u8_are_refused_by_every_profile(name: str, before: str, rack: str, after: str) -> None:
    """U8: house rules may add special jokers to any box."""
    refusal = refused(before, rack, after, opened=True, profile=PROFILES[name])
    assert (refusal.reason, refusal.rule) == (Reason.JOKER_EXCHANGED, "U8")


@pytest.mark.parametrize(
    ("rule", "reason"), [("another-set", Reason.JOKER_RETURNED), ("new-set", Reason.JOKER_NOT_IN_NEW_SET)]
)
def test_a_freed_joker_that_returns_to_its_set_is_refused_by_name_u7(rule: str, reason: Reason) -> None:
    profile = PROFILES["jumbo"].with_rules({"freed_joker": rule})
    refusal = refused("r3 J r5", "r4", "r3 r4 r5 J", opened=True, profile=profile)
    assert_refusal(refusal, reason, "U7", joker="J", **{"from": "r3 J r5", "to": "r3 r4 r5 J"})


# U8 and X5: special jokers


@pytest.mark.parametrize(
    ("before", "rack", "after"),
    [
        # One joker for a double, in a run and in a group.
        ("D r5 r6", "J k9 b9", "J r5 r6 | k9 b9 D"),
        ("r5 r6 D", "J k9 b9", "r5 r6 J | k9 b9 D"),
        ("r3 b3 D", "J k9 b9", "r3 b3 J | k9 b9 D"),
        # Two jokers for a double.
        ("D r5 r6", "J J k9 b9", "J J r5 r6 | k9 b9 D"),
        ("r3 D r6", "J J k9 b9", "r3 J J r6 | k9 b9 D"),
        ("r3 b3 D", "J J k9 b9", "r3 b3 J J | k9 b9 D"),
        # A group's places have no order.
        ("r3 b3 D", "J k9 b9", "J b3 r3 | k9 b9 D"),
        # A colour-change for a plain joker or a double, and the other way round.
        ("b3 b4 C", "J r9 r10", "b3 b4 J | C r9 r10"),
        ("b3 b4 C", "D r9 r10", "b3 b4 D | C r9 r10"),
        ("b3 b4 D", "C r9 r10", "b3 b4 C | D r9 r10"),
        # A mirror between jokers.
        ("J M J", "D r9 r9", "J D J | r9 M r9"),
        # One side of a mirrored run.
        ("k3 D M k5 k4 k3", "J J k9 b9", "k3 J J M k5 k4 k3 | k9 b9 D"),
        # The same, seen from the other side of the table: a mirrored run has no left and right.
        ("k3 D M k5 k4 k3", "J J k9 b9", "k3 k4 k5 M J J k3 | k9 b9 D"),
        # A special joker for a plain one.
        ("J r5 r6", "D k9 b9", "D r5 r6 | k9 b9 J"),
        ("k3 b3 J", "D k9 b9", "k3 b3 D | k9 b9 J"),
        ("r3 r4 J", "C r9 r10", "r3 r4 C | J r9 r10"),
        # The set becomes longer, or a number tile takes a part of the place.
        ("k5 D k8", "J J k9 b9 o9", "k5 J J k8 k9 | D b9 o9"),
        ("k5 D k8", "J k7 r1 r2", "k5 J k7 k8 | r1 r2 D"),
        # The jokers come from another set of the table.
        ("D r5 r6 | k4 b4 o4 J", "k9 b9", "J r5 r6 | k4 b4 o4 | k9 b9 D"),
    ],
)
def test_jokers_of_different_kinds_are_never_exchanged(before: str, rack: str, after: str) -> None:
    """U8."""
    refusal = refused(before, rack, after, opened=True, profile=TWIST)
    old, new = before.split(" | ")[0], after.split(" | ")[0]
    assert (refusal.reason, refusal.rule) == (Reason.JOKER_EXCHANGED, "U8")
    assert refusal.facts["before"] == old
    assert Counter(str(refusal.facts["after"]).split()) == Counter(new.split())


@pytest.mark.parametrize(
    ("before", "rack", "after"),
    [
        # X5: a double replaced by both of its tiles, in a run and in a group.
        ("D r5 r6", "r3 r4 k9 b9", "r3 r4 r5 r6 | k9 b9 D"),
        ("r3 b3 D", "k3 o3 k9 b9", "r3 b3 k3 o3 | k9 b9 D"),
        # X5: freed by rearranging.
        ("r3 r4 r5 D r8 r9 r10", "k9 b9", "r3 r4 r5 | r8 r9 r10 | k9 b9 D"),
        ("D r5 r6 r7", "k9 b9", "r5 r6 r7 | k9 b9 D"),
        # A colour-change freed by taking the run apart.
        ("b3 b4 b5 C r7 r8 r9", "k9 k10", "b3 b4 b5 | r7 r8 r9 | k9 k10 C"),
        # A mirror freed by a group out of each of its sides.
        ("r7 M r7", "k7 b7 k7 b7 k9 k9", "r7 k7 b7 | r7 k7 b7 | k9 M k9"),
        # A joker joins a set from which the special one is not taken.
        ("D r5 r6", "J", "D r5 r6 J"),
        ("r3 b3 D", "r4 r5 r6", "b3 D r3 | r4 r5 r6"),
        # The double moves to the other end of the same run.
        ("D r5 r6", "r4", "r4 r5 r6 D"),
        # Rearranged: the double leaves the front, a joker comes at the end.
        ("D r5 r6", "J k9 b9", "r5 r6 J | k9 b9 D"),
        # The set grows by other tiles while the double is replaced by both of its tiles.
        ("r3 D r6", "r4 r5 r7 k9 b9", "r3 r4 r5 r6 r7 | k9 b9 D"),
    ],
)
def test_a_special_joker_is_freed_by_other_tiles_or_by_rearranging(before: str, rack: str, after: str) -> None:
    """U8, X5."""
    profile = TWIST.with_rules({"freed_joker": "anywhere"})
    turn = legal(before, rack, after, opened=True, profile=profile)
    assert Counter(turn.placed) == Counter(parse_tiles(rack))


def test_a_double_replaced_by_only_one_of_its_tiles_leaves_a_gap() -> None:
    """X5, U6."""
    refusal = refused("r3 D r6", "r4 k9 b9", "r3 r4 r6 | k9 b9 D", opened=True, profile=TWIST)
    assert refusal.cause == Refusal(Reason.GAP, {"missing": (5,)})


def test_special_jokers_too_are_freed_only_after_the_opening() -> None:
    """X5, U7."""
    refusal = refused("D r5 r6", "r3 r4 k9 b9", "r3 r4 r5 r6 | k9 b9 D", opened=False, profile=TWIST)
    assert_refusal(refusal, Reason.JOKER_TOO_EARLY, "U7", set="D r5 r6")


def test_the_sets_of_an_opening_may_contain_special_jokers() -> None:
    """X4, U3."""
    turn = legal("", "k10 D k13", "k10 D k13", opened=False, profile=TWIST)
    assert turn.opening_value == 46
    refusal = refused("", "k10 M k10", "k10 M k10", opened=False, profile=TWIST)
    assert_refusal(refusal, Reason.OPENING_TOO_LOW, "U3", value=20, needed=30)


# U12: tiles that nobody can put back


@pytest.mark.parametrize("name", ["vienna-de", "vienna-en", "international", "twist"])
@pytest.mark.parametrize("leftover", ["r5", "r5 k3 J"])
def test_leftover_tiles_go_into_the_pool_and_the_player_draws_three(name: str, leftover: str) -> None:
    """U12: `vienna-en` does not mention it and is treated as `vienna-de`. U10: a tile was moved, so three."""
    assert remedy_for_leftovers(PROFILES[name], parse_tiles(leftover)) == Remedy("pool", draws=3)


@pytest.mark.parametrize(("leftover", "draws"), [("r5", 4), ("r5 k3", 5), ("r5 k3 J b1", 7)])
def test_jumbo_adds_a_penalty_tile_for_each_leftover(leftover: str, draws: int) -> None:
    """U12."""
    assert remedy_for_leftovers(PROFILES["jumbo"], parse_tiles(leftover)) == Remedy("pool", draws)


@pytest.mark.parametrize("leftover", ["r5", "r5 k3 J"])
def test_tm_toys_gives_the_leftovers_to_the_player_and_one_penalty_tile(leftover: str) -> None:
    """U12."""
    assert remedy_for_leftovers(PROFILES["tm-toys"], parse_tiles(leftover)) == Remedy("rack", draws=1)


def test_a_house_rule_for_the_penalty_is_followed() -> None:
    """U10, U12."""
    strict = PROFILES["jumbo"].with_rules({"late_tiles": 5})
    assert remedy_for_leftovers(strict, parse_tiles("r5 k3")) == Remedy("pool", draws=7)
