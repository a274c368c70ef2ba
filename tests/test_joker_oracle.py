"""`judge_turn` agrees with an independent checker of U7 and U8 on random rearrangements with jokers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest

from tests.support.effort import examples
from tests.support.joker_oracle import allowed_by_u7, allowed_by_u8
from tests.support.joker_rearrangements import PLAIN, SPECIAL, random_turn
from tilewise.errors import Refusal
from tilewise.profiles import PROFILES
from tilewise.sets import read_sets
from tilewise.tiles import Tile, format_table
from tilewise.turn import judge_turn

TURNS = examples(600, thorough=2_600)
"""For each seed; in `make test-all`, eight seeds make more than 20,000."""

RULES = ("anywhere", "another-set", "new-set")


@pytest.mark.long
@pytest.mark.parametrize("seed", range(examples(1, thorough=4)))
@pytest.mark.parametrize("kinds", [PLAIN, SPECIAL], ids=["plain", "special"])
def test_judge_turn_agrees_with_the_text_of_u7_and_u8(kinds: Sequence[Tile], seed: int) -> None:
    random = Random(f"{len(kinds)} {seed}")
    profiles = {rule: PROFILES["twist"].with_rules({"freed_joker": rule}) for rule in RULES}
    refused: Counter[str] = Counter()
    for _ in range(TURNS):
        before, rack, after = random_turn(random, kinds)
        old, new = read_sets(before), read_sets(after)
        exchange = not allowed_by_u8(old, new)
        refused["U8"] += exchange
        for rule, profile in profiles.items():
            verdict = judge_turn(profile, before, rack, after, opened=True)
            expected = "U8" if exchange else "U7" if not allowed_by_u7(rule, old, new) else None
            assert (verdict.rule if isinstance(verdict, Refusal) else None) == expected, (
                f"{rule}: {format_table(before)} with {rack} to {format_table(after)}"
            )
            refused[rule] += expected == "U7"
    # Both verdicts are frequent.
    shares = {name: refused[name] / TURNS for name in (*RULES, "U8")}
    assert shares["anywhere"] == 0
    assert 0.08 < shares["another-set"] < 0.6, shares
    assert 0.12 < shares["new-set"] < 0.8, shares
    assert 0.1 < shares["U8"] < 0.6 if kinds == SPECIAL else shares["U8"] == 0, shares
