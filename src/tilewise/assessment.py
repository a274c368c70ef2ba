"""Assessing a turn without a game: what each set reads as, what was placed, and why the turn cannot end yet.

For a draft, a server that previews a turn, the companion tools, and anything else that has tiles but no game.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from tilewise.errors import Reason, Refusal
from tilewise.profiles import Profile
from tilewise.sets import TileSet, read_set
from tilewise.tiles import Table, Tile, Tiles
from tilewise.turn import LegalTurn, changed_sets, judge_turn


@dataclass(frozen=True, slots=True)
class TurnAssessment:
    """A turn, finished or in progress, and whether it may end."""

    sets: tuple[TileSet | Refusal, ...]
    """Each set on the table, in order: what it reads as, or why it is not a set."""
    placed: Tiles
    """The tiles that came from the rack, sorted."""
    loose: Tiles
    """The table's tiles that are in no set, sorted; they must return to the table (U6)."""
    rack: Tiles
    """The tiles still on the rack, sorted."""
    opening_value: int | None
    """The value of the valid new sets; None if the player opened in an earlier turn (U3)."""
    verdict: LegalTurn | Refusal
    """The turn if it may end now, or the reason why not."""

    @property
    def turn(self) -> LegalTurn | None:
        """The turn, if it may end now."""
        return self.verdict if isinstance(self.verdict, LegalTurn) else None

    @property
    def refusal(self) -> Refusal | None:
        """Why the turn cannot end now; None if it can."""
        return self.verdict if isinstance(self.verdict, Refusal) else None


def assess_turn(
    profile: Profile, before: Table, rack: Tiles, after: Table, opened: bool, *, finished: bool = False
) -> TurnAssessment:
    """Assess a turn by the table and the rack at its start and the table now.

    `before` consists of valid sets, as every turn leaves them; `after` may contain anything. A table tile that is
    in no set is loose while the turn is in progress, and missing once it is `finished`.

    >>> from tilewise.profiles import PROFILES
    >>> from tilewise.tiles import parse_table, parse_tiles
    >>> before, rack = parse_table("r3 r4 r5"), parse_tiles("r6 k9 b9 o9")
    >>> turn = assess_turn(PROFILES["jumbo"], before, rack, parse_table("r3 r4 r5 | k9 b9 o9"), opened=False)
    >>> turn.opening_value, str(turn.refusal)
    (27, 'The opening is worth 27; it needs 30.')
    >>> turn.rack
    (Tile('r6'),)
    """
    sets = tuple(read_set(tiles) for tiles in after)
    tiles_before, tiles_after = _count(before), _count(after)
    placed = tiles_after - tiles_before
    opening_value = None
    if not opened:
        _, new_sets = changed_sets(before, [reading for reading in sets if isinstance(reading, TileSet)])
        opening_value = sum(new_set.value for new_set in new_sets)
    verdict = judge_turn(profile, before, rack, after, opened)
    if not finished and isinstance(verdict, Refusal) and verdict.reason is Reason.TABLE_TILE_MISSING:
        verdict = Refusal(Reason.TABLE_TILES_LOOSE, verdict.facts)
    return TurnAssessment(
        sets=sets,
        placed=_sorted(placed),
        loose=_sorted(tiles_before - tiles_after),
        rack=_sorted(Counter(rack) - placed),
        opening_value=opening_value,
        verdict=verdict,
    )


def _count(table: Table) -> Counter[Tile]:
    return Counter(tile for tiles in table for tile in tiles)


def _sorted(tiles: Counter[Tile]) -> Tiles:
    return tuple(sorted(tiles.elements()))
