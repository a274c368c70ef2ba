"""`tm-toys`: the TM Toys editions, Polish, for up to four and for up to six players.

The rulebook of the TM Toys boxes. Two to four players with 104 tiles and 2 jokers; five and six with 156 tiles and
4 jokers. Big points decide a match; a player who never opened loses 100 or 200.

Variants the book offers, as house rules: `opening_threshold` 0 (no threshold; recommended for five and six
players and for beginners), `turn_seconds` 30, 40 or none.

Decided points (the book is silent or unclear):

- S1: a joker counts as 0.
- S5: the redeal can be demanded until the first turn is taken, and again after a redeal.
- T4: a set may contain several jokers, even only jokers. T5: jokers are placed where they are worth most.
- U7: only the table before and after the turn is compared; docs/rules.md says when a set continues an old one, and so
  where a freed joker went.
- U9: the minute is printed beside the manipulations; it holds for every turn.
- C3: the 100 or 200 count instead of the value of the rack; a player who announced the opening that the last drawn
  tile made possible loses the value of the rack instead of 200.

Rules that are not listed here have their default in `profile.py`.
"""

from typing import Final

from tilewise.profiles.profile import Profile

TM_TOYS: Final = Profile(
    name="tm-toys",
    title="TM Toys edition, also for six",
    rulebook="TM Toys editions",
    language="pl",
    advice=("piles-of-seven", "open-with-any-set", "other-time-limits"),
    max_players=6,
    large_game_from=5,
    redeal_pairs=3,
    next_starter="left-of-last",
    late_tiles=1,
    late_tiles_unmoved=1,
    wrong_play="penalty",
    leftover_tiles="rack",
    empty_pool="last-round",
    joker_penalty=50,
    unopened_penalty=100,
    missed_opening_penalty=200,
    pool_score="difference",
    match_by="big-points",
)
