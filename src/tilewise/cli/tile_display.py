"""Tiles as coloured text, with a symbol for each colour, so that nobody needs to tell colours apart."""

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
_YELLOW: Final = "#f2c14e"
_INKS: Final = {
    Colour.BLACK: "#1a1c1e",
    Colour.RED: "#b3131f",
    Colour.BLUE: "#1549c0",
    Colour.ORANGE: "#a84b00",
    None: "#6a3aa0",
}
_JOKERS: Final = {JOKER: "joker", DOUBLE: "double", COLOUR_CHANGE: "colour-change", MIRROR: "mirror"}


def tile_text(tile: Tile, new: bool = False) -> Text:
    """Return a tile as text. A new tile has a yellow background and an asterisk."""
    symbol = JOKER_SYMBOL if tile.colour is None else SYMBOLS[tile.colour]
    face = str(tile.number or tile)
    style = Style(color=_INKS[tile.colour], bgcolor=_YELLOW if new else _IVORY, bold=True)
    return Text(f"{'*' if new else ' '}{face}{symbol} ", style=style)


def tile_texts(tiles: Iterable[Tile], new: Iterable[Tile] = ()) -> list[Text]:
    """Return each tile as text; as many of each face are marked as new as `new` contains."""
    unmarked = list(new)
    texts = []
    for tile in tiles:
        is_new = tile in unmarked
        if is_new:
            unmarked.remove(tile)
        texts.append(tile_text(tile, is_new))
    return texts


def tiles_text(tiles: Iterable[Tile], new: Iterable[Tile] = ()) -> Text:
    """Return tiles in one row; as many of each face are marked as new as `new` contains."""
    return Text(" ").join(tile_texts(tiles, new))


def in_rows(parts: Iterable[Text], width: int, gap: int = 1, label: Text | None = None) -> list[Text]:
    """Arrange parts in rows that fit the width. Further rows are indented by the width of the label."""
    label = label or Text()
    row, is_empty = label.copy(), True
    rows = [row]
    for part in parts:
        if not is_empty and row.cell_len + gap + part.cell_len > width:
            row, is_empty = Text(" " * label.cell_len), True
            rows.append(row)
        if not is_empty:
            row.append(" " * gap)
        row.append_text(part)
        is_empty = False
    return rows


def table_rows(table: Table, width: int, new: Iterable[Tile], notes: Mapping[int, str]) -> list[Text]:
    """Return rows of numbered sets, side by side where they fit. A set with a note has a row of its own."""
    unmarked = Counter(new)
    rows: list[Text] = []
    side_by_side: list[Text] = []
    for number, tiles in enumerate(table, start=1):
        set_rows = in_rows(tile_texts(tiles, unmarked.elements()), width, label=Text(f" {number:2d}  "))
        unmarked -= Counter(tiles)
        if len(set_rows) == 1 and number not in notes:
            side_by_side += set_rows
            continue
        if side_by_side:
            rows += in_rows(side_by_side, width, gap=3)
            side_by_side = []
        set_rows[-1].append(f"  {notes.get(number, '')}", style="yellow")
        rows += set_rows
    return rows + in_rows(side_by_side, width, gap=3) if side_by_side else rows


def legend(profile: Profile) -> str:
    """Return the meaning of symbols and letters, with the jokers in the profile's box."""
    colours = [f"{_symbol(SYMBOLS[colour])}{colour.letter} {colour.name.lower()}" for colour in Colour]
    jokers = [f"{joker} {_JOKERS[joker]}" for joker in profile.joker_kinds]
    separator = "   " if len(jokers) == 1 else "\n"
    return "   ".join(colours) + (separator + _symbol(JOKER_SYMBOL) + "  ".join(jokers) if jokers else "")


def _symbol(symbol: str) -> str:
    return f"{symbol} " if can_show(symbol) else ""


def by_colour(rack: Tiles) -> Tiles:
    """Return the rack sorted for runs: by colour, then by number."""
    return tuple(sorted(rack))


def by_number(rack: Tiles) -> Tiles:
    """Return the rack sorted for groups: by number, then by colour, jokers last."""
    return tuple(sorted(rack, key=lambda tile: (tile.is_joker, tile.number, tile)))
