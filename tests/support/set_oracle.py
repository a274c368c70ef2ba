"""A slow and obvious reader of sets, written from docs/rules.md alone, as a reference for the fast one.

It lists every possible set as a row of places, a *form*, and tries to cover every form with the tiles:

- a place shows a face; a place for a colour-change joker shows a face without a colour; the mirror's is None;
- a numbered tile covers its own face, a plain joker any face with a colour, a double joker two such places
  next to each other, a colour-change joker a place without a colour, a mirror the mirror's place.

In a fixed order the tiles cover a form in one way or not at all; in any order, every order is tried.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import permutations
from typing import NamedTuple

from tilewise.sets import Face, Kind
from tilewise.tiles import COLOUR_CHANGE, DOUBLE, HIGHEST, JOKER, LOWEST, MIRROR, Colour, Tile, Tiles

Place = Face | None
Faces = tuple[tuple[Face, ...], ...]
NUMBERS = range(LOWEST, HIGHEST + 1)
FEWEST_TILES = 3


class Form(NamedTuple):
    """A set as a row of places."""

    kind: Kind
    places: tuple[Place, ...]

    @property
    def value(self) -> int:
        """The sum of its numbers; a mirror is worth nothing (X4)."""
        return sum(place.number for place in self.places if place is not None)


class Verdict(NamedTuple):
    """What the tiles are: whether their order is a set, the kind and the value."""

    in_order: bool
    kind: Kind
    value: int


def judge(tiles: Tiles) -> Verdict | None:
    """Read tiles as a set: in their order if that is one, otherwise in the order of greatest value (T5)."""
    if len(tiles) < FEWEST_TILES:
        return None
    forms = forms_for(tiles)
    for form in forms:
        if cover(tiles, form) is not None:
            return Verdict(True, form.kind, form.value)
    for form in forms:
        if next(orders_that_cover(tiles, form), None) is not None:
            return Verdict(False, form.kind, form.value)
    return None


def readings(tiles: Tiles, kind: Kind, value: int) -> set[Faces]:
    """Return what each tile stands for, in every reading of this order with this kind and value.

    Ways to cover that differ in nothing but colours are one reading: what they share is its colour, and
    what they do not share is open. The faces of one tile are sorted.
    """
    by_numbers: dict[tuple[tuple[int, ...], ...], list[Faces]] = {}
    for form in forms_for(tiles):
        if form.kind is kind and form.value == value:
            faces = cover(tiles, form)
            if faces is not None:
                numbers = tuple(tuple(sorted(face.number for face in part)) for part in faces)
                by_numbers.setdefault(numbers, []).append(faces)
    return {tuple(_shared([faces[i] for faces in ways]) for i in range(len(tiles))) for ways in by_numbers.values()}


def in_a_fixed_order(faces: tuple[Face, ...]) -> tuple[Face, ...]:
    """Sort the faces of one tile, open colours last."""
    return tuple(sorted(faces, key=lambda face: (face.number, face.colour is None, face.colour or 0)))


def _shared(ways: list[tuple[Face, ...]]) -> tuple[Face, ...]:
    common = Counter(ways[0])
    for way in ways[1:]:
        common &= Counter(way)
    still_open = list((Counter(ways[0]) - common).elements())
    return in_a_fixed_order((*common.elements(), *(Face(None, face.number) for face in still_open)))


def cover(tiles: Tiles, form: Form) -> Faces | None:
    """Lay the tiles in their order on the places; None if they do not fit."""
    faces: list[tuple[Face, ...]] = []
    at = 0
    for tile in tiles:
        places = form.places[at : at + places_of(tile)]
        if not fits(tile, places):
            return None
        faces.append(tuple(place for place in places if place is not None))
        at += len(places)
    return tuple(faces) if at == len(form.places) else None


def orders_that_cover(tiles: Tiles, form: Form, at: int = 0) -> Iterator[Tiles]:
    """Yield every order of the tiles that covers the form; an order is dropped at its first mismatch."""
    if not tiles and at == len(form.places):
        yield ()
    for tile in set(tiles):
        if fits(tile, form.places[at : at + places_of(tile)]):
            where = tiles.index(tile)
            rest = tiles[:where] + tiles[where + 1 :]
            for order in orders_that_cover(rest, form, at + places_of(tile)):
                yield (tile, *order)


def places_of(tile: Tile) -> int:
    """Return how many places a tile takes: two for a double joker (X1), one for any other tile and for the mirror."""
    return 2 if tile == DOUBLE else 1


def fits(tile: Tile, places: tuple[Place, ...]) -> bool:
    """Whether a tile covers these places."""
    if len(places) != places_of(tile):
        return False
    if tile == MIRROR:
        return places == (None,)
    if tile == COLOUR_CHANGE:
        return all(place is not None and place.colour is None for place in places)
    if tile in (JOKER, DOUBLE):
        return all(place is not None and place.colour is not None for place in places)
    return places == (Face(tile.colour, tile.number),)


def forms_for(tiles: Tiles) -> tuple[Form, ...]:
    """Give every form that may suit the tiles, best first.

    It has as many places, colour-changes and mirrors as the tiles have, and shows every numbered one of them.
    """
    places = sum(places_of(tile) for tile in tiles if tile != MIRROR)
    numbered = frozenset(Face(tile.colour, tile.number) for tile in tiles if not tile.is_joker)
    return _forms_that_show(numbered, places, tiles.count(COLOUR_CHANGE), tiles.count(MIRROR))


@lru_cache(256)
def _forms_that_show(faces: frozenset[Face], places: int, changes: int, mirrors: int) -> tuple[Form, ...]:
    return tuple(form for form in all_forms(places, changes, mirrors) if faces.issubset(form.places))


@cache
def all_forms(places: int, changes: int, mirrors: int) -> tuple[Form, ...]:
    """List the sets with this number of faces, the greatest value first, groups before runs of equal value."""
    forms: list[Form] = []
    if mirrors == 0 and places >= FEWEST_TILES:
        forms += [Form(Kind.GROUP, group) for group in groups(places, changes)]
        forms += [Form(Kind.RUN, run) for run in runs(places, changes)]
    if mirrors == 1 and places >= 2 and places % 2 == 0 and changes % 2 == 0:
        sides = places // 2, changes // 2
        forms += [Form(Kind.MIRROR_GROUP, mirrored(side)) for side in groups(*sides)]
        forms += [Form(Kind.MIRROR_RUN, mirrored(side)) for side in runs(*sides)]
        forms += [Form(Kind.MIRROR_RUN, mirrored(side[::-1])) for side in runs(*sides)]
    first = (Kind.GROUP, Kind.MIRROR_GROUP)
    return tuple(sorted(dict.fromkeys(forms), key=lambda form: (-form.value, form.kind not in first)))


def mirrored(side: tuple[Face, ...]) -> tuple[Place, ...]:
    """Lay a side, the mirror, and the side's mirror image (X3)."""
    return (*side, None, *side[::-1])


def groups(length: int, changes: int) -> Iterator[tuple[Face, ...]]:
    """Yield every row of one number in different colours (T1), without colour-change jokers (X2)."""
    if changes == 0:
        for number in NUMBERS:
            for colours in permutations(Colour, length):
                yield tuple(Face(colour, number) for colour in colours)


def runs(length: int, changes: int) -> Iterator[tuple[Face, ...]]:
    """Yield every rising row of consecutive numbers within 1-13 (T2, T3) with `changes` colour-change jokers (X2)."""
    for start in NUMBERS:
        if start + length - 1 <= HIGHEST:
            for colours in colourings(length, changes):
                yield tuple(Face(colour, start + i) for i, colour in enumerate(colours))


def colourings(length: int, changes: int) -> Iterator[tuple[Colour | None, ...]]:
    """Give every row of colours of a run; None is a colour-change joker.

    The colour stays as it is between neighbours, differs before and after a colour-change, and is free at the
    beginning; two colour-changes never lie side by side.
    """
    if length == 0:
        if changes == 0:
            yield ()
        return
    for before in colourings(length - 1, changes):
        allowed = [colour for colour in Colour if may_follow(before, colour)]
        yield from ((*before, colour) for colour in allowed)
    if changes > 0:
        for before in colourings(length - 1, changes - 1):
            if before[-1:] != (None,):
                yield (*before, None)


def may_follow(before: tuple[Colour | None, ...], colour: Colour) -> bool:
    """Whether a run may go on in this colour."""
    match before:
        case () | (None,):
            return True
        case (*_, last, None):
            return last is not colour
        case _:
            return before[-1] is colour
