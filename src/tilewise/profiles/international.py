"""`international`: the international edition, English.

The rulebook of the international box, read from a damaged scan. Two to four players; 104 tiles and 2 jokers.

Decided points (the book is silent or unclear):

- S1: the tied highest draw again among themselves; a joker counts for nothing.
- T4: a set may hold several jokers, even only jokers. T5: jokers are placed for the greatest value.
- N2: with an empty pool the game ends after a full round of passes.
- C4: equal lowest racks share the plus.
"""

from typing import Final

from tilewise.profiles.profile import Profile

INTERNATIONAL: Final = Profile(
    name="international",
    title="International edition",
    rulebook="international edition",
    language="en",
    pool_score="difference",
)
