"""Runs and groups: whether tiles, in this order, form one, and what each place stands for (T1-T4, X1-X3).

A tile takes one place, a double joker two, a mirror none. The numbered tiles decide what the places stand for; if
they leave a choice, the most valuable reading counts (T5). `read_set` also asks for at least three tiles.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, pairwise, repeat

from tilewise.sets.tile_set import Face, Kind, TileSet
from tilewise.tiles import COLOUR_CHANGE, DOUBLE, HIGHEST, LOWEST, MIRROR, Colour, Tile, Tiles

Places = list[Tile]
"""The tile of each place; a double joker appears twice."""

COLOURS_IN_GROUP = len(Colour)


def places_of(tiles: Sequence[Tile]) -> Places:
    """Return the tile of each place."""
    return list(chain.from_iterable(repeat(tile, 2 if tile == DOUBLE else 1) for tile in tiles))


def run_faces(places: Places) -> list[Face] | None:
    """Return the faces of a run: consecutive numbers (T2, T3), one colour between colour-change jokers (X2).

    None if the places are not a run.
    """
    first = HIGHEST - len(places) + 1
    for place, tile in enumerate(places):
        if number := tile.number:
            first = number - place
            break
    if first < LOWEST or first + len(places) - 1 > HIGHEST:
        return None
    stretches: list[Colour | None] = [None]
    stretch_of: list[int] = []
    for place, tile in enumerate(places):
        if tile == COLOUR_CHANGE:
            if place and places[place - 1] == COLOUR_CHANGE:
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
        for place, tile in enumerate(places)
    ]


def group_faces(places: Places) -> list[Face] | None:
    """Return the faces of a group: one number in at most four different colours (T1); None if it is not a group."""
    if len(places) > COLOURS_IN_GROUP or COLOUR_CHANGE in places:
        return None
    numbered = [tile for tile in places if tile.number]
    if len(set(numbered)) < len(numbered) or len({tile.number for tile in numbered}) > 1:
        return None
    number = numbered[0].number if numbered else HIGHEST
    missing = _missing_colours(tile.colour for tile in places)
    known = missing[0] if len(places) == COLOURS_IN_GROUP and len(missing) == 1 else None
    return [Face(tile.colour if tile.number else known, number) for tile in places]


def _missing_colours(shown: Iterable[Colour | None]) -> list[Colour]:
    taken = set(shown)
    return [colour for colour in Colour if colour not in taken]


def read_in_order(tiles: Tiles) -> TileSet | None:
    """Return the set that tiles form in the given order, the most valuable if there are several; None if not a set."""
    if tiles.count(MIRROR) == 1:
        return _read_mirrored(tiles)
    if MIRROR in tiles:
        return None
    places = places_of(tiles)
    best = None
    for kind, faces in ((Kind.GROUP, group_faces(places)), (Kind.RUN, run_faces(places))):
        if faces is not None:
            best = _better(best, TileSet(tiles, kind, _faces_per_tile(tiles, faces)))
    return best


def _read_mirrored(tiles: Tiles) -> TileSet | None:
    middle = tiles.index(MIRROR)
    left, right = tiles[:middle], tiles[middle + 1 :]
    places = _overlay(places_of(left), places_of(right[::-1]))
    if not places:
        return None
    falling = run_faces(places[::-1])
    readings = (
        (Kind.MIRROR_GROUP, group_faces(places)),
        (Kind.MIRROR_RUN, run_faces(places)),
        (Kind.MIRROR_RUN, falling[::-1] if falling else None),
    )
    best = None
    for kind, faces in readings:
        if faces is not None:
            left_faces = _faces_per_tile(left, faces)
            right_faces = _faces_per_tile(right, faces[::-1])
            best = _better(best, TileSet(tiles, kind, (*left_faces, (), *right_faces)))
    return best


def _overlay(left: Places, right: Places) -> Places:
    """Merge the two sides of a mirror, outermost place first; empty if they are not mirror images (X3)."""
    if len(left) != len(right):
        return []
    places = []
    for one, other in zip(left, right, strict=True):
        if one.number and other.number:
            if one != other:
                return []
        elif (one == COLOUR_CHANGE) != (other == COLOUR_CHANGE):
            return []
        places.append(one if one.number or not other.number else other)
    return places


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
