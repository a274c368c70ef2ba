"""A position in one line of text: the rules, whose turn it is, and where the tiles are.

    jumbo; players 2; turn 0; opened 0; table r3 r4 r5 | k7 b7 o7; racks r6 J o1 / ?12; pool ?83

A hidden rack or pool is written as a question mark and its size, an empty one as a dash. House rules follow the name
of the profile: `tm-toys opening_threshold=0`. docs/records.md describes the format.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tilewise.errors import Refusal, TilewiseError
from tilewise.game import Game
from tilewise.profiles import Profile, profile_named
from tilewise.profiles.house_rules import format_house_rules, parse_house_rules
from tilewise.sets import read_set
from tilewise.tiles import Table, Tile, Tiles, format_table, format_tiles, parse_table, parse_tiles
from tilewise.view import View

Holding = Tiles | int
"""Tiles, or the number of hidden tiles."""

_FIELDS = ("players", "turn", "opened", "table", "racks", "pool")


class PositionError(TilewiseError):
    """A text that is not a position; names the field."""


@dataclass(frozen=True, slots=True)
class Position:
    """The state of a game at one moment, as far as it is known."""

    profile: Profile
    players: int
    turn: int
    opened: tuple[bool, ...]
    table: Table
    racks: tuple[Holding, ...]
    pool: Holding

    def __str__(self) -> str:
        opened = " ".join(str(seat) for seat, has in enumerate(self.opened) if has)
        return "; ".join(
            (
                f"{self.profile.name} {format_house_rules(self.profile)}".strip(),
                f"players {self.players}",
                f"turn {self.turn}",
                f"opened {opened or '-'}",
                f"table {format_table(self.table) or '-'}",
                f"racks {' / '.join(map(_format_holding, self.racks))}",
                f"pool {_format_holding(self.pool)}",
            )
        )


def position_of(game: Game) -> Position:
    """Return the position of a game with every tile, hidden or not."""
    return Position(game.profile, game.players, game.turn, game.opened, game.table, game.racks, game.pool)


def position_of_view(view: View) -> Position:
    """Return the position as one seat sees it."""
    racks = tuple(view.rack if seat == view.seat else size for seat, size in enumerate(view.rack_sizes))
    racks = view.final_racks or racks
    return Position(view.profile, view.players, view.turn, view.opened, view.table, racks, view.pool_size)


def parse_position(text: str) -> Position:
    """Read a position; raises TilewiseError.

    >>> text = "jumbo; players 2; turn 0; opened 0; table r3 r4 r5; racks r6 J / ?14; pool ?87"
    >>> str(parse_position(text)) == text
    True
    """
    head, *rest = (part.strip() for part in text.split(";"))
    words = head.split()
    if not words:
        raise PositionError("A position starts with the name of a profile.")
    profile = profile_named(words[0]).with_rules(parse_house_rules(words[1:]))
    values = {}
    for name, part in zip(_FIELDS, rest, strict=False):
        word, _, value = part.partition(" ")
        if word != name:
            raise PositionError(f"The position should say {name!r} here, not {word!r}.")
        values[name] = "" if value.strip() == "-" else value.strip()
    if len(rest) != len(_FIELDS):
        raise PositionError(
            f"After its profile, a position has the fields {', '.join(_FIELDS)}; {len(rest)} were found."
        )
    players = _parse_whole("players", values["players"])
    profile.check_players(players)
    turn = _parse_seat("turn", values["turn"], players)
    opened_seats = {_parse_seat("opened", word, players) for word in values["opened"].split()}
    racks = tuple(_parse_holding("racks", part) for part in values["racks"].split("/"))
    if len(racks) != players:
        raise PositionError(f"There are {len(racks)} racks for {players} players.")
    position = Position(
        profile=profile,
        players=players,
        turn=turn,
        opened=tuple(seat in opened_seats for seat in range(players)),
        table=parse_table(values["table"]),
        racks=racks,
        pool=_parse_holding("pool", values["pool"]),
    )
    _check(position)
    return position


def _check(position: Position) -> None:
    position.profile.check_in_box(position.players, _known_tiles(position))
    for tiles in position.table:
        reading = read_set(tiles)
        if isinstance(reading, Refusal):
            raise PositionError(f"{format_tiles(tiles)} on the table is not a set: {reading}")
    whole = position.profile.box(position.players).total()
    holdings = (*position.table, *position.racks, position.pool)
    count = sum(holding if isinstance(holding, int) else len(holding) for holding in holdings)
    if count != whole:
        raise PositionError(f"The box has {whole} tiles, and this position has {count}.")


def _known_tiles(position: Position) -> Iterator[Tile]:
    for holding in (*position.table, *position.racks, position.pool):
        if not isinstance(holding, int):
            yield from holding


def _format_holding(holding: Holding) -> str:
    if isinstance(holding, int):
        return f"?{holding}"
    return format_tiles(holding) or "-"


def _parse_holding(name: str, text: str) -> Holding:
    text = text.strip()
    if text.startswith("?"):
        return _parse_whole(name, text[1:])
    return parse_tiles("" if text == "-" else text)


def _parse_seat(name: str, text: str, players: int) -> int:
    seat = _parse_whole(name, text)
    if seat >= players:
        raise PositionError(f"{name!r} names seat {seat}; the seats are 0 to {players - 1}.")
    return seat


def _parse_whole(name: str, text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,4}", text):
        raise PositionError(f"{name!r} should be a whole number, not {text[:20]!r}.")
    return int(text)
