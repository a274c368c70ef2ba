"""`twist`: the edition with special jokers, German.

The rulebook of the box with special jokers. Two to four players; 104 tiles and 8 jokers: plain, double, colour-change
and mirror.

Decided points (the book is silent or unclear):

- E2: two jokers of each kind; the book says eight in all.
- S1: players tied for the highest tile draw again.
- S6: who starts a later game of a match is drawn again.
- T4: a set may contain several jokers, even only jokers. T5: jokers are placed where they are worth most.
- X2: a colour-change joker may be at either end of a run. Two of them are never next to each other: at least one tile
  is between them, so that each has a colour before and after it.
- X3: one tile on each side is enough for a mirror. The two sides mirror what their tiles stand for, place by place.
- U7: only the table before and after the turn is compared; docs/rules.md says when a set continues an old one, and so
  where a freed joker went.
- U8: equal jokers side by side are exchanged like one. A set that still has its joker beside the same tiles is the old
  set, and a similar set next to it is no exchange. A mirror's place is that between its neighbours.
- N2: with an empty pool passing is free, and a full round of passes ends the game too.
- C4: with an empty pool the winner gets the sum of the others' racks; players with equal lowest racks share it.

Rules that are not listed here have their default in `profile.py`.
"""

from typing import Final

from tilewise.profiles.profile import Profile

TWIST: Final = Profile(
    name="twist",
    title="Edition with special jokers",
    rulebook="edition with special jokers",
    language="de",
    advice=("piles-of-seven", "mirror-duplicates"),
    double_jokers=2,
    colour_change_jokers=2,
    mirror_jokers=2,
    freed_joker="another-set",
    clock_from="after-opening",
)
