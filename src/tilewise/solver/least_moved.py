"""The same tiles in sets that move the fewest of them: a branch-and-bound search over all sets. Plain jokers only.

Every tile knows its old set. New sets are built one after the other, each around the tile that is hardest to place. Of
an old set only the largest part that stays together counts as not moved, so a branch is given up once it has moved as
many tiles as the best arrangement so far.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product
from typing import Final

from tilewise.profiles import FreedJoker
from tilewise.sets import TileSet, read_set
from tilewise.solver.freed_jokers import is_legal
from tilewise.tiles import FACES, HIGHEST, JOKER, LOWEST, Colour, Table, Tile, Tiles

RACK: Final = -1
"""The place of rack tiles, in place of an old set."""

MOST_SETS_TRIED: Final = 300
"""A limit of some 10 ms for tables with thousands of equally good arrangements."""

Token = tuple[Tile, int]
"""A tile, and the place of its old set."""


def arrange_with_fewest_moves(
    old: Table, placed: Tiles, fewer_than: int, freed_joker: FreedJoker = "anywhere"
) -> Table | None:
    """Return sets of the old tiles and those placed that move fewer tiles than this; None if none are found.

    The jokers of the old sets go where the rule allows (U7).

    >>> from tilewise.tiles import format_table, parse_table, parse_tiles
    >>> format_table(arrange_with_fewest_moves(parse_table("r3 r4 r5 r6 | b6 k6 o6"), parse_tiles("r7"), 5))
    'r3 r4 r5 r6 r7 | k6 b6 o6'
    """
    tokens = [(tile, o) for o, tiles in enumerate(old) for tile in tiles] + [(tile, RACK) for tile in placed]
    search = _Search(old, fewer_than, freed_joker)
    search.extend(Counter(tokens))
    return search.best


class _Search:
    def __init__(self, old: Table, fewer_than: int, freed_joker: FreedJoker) -> None:
        self.old = old
        self.freed_joker = freed_joker
        self.sizes = [len(tiles) for tiles in old]
        self.fewest = fewer_than
        self.best: Table | None = None
        self.sets: list[tuple[Token, ...]] = []
        self.together = [0] * len(old)
        """Of each old set, the size of the largest part that is together in a new set."""
        self.tried = 0

    def extend(self, left: Counter[Token]) -> None:
        """Build the next set from the tiles left, in all ways."""
        if self._moved(left) >= self.fewest:
            return
        if not left:
            after = self._legal_order()
            if after is not None:
                self.fewest = self._moved(left)
                self.best = after
            return
        options = list(_sets_around(_hardest(left), left))
        # Sets that keep more of an old set together come first: they make the bound tight.
        options.sort(key=lambda tokens: -max(Counter(o for _, o in tokens if o != RACK).values(), default=0))
        for tokens in options:
            self.tried += 1
            if self.tried > MOST_SETS_TRIED:
                return
            before = self.together[:]
            for o, share in Counter(o for _, o in tokens).items():
                if o != RACK:
                    self.together[o] = max(self.together[o], share)
            self.sets.append(tokens)
            self.extend(left - Counter(tokens))
            self.sets.pop()
            self.together = before

    def _legal_order(self) -> Table | None:
        """Return the sets with their jokers where they are worth most (T5), or as they were built; None if illegal."""
        built = tuple(tuple(tile for tile, _ in tokens) for tokens in self.sets)
        orders = (tuple(_in_order(tuple(sorted(tiles))) for tiles in built), tuple(_in_order(tiles) for tiles in built))
        return next((order for order in orders if is_legal(self.freed_joker, self.old, order)), None)

    def _moved(self, left: Counter[Token]) -> int:
        """Return how many tiles move at least."""
        rest = [0] * len(self.sizes)
        for (_, o), count in left.items():
            if o != RACK:
                rest[o] += count
        return sum(
            size - max(together, still) for size, together, still in zip(self.sizes, self.together, rest, strict=True)
        )


def _hardest(left: Counter[Token]) -> Token:
    """Return the tile that is hardest to place: a numbered tile whose number is rare."""
    numbers = Counter(tile.number for tile, _ in left.elements())
    return min(left, key=lambda token: (token[0] == JOKER, numbers[token[0].number], token[0], token[1]))


def _sets_around(token: Token, left: Counter[Token]) -> Iterator[tuple[Token, ...]]:
    """Yield every set that contains this tile and otherwise tiles that are left."""
    rest = left - Counter([token])
    jokers = sorted(other for other in rest.elements() if other[0] == JOKER)
    tile = token[0]
    if tile == JOKER:
        # Only jokers are left.
        yield from ((token, *others) for count in (2, 3) for others in set(combinations(jokers, count)))
        return
    by_face: dict[Tile, list[Token]] = {}
    for other in rest:
        by_face.setdefault(other[0], []).append(other)
    yield from _groups_around(token, by_face, jokers)
    yield from _runs_around(token, by_face, jokers)


def _groups_around(token: Token, by_face: dict[Tile, list[Token]], jokers: list[Token]) -> Iterator[tuple[Token, ...]]:
    tile = token[0]
    others = [Tile.of(colour, tile.number) for colour in Colour if colour is not tile.colour]
    present = [face for face in others if face in by_face]
    for count in range(len(present) + 1):
        for faces in combinations(present, count):
            for reals in product(*(by_face[face] for face in faces)):
                for filled in range(max(0, 2 - count), min(len(jokers), 3 - count) + 1):
                    for added in set(combinations(jokers, filled)):
                        yield (token, *reals, *added)


def _runs_around(token: Token, by_face: dict[Tile, list[Token]], jokers: list[Token]) -> Iterator[tuple[Token, ...]]:
    tile = token[0]
    for first in range(LOWEST, tile.number + 1):
        for last in range(max(tile.number, first + 2), HIGHEST + 1):
            # Faces of one colour follow each other.
            faces = [FACES[tile - tile.number + number] for number in range(first, last + 1) if number != tile.number]
            missing = sum(face not in by_face for face in faces)
            for wild in range(missing, len(jokers) + 1):
                yield from _fillings(token, faces, by_face, jokers, wild)


def _fillings(
    token: Token, faces: list[Tile], by_face: dict[Tile, list[Token]], jokers: list[Token], wild: int
) -> Iterator[tuple[Token, ...]]:
    """Fill the places of a run, in order: this many with jokers, the others with numbered tiles."""
    for filled in combinations(faces, wild):
        reals = [face for face in faces if face not in filled]
        if any(face not in by_face for face in reals):
            continue
        for chosen in product(*(by_face[face] for face in reals)):
            for added in set(combinations(jokers, wild)):
                by_number = {face.number: joker for face, joker in zip(filled, added, strict=True)}
                by_number |= {
                    face.number: other for face, other in zip((token[0], *reals), (token, *chosen), strict=True)
                }
                yield tuple(other for _, other in sorted(by_number.items()))


def _in_order(tiles: Tiles) -> Tiles:
    reading = read_set(tiles)
    assert isinstance(reading, TileSet), f"{tiles}: {reading}"  # noqa: S101  (only sets are built)
    return reading.tiles
