"""Tiles in the terminal: ink on ivory, and a symbol for each colour, so that no colour must be told apart."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rich.style import Style
from rich.text import Text

from tilewise.tiles import Colour, Tile, Tiles

SYMBOLS: Final = {Colour.BLACK: "●", Colour.RED: "▲", Colour.BLUE: "■", Colour.ORANGE: "◆"}
JOKER_SYMBOL: Final = "★"

_IVORY: Final = "#f3ecd9"
_NEW: Final = "#f2c14e"
_INKS: Final = {
    Colour.BLACK: "#1a1c1e",
    Colour.RED: "#b3131f",
    Colour.BLUE: "#1549c0",
    Colour.ORANGE: "#a84b00",
    None: "#6a3aa0",
}

LEGEND: Final = "● k black   ▲ r red   ■ b blue   ◆ o orange   ★ jokers, by their letter"


def tile_text(tile: Tile, new: bool = False) -> Text:
    """Draw a tile; a new one lies on yellow and has a mark of its own."""
    symbol = JOKER_SYMBOL if tile.colour is None else SYMBOLS[tile.colour]
    face = str(tile.number or tile)
    style = Style(color=_INKS[tile.colour], bgcolor=_NEW if new else _IVORY, bold=True)
    return Text(f"{'*' if new else ' '}{face}{symbol} ", style=style)


def tiles_text(tiles: Iterable[Tile], new: Iterable[Tile] = ()) -> Text:
    """Draw tiles in a row; of each face in `new` that many are marked."""
    unmarked = list(new)
    text = Text()
    for index, tile in enumerate(tiles):
        is_new = tile in unmarked
        if is_new:
            unmarked.remove(tile)
        if index:
            text.append(" ")
        text.append_text(tile_text(tile, is_new))
    return text


def by_colour(rack: Tiles) -> Tiles:
    """Sort for runs: colour first, then number."""
    return tuple(sorted(rack))


def by_number(rack: Tiles) -> Tiles:
    """Sort for groups: number first, then colour; jokers last."""
    return tuple(sorted(rack, key=lambda tile: (tile.is_joker, tile.number, tile)))
