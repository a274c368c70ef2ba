"""`vienna-en`: the Vienna city edition, English text.

The English text in the rulebook of the Vienna box: the same box as `vienna-de`, but the text differs in the clock, the
penalty, the scores with an empty pool, and how a match is won.

Decided points (the book is silent or unclear):

- S1: players tied for the highest tile draw again; a joker counts as 0.
- T4: a set may contain several jokers, even only jokers. T5: jokers are placed where they are worth most.
- U7: only the table before and after the turn is compared; docs/rules.md says when a set continues an old one, and so
  where a freed joker went.
- U12: tiles that nobody can put back are not mentioned; treated as in `vienna-de`.
- N2: with an empty pool passing is free, and a full round of passes ends the game too.
- C4: players with equal lowest racks share the points.
- C5: the players agree on the number of rounds; a round is as many games as there are players.

Rules that are not listed here have their default in `profile.py`.
"""

from typing import Final

from tilewise.profiles.profile import Profile

VIENNA_EN: Final = Profile(
    name="vienna-en",
    title="Vienna city edition, English rules",
    rulebook="Vienna city edition",
    language="en",
    advice=("piles-of-seven", "hold-tiles-back", "keep-the-fourth", "keep-a-joker"),
    gift_tiles_in_box=2,
    late_tiles_unmoved=1,
    pool_score="difference",
    match_by="games-won",
)
