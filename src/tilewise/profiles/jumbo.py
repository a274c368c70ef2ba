"""`jumbo`: the Jumbo edition, German.

The rulebook of the Jumbo box. Two to four players; 104 tiles and 2 jokers. A redeal for three pairs, one last round
when the pool is empty, and then every player loses the value of their rack.

Decided points (the book is silent or unclear):

- S1: players tied for the highest tile draw again; a joker counts as 0.
- S5: the redeal can be demanded until the first turn is taken, and again after a redeal.
- S6: who starts a later game of a match is drawn again.
- T4: a set may contain several jokers, even only jokers. T5: jokers are placed where they are worth most.
- C4: players equal in points and in the number of tiles share the win.

Rules that are not listed here have their default in `profile.py`.
"""

from typing import Final

from tilewise.profiles.profile import Profile

JUMBO: Final = Profile(
    name="jumbo",
    title="Jumbo edition",
    rulebook="Jumbo edition",
    language="de",
    advice=("piles-of-seven", "hold-tiles-back", "keep-a-joker"),
    redeal_pairs=3,
    freed_joker="anywhere",
    leftover_tiles="pool-and-draw",
    empty_pool="last-round",
    pool_score="all-minus",
    pool_tie="fewest-tiles",
)
