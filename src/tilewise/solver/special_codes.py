"""The codes that the special kernel writes and `special_layout` reads.

A *pending set* is one that a special joker left open for the next number:

- a *covered* run ends with a double joker, whose second half is on the next number;
- a *waiting* run ends with a colour-change joker, so that any other colour may continue it;
- a *mirrored* run takes two tiles of each number, one for either side of the mirror; a double joker on a side covers
  the next number of that side;
- a *waiting mirrored* run ends with two colour-change jokers.

An *act* is a decision at one number. Its lowest four bits say which; what the others mean depends on that.
"""

from __future__ import annotations

from typing import Final

# Pending sets: the first code of each kind. The codes of a kind go by colour (of a waiting set the one that may not
# follow), and within a colour by length (one tile, two, three or more) or by the number of covered sides of a mirror.
COVERED: Final = 1
WAITING: Final = 13
MIRRORED: Final = 28
WAITING_MIRRORED: Final = 40

ANY_COLOUR: Final = 4
"""A colour-change joker is the first tile: any colour may follow."""

# What becomes of a pending set
CARRY, CLOSE, PROLONG_WAITING, PROLONG_MIRRORED, PROLONG_WAITING_MIRRORED = range(5)
# What special jokers begin or prolong
DOUBLE_ON_RUN, DOUBLE_FIRST, DOUBLE_IN_GROUP, CHANGE_ON_RUN, CHANGE_FIRST = range(5, 10)
MIRROR_RUN, CHANGE_ON_MIRRORED, CHANGE_FIRST_MIRRORED, MIRROR_GROUP = range(10, 14)
# How the other tiles are used: the tiles of a colour, the jokers in groups
USE_TILES, USE_GROUP_JOKERS = range(14, 16)

NUMBER_AT: Final = 26
"""The bit from which on an act contains its number."""
