"""Why tiles are not a set (T1-T3, X1-X3)."""

from __future__ import annotations

from itertools import permutations

import pytest

from tests.support.set_texts import refusal_of
from tilewise.errors import Fact, Reason, Refusal, listed
from tilewise.sets import read_set
from tilewise.tiles import parse_tiles

FLAWS = [
    ("", Reason.TOO_FEW_TILES, {"count": 0}),
    ("r7", Reason.TOO_FEW_TILES, {"count": 1}),
    ("r7 b7", Reason.TOO_FEW_TILES, {"count": 2}),
    ("D r7", Reason.TOO_FEW_TILES, {"count": 2}),
    ("D D", Reason.TOO_FEW_TILES, {"count": 2}),
    ("r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 J", Reason.TOO_MANY_TILES, {"count": 14}),
    ("r1 r2 r3 r4 r5 r6 D D D D", Reason.TOO_MANY_TILES, {"count": 14}),
    (" ".join(["r7"] * 28), Reason.SET_TOO_LONG, {"count": 28, "most": 27}),
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
"""Tiles, the reason why they are not a set, and its facts."""


ABOUT_THE_BOX = {Reason.NOT_IN_BOX, Reason.TOO_MANY_OF_FACE}
"""Reasons that need a box: tests/companion/test_set_tool.py and test_turn_tool.py."""


@pytest.mark.parametrize(("text", "reason", "facts"), FLAWS, ids=lambda part: str(part))
def test_tiles_that_are_not_a_set_have_a_reason_with_facts(text: str, reason: Reason, facts: dict[str, Fact]) -> None:
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
    """T5: the flaw is in the tiles, not in their order."""
    for text, reason, _ in FLAWS:
        tiles = parse_tiles(text)
        if 3 <= len(tiles) <= 5:
            for order in permutations(tiles):
                refusal = read_set(order)
                assert isinstance(refusal, Refusal)
                assert refusal.reason is reason


def test_every_reason_about_a_set_can_be_given() -> None:
    """A reason that no tiles can have should not exist."""
    reasons = list(Reason)
    about_sets = set(reasons[: reasons.index(Reason.UNKNOWN_TILE)])
    given = {reason for _, reason, _ in FLAWS} | ABOUT_THE_BOX
    assert {reason.code for reason in about_sets - given} == set()


def test_a_repeated_number_is_named_even_in_two_colours() -> None:
    """T2, X2: b3 and r3 in one run; neither tile appears twice, the number 3 does."""
    refusal = refusal_of("b3 r3 C k5")
    assert refusal.reason is Reason.NUMBER_TWICE
    named = str(refusal)
    assert "b3 appears twice" not in named
    assert "r3 appears twice" not in named
