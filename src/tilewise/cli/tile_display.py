"""Tiles in the terminal: ink on ivory, and a symbol for each colour, so that no colour must be told apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from rich.style import Style
from rich.text import Text

from tilewise.cli.terminal import JOKER_SYMBOL, SYMBOLS, can_show
from tilewise.profiles import Profile
from tilewise.tiles import COLOUR_CHANGE, DOUBLE, JOKER, MIRROR, Colour, Table, Tile, Tiles

_IVORY: Final = "#f3ecd9"
_NEW: Final = "#f2c14e"
_INKS: Final = {
    Colour.BLACK: "#1a1c1e",
    Colour.RED: "#b3131f",
    Colour.BLUE: "#1549c0",
    Colour.ORANGE: "#a84b00",
    None: "#6a3aa0",
}
_JOKERS: Final = {JOKER: "joker", DOUBLE: "double", COLOUR_CHANGE: "colour-change", MIRROR: "mirror"}


def tile_text(tile: Tile, new: bool = False) -> Text:
    """Draw a tile; a new one lies on yellow and has a mark of its own."""
    symbol = JOKER_SYMBOL if tile.colour is None else SYMBOLS[tile.colour]
    face = str(tile.number or tile)
    style = Style(color=_INKS[tile.colour], bgcolor=_NEW if new else _IVORY, bold=True)
    return Text(f"{'*' if new else ' '}{face}{symbol} ", style=style)


def tile_texts(tiles: Iterable[Tile], new: Iterable[Tile] = ()) -> list[Text]:
    """Draw tiles one by one; of each face in `new` that many are marked."""
    unmarked = list(new)
    texts = []
    for tile in tiles:
        is_new = tile in unmarked
        if is_new:
            unmarked.remove(tile)
        texts.append(tile_text(tile, is_new))
    return texts


def tiles_text(tiles: Iterable[Tile], new: Iterable[Tile] = ()) -> Text:
    """Draw tiles in a row; of each face in `new` that many are marked."""
    return Text(" ").join(tile_texts(tiles, new))


def in_rows(parts: Iterable[Text], width: int, gap: int = 1, label: Text | None = None) -> list[Text]:
    """Lay parts in rows that are not wider than the terminal; further rows begin below the first part."""
    label = label or Text()
    row, is_fresh = label.copy(), True
    rows = [row]
    for part in parts:
        if not is_fresh and row.cell_len + gap + part.cell_len > width:
            row, is_fresh = Text(" " * label.cell_len), True
            rows.append(row)
        if not is_fresh:
            row.append(" " * gap)
        row.append_text(part)
        is_fresh = False
    return rows


def table_rows(table: Table, width: int, new: Iterable[Tile], notes: Mapping[int, str]) -> list[Text]:
    """Draw numbered sets, side by side where there is room; one with a note stands alone, with the note behind it."""
    unmarked = Counter(new)
    rows: list[Text] = []
    beside: list[Text] = []
    for number, tiles in enumerate(table, start=1):
        drawn = in_rows(tile_texts(tiles, unmarked.elements()), width, label=Text(f" {number:2d}  "))
        unmarked -= Counter(tiles)
        if len(drawn) == 1 and number not in notes:
            beside += drawn
            continue
        if beside:
            rows += in_rows(beside, width, gap=3)
            beside = []
        drawn[-1].append(f"  {notes.get(number, '')}", style="yellow")
        rows += drawn
    return rows + in_rows(beside, width, gap=3) if beside else rows


def legend(profile: Profile) -> str:
    """What the symbols and the letters mean, with the jokers that the profile's box has."""
    colours = [f"{_symbol(SYMBOLS[colour])}{colour.letter} {colour.name.lower()}" for colour in Colour]
    jokers = [f"{joker} {_JOKERS[joker]}" for joker in profile.joker_kinds]
    between = "   " if len(jokers) == 1 else "\n"
    return "   ".join(colours) + (between + _symbol(JOKER_SYMBOL) + "  ".join(jokers) if jokers else "")


def _symbol(symbol: str) -> str:
    return f"{symbol} " if can_show(symbol) else ""


def by_colour(rack: Tiles) -> Tiles:
    """Sort for runs: colour first, then number."""
    return tuple(sorted(rack))


def by_number(rack: Tiles) -> Tiles:
    """Sort for groups: number first, then colour; jokers last."""
    return tuple(sorted(rack, key=lambda tile: (tile.is_joker, tile.number, tile)))
