"""A game as counts of tiles, and its rules: the same as in `tilewise.game`, for computer players in a hurry.

`counted_position` finds the plays; here are the pool, the turns, the end of a game and its score.

Compiled where a C compiler exists (see `encoding`).
"""

from __future__ import annotations

from typing import Any

from tilewise.simulator.counted_position import FACES, FREED_JOKER, MOST_SEATS, NOTHING, CountedPosition
from tilewise.solver.encoding import TILES, buffer

try:
    import cython
except ImportError:  # Cython is only needed to compile
    from tilewise.solver import cython_stub as cython

MOST_TILES = 160

EMPTY_POOL = ("passes", "stuck", "must-place", "last-round")
POOL_SCORE = ("rack", "difference", "all-minus")
"""The values of fields of a profile, in the order of their numbers here."""

ENDINGS = (None, "out", "pool")
"""The endings of a game, in the order of their numbers here."""

SHARES = 60
"""Points are counted in sixtieths: up to six players share them evenly."""

# The compiler turns these into C variables, which Python cannot see.
_TILES = cython.declare(cython.int, TILES)
_FACES = cython.declare(cython.int, FACES)
_NOTHING = cython.declare(cython.int, NOTHING)
_SHARES = cython.declare(cython.longlong, SHARES)
_PASSES = cython.declare(cython.int, EMPTY_POOL.index("passes"))
_LAST_ROUND = cython.declare(cython.int, EMPTY_POOL.index("last-round"))
_DIFFERENCE = cython.declare(cython.int, POOL_SCORE.index("difference"))
_ALL_MINUS = cython.declare(cython.int, POOL_SCORE.index("all-minus"))
_OUT = cython.declare(cython.int, ENDINGS.index("out"))
_POOL = cython.declare(cython.int, ENDINGS.index("pool"))


class CountedGame(CountedPosition):
    """One game, which changes with every turn; use it for many games, one after the other."""

    def __init__(self) -> None:
        super().__init__()
        self.empty_pool = self.pool_score = 0
        self.unopened_penalty = self.missed_opening_penalty = -1
        self.fewest_tiles_win = False
        self.turn = 0
        self.pool = buffer("i", MOST_TILES)
        self.pool_at = self.pool_end = 0
        self.playing = self.passed = 0
        self.last_round = -1
        self.announced = buffer("i", MOST_SEATS)
        self.idle = buffer("i", MOST_SEATS)
        self.last_placed = self.last_seat = 0
        self.ending = 0
        self.winners = 0
        self.points = buffer("q", MOST_SEATS)

    # The game, for Python

    def set_rules(self, rules: dict[str, Any], is_exact: bool) -> None:
        """Set the rules, from the fields of a profile."""
        self.opening_value = max(1, rules["opening_threshold"])
        self.freed_joker = FREED_JOKER.index(rules["freed_joker"])
        self.empty_pool = EMPTY_POOL.index(rules["empty_pool"])
        self.joker_penalty = rules["joker_penalty"]
        self.unopened_penalty = -1 if rules["unopened_penalty"] is None else rules["unopened_penalty"]
        self.missed_opening_penalty = -1 if rules["missed_opening_penalty"] is None else rules["missed_opening_penalty"]
        self.pool_score = POOL_SCORE.index(rules["pool_score"])
        self.fewest_tiles_win = rules["pool_tie"] == "fewest-tiles"
        self.is_exact = is_exact
        self.goal = -1

    def set_position(
        self,
        racks: Any,
        pool: Any,
        table: Any,
        turn: int,
        opened: Any,
        announced: Any,
        given_up: Any,
        passed: Any,
        last_round: Any,
        idle: Any = (0,) * MOST_SEATS,
        last_placed: int = 0,
    ) -> None:
        """Set the position: racks and pool as faces, the table as from `encoded_set`, and seats as in `Game`.

        `idle` are the turns in which each seat has placed nothing, since it last placed something; `last_placed` is how
        many tiles the last turn placed.
        """
        i: cython.int
        seat: cython.int
        self._set_tiles(racks, table, opened)
        self.turn = turn
        self.playing = 0
        for seat in range(self.players):
            self.announced[seat] = announced[seat]
            self.idle[seat] = idle[seat]
            if not given_up[seat]:
                self.playing |= 1 << seat
        self.pool_at = 0
        self.pool_end = len(pool)
        for i in range(self.pool_end):
            self.pool[i] = self._code(pool[i])
        self.passed = sum(1 << seat for seat in passed)
        self.last_round = -1 if last_round is None else sum(1 << seat for seat in last_round)
        self.last_placed = last_placed
        self.ending = self.winners = 0

    @property
    def seat_to_play(self) -> int:
        """The seat whose turn it is."""
        return self.turn

    @property
    def ending_name(self) -> str | None:
        """How the game ended; None if it goes on."""
        return ENDINGS[self.ending]

    @property
    def pool_size(self) -> int:
        """The number of tiles in the pool."""
        return self.pool_end - self.pool_at

    def result(self) -> tuple[list[int], list[int]]:
        """Return the seats of the winners, and the points of each seat in sixtieths."""
        seats = range(self.players)
        return [seat for seat in seats if (self.winners >> seat) & 1], [self.points[seat] for seat in seats]

    # Turns

    def _draw(self, seat: cython.int) -> None:
        """Draw a tile."""
        code: cython.int = self.pool[self.pool_at]
        self.pool_at += 1
        self.rack[seat * _FACES + code] += 1
        self.rack_size[seat] += 1
        self.drawn_since[seat] += 1
        self.last_drawn[seat] = code

    def _end_turn(self, seat: cython.int, placed: cython.int, drawn: cython.int) -> cython.int:
        """End the game if it is over (N1, N2), or give the turn to the next seat (S2)."""
        self.last_seat = seat
        self.last_placed = placed
        self.announced[seat] = 0
        if placed > 0:
            self.idle[seat] = 0
        elif self.opened[seat]:
            self.idle[seat] += 1
        if drawn == 0:
            self.last_drawn[seat] = -1
        if placed == 0 and drawn == 0:
            self.passed |= 1 << seat
        else:
            self.passed = 0
        if self.rack_size[seat] == 0:
            self.ending = _OUT
            return self._score()
        if self.last_round >= 0:
            self.last_round &= ~(1 << seat)
        elif self.empty_pool == _LAST_ROUND and self.pool_at == self.pool_end:
            self.last_round = self.playing
            return 0
        if self.pool_at == self.pool_end and self._is_played_out():
            self.ending = _POOL
            return self._score()
        while True:
            self.turn += 1
            if self.turn == self.players:
                self.turn = 0
            if (self.playing >> self.turn) & 1:
                return 0

    def _is_played_out(self) -> cython.int:
        """Return whether the game ends because its pool is empty (N2)."""
        k: cython.int
        seat: cython.int
        if self.last_round >= 0:
            return self.last_round & self.playing == 0
        if self.playing & ~self.passed == 0:
            return 1
        if self.empty_pool == _PASSES:
            return 0
        self._note_room()
        for seat in range(self.players):
            if (self.playing >> seat) & 1 and self._obviously_plays(seat):
                return 0
        for k in range(1, self.players + 1):
            seat = (self.turn + k) % self.players
            if (self.playing >> seat) & 1 and self._any_play(seat) > 0:
                return 0
        return 1

    # Scoring

    def _score(self) -> cython.int:
        """Set the winners and the points (C1-C4)."""
        seat: cython.int
        winner: cython.int = self.last_seat
        if self.ending == _POOL:
            self._score_empty_pool()
            return 0
        self.winners = 1 << winner
        self.points[winner] = 0
        for seat in range(self.players):
            if seat != winner:
                self.points[seat] = -_SHARES * self._loss(seat)
                self.points[winner] -= self.points[seat]
        return 0

    def _loss(self, seat: cython.int) -> cython.int:
        """Return what a seat loses when another went out (C2, C3)."""
        code: cython.int = self.last_drawn[seat]
        at: cython.int = seat * _FACES
        could_open: cython.int
        if self.opened[seat] or self.unopened_penalty < 0 or self.missed_opening_penalty < 0:
            return self._worth(seat)
        if self._opening(seat, _NOTHING, 0) == 0:
            return self.unopened_penalty
        if self.announced[seat]:
            return self._worth(seat)
        if code >= 0:
            # Computer players announce an opening that the tile just drawn makes possible.
            self.rack[at + code] -= 1
            could_open = self._opening(seat, _NOTHING, 0)
            self.rack[at + code] += 1
            self.stuck_version[seat] = -1
            if could_open == 0:
                return self._worth(seat)
        return self.missed_opening_penalty

    def _worth(self, seat: cython.int) -> cython.int:
        """Return what a rack is worth (C1)."""
        i: cython.int
        worth: cython.int = self.joker_penalty * self.rack[seat * _FACES + _TILES]
        for i in range(_TILES):
            worth += ((i >> 2) + 1) * self.rack[seat * _FACES + i]
        return worth

    def _score_empty_pool(self) -> None:
        """Set the winners and the points where nobody went out (C4)."""
        seat: cython.int
        worth: cython.int
        lowest: cython.int = -1
        fewest: cython.int = -1
        shared: cython.int = 0
        lost: cython.longlong = 0
        for seat in range(self.players):
            if (self.playing >> seat) & 1:
                worth = self._worth(seat)
                if lowest < 0 or worth < lowest:
                    lowest = worth
        for seat in range(self.players):
            if (
                (self.playing >> seat) & 1
                and self._worth(seat) == lowest
                and (fewest < 0 or self.rack_size[seat] < fewest)
            ):
                fewest = self.rack_size[seat]
        self.winners = 0
        for seat in range(self.players):
            worth = self._worth(seat)
            if (
                (self.playing >> seat) & 1
                and worth == lowest
                and (not self.fewest_tiles_win or self.rack_size[seat] == fewest)
            ):
                self.winners |= 1 << seat
                shared += 1
            if self.pool_score == _DIFFERENCE and (self.playing >> seat) & 1:
                worth -= lowest
            self.points[seat] = -_SHARES * worth
            if not (self.winners >> seat) & 1:
                lost += _SHARES * worth
        if self.pool_score != _ALL_MINUS:
            for seat in range(self.players):
                if (self.winners >> seat) & 1:
                    self.points[seat] = lost // shared
