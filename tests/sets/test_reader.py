"""Sets: what is one, what each tile stands for, why tiles are none, and which sets a rack holds (T1-T5, X1-X4)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations, permutations

import pytest

from tests.support import set_oracle
from tilewise.errors import Fact, Reason, Refusal, listed
from tilewise.sets import Kind, TileSet, read_set
from tilewise.sets.enumeration import sets_in
from tilewise.tiles import JOKERS, Tile, Tiles, format_tiles, parse_tiles


def set_of(text: str) -> TileSet:
    read = read_set(parse_tiles(text))
    assert isinstance(read, TileSet), str(read)
    return read


def refusal_of(text: str) -> Refusal:
    read = read_set(parse_tiles(text))
    assert isinstance(read, Refusal), f"{text} is a {read.kind}"
    return read


# What is a set


@pytest.mark.parametrize("text", ["k7 r7 b7", "k7 r7 b7 o7", "o1 k1 b1", "r13 b13 o13 k13"])
def test_a_group_is_three_or_four_tiles_of_one_number_in_different_colours(text: str) -> None:
    """T1."""
    read = set_of(text)
    assert read.kind is Kind.GROUP
    assert read.value == sum(tile.number for tile in parse_tiles(text))
    assert read.stands_for == tuple(text.split())


@pytest.mark.parametrize("text", ["b3 b4 b5 b6", "r1 r2 r3", "k11 k12 k13", " ".join(f"o{n}" for n in range(1, 14))])
def test_a_run_is_three_to_thirteen_consecutive_numbers_of_one_colour(text: str) -> None:
    """T2, T3."""
    read = set_of(text)
    assert read.kind is Kind.RUN
    assert read.value == sum(tile.number for tile in parse_tiles(text))
    assert read.stands_for == tuple(text.split())


@pytest.mark.parametrize(
    ("text", "stands_for"),
    [
        ("J r4 r5", ("r3", "r4", "r5")),
        ("r3 J r5", ("r3", "r4", "r5")),
        ("r3 r4 J", ("r3", "r4", "r5")),
        ("J J r5", ("5", "5", "r5")),  # a group worth 15 rather than the run 3-4-5 worth 12
        ("k7 J b7", ("k7", "7", "b7")),
        ("k7 J b7 o7", ("k7", "r7", "b7", "o7")),
        ("k7 J J b7", ("k7", "7", "7", "b7")),
        ("J J J", ("13", "13", "13")),
    ],
)
def test_a_joker_stands_for_the_tile_of_its_place(text: str, stands_for: tuple[str, ...]) -> None:
    """T4: in a group of three, for either missing colour; a set may be nothing but jokers."""
    assert set_of(text).stands_for == stands_for


def test_a_joker_at_the_low_end_of_a_run_is_worth_less_than_at_the_high_end() -> None:
    """T5: the order says what a joker stands for."""
    assert set_of("J r4 r5").value == 12
    assert set_of("r4 r5 J").value == 15


@pytest.mark.parametrize("order", list(permutations(("r4", "r5", "r6", "J"))))
def test_no_order_of_a_sets_tiles_is_refused(order: tuple[str, ...]) -> None:
    """T5: in order it stays as it lies; otherwise it is arranged, with the joker worth the most."""
    read = set_of(" ".join(order))
    laid = format_tiles(read.tiles)
    if order in (("J", "r4", "r5", "r6"), ("r4", "r5", "r6", "J")):
        assert laid == " ".join(order)
    else:
        assert (laid, read.value) == ("r4 r5 r6 J", 22)


def test_a_joker_that_has_no_room_above_goes_below() -> None:
    """T3, T5."""
    read = set_of("r12 r13 J")
    assert (format_tiles(read.tiles), read.stands_for) == ("J r12 r13", ("r11", "r12", "r13"))


@pytest.mark.parametrize(
    ("text", "stands_for", "value"),
    [
        ("D r5 r6", ("r3+r4", "r5", "r6"), 18),
        ("r3 D r6", ("r3", "r4+r5", "r6"), 18),
        ("r5 r6 D", ("r5", "r6", "r7+r8"), 26),
        ("D r3 r4", ("r1+r2", "r3", "r4"), 10),
        ("r10 r11 D", ("r10", "r11", "r12+r13"), 46),
        ("r3 b3 D", ("r3", "b3", "k3+o3"), 12),
        ("r3 J D", ("r3", "r4", "r5+r6"), 18),
    ],
)
def test_a_double_stands_for_two_tiles(text: str, stands_for: tuple[str, ...], value: int) -> None:
    """X1, X4: two neighbouring numbers of a run, or two colours of a group; both count."""
    read = set_of(text)
    assert (read.stands_for, read.value) == (stands_for, value)


@pytest.mark.parametrize(("text", "laid"), [("D r2 r3", "r2 r3 D"), ("r11 r12 D", "D r11 r12")])
def test_a_double_never_lies_directly_before_2_or_after_12(text: str, laid: str) -> None:
    """X1: both numbers lie within 1 to 13."""
    assert format_tiles(set_of(text).tiles) == laid


@pytest.mark.parametrize(
    ("text", "stands_for"),
    [
        ("b3 b4 C r6 r7", ("b3", "b4", "5", "r6", "r7")),
        ("b3 b4 C", ("b3", "b4", "5")),
        ("C r6 r7", ("5", "r6", "r7")),
        ("b3 C r5 C k7", ("b3", "4", "r5", "6", "k7")),
        ("b3 C r5 C b7", ("b3", "4", "r5", "6", "b7")),
        ("b3 J C D r8", ("b3", "b4", "5", "r6+r7", "r8")),
    ],
)
def test_a_colour_change_takes_a_number_and_lies_between_two_colours_or_at_an_end(
    text: str, stands_for: tuple[str, ...]
) -> None:
    """X2, X4."""
    read = set_of(text)
    assert (read.kind, read.stands_for) == (Kind.RUN, stands_for)
    numbers = [int(part.lstrip("krbo")) for face in stands_for for part in face.split("+")]
    assert read.value == sum(numbers)


@pytest.mark.parametrize(
    ("text", "kind", "stands_for", "value"),
    [
        ("k3 k4 k5 M k5 k4 k3", Kind.MIRROR_RUN, "k3 k4 k5 - k5 k4 k3", 24),
        ("k5 k4 M k4 k5", Kind.MIRROR_RUN, "k5 k4 - k4 k5", 18),
        ("r7 b7 M b7 r7", Kind.MIRROR_GROUP, "r7 b7 - b7 r7", 28),
        ("r7 M r7", Kind.MIRROR_GROUP, "r7 - r7", 14),
        ("k3 J k5 M k5 k4 k3", Kind.MIRROR_RUN, "k3 k4 k5 - k5 k4 k3", 24),
        ("k3 D M k5 k4 k3", Kind.MIRROR_RUN, "k3 k4+k5 - k5 k4 k3", 24),
        ("k3 C r5 M r5 C k3", Kind.MIRROR_RUN, "k3 4 r5 - r5 4 k3", 24),
    ],
)
def test_a_mirror_lies_between_two_sides_that_are_each_others_image(
    text: str, kind: Kind, stands_for: str, value: int
) -> None:
    """X3, X4: the mirror is worth 0 and stands for nothing."""
    read = set_of(text)
    assert (read.kind, " ".join(part or "-" for part in read.stands_for), read.value) == (kind, stands_for, value)
    assert read.mirror == text.split().index("M")


def test_a_set_without_a_mirror_has_no_place_for_one() -> None:
    """X3."""
    assert set_of("r3 r4 r5").mirror is None


# Why tiles are no set

FLAWS = [
    ("", Reason.TOO_FEW_TILES, {"count": 0}),
    ("r7", Reason.TOO_FEW_TILES, {"count": 1}),
    ("r7 b7", Reason.TOO_FEW_TILES, {"count": 2}),
    ("D r7", Reason.TOO_FEW_TILES, {"count": 2}),
    ("D D", Reason.TOO_FEW_TILES, {"count": 2}),
    ("r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 J", Reason.TOO_MANY_TILES, {"count": 14}),
    ("r1 r2 r3 r4 r5 r6 D D D D", Reason.TOO_MANY_TILES, {"count": 14}),
    ("k7 r7 b7 o7 J", Reason.GROUP_TOO_LARGE, {"count": 5}),
    ("r3 b3 k3 D", Reason.GROUP_TOO_LARGE, {"count": 5}),
    ("k1 k1 r1", Reason.COLOUR_TWICE, {"tile": "k1"}),
    ("r7 r7 b7", Reason.COLOUR_TWICE, {"tile": "r7"}),
    ("r7 b7 k7 b7", Reason.COLOUR_TWICE, {"tile": "b7"}),
    ("r3 r4 r4", Reason.NUMBER_TWICE, {"number": 4}),
    ("r3 r4 r5 r3", Reason.NUMBER_TWICE, {"number": 3}),
    ("r3 b4 k5", Reason.NEITHER, {}),
    ("r7 b7 k8", Reason.NEITHER, {}),
    ("r7 b8 J", Reason.NEITHER, {}),
    ("r3 r4 r6", Reason.GAP, {"missing": (5,)}),
    ("r3 r4 r7", Reason.GAP, {"missing": (5, 6)}),
    ("r3 r4 r8", Reason.GAP, {"missing": (5, 6, 7)}),
    ("r12 r13 r1", Reason.PAST_THIRTEEN, {}),
    ("r13 r1 r2", Reason.PAST_THIRTEEN, {}),
    ("r13 J r1", Reason.PAST_THIRTEEN, {}),
    ("r2 r4 D", Reason.DOUBLE_HAS_NO_PLACE, {}),
    ("r7 b7 C", Reason.CHANGE_IN_GROUP, {}),
    ("r7 b7 k7 C", Reason.CHANGE_IN_GROUP, {}),
    ("b3 b4 C b6 b7", Reason.CHANGE_MISPLACED, {}),
    ("b3 b4 C r6 b7", Reason.CHANGE_MISPLACED, {}),
    ("b3 C C r6", Reason.CHANGE_MISPLACED, {}),
    ("r7 M M r7", Reason.TWO_MIRRORS, {}),
    ("r7 M b7", Reason.NOT_MIRRORED, {}),
    ("k3 k4 k5 M", Reason.NOT_MIRRORED, {}),
    ("k3 k4 k5 M k5 k4", Reason.NOT_MIRRORED, {}),
    ("k3 C r5 M r5 J k3", Reason.NOT_MIRRORED, {}),
    ("r12 k13 M k13 r12", Reason.NOT_MIRRORED, {}),
]
"""Tiles, the reason why they are no set, and its facts."""

ABOUT_THE_BOX = {Reason.NOT_IN_BOX, Reason.TOO_MANY_OF_FACE}
"""Reasons that need a box: tests/companion/test_set_tool.py and test_turn_tool.py."""


@pytest.mark.parametrize(("text", "reason", "facts"), FLAWS, ids=lambda part: str(part))
def test_tiles_that_are_no_set_say_why_with_the_facts(text: str, reason: Reason, facts: dict[str, Fact]) -> None:
    """T1, T2, T3, X1, X2, X3."""
    refusal = refusal_of(text)
    assert (refusal.reason, dict(refusal.facts)) == (reason, facts)


@pytest.mark.parametrize(("text", "reason", "facts"), FLAWS, ids=lambda part: str(part))
def test_the_reason_is_a_sentence_that_shows_its_facts(text: str, reason: Reason, facts: dict[str, Fact]) -> None:
    sentence = str(refusal_of(text))
    assert sentence.endswith(".")
    assert not set("{}") & set(sentence)
    assert all((listed(fact) if isinstance(fact, tuple) else str(fact)) in sentence for fact in facts.values())


def test_no_order_of_these_tiles_is_a_set_either() -> None:
    """T5: the flaw lies in the tiles, not in how they were dropped."""
    for text, reason, _ in FLAWS:
        tiles = parse_tiles(text)
        if 3 <= len(tiles) <= 5:
            for order in permutations(tiles):
                refusal = read_set(order)
                assert isinstance(refusal, Refusal)
                assert refusal.reason is reason


def test_every_reason_about_a_set_can_be_given() -> None:
    """A reason that no tiles can ever have should not be in the table of reasons."""
    reasons = list(Reason)
    about_sets = set(reasons[: reasons.index(Reason.UNKNOWN_TILE)])
    given = {reason for _, reason, _ in FLAWS} | ABOUT_THE_BOX
    assert {reason.code for reason in about_sets - given} == set()


def test_the_number_that_is_there_twice_is_named_even_in_two_colours() -> None:
    """T2, X2: b3 and r3 in one run; neither tile appears twice, the number 3 does."""
    refusal = refusal_of("b3 r3 C k5")
    assert refusal.reason is Reason.NUMBER_TWICE
    named = str(refusal)
    assert "b3 appears twice" not in named
    assert "r3 appears twice" not in named


# Which sets lie alike


def test_groups_lie_alike_in_any_order() -> None:
    """T1."""
    assert len({set_of(" ".join(order)).key for order in permutations(("k7", "r7", "b7", "J"))}) == 1
    assert set_of("k7 r7 b7").key != set_of("k7 r7 o7").key
    assert set_of("k7 r7 b7").key != set_of("k7 r7 J").key


def test_runs_lie_alike_only_when_their_jokers_stand_for_the_same() -> None:
    """T5."""
    assert set_of("r5 r3 r4").key == set_of("r3 r4 r5").key
    assert set_of("J r4 r5").key != set_of("r4 r5 J").key


def test_a_group_and_a_run_of_the_same_tiles_do_not_lie_alike() -> None:
    """T5: J J r3 is a group worth 9, r3 J J a run worth 12: two different sets."""
    group, run = set_of("J J r3"), set_of("r3 J J")
    assert (group.kind, run.kind) == (Kind.GROUP, Kind.RUN)
    assert group.key != run.key


def test_mirrored_sets_lie_alike_from_either_side() -> None:
    """X3."""
    assert set_of("k3 D M k5 k4 k3").key == set_of("k3 k4 k5 M D k3").key
    assert set_of("r7 b7 M b7 r7").key == set_of("b7 r7 M r7 b7").key
    assert set_of("k3 k4 M k4 k3").key != set_of("k4 k3 M k3 k4").key


# Which sets a rack holds


def best_value(tiles: Tiles) -> tuple[Kind, int] | None:
    """Find the greatest value of these tiles as a set, in any order, by trying every form."""
    for form in set_oracle.forms_for(tiles):
        if next(set_oracle.orders_that_cover(tiles, form), None) is not None:
            return form.kind, form.value
    return None


def hands_of(rack: Tiles) -> Iterator[Tiles]:
    for size in range(3, len(rack) + 1):
        yield from set(combinations(rack, size))


def sets_by_brute_force(rack: Tiles) -> dict[Tiles, int]:
    """List every hand of the rack that is a set, with its value; runs of more than five tiles are left out."""
    found = {}
    for hand in hands_of(rack):
        best = best_value(hand)
        if best is not None and not (best[0] is Kind.RUN and len(hand) > 5):
            found[hand] = best[1]
    return found


def random_rack(dice: random.Random, jokers: str, size: int) -> Tiles:
    """Draw a small rack with many sets on it: two colours, five neighbouring numbers, and these jokers."""
    low = dice.randint(1, 9)
    colours = dice.sample("krbo", 2)
    box = [Tile.parse(f"{colour}{low + n}") for colour in colours for n in range(5) for _ in range(2)]
    return tuple(sorted((*parse_tiles(jokers), *dice.sample(box, size - len(jokers.split())))))


@pytest.mark.parametrize("jokers", ["", "J", "J J", "D", "J D", "D D", "C", "C J", "C C", "M", "M J", "M D", "M C C"])
def test_all_sets_on_a_small_rack_are_found_and_nothing_else(jokers: str) -> None:
    """T1, T2, T4, X1, X2, X3, X4: complete, and each at its greatest value."""
    dice = random.Random(jokers)
    for _ in range(8):
        rack = random_rack(dice, jokers, 8)
        found = {tuple(sorted(s.tiles)): s.value for s in sets_in(rack)}
        assert found == sets_by_brute_force(rack), format_tiles(rack)


@pytest.mark.parametrize(
    "rack",
    ["k7 r7 b7 o7 J J", "k7 r7 b7 o7 k7 M", "r13 b13 J D M", "J J D M C", "D D M J", "C C J M", "k1 k1 r1 D M J"],
)
def test_all_sets_on_racks_of_groups_and_jokers_are_found(rack: str) -> None:
    """T1, T4, X1, X3: groups, and sets of nothing but jokers."""
    tiles = tuple(sorted(parse_tiles(rack)))
    assert {tuple(sorted(s.tiles)): s.value for s in sets_in(tiles)} == sets_by_brute_force(tiles)


def test_long_mirrored_sets_are_found_whole() -> None:
    """X3: a mirrored set does not fall apart like a long run."""
    found = [s for s in sets_in(parse_tiles("k3 k3 k4 k4 k5 k5 k6 M J")) if len(s.tiles) == 9]
    assert [(s.kind, s.value) for s in found] == [(Kind.MIRROR_RUN, 36)]


def test_a_run_longer_than_five_is_found_as_shorter_ones_side_by_side() -> None:
    """T2."""
    found = sets_in(parse_tiles("r1 r2 r3 r4 r5 r6 r7"))
    assert max(len(s.tiles) for s in found) == 5
    assert {format_tiles(s.tiles) for s in found} >= {"r1 r2 r3", "r4 r5 r6 r7"}


def test_the_most_valuable_set_comes_first() -> None:
    values = [s.value for s in sets_in(parse_tiles("r3 r4 r5 r6 k4 b4 J"))]
    assert len(values) > 5
    assert values == sorted(values, reverse=True)


def test_a_rack_without_sets_holds_none() -> None:
    """T1, T2."""
    assert sets_in(()) == []
    assert sets_in(parse_tiles("r1 r2 k3 b7 o7 r13")) == []
    assert sets_in(JOKERS[:1] * 2) == []
