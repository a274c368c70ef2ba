"""Tiles and their notation.

Tiles with the same face are equal: nothing tells two red sevens apart. A tile is a small integer, so tiles hash,
compare and sort at the speed of integers: black 1-13, red 1-13, blue 1-13, orange 1-13, then the jokers.

    numbered tile  k (black), r (red), b (blue) or o (orange) and the number: r7, k13
    joker          J plain, D double, C colour-change, M mirror
    set            tiles separated by spaces: r3 r4 r5
    table          sets separated by bars: r3 r4 r5 | k7 b7 o7
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import IntEnum
from typing import Final, Literal

from tilewise.errors import TilewiseError

LOWEST: Final = 1
HIGHEST: Final = 13


class NotationError(TilewiseError):
    """A text that is not a tile, set or table; carries the wrong word and its position (from 1)."""

    def __init__(self, word: str, position: int, problem: str) -> None:
        self.word = word
        self.position = position
        self.problem = problem
        super().__init__(f"{problem} at position {position}.")

    def __reduce__(self) -> tuple[type[NotationError], tuple[str, int, str]]:
        return (NotationError, (self.word, self.position, self.problem))


class Colour(IntEnum):
    """The four colours (E1)."""

    BLACK = 0
    RED = 1
    BLUE = 2
    ORANGE = 3

    @property
    def letter(self) -> str:
        """The letter in notation: k, r, b or o."""
        return "krbo"[self]


class Tile(int):
    """One face: a colour and a number, or a joker.

    There is one object per face: `Tile("r7")` and `Tile.of(Colour.RED, 7)` return the same one. `Tile(19)` returns
    the face with that index in `FACES`. Raises NotationError for other words, TilewiseError for other numbers.

    >>> seven = Tile("R7")
    >>> seven, seven.colour.name, seven.number, str(seven)
    (Tile('r7'), 'RED', 7, 'r7')
    >>> seven is Tile.of(Colour.RED, 7) is Tile(19)
    True
    >>> Tile("J").is_joker
    True
    """

    __slots__ = ()

    def __new__(cls, face: str | int) -> Tile:
        """Return the face with this name or index; pickling goes through here, too."""
        if isinstance(face, str):
            return cls.parse(face)
        if not isinstance(face, int) or not 0 <= face < len(FACES):
            raise TilewiseError(f"There is no tile {face!r}: the faces are numbered from 0 to {len(FACES) - 1}.")
        return FACES[face]

    @classmethod
    def of(cls, colour: Colour, number: int) -> Tile:
        """Return the tile with this colour and number; raises TilewiseError unless the number is 1 to 13."""
        if not LOWEST <= number <= HIGHEST:
            raise TilewiseError(f"The number of a tile must be between 1 and 13, not {number}.")
        return FACES[colour * HIGHEST + number - 1]

    @classmethod
    def parse(cls, word: str) -> Tile:
        """Return the tile that a word names, in upper or lower case; raises NotationError."""
        tile = _BY_NAME.get(word.lower())
        if tile is None:
            raise NotationError(word, 1, _problem(word))
        return tile

    @property
    def is_joker(self) -> bool:
        """Whether this is a joker of any kind."""
        return self >= _FIRST_JOKER

    @property
    def is_special(self) -> bool:
        """Whether this is a double, colour-change or mirror joker (X1-X3)."""
        return self > _FIRST_JOKER

    @property
    def number(self) -> int:
        """The number, 1 to 13; 0 for a joker."""
        return _NUMBERS[self]

    @property
    def colour(self) -> Colour | None:
        """The colour; None for a joker."""
        return _COLOURS[self]

    def __bool__(self) -> Literal[True]:
        # As an integer, the black 1 would be false.
        return True

    def __str__(self) -> str:
        return _NAMES[self]

    def __repr__(self) -> str:
        return f"Tile({_NAMES[self]!r})"

    def __format__(self, spec: str) -> str:
        return format(_NAMES[self], spec)


Tiles = tuple[Tile, ...]
"""A set (in the order on the table) or a rack (sorted)."""

Table = tuple[Tiles, ...]
"""The sets on the table, in order."""

_NAMES: Final = tuple(f"{c.letter}{n}" for c in Colour for n in range(LOWEST, HIGHEST + 1)) + (
    "J",
    "D",
    "C",
    "M",
)
_NUMBERS: Final = tuple(n for _ in Colour for n in range(LOWEST, HIGHEST + 1)) + (0, 0, 0, 0)
_COLOURS: Final = tuple(c for c in Colour for _ in range(LOWEST, HIGHEST + 1)) + (None, None, None, None)
_FIRST_JOKER: Final = len(_NAMES) - 4

FACES: Final = tuple(int.__new__(Tile, index) for index in range(len(_NAMES)))
"""All faces, in order."""

NUMBERED: Final = FACES[:_FIRST_JOKER]
JOKER, DOUBLE, COLOUR_CHANGE, MIRROR = FACES[_FIRST_JOKER:]
JOKERS: Final = (JOKER, DOUBLE, COLOUR_CHANGE, MIRROR)

_BY_NAME: Final = {str(tile).lower(): tile for tile in FACES}
_WORD: Final = re.compile(r"\S+")


def parse_tiles(text: str) -> Tiles:
    """Return the tiles of a text, in its order; raises NotationError.

    >>> parse_tiles("r3 R4 j")
    (Tile('r3'), Tile('r4'), Tile('J'))
    >>> parse_tiles("r3 r44")
    Traceback (most recent call last):
    tilewise.tiles.NotationError: 'r44' is not a tile (numbers go from 1 to 13) at position 4.
    """
    return _tiles_within(text, 0)


def parse_table(text: str) -> Table:
    """Return the sets of a text; an empty text is an empty table; raises NotationError.

    >>> [format_tiles(s) for s in parse_table("r3 r4 r5 | k7 b7 o7")]
    ['r3 r4 r5', 'k7 b7 o7']
    """
    if not text.strip():
        return ()
    table: list[Tiles] = []
    start = 0
    for part in text.split("|"):
        tiles = _tiles_within(part, start)
        if not tiles:
            raise NotationError("|", start or len(part) + 1, "A bar is next to an empty set")
        table.append(tiles)
        start += len(part) + 1
    return tuple(table)


def format_tiles(tiles: Iterable[Tile]) -> str:
    """Return tiles as text, separated by spaces, in their order."""
    return " ".join([_NAMES[tile] for tile in tiles])


def format_table(table: Iterable[Iterable[Tile]]) -> str:
    """Return a table as text: its sets separated by bars.

    >>> format_table(parse_table("r3 r4 r5|k7 b7 o7"))
    'r3 r4 r5 | k7 b7 o7'
    """
    return " | ".join(map(format_tiles, table))


def _tiles_within(text: str, offset: int) -> Tiles:
    tiles = []
    for match in _WORD.finditer(text):
        tile = _BY_NAME.get(match[0].lower())
        if tile is None:
            raise NotationError(match[0], offset + match.start() + 1, _problem(match[0]))
        tiles.append(tile)
    return tuple(tiles)


def _problem(word: str) -> str:
    shown = repr(word if len(word) <= 20 else word[:20] + "…")
    if re.fullmatch(r"[krbo][0-9]+", word.lower()):
        return f"{shown} is not a tile (numbers go from 1 to 13)"
    return f"{shown} is not a tile (write k, r, b or o and a number, or J, D, C, M)"
