"""`international`: the international edition, English.

The rulebook of the international box, read from a damaged scan. Two to four players; 104 tiles and 2 jokers.

Decided points (the book is silent or unclear):

- S1: players tied for the highest tile draw again; a joker counts as 0.
- S6: who starts a later game of a match is drawn again.
- T4: a set may contain several jokers, even only jokers. T5: jokers are placed where they are worth most.
- U7: only the table before and after the turn is compared; docs/rules.md says when a set continues an old one, and so
  where a freed joker went.
- N2: the book has no passing, so a player who can place a tile, or open, must; running out of time counts as a pass.
- C4: players with equal lowest racks share the points.

Rules that are not listed here have their default in `profile.py`.
"""

from typing import Final

from tilewise.profiles.profile import Profile

INTERNATIONAL: Final = Profile(
    name="international",
    title="International edition",
    rulebook="international edition",
    language="en",
    advice=("hold-tiles-back", "keep-the-fourth", "keep-a-joker"),
    empty_pool="must-place",
    pool_score="difference",
)
