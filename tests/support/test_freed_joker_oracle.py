"""The programme that plays under U7 are compared with: the examples of the rules."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.support import freed_joker_oracle
from tests.support.solver_positions import rack_of
from tilewise.tiles import FACES, JOKER, NUMBERED, parse_table

pytestmark = pytest.mark.long

EACH = dict.fromkeys(FACES, 1)


@pytest.mark.parametrize(
    ("table", "rack", "another_set", "new_set"),
    [
        ("r3 J r5", "r4", 0, 0),
        ("r3 J r5 | k7 k8 k9", "r4", 1, 0),
        ("r3 J r5", "r4 k9 b9", 3, 3),
        ("r3 r4 r5 | k7 b7 J", "r6 J", 2, 2),
        ("k7 b7 J", "o7", 1, 1),
        ("r3 r4 J", "r5", 0, 0),
        ("r3 r4 J", "r6", 1, 1),
        ("J J J", "r4 r5 k9", 3, 3),
    ],
)
def test_the_oracle_knows_where_a_joker_may_go(table: str, rack: str, another_set: int, new_set: int) -> None:
    """U7."""
    before, held = parse_table(table), rack_of(rack)
    assert freed_joker_oracle.best_play("another-set", before, held, EACH) == another_set
    assert freed_joker_oracle.best_play("new-set", before, held, EACH) == new_set
    assert freed_joker_oracle.best_play("anywhere", before, held, EACH) >= another_set


def test_positions_with_too_many_sets_are_left_out() -> None:
    with pytest.raises(freed_joker_oracle.TooLarge):
        freed_joker_oracle.columns_of(Counter(NUMBERED) + Counter({JOKER: 4}))


def test_the_small_positions_have_a_joker_on_the_table() -> None:
    positions = list(freed_joker_oracle.small_positions(20, "test", 2, 2))
    assert len(positions) == 20
    assert all(any(JOKER in tiles for tiles in table) and rack for table, rack in positions)
