"""Pictures of tiles as SVG, drawn from notation: the examples of docs/what-the-computer-teaches.md.

A picture has rows, each with a caption and the tiles of a rack or of a table, as in a position: `r3 r4 r5 | k7 b7 o7`.
A tile with an asterisk is new and gets a yellow ground. The colours and symbols are those of the terminal.
"""

from __future__ import annotations

from functools import partial
from html import escape
from typing import Final, NamedTuple

from tilewise.tiles import Colour, Tile, parse_tiles


class Row(NamedTuple):
    """A caption, and sets or a rack."""

    caption: str
    tiles: str
    """In notation; an asterisk before a tile marks it as new."""


WAITING_TABLE: Final = "r3 r4 r5 | k7 b7 o7 r7"
WAITING_RACK: Final = "r6 k8 k9 b11 b12"
OPENING_RACK: Final = "r10 r11 r12 k1 k2 k3 b9 o4"
JOKER_TABLE: Final = "r1 r2 r3"
JOKER_RACK: Final = "r4 J k9"
LAST_TABLE: Final = "r3 r4 r5 | k7 b7 o7"
LAST_RACK: Final = "r6 r7 r8 r7 k1 o13"

PICTURES: Final[dict[str, tuple[Row, ...]]] = {
    "waiting": (
        Row("On the table", WAITING_TABLE),
        Row("Your rack", WAITING_RACK),
        Row("The greedy play: three tiles, and two stay", "r3 r4 r5 *r6 | b7 o7 r7 | k7 *k8 *k9"),
        Row(
            "One more tile, here the blue 10, and everything goes at once",
            "r3 r4 r5 *r6 | b7 o7 r7 | k7 *k8 *k9 | *b10 *b11 *b12",
        ),
    ),
    "opening": (
        Row("Your rack", OPENING_RACK),
        Row("An opening with all that fits: six tiles", "*r10 *r11 *r12 | *k1 *k2 *k3"),
        Row("An opening with the fewest tiles: three", "*r10 *r11 *r12"),
    ),
    "joker": (
        Row("On the table", JOKER_TABLE),
        Row("Your rack", JOKER_RACK),
        Row("The greedy play: the joker is gone, the black 9 stays", "r1 r2 r3 *r4 *J"),
        Row("Keep the joker: many tiles now take you out", "r1 r2 r3 *r4"),
        Row("For example after drawing the blue 9", "r1 r2 r3 *r4 | *k9 *b9 *J"),
    ),
    "last-tiles": (
        Row("On the table, the pool is empty", LAST_TABLE),
        Row("Your rack", LAST_RACK),
        Row("Laying all that fits helps the others", "r3 r4 r5 *r6 *r7 *r8 | k7 b7 o7 *r7"),
        Row("If you must lay, one tile is enough", "r3 r4 r5 *r6 | k7 b7 o7"),
    ),
}
"""By name."""

_INKS: Final = {
    Colour.BLACK: "#1a1c1e",
    Colour.RED: "#b3131f",
    Colour.BLUE: "#1549c0",
    Colour.ORANGE: "#a84b00",
    None: "#6a3aa0",
}
_SYMBOLS: Final = {
    Colour.BLACK: "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0z",
    Colour.RED: "M0-5 6 5H-6z",
    Colour.BLUE: "M-5-5H5V5H-5z",
    Colour.ORANGE: "M0-6 6 0 0 6-6 0z",
    None: "M0-13 3.5-4.5 13-4 5.500 2 8 11.500 0 6-8 11.500-5.500 2-13-4-3.500-4.500z",
}
"""A disc, a triangle, a square, a diamond, and a star for the joker."""
_WIDTH, _HEIGHT, _GAP, _BETWEEN, _LINE = 34, 46, 3, 16, 84


def generate(name: str, present: str = "") -> str:
    """Return a picture as SVG."""
    rows = PICTURES[name]
    width = 24 + max(_row_width(row) for row in rows)
    height = _LINE * len(rows) + 10
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="system-ui, sans-serif" role="img">',
        f"<title>{escape('; '.join(f'{caption}: {tiles}' for caption, tiles in rows))}</title>",
        f'<rect width="{width}" height="{height}" rx="10" fill="#1f5c4a"/>',
    ]
    for number, row in enumerate(rows):
        top = _LINE * number + 10
        parts.append(f'<text x="12" y="{top + 15}" font-size="14" fill="#ffffff">{escape(row.caption)}</text>')
        left = 12
        for tiles in row.tiles.split("|"):
            for word in tiles.split():
                (tile,) = parse_tiles(word.removeprefix("*"))
                parts += _tile(tile, left, top + 24, word.startswith("*"))
                left += _WIDTH + _GAP
            left += _BETWEEN - _GAP
    return "\n".join([*parts, "</svg>"]) + "\n"


def _row_width(row: Row) -> int:
    sets = row.tiles.split("|")
    tiles = sum(len(tiles.split()) for tiles in sets)
    return max(tiles * (_WIDTH + _GAP) + (len(sets) - 1) * (_BETWEEN - _GAP), 7 * len(row.caption))


def _tile(tile: Tile, left: int, top: int, is_new: bool) -> list[str]:
    ground, ink, middle = "#f2c14e" if is_new else "#f3ecd9", _INKS[tile.colour], left + _WIDTH // 2
    down = top + (_HEIGHT // 2 if tile.is_joker else _HEIGHT - 10)
    drawn = [
        f'<rect x="{left}" y="{top}" width="{_WIDTH}" height="{_HEIGHT}" rx="5" fill="{ground}"/>',
        f'<path transform="translate({middle} {down})" d="{_SYMBOLS[tile.colour]}" fill="{ink}"/>',
    ]
    if not tile.is_joker:
        drawn.append(
            f'<text x="{middle}" y="{top + 24}" font-size="20" font-weight="bold" text-anchor="middle" '
            f'fill="{ink}">{tile.number}</text>'
        )
    return drawn


GENERATED: Final = {f"docs/pictures/teaches-{name}.svg": partial(generate, name) for name in PICTURES}
"""The pictures by path."""
