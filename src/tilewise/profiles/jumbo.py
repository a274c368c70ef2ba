"""`jumbo`: the Jumbo edition, German.

The rulebook of the Jumbo box. Two to four players; 104 tiles and 2 jokers. A redeal for three pairs, one last round
when the pool is empty, and then every player loses the value of their rack.

Decided points (the book is silent or unclear):

- S1: the tied highest draw again among themselves; a joker counts for nothing.
- S5: the redeal can be demanded until the first turn is taken, and again after a redeal.
- T4: a set may hold several jokers, even only jokers. T5: jokers are placed for the greatest value.
- C4: equal in points and in the number of tiles: the game is shared.
"""

from typing import Final

from tilewise.profiles.profile import Profile

JUMBO: Final = Profile(
    name="jumbo",
    title="Jumbo edition",
    rulebook="Jumbo edition",
    language="de",
    redeal_pairs=3,
    leftover_tiles="pool-and-draw",
    empty_pool="last-round",
    pool_score="all-minus",
    pool_tie="fewest-tiles",
)
