"""The results of a tournament: win rates, points, ratings, the crosstable, and where it is intransitive."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

from tilewise.arena.duplicate_deals import DealResult, Tournament
from tilewise.arena.lineups import Lineup
from tilewise.arena.strength import (
    Estimate,
    TableResult,
    elo_of_rate,
    mean_estimate,
    rate_estimate,
    ratings,
)


@dataclass(frozen=True, slots=True)
class Row:
    """A player's results over all its games."""

    name: str
    games: int
    """Seats taken in games: two copies of a player in one game count twice."""
    rate: Estimate
    points: Estimate
    elo: Estimate
    """Relative to the mean of all players."""
    faults: dict[str, int]
    """By kind."""
    first_faults: dict[str, str]
    """What was wrong the first time, by kind."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A player's results in one lineup."""

    lineup: Lineup
    player: int
    deals: int
    rate: Estimate
    points: Estimate

    @property
    def even(self) -> float:
        """The win rate of a player as strong as the others."""
        return 1 / len(self.lineup)

    @property
    def opponent(self) -> int | None:
        """The only kind of opponent; None at a mixed table, or if the player has copies of itself there."""
        others = set(self.lineup) - {self.player}
        return others.pop() if len(others) == 1 and self.lineup.count(self.player) == 1 else None

    @property
    def elo(self) -> Estimate:
        """How much stronger the player is than its equal opponents."""
        return self.rate.map_monotone(lambda rate: elo_of_rate(rate, len(self.lineup)))

    @property
    def is_stronger(self) -> bool:
        """Whether the whole interval is better than even."""
        return self.rate.low > self.even


@dataclass(frozen=True, slots=True)
class Standings:
    """The results of a tournament."""

    names: tuple[str, ...]
    seats: int
    deals: int
    games: int
    rows: tuple[Row, ...]
    """In the order of the players."""
    cells: tuple[Cell, ...]
    cycles: tuple[tuple[int, int, int], ...]
    """Players of which the first beats the second, the second the third and the third the first, all significantly."""

    def cell(self, player: int, opponent: int) -> Cell | None:
        """Return a player's results against one kind of opponent, if they met."""
        return next((cell for cell in self.cells if (cell.player, cell.opponent) == (player, opponent)), None)

    def to_json(self) -> dict[str, Any]:
        """Return plain values; infinite numbers become null."""
        players = [
            {
                "name": row.name,
                "games": row.games,
                "win_rate": _plain(row.rate, 5),
                "points": _plain(row.points, 3),
                "elo": _plain(row.elo, 1),
                "faults": row.faults,
                "first_faults": row.first_faults,
            }
            for row in self.rows
        ]
        lineups = [
            {
                "player": self.names[cell.player],
                "table": [self.names[player] for player in cell.lineup],
                "deals": cell.deals,
                "even": round(cell.even, 5),
                "win_rate": _plain(cell.rate, 5),
                "points": _plain(cell.points, 3),
                "elo": _plain(cell.elo, 1) if cell.opponent is not None else None,
            }
            for cell in self.cells
        ]
        cycles = [[self.names[player] for player in cycle] for cycle in self.cycles]
        return {"deals": self.deals, "games": self.games, "players": players, "lineups": lineups, "cycles": cycles}


def standings_of(tournament: Tournament, results: Sequence[DealResult]) -> Standings:
    """Return the standings after these results, of which there must be at least one."""
    names = tuple(entrant.name for entrant in tournament.players)
    by_lineup: defaultdict[int, list[DealResult]] = defaultdict(list)
    for result in results:
        by_lineup[result.lineup].append(result)
    cells = tuple(
        _cell(tournament.lineups[lineup], player, found)
        for lineup, found in sorted(by_lineup.items())
        for player in sorted(set(tournament.lineups[lineup]))
    )
    elos = ratings((_table_result(result) for result in results), len(names))
    rows = tuple(_row(name, player, results, elos[player]) for player, name in enumerate(names))
    return Standings(
        names,
        tournament.seats,
        len({result.deal for result in results}),
        sum(len(result.games) for result in results),
        rows,
        cells,
        _cycles(cells, len(names)),
    )


def _cell(lineup: Lineup, player: int, results: Sequence[DealResult]) -> Cell:
    scores = [result.score(player) for result in results]
    points = [result.points(player) for result in results]
    return Cell(lineup, player, len(results), rate_estimate(scores), mean_estimate(points))


def _row(name: str, player: int, results: Sequence[DealResult], elo: Estimate) -> Row:
    scores: defaultdict[int, list[float]] = defaultdict(list)
    points: defaultdict[int, list[float]] = defaultdict(list)
    games, faults, first_faults = 0, Counter[str](), dict[str, str]()
    for result in results:
        for game in result.games:
            for seat, who in enumerate(game.seating):
                if who == player:
                    games += 1
                    scores[result.deal].append(game.share(seat))
                    points[result.deal].append(game.points[seat])
        for fault in result.faults_of(player):
            faults[fault.kind] += fault.times
            first_faults.setdefault(fault.kind, fault.first)
    if not games:
        nothing = Estimate(math.nan, -math.inf, math.inf)
        return Row(name, 0, nothing, nothing, elo, {}, {})
    rate = rate_estimate([sum(shares) / len(shares) for shares in scores.values()])
    mean = mean_estimate([sum(values) / len(values) for values in points.values()])
    return Row(name, games, rate, mean, elo, dict(sorted(faults.items())), first_faults)


def _table_result(result: DealResult) -> TableResult:
    wins = Counter[int]()
    for game in result.games:
        for seat in game.winners:
            wins[game.seating[seat]] += 1 / len(game.winners)  # type: ignore[assignment]
    return TableResult(result.deal, dict(Counter(result.games[0].seating)), dict(wins))


def _cycles(cells: Sequence[Cell], players: int) -> tuple[tuple[int, int, int], ...]:
    beats = {(cell.player, cell.opponent) for cell in cells if cell.opponent is not None and cell.is_stronger}
    found = [
        (a, b, c)
        for a, b, c in permutations(range(players), 3)
        # Each cycle once, beginning with its lowest number.
        if a < b and a < c and {(a, b), (b, c), (c, a)} <= beats
    ]
    return tuple(found)


def _plain(estimate: Estimate, digits: int) -> list[float | None]:
    return [round(value, digits) if math.isfinite(value) else None for value in estimate]
