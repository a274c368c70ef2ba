"""The endgame of two players with an empty pool: nothing is hidden any more, so small racks can be searched exactly.

Both players choose among all tiles that fit, and passing; the opponent is expected to reply as well as possible. Where
jokers may go (U7) is judged for the own play, but not for the plays after it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from math import prod
from typing import Final

from tilewise.profiles import Profile
from tilewise.scoring import Ending, score_game
from tilewise.solver.encoding import SpecialJoker
from tilewise.solver.goals import NO_WEIGHTS
from tilewise.solver.plain_solver import solve
from tilewise.solver.queries import best_answer
from tilewise.solver.solution import GAVE_UP
from tilewise.tiles import Table, Tile, Tiles
from tilewise.view import View

MOST_CHECKS: Final = 600
"""Positions solved for one endgame: some hundredths of a second. A greater endgame is left to others."""

WIN: Final = 10_000
"""What a game won is worth in points."""

Racks = tuple[Tiles, Tiles]
"""The player's own rack and the opponent's."""


class _TooMuchWork(Exception):
    """The endgame is too great to be searched."""


def best_endgame_table(view: View) -> Table | None:
    """Return the table after the best action, unchanged for a pass; None if the endgame is not a small one.

    It is one if the pool is empty, two players have opened, and their racks leave few choices.
    """
    if view.players != 2 or view.pool_size or view.seat is None or not all(view.opened) or any(view.given_up):
        return None
    seen = Counter(view.rack) + Counter(tile for tiles in view.table for tile in tiles)
    hidden = tuple(sorted((view.profile.box(2) - seen).elements()))
    try:
        return _Endgame(view, (view.rack, hidden)).best_table()
    except (_TooMuchWork, SpecialJoker):
        return None


class _Endgame:
    """The search of one endgame; seat 0 is the player's own, whatever its seat at the table."""

    def __init__(self, view: View, racks: Racks) -> None:
        self.view = view
        self.profile: Profile = view.profile
        self.racks = racks
        self.tiles = Counter(racks[0]) + Counter(racks[1]) + Counter(tile for tiles in view.table for tile in tiles)
        self.checks = 0
        self.plays_of: dict[tuple[Racks, int], list[Tiles]] = {}
        self.values: dict[tuple[Racks, int, int, bool], float] = {}

    def best_table(self) -> Table:
        """Return the table after the best action."""
        view, racks = self.view, self.racks
        turns_left = -1 if view.last_round is None else len(view.last_round) - 1
        best, best_value = view.table, float("-inf")
        if view.may_pass:
            passed = bool(view.history) and not view.history[-1].placed and not view.history[-1].drawn
            best_value = self._after(racks, 0, turns_left, passed, placed=False)
        for placed in self._plays(racks, 0):
            answer = best_answer(view.table, (), NO_WEIGHTS, placed, profile=self.profile)
            if answer is None or answer is GAVE_UP:
                continue
            value = self._after((_without(racks[0], placed), racks[1]), 0, turns_left, False, placed=True)
            if value > best_value:
                best, best_value = answer.table, value
        return best

    def _after(self, racks: Racks, mover: int, turns_left: int, passed: bool, *, placed: bool) -> float:
        """Return the value after a turn; `turns_left` are those of the last round, or -1."""
        if not racks[mover]:
            return self._score(racks, "out")
        if turns_left == 0 or (turns_left < 0 and not placed and passed):
            return self._score(racks, "pool")
        return self._value(racks, 1 - mover, turns_left, not placed)

    def _value(self, racks: Racks, mover: int, turns_left: int, passed: bool) -> float:
        """Return the value of a position for seat 0, with the best play of both."""
        key = racks, mover, turns_left, passed
        known = self.values.get(key)
        if known is not None:
            return known
        left = turns_left - 1 if turns_left > 0 else turns_left
        plays = self._plays(racks, mover)
        values = []
        if not plays or self.profile.empty_pool != "must-place":
            values.append(self._after(racks, mover, left, passed, placed=False))
        for placed in plays:
            rest = _without(racks[mover], placed)
            values.append(self._after((racks[0], rest) if mover else (rest, racks[1]), mover, left, False, placed=True))
        value = self.values[key] = min(values) if mover else max(values)
        return value

    def _plays(self, racks: Racks, mover: int) -> list[Tiles]:
        """Return everything that a player can place, but for U7."""
        known = self.plays_of.get((racks, mover))
        if known is None:
            if self.checks + prod(count + 1 for count in Counter(racks[mover]).values()) > MOST_CHECKS:
                raise _TooMuchWork
            table = tuple((self.tiles - Counter(racks[0]) - Counter(racks[1])).elements())
            known = [placed for placed in _parts(racks[mover]) if self._fits(table, placed)]
            self.plays_of[racks, mover] = known
        return known

    def _fits(self, table: Tiles, placed: Tiles) -> bool:
        self.checks += 1
        return solve((), (), NO_WEIGHTS, (*table, *placed)) is not None

    def _score(self, racks: Racks, ending: Ending) -> float:
        score = score_game(self.profile, racks, ending=ending, opened=(True, True), announced=(False, False))
        won = 1 / len(score.winners) if 0 in score.winners else 0.0
        return WIN * won + float(score.points[0] - score.points[1])


def _parts(rack: Tiles) -> Iterator[Tiles]:
    """Yield every part of a rack, the whole rack first; equal tiles are not told apart.

    >>> from tilewise.tiles import parse_tiles
    >>> [len(part) for part in _parts(parse_tiles("r1 r1 k2"))]
    [3, 2, 2, 1, 1]
    """
    faces = sorted(Counter(rack).items())
    choices = product(*(range(count, -1, -1) for _, count in faces))
    parts = [
        tuple(tile for (face, _), count in zip(faces, chosen, strict=True) for tile in (face,) * count)
        for chosen in choices
    ]
    yield from sorted(filter(None, parts), key=len, reverse=True)


def _without(rack: Tiles, placed: Tiles) -> Tiles:
    return tuple(sorted((Counter[Tile](rack) - Counter(placed)).elements()))
