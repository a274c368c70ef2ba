"""What the actions of the others tell: how patient they are, and what they do not have."""

from __future__ import annotations

import math
from bisect import bisect
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from tilewise.game import Draw, Pass, Play
from tilewise.tiles import Tiles
from tilewise.view import SeenAction, View

PLAYS: Final = 0.4
"""How often a quick player places something in a turn after its opening; measured with `solid`."""

PATIENT_PLAYS: Final = 0.02
"""The same for a patient player."""

OPENINGS: Final = ((5, 0.72, 0.30), (6, 0.23, 0.39), (1000, 0.05, 0.31))
"""How often patient and quick players open with up to so many tiles; measured with `wait` and `solid`."""

TABLES: Final = ((0.02, 0.65), (0.5, 0.15), (0.98, 0.2))
"""Shares of patient players among the opponents, and how likely each is: people at one table often play alike."""

GENEROUS_PRIOR: Final = 0.8
"""How likely a patient opponent lays what it can with an empty pool (N2): few players think of laying a single tile
where they must place, or none where they need not."""

ONLY_ONE_FITS: Final = 0.3
"""How often such an opponent lays a single tile all the same."""

NOTHING_FITS: Final = 0.05
"""How often such an opponent lays none; hardly ever in its first turn with an empty pool."""

MOST_EVIDENCE: Final = 50.0
"""More makes no difference, and could be too great a number."""


def patience_evidence(view: View, seat: int) -> float:
    """Return how much likelier a seat's turns are for a patient player than for a quick one, as a logarithm.

    With an empty pool nobody can draw, and patient players may have to place as well (N2).
    """
    evidence = 0.0
    opened = False
    for seen in view.history[: len(view.history) - len(turns_with_empty_pool(view))]:
        if seen.action.seat != seat:
            continue
        if isinstance(seen.action, Play) and seen.placed:
            patient, quick = (PATIENT_PLAYS, PLAYS) if opened else _opening_rates(len(seen.placed))
            evidence += math.log(patient / quick)
            opened = True
        elif isinstance(seen.action, Draw) and opened:
            evidence += math.log((1 - PATIENT_PLAYS) / (1 - PLAYS))
    return evidence


def patient_seats(evidence: Mapping[int, float], random: Callable[[str], float]) -> set[int]:
    """Choose which seats are patient, by chance as likely as the evidence of all of them together makes it.

    `random` returns a number from 0 to 1 for a label. The evidence about one opponent also tells something about the
    others, because the share of patient players differs from table to table.
    """
    odds = {seat: math.exp(min(logarithm, MOST_EVIDENCE)) for seat, logarithm in evidence.items()}
    likely = [weight * math.prod(share * one + 1 - share for one in odds.values()) for share, weight in TABLES]
    ends = list(accumulate(likely))
    share, _ = TABLES[bisect(ends, random("table") * ends[-1], hi=len(ends) - 1)]
    return {seat for seat, one in odds.items() if random(f"{seat}") < share * one / (share * one + 1 - share)}


def _opening_rates(tiles: int) -> tuple[float, float]:
    return next((patient, quick) for most, patient, quick in OPENINGS if tiles <= most)


class LeftOver(NamedTuple):
    """What a quick player kept in its last turn, because it did not fit."""

    drawn: int
    """Tiles that it then drew: these may fit."""
    table: Tiles | None
    """The table on which it could place nothing else; None if it could not open, which any player would have."""


def left_over(view: View, seat: int) -> LeftOver | None:
    """Return what the last turn of a seat tells about its rack; None if it tells nothing."""
    turns = [
        number
        for number, seen in enumerate(view.history)
        if seen.action.seat == seat and isinstance(seen.action, Play | Draw | Pass)
    ]
    if not turns:
        return None
    drawn = view.history[turns[-1]].drawn
    if not view.opened[seat]:
        return LeftOver(drawn, None)
    # Who has just opened laid tiles from the rack alone, and may find more now.
    if not any(view.history[number].placed for number in turns[:-1]):
        return None
    before = reversed(view.history[: turns[-1] + 1])
    table = next(seen.action.table for seen in before if isinstance(seen.action, Play) and seen.placed)
    return LeftOver(drawn, tuple(tile for tiles in table for tile in tiles))


def generosity_of(view: View, seat: int) -> float:
    """Return how likely a patient seat lays what it can with an empty pool, judging by what it has laid so far."""
    laid = [len(seen.placed) for seen in turns_with_empty_pool(view) if seen.action.seat == seat]
    must_place = view.profile.empty_pool == "must-place"
    if any(count > must_place for count in laid):
        return 1.0
    # Whoever must place passes only if nothing fits, which any player would.
    evidence = ONLY_ONE_FITS ** laid.count(1) if must_place else NOTHING_FITS ** len(laid)
    odds = evidence * GENEROUS_PRIOR / (1 - GENEROUS_PRIOR)
    return odds / (1 + odds)


def turns_with_empty_pool(view: View) -> Sequence[SeenAction]:
    """Return the turns since the pool is empty."""
    if view.pool_size:
        return ()
    last_drawn = max((number for number, seen in enumerate(view.history) if seen.drawn), default=-1)
    return view.history[last_drawn + 1 :]
