"""`vienna-de`: the Vienna city edition, German text.

The German text in the rulebook of the Vienna box. Two to four players; 104 tiles, 2 jokers, and two gift tiles that
may be added to the jokers or used instead of them.

Decided points (the book is silent or unclear):

- S1: players tied for the highest tile draw again.
- S6: who starts a later game of a match is drawn again.
- T4: a set may contain several jokers, even only jokers. T5: jokers are placed where they are worth most.
- U7: only the table before and after the turn is compared; docs/rules.md says when a set continues an old one, and so
  where a freed joker went.
- N2: with an empty pool passing is free, and a full round of passes ends the game too.
- C4: with an empty pool the winner gets the sum of the others' racks; players with equal lowest racks share it.
- U12: tiles that nobody can put back go to the pool (as printed), without a penalty beyond the three tiles.

Rules that are not listed here have their default in `profile.py`.
"""

from typing import Final

from tilewise.profiles.profile import Profile

VIENNA_DE: Final = Profile(
    name="vienna-de",
    title="Vienna city edition, German rules",
    rulebook="Vienna city edition",
    language="de",
    advice=("piles-of-seven", "hold-tiles-back", "keep-the-fourth", "keep-a-joker"),
    gift_tiles_in_box=2,
    freed_joker="another-set",
    clock_from="after-opening",
)
