"""The places of a set, in order, and what each one stands for.

A tile takes one place, a double joker two, a mirror none. The numbered tiles decide what the places stand for; if
they leave a choice, the most valuable reading counts (T5).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, pairwise, repeat

from tilewise.sets.tile_set import Face, Kind, TileSet
from tilewise.tiles import COLOUR_CHANGE, DOUBLE, HIGHEST, LOWEST, MIRROR, Colour, Tile, Tiles

Slots = list[Tile]
"""The tile of each place; a double joker appears twice."""

COLOURS_IN_GROUP = len(Colour)


def slots_of(tiles: Sequence[Tile]) -> Slots:
    """Return the tile of each place."""
    return list(chain.from_iterable(repeat(tile, 2 if tile == DOUBLE else 1) for tile in tiles))


def run_faces(slots: Slots) -> list[Face] | None:
    """Return the faces of a run: consecutive numbers (T2, T3), one colour between colour-change jokers (X2).

    None if the places are not a run.
    """
    first = HIGHEST - len(slots) + 1
    for place, tile in enumerate(slots):
        if number := tile.number:
            first = number - place
            break
    if first < LOWEST or first + len(slots) - 1 > HIGHEST:
        return None
    stretches: list[Colour | None] = [None]
    stretch_of: list[int] = []
    for place, tile in enumerate(slots):
        if tile == COLOUR_CHANGE:
            if place and slots[place - 1] == COLOUR_CHANGE:
                return None
            stretches.append(None)
        elif tile.number:
            if tile.number != first + place or stretches[-1] not in (None, tile.colour):
                return None
            stretches[-1] = tile.colour
        stretch_of.append(len(stretches) - 1)
    for one, next_one in pairwise(stretches):
        if one is not None and one == next_one:
            return None
    return [
        Face(None if tile == COLOUR_CHANGE else stretches[stretch_of[place]], first + place)
        for place, tile in enumerate(slots)
    ]


def group_faces(slots: Slots) -> list[Face] | None:
    """Return the faces of a group: one number in at most four different colours (T1); None if it is not a group."""
    if len(slots) > COLOURS_IN_GROUP or COLOUR_CHANGE in slots:
        return None
    numbered = [tile for tile in slots if tile.number]
    if len(set(numbered)) < len(numbered) or len({tile.number for tile in numbered}) > 1:
        return None
    number = numbered[0].number if numbered else HIGHEST
    missing = _missing_colours(tile.colour for tile in slots)
    known = missing[0] if len(slots) == COLOURS_IN_GROUP and len(missing) == 1 else None
    return [Face(tile.colour if tile.number else known, number) for tile in slots]


def _missing_colours(shown: Iterable[Colour | None]) -> list[Colour]:
    taken = set(shown)
    return [colour for colour in Colour if colour not in taken]


def read_in_order(tiles: Tiles) -> TileSet | None:
    """Return the set that tiles form in the given order, the most valuable if there are several; None if not a set."""
    if tiles.count(MIRROR) == 1:
        return _read_mirrored(tiles)
    if MIRROR in tiles:
        return None
    slots = slots_of(tiles)
    best = None
    for kind, faces in ((Kind.GROUP, group_faces(slots)), (Kind.RUN, run_faces(slots))):
        if faces is not None:
            best = _better(best, TileSet(tiles, kind, _faces_per_tile(tiles, faces)))
    return best


def _read_mirrored(tiles: Tiles) -> TileSet | None:
    middle = tiles.index(MIRROR)
    left, right = tiles[:middle], tiles[middle + 1 :]
    slots = _overlay(slots_of(left), slots_of(right[::-1]))
    if not slots:
        return None
    falling = run_faces(slots[::-1])
    readings = (
        (Kind.MIRROR_GROUP, group_faces(slots)),
        (Kind.MIRROR_RUN, run_faces(slots)),
        (Kind.MIRROR_RUN, falling[::-1] if falling else None),
    )
    best = None
    for kind, faces in readings:
        if faces is not None:
            left_faces = _faces_per_tile(left, faces)
            right_faces = _faces_per_tile(right, faces[::-1])
            best = _better(best, TileSet(tiles, kind, (*left_faces, (), *right_faces)))
    return best


def _overlay(left: Slots, right: Slots) -> Slots:
    """Merge the two sides of a mirror, outermost place first; empty if they are not mirror images (X3)."""
    if len(left) != len(right):
        return []
    slots = []
    for one, other in zip(left, right, strict=True):
        if one.number and other.number:
            if one != other:
                return []
        elif (one == COLOUR_CHANGE) != (other == COLOUR_CHANGE):
            return []
        slots.append(one if one.number or not other.number else other)
    return slots


def _faces_per_tile(tiles: Sequence[Tile], faces: Sequence[Face]) -> tuple[tuple[Face, ...], ...]:
    rest = iter(faces)
    return tuple(_both(next(rest), next(rest), faces) if tile == DOUBLE else (next(rest),) for tile in tiles)


def _both(one: Face, other: Face, faces: Sequence[Face]) -> tuple[Face, Face]:
    """Return what a double joker stands for: in a group of four, the two colours if they are known."""
    if one == other and len(faces) == COLOURS_IN_GROUP:
        missing = _missing_colours(face.colour for face in faces)
        if len(missing) == 2:
            return Face(missing[0], one.number), Face(missing[1], one.number)
    return one, other


def _better(one: TileSet | None, other: TileSet) -> TileSet:
    return other if one is None or other.value > one.value else one
