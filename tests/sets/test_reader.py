"""The set that tiles form, in the given order or arranged (T5)."""

from __future__ import annotations

from itertools import permutations

import pytest

from tests.support.set_texts import set_of
from tilewise.tiles import format_tiles


def test_a_joker_at_the_low_end_of_a_run_is_worth_less_than_at_the_high_end() -> None:
    """T5: the order says what a joker stands for."""
    assert set_of("J r4 r5").value == 12
    assert set_of("r4 r5 J").value == 15


@pytest.mark.parametrize("order", list(permutations(("r4", "r5", "r6", "J"))))
def test_tiles_are_never_refused_for_their_order(order: tuple[str, ...]) -> None:
    """T5: a valid order is kept; otherwise the tiles are arranged, with the joker where it is worth most."""
    read = set_of(" ".join(order))
    arranged = format_tiles(read.tiles)
    if order in (("J", "r4", "r5", "r6"), ("r4", "r5", "r6", "J")):
        assert arranged == " ".join(order)
    else:
        assert (arranged, read.value) == ("r4 r5 r6 J", 22)
