"""The checks of a position: tiles that exist, no more than a box contains, and a table that consists of valid sets.

The kernels count tiles quickly and notice that something is wrong; these functions say what it is. So the compiled
and the interpreted kernels refuse the same positions with the same errors.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from tilewise.errors import Refusal, TilewiseError
from tilewise.json_fields import short_repr
from tilewise.sets import read_set
from tilewise.tiles import FACES, JOKER, Table, format_tiles

MOST_COPIES: Final = 3
MOST_JOKERS: Final = 4
"""Of each kind."""

HEAVIEST: Final = 10**9
"""The greatest weight of one tile: the sum of a whole box of them stays far below 2^63."""


class InvalidTable(TilewiseError):
    """A table that does not consist of valid sets."""


def check_tiles(table: Any, rack: Any, must_place: Any = ()) -> None:
    """Raise TilewiseError unless these are tuples of tiles, and no more than the largest box contains."""
    if not _are_tuples(table) or not _are_tuples((rack, must_place)):
        raise TilewiseError("A table is a tuple of sets, and sets and racks are tuples of tiles.")
    counts = Counter[int]()
    for tiles in (*table, rack, must_place):
        for tile in tiles:
            if not isinstance(tile, int) or not 0 <= tile < len(FACES):
                raise TilewiseError(f"{short_repr(tile)} is not a tile.")
            counts[int(tile)] += 1
    if any(count > (MOST_COPIES if face < JOKER else MOST_JOKERS) for face, count in counts.items()):
        raise TilewiseError(f"The solver knows up to {MOST_COPIES} tiles of a face and {MOST_JOKERS} jokers of a kind.")


def _are_tuples(parts: Any) -> bool:
    return type(parts) is tuple and all(type(part) is tuple for part in parts)


def check_weights(weights: Any) -> None:
    """Raise TilewiseError unless there is a whole number for each face, and none of them is too great."""
    if type(weights) is not tuple or len(weights) != len(FACES):
        raise TilewiseError(f"The weights are a tuple of {len(FACES)} numbers, one for each face.")
    if not all(isinstance(weight, int) and -HEAVIEST <= weight <= HEAVIEST for weight in weights):
        raise TilewiseError(f"A weight is a whole number between -{HEAVIEST} and {HEAVIEST}.")


def arranged_table(table: Table) -> Table:
    """Return the table with every set in order (T5); raises InvalidTable if one of them is not a set."""
    arranged = []
    for tiles in table:
        faces = tuple(FACES[tile] for tile in tiles)
        reading = read_set(faces)
        if isinstance(reading, Refusal):
            raise InvalidTable(f"On the table {format_tiles(faces) or 'an empty set'} is not a set: {reading}")
        arranged.append(reading.tiles)
    return tuple(arranged)
