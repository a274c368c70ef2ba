"""Standings as a picture: the crosstable and the ratings with their intervals, as SVG without any library."""

from __future__ import annotations

import math
from html import escape
from typing import Final

from tilewise.arena.standings import Cell, Standings
from tilewise.arena.strength import Estimate

ROW: Final = 28
"""Pixels; so are the other sizes."""

_LABELS: Final = 150
_COLUMN: Final = 64
_PLOT: Final = 360
_MARGIN: Final = 16
_STRONGER: Final = (46, 125, 80)
_WEAKER: Final = (178, 70, 60)


def standings_chart(standings: Standings) -> str:
    """Return the chart. Players are sorted by rating, so below the diagonal a green cell shows intransitivity.

    A cell is the win rate of the player of its row against the one of its column. It is coloured if its interval does
    not contain the even rate. A cell that contradicts the order of the ratings has a thick frame.
    """
    order = sorted(range(len(standings.names)), key=lambda player: -standings.rows[player].elo.value)
    is_crosstable = any(cell.opponent is not None for cell in standings.cells)
    table_width = _COLUMN * len(order) if is_crosstable else 0
    left = _MARGIN + _LABELS
    plot_left = left + table_width + (2 * _MARGIN if table_width else 0)
    top = _MARGIN + 2 * ROW
    width = plot_left + _PLOT + 2 * _MARGIN
    height = top + ROW * len(order) + ROW + _MARGIN
    size = f'width="{width}" height="{height}"'
    look = 'font-family="sans-serif" font-size="12" fill="#222"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {width} {height}" {look}>',
        f'<rect {size} fill="#fff"/>',
        _text(_MARGIN, _MARGIN + 12, _title(standings), "start", "bold"),
    ]
    for place, player in enumerate(order):
        middle = top + ROW * place + ROW / 2
        parts.append(_text(left - 8, middle + 4, f"{place + 1}. {standings.names[player]}"[:24], "end"))
        if is_crosstable:
            parts.append(_text(left + _COLUMN * (place + 0.5), top - 8, str(place + 1), "middle"))
            parts += _crosstable_row(standings, order, place, left, top)
    if is_crosstable:
        caption = "Row against column, won %. Coloured: surely not even. Thick frame: contradicts the ratings."
        parts.append(_text(left, top + ROW * len(order) + 20, caption, "start"))
    parts += _elo_plot([standings.rows[player].elo for player in order], plot_left, top)
    parts.append("</svg>\n")
    return "\n".join(parts)


def _title(standings: Standings) -> str:
    cycles = len(standings.cycles)
    found = f", {cycles} intransitive cycle{'' if cycles == 1 else 's'}" if cycles else ""
    return f"{standings.games} games, {standings.deals} deals, {standings.seats} seats{found}"


def _crosstable_row(standings: Standings, order: list[int], place: int, left: float, top: float) -> list[str]:
    parts = []
    for column, opponent in enumerate(order):
        x, y = left + _COLUMN * column, top + ROW * place
        cell = None if column == place else standings.cell(order[place], opponent)
        if cell is None:
            parts.append(_box(x, y, "#eee"))
            continue
        surprising = cell.is_stronger if column < place else cell.rate.high < cell.even
        parts.append(_box(x, y, _colour(cell), is_framed=surprising))
        parts.append(_text(x + _COLUMN / 2, y + ROW / 2 + 4, f"{100 * cell.rate.value:.1f}", "middle"))
    return parts


def _colour(cell: Cell) -> str:
    """Return green for a rate above even, red for one below, white if either is possible."""
    if cell.rate.low <= cell.even <= cell.rate.high:
        return "#fff"
    is_above = cell.rate.value > cell.even
    distance = (cell.rate.value - cell.even) / (1 - cell.even if is_above else -cell.even)
    strength = 0.15 + 0.65 * min(1.0, distance)
    mixed = (round(255 + (part - 255) * strength) for part in (_STRONGER if is_above else _WEAKER))
    return "#" + "".join(f"{part:02x}" for part in mixed)


def _elo_plot(elos: list[Estimate], left: float, top: float) -> list[str]:
    """Draw a dot for each rating, on the line of its interval, over a scale."""
    ends = [end for elo in elos for end in elo if math.isfinite(end)]
    least, most = min(ends, default=0.0), max(ends, default=0.0)
    step = _scale_step(most - least)
    first, last = step * math.floor(least / step), step * max(math.ceil(most / step), math.floor(least / step) + 1)

    def place(elo: float) -> float:
        return left + _PLOT * (min(max(elo, first), last) - first) / (last - first)

    bottom = top + ROW * len(elos)
    parts = [_text(left, top - 8 - 14, "Elo, 95 % interval", "start")]
    for mark in range(round((last - first) / step) + 1):
        value = first + step * mark
        parts.append(_line(place(value), top - 4, place(value), bottom, "#ddd"))
        parts.append(_text(place(value), top - 8, f"{value:+.0f}", "middle"))
    for number, elo in enumerate(elos):
        middle = top + ROW * (number + 0.5)
        parts.append(_line(place(elo.low), middle, place(elo.high), middle, "#357"))
        parts.append(f'<circle cx="{place(elo.value):.1f}" cy="{middle:.1f}" r="4" fill="#357"/>')
        parts.append(_text(place(elo.value), middle - 7, f"{elo.value:+.0f}", "middle"))
    return parts


def _scale_step(span: float) -> float:
    """Return a round distance of marks, of which four to ten fit into the span."""
    step = 10.0
    for factor in (2.5, 2.0, 2.0) * 10:
        if span / step <= 8:
            break
        step *= factor
    return step


def _text(x: float, y: float, text: str, anchor: str, weight: str = "normal") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-weight="{weight}">{escape(text)}</text>'


def _box(x: float, y: float, colour: str, is_framed: bool = False) -> str:
    frame = 'stroke="#222" stroke-width="3"' if is_framed else 'stroke="#ccc"'
    inset = 2 if is_framed else 0
    return (
        f'<rect x="{x + inset:.1f}" y="{y + inset:.1f}" width="{_COLUMN - 2 * inset}" height="{ROW - 2 * inset}" '
        f'fill="{colour}" {frame}/>'
    )


def _line(x1: float, y1: float, x2: float, y2: float, colour: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}"/>'
