"""Whole games of simple computer players in compiled code, from a new deal or from a position with hidden tiles.

The policies are those of `tilewise.bots.patient`, which describes them; both choose the same plays.

A *play-out* starts from what one seat knows. The hidden tiles are dealt at random to the other seats and to the pool,
and the policies finish the game. The same seed gives the same hidden tiles, so that the play-outs after two different
actions can be compared one by one.

Compiled where a C compiler exists (see `encoding`).
"""

from __future__ import annotations

from typing import Any

from tilewise.simulator.counted_game import EMPTY_POOL, MOST_TILES, SHARES, CountedGame
from tilewise.simulator.counted_position import FACES, FEWEST_TILES, MOST_SEATS, MOST_TILES_PLACED
from tilewise.simulator.learned_value import FEATURES, LOOKS_PATIENT, MOST_IDLE, NO_RACK, SHIFT
from tilewise.solver.encoding import MOST_SETS, TILES, buffer, filled

try:
    import cython
except ImportError:  # Cython is only needed to compile
    from tilewise.solver import cython_stub as cython

DRAWS, PASSES, PLAYS = range(3)
"""How a play-out starts: the seat draws, passes, or has just played."""

NOTHING_KNOWN, CANNOT_OPEN, CANNOT_PLACE = range(3)
"""What is known of a rack after the last turn of its seat."""

# The compiler turns these into C variables, which Python cannot see.
_TILES = cython.declare(cython.int, TILES)
_FACES = cython.declare(cython.int, FACES)
_SHARES = cython.declare(cython.longlong, SHARES)
_MUST_PLACE = cython.declare(cython.int, EMPTY_POOL.index("must-place"))
_LAST_ROUND = cython.declare(cython.int, EMPTY_POOL.index("last-round"))
_MOST_TILES = cython.declare(cython.int, MOST_TILES_PLACED)
_FEWEST_TILES = cython.declare(cython.int, FEWEST_TILES)
_DRAWS = cython.declare(cython.int, DRAWS)
_NOTHING_KNOWN = cython.declare(cython.int, NOTHING_KNOWN)
_CANNOT_OPEN = cython.declare(cython.int, CANNOT_OPEN)
_CANNOT_PLACE = cython.declare(cython.int, CANNOT_PLACE)
_FEATURES = cython.declare(cython.int, FEATURES)
_UNIT = cython.declare(cython.int, FEATURES + 2)  # the weights of a hidden unit
_SHIFT = cython.declare(cython.int, SHIFT)
_NO_RACK = cython.declare(cython.int, NO_RACK)
_MOST_IDLE = cython.declare(cython.int, MOST_IDLE)
_LOOKS_PATIENT = cython.declare(cython.int, LOOKS_PATIENT)
_WORD = cython.declare(cython.longlong, (1 << 32) - 1)
_GOLDEN = cython.declare(cython.longlong, 0x9E3779B1)  # spreads the numbers of samples over all bits


class Playouts(CountedGame):
    """Finishes games with policies."""

    def __init__(self) -> None:
        super().__init__()
        self.opens_with_fewest = buffer("i", MOST_SEATS)
        self.holds_jokers = buffer("i", MOST_SEATS)
        self.patience = buffer("i", MOST_SEATS)
        self.passes = buffer("i", MOST_SEATS)
        self.most_stuck = buffer("i", MOST_SEATS)
        self.lays_one = buffer("i", MOST_SEATS)
        self.learned = buffer("i", MOST_SEATS)
        self.watches = buffer("i", MOST_SEATS)
        self.network = buffer("q", 1)
        self.hidden_units = 0
        self.feature = buffer("i", FEATURES)
        self.trial_seat = -1
        self.trial_at = self.trial_opens = self.decisions = 0
        self.random = buffer("q", 4)
        self.box = buffer("i", MOST_TILES)
        self.box_size = self.dealt = self.redeal_pairs = self.most_redeals = 0
        self.own_seat = 0
        self.hidden = buffer("i", MOST_TILES)
        self.hidden_size = 0
        self.base_rack = buffer("i", FACES)
        self.base_rack_size = buffer("i", MOST_SEATS)
        self.base_table = buffer("i", FACES)
        self.base_sets = 0
        self.base_kind = buffer("i", MOST_SETS)
        self.base_number = buffer("i", MOST_SETS)
        self.base_size = buffer("i", MOST_SETS)
        self.base_colours = buffer("i", MOST_SETS)
        self.base_joker_places = buffer("i", MOST_SETS)
        self.base_opened = buffer("i", MOST_SEATS)
        self.base_announced = buffer("i", MOST_SEATS)
        self.base_idle = buffer("i", MOST_SEATS)
        self.base_turn = self.base_passed = 0
        self.base_last_round = -1
        self.has_left_over = buffer("i", MOST_SEATS)
        self.left_over_drawn = buffer("i", MOST_SEATS)
        self.left_over_table = buffer("i", MOST_SEATS * FACES)
        self.won = buffer("q", 1)
        self.scored = buffer("q", 1)

    def set_policies(self, policies: Any) -> None:
        """Set the policy of each seat, from the fields of `Policy`."""
        for seat, (fewest, holds, patience, passes, most_stuck, lays_one, learned, watches) in enumerate(policies):
            self.opens_with_fewest[seat] = fewest
            self.holds_jokers[seat] = holds
            self.patience[seat] = patience
            self.passes[seat] = passes
            self.most_stuck[seat] = -1 if most_stuck is None else most_stuck
            self.lays_one[seat] = lays_one
            self.learned[seat] = learned
            self.watches[seat] = watches

    def set_network(self, units: Any, bias: int) -> None:
        """Set the weights of the learned value: those of each hidden unit, and a bias."""
        self.hidden_units = len(units)
        self.network = filled("q", [*(weight for unit in units for weight in unit), bias])

    def take_turn(self) -> tuple[int, int]:
        """Let the next seat take its turn; returns the seat and the number of tiles placed."""
        self._take_turn()
        return self.last_seat, self.last_placed

    def finish(self) -> None:
        """Play the game to its end, without the GIL."""
        with cython.nogil:
            self._finish()

    def set_box(self, faces: Any, dealt: int, redeal_pairs: int, most_redeals: int) -> None:
        """Set the tiles of the box, and how they are dealt."""
        self.box_size = len(faces)
        for i, face in enumerate(faces):
            self.box[i] = self._code(face)
        self.dealt = dealt
        self.redeal_pairs = redeal_pairs
        self.most_redeals = most_redeals

    def play_games(self, players: int, games: int, seed: tuple[int, int, int, int]) -> tuple[list[int], list[int], int]:
        """Deal and play games without the GIL; returns shares of wins and points by seat, in sixtieths, and turns."""
        number: cython.int
        count: cython.int = games
        seat: cython.int
        turns: cython.longlong = 0
        a: cython.longlong = seed[0]
        b: cython.longlong = seed[1]
        c: cython.longlong = seed[2]
        d: cython.longlong = seed[3]
        self.won = buffer("q", MOST_SEATS)
        self.scored = buffer("q", MOST_SEATS)
        self.players = players
        with cython.nogil:
            for number in range(count):
                self._seed(a ^ ((number * _GOLDEN) & _WORD), b, c, d)
                self._deal()
                turns += self._finish()
                for seat in range(self.players):
                    self.scored[seat] += self.points[seat]
                    self.won[seat] += self._share(seat)
        seats = range(players)
        return [self.won[seat] for seat in seats], [self.scored[seat] for seat in seats], turns

    def play_trials(
        self, players: int, seat: int, trials: int, seed: tuple[int, int, int, int]
    ) -> tuple[list[int], list[int]]:
        """Play games twice, the second time with one decision changed; returns features and results of these decisions.

        The decision is any that a seat with a learned value makes; games without one are left out. A result is what
        opening won more than waiting, in sixtieths of a game.
        """
        number: cython.int
        i: cython.int
        count: cython.int = trials
        used: cython.int = 0
        own: cython.int = seat
        won: cython.longlong
        a: cython.longlong = seed[0]
        b: cython.longlong = seed[1]
        c: cython.longlong = seed[2]
        d: cython.longlong = seed[3]
        self.won = buffer("q", trials)
        self.scored = buffer("q", trials * FEATURES)
        self.players = players
        self.trial_seat = seat
        with cython.nogil:
            for number in range(count):
                self._seed(a ^ ((number * _GOLDEN) & _WORD), b, c, d)
                self._deal()
                self.trial_at = 0
                self.decisions = 0
                self._finish()
                if self.decisions == 0:
                    continue
                won = self._share(own)
                self.trial_at = 1 + self._below(self.decisions)
                self._seed(a ^ ((number * _GOLDEN) & _WORD), b, c, d)
                self._deal()
                self.decisions = 0
                while self.decisions < self.trial_at:
                    self._take_turn()
                for i in range(_FEATURES):
                    self.scored[used * _FEATURES + i] = self.feature[i]
                i = self.trial_opens
                self._finish()
                self.won[used] = self._share(own) - won if i else won - self._share(own)
                used += 1
        self.trial_seat = -1
        return list(self.scored[: used * FEATURES]), list(self.won[:used])

    def _share(self, seat: cython.int) -> cython.longlong:
        """Return the share of the game that a seat has won, in sixtieths."""
        other: cython.int
        winners: cython.int = 0
        if not (self.winners >> seat) & 1:
            return 0
        for other in range(self.players):
            winners += (self.winners >> other) & 1
        return _SHARES // winners

    def set_base(self, seat: int, hidden: Any, rack_sizes: Any, left_over: Any) -> None:
        """Start play-outs from the position that was set, as this seat knows it.

        `hidden` are the faces that it does not see. `left_over` says for each seat what is known of its rack: None, or
        how many tiles it drew at the end of its last turn, and the faces on the table on which it could place nothing
        else; None instead of these if it could not open.
        """
        i: cython.int
        self.own_seat = seat
        self.hidden_size = len(hidden)
        for i in range(self.hidden_size):
            self.hidden[i] = self._code(hidden[i])
        for i in range(_FACES):
            self.base_rack[i] = self.rack[seat * _FACES + i]
            self.base_table[i] = self.table[i]
        for i in range(self.players):
            self.base_rack_size[i] = rack_sizes[i]
            self.base_opened[i] = self.opened[i]
            self.base_announced[i] = self.announced[i]
            self.base_idle[i] = self.idle[i]
            self.has_left_over[i] = _NOTHING_KNOWN
            if left_over[i] is not None:
                self._set_left_over(i, *left_over[i])
        self.base_sets = self.table_sets
        for i in range(self.table_sets):
            self.base_kind[i] = self.table_kind[i]
            self.base_number[i] = self.table_number[i]
            self.base_size[i] = self.table_size[i]
            self.base_colours[i] = self.table_colours[i]
            self.base_joker_places[i] = self.table_joker_places[i]
        self.base_turn = self.turn
        self.base_passed = self.passed
        self.base_last_round = self.last_round

    def _set_left_over(self, seat: cython.int, drawn: int, faces: Any) -> None:
        """Set what is known of the rack of a seat."""
        i: cython.int
        self.has_left_over[seat] = _CANNOT_OPEN if faces is None else _CANNOT_PLACE
        self.left_over_drawn[seat] = drawn
        for i in range(_FACES):
            self.left_over_table[seat * _FACES + i] = 0
        for face in faces or ():
            self.left_over_table[seat * _FACES + self._code(face)] += 1

    def play_samples(
        self, start: int, placed: int, first: int, samples: int, seed: tuple[int, int, int, int], tries: int
    ) -> tuple[list[int], list[int]]:
        """Return the shares of wins and the points of the own seat, in sixtieths, for samples from `first` on.

        `start` is one of DRAWS, PASSES and PLAYS; `placed` says how many tiles were just played. Tiles that a seat
        should have placed are exchanged, up to `tries` times.
        """
        i: cython.int
        how: cython.int = start
        tiles: cython.int = placed
        begin: cython.longlong = first
        count: cython.int = samples
        most: cython.int = tries
        a: cython.longlong = seed[0]
        b: cython.longlong = seed[1]
        c: cython.longlong = seed[2]
        d: cython.longlong = seed[3]
        self.won = buffer("q", samples)
        self.scored = buffer("q", samples)
        with cython.nogil:
            for i in range(count):
                self._seed(a ^ (((begin + i) * _GOLDEN) & _WORD), b, c, d)
                self._play_sample(how, tiles, most)
                self.won[i] = self._share(self.own_seat)
                self.scored[i] = self.points[self.own_seat]
        return list(self.won), list(self.scored)

    # Turns

    def _take_turn(self) -> cython.int:
        """Let a seat take its turn by its policy."""
        seat: cython.int = self.turn
        drawn: cython.int = 0
        is_empty: cython.int = self.pool_at == self.pool_end
        placed: cython.int = self._chosen_play(seat) if self.opened[seat] else self._chosen_opening(seat)
        if placed == 0 and is_empty and self.empty_pool == _MUST_PLACE:
            if self.lays_one[seat] and self.opened[seat]:
                placed = self._single_play(seat)
            if placed == 0:
                placed = self._any_play(seat)
        if placed > 0:
            self._play(seat)
        elif not is_empty:
            self._draw(seat)
            drawn = 1
        return self._end_turn(seat, placed, drawn)

    def _chosen_opening(self, seat: cython.int) -> cython.int:
        """Find the opening that the policy of a seat chooses; returns the number of tiles, 0 for none."""
        placed: cython.int
        answers: cython.int
        if not self.opens_with_fewest[seat] or self.pool_at == self.pool_end:
            return self._opening(seat, _MOST_TILES, 0)
        # An opening and the play after it cannot place more than one play could.
        if self.most_stuck[seat] >= 0 and self._keeps_more_than(seat, self.most_stuck[seat]):
            return 0
        placed = self._opening(seat, _FEWEST_TILES, 0)
        if placed == 0 or placed == self.rack_size[seat]:
            return placed
        answers = self.answers
        if self._opening(seat, 0, 1) > 0:
            return self.rack_size[seat]
        if self.answers != answers:
            placed = self._opening(seat, _FEWEST_TILES, 0)
        if self.learned[seat]:
            if not self._pays(seat, placed, self._tiles_stuck_after_opening(seat)):
                return 0
        elif self.most_stuck[seat] < 0:
            return placed
        elif self._tiles_stuck_after_opening(seat) > self.most_stuck[seat]:
            return 0
        return self._opening(seat, _FEWEST_TILES, 0)

    def _chosen_play(self, seat: cython.int) -> cython.int:
        """Find the play that the policy of a seat chooses; returns the number of tiles, 0 for none."""
        placed: cython.int
        is_empty: cython.int = self.pool_at == self.pool_end
        if self.holds_jokers[seat] or self.patience[seat] > 0:
            placed = self._go_out(seat)
            if placed > 0:
                return placed
            if self._waits(seat):
                return 0
        return self._best_play(seat, is_empty or not self.holds_jokers[seat], _MOST_TILES)

    def _waits(self, seat: cython.int) -> cython.int:
        """Return whether a seat that cannot go out only draws, or passes."""
        if self.rack_size[seat] > self.patience[seat]:
            return 0
        if self.pool_at < self.pool_end:
            return 1
        if not self.passes[seat] or self.empty_pool == _LAST_ROUND:
            return 0
        return not self.watches[seat] or self.players == 2 or self.empty_pool == _MUST_PLACE or self.last_placed > 0

    def _pays(self, seat: cython.int, placed: cython.int, stuck: cython.int) -> cython.int:
        """Return whether to open; a trial changes one of these decisions."""
        opens: cython.int
        self._note_features(seat, placed, stuck)
        # With two players opening is always better, and the value knows nothing of them.
        opens = self._value() > 0 if self.players > 2 else 1
        if seat == self.trial_seat:
            self.decisions += 1
            if self.decisions == self.trial_at:
                opens = not opens
                self.trial_opens = opens
        return opens

    def _note_features(self, seat: cython.int, placed: cython.int, stuck: cython.int) -> None:
        """Note what the learned value knows of a decision: see `learned_value.Features`."""
        k: cython.int
        other: cython.int
        size: cython.int
        smallest: cython.int = _NO_RACK
        second: cython.int = _NO_RACK
        largest: cython.int = 0
        following: cython.int = 0
        opened: cython.int = 0
        idle: cython.int = 0
        waiting: cython.int = 0
        tiles: cython.int = 0
        for k in range(_FACES):
            tiles += self.table[k]
        for k in range(self.players - 1, 0, -1):
            other = (seat + k) % self.players
            if not (self.playing >> other) & 1:
                continue
            size = self.rack_size[other]
            following = size
            if size > largest:
                largest = size
            if not self.opened[other]:
                continue
            opened += 1
            idle += self.idle[other] if self.idle[other] < _MOST_IDLE else _MOST_IDLE
            waiting += self.idle[other] >= _LOOKS_PATIENT
            if size < smallest:
                second = smallest
                smallest = size
            elif size < second:
                second = size
        self.feature[0] = self.players
        self.feature[1] = self.pool_end - self.pool_at
        self.feature[2] = tiles
        self.feature[3] = self.rack_size[seat]
        self.feature[4] = self.rack[seat * _FACES + _TILES]
        self.feature[5] = placed
        self.feature[6] = stuck
        self.feature[7] = smallest
        self.feature[8] = second
        self.feature[9] = largest
        self.feature[10] = following
        self.feature[11] = opened
        self.feature[12] = idle
        self.feature[13] = waiting
        self.feature[14] = self.empty_pool == _LAST_ROUND
        self.feature[15] = self.empty_pool == _MUST_PLACE
        self.feature[16] = self.unopened_penalty >= 0

    def _value(self) -> cython.longlong:
        """Return what opening is worth, more than waiting: the same number as `learned_value.value_of`."""
        i: cython.int
        unit: cython.int
        at: cython.int
        hidden: cython.longlong
        total: cython.longlong = self.network[self.hidden_units * _UNIT]
        for unit in range(self.hidden_units):
            at = unit * _UNIT
            hidden = self.network[at + 1]
            for i in range(_FEATURES):
                hidden += self.network[at + 2 + i] * self.feature[i]
            if hidden > 0:
                total += self.network[at] * (hidden >> _SHIFT)
        return total

    def _finish(self) -> cython.int:
        """Play to the end; returns the number of turns."""
        turns: cython.int = 0
        while self.ending == 0:
            self._take_turn()
            turns += 1
        return turns

    # Chance

    def _seed(self, a: cython.longlong, b: cython.longlong, c: cython.longlong, d: cython.longlong) -> None:
        """Start the random numbers again: four words, not all of them 0."""
        _i: cython.int
        self.random[0] = a
        self.random[1] = b
        self.random[2] = c
        self.random[3] = d | 1
        for _i in range(16):
            self._below(2)

    def _below(self, n: cython.int) -> cython.int:
        """Return a random number below n."""
        word: cython.longlong = self.random[0] ^ ((self.random[0] << 11) & _WORD)
        last: cython.longlong = self.random[3]
        self.random[0] = self.random[1]
        self.random[1] = self.random[2]
        self.random[2] = last
        self.random[3] = last ^ (last >> 19) ^ word ^ (word >> 8)
        return (self.random[3] * n) >> 32

    def _deal(self) -> None:
        """Mix the box and deal (S1-S5); computer players demand every redeal, but not too often."""
        i: cython.int
        k: cython.int
        _i: cython.int
        seat: cython.int
        redeals: cython.int = 0
        again: cython.int = 1
        while again:
            for i in range(self.box_size):
                self.pool[i] = self.box[i]
            for i in range(self.box_size - 1, 0, -1):
                k = self._below(i + 1)
                self.pool[i], self.pool[k] = self.pool[k], self.pool[i]
            for i in range(6 * _FACES):
                self.rack[i] = 0
            self.pool_at = 0
            again = 0
            for seat in range(self.players):
                for _i in range(self.dealt):
                    self.rack[seat * _FACES + self.pool[self.pool_at]] += 1
                    self.pool_at += 1
                if redeals < self.most_redeals and self._has_pairs(seat):
                    again = 1
            redeals += 1
        self.pool_end = self.box_size
        for i in range(_FACES):
            self.table[i] = 0
        for seat in range(self.players):
            self.rack_size[seat] = self.dealt
            self.opened[seat] = 0
            self.announced[seat] = 0
            self.last_drawn[seat] = -1
            self.stuck_version[seat] = -1
            self.idle[seat] = 0
        self.playing = (1 << self.players) - 1
        self.passed = 0
        self.last_round = -1
        self.ending = 0
        self.table_sets = 0
        self.table_version = 0
        self.turn = self._below(self.players)

    def _has_pairs(self, seat: cython.int) -> cython.int:
        """Return whether a rack has the pairs for a redeal (S5)."""
        i: cython.int
        pairs: cython.int = 0
        if self.redeal_pairs == 0:
            return 0
        for i in range(_TILES):
            pairs += self.rack[seat * _FACES + i] > 1
        return pairs >= self.redeal_pairs

    def _restore(self) -> None:
        """Go back to the position that play-outs start from; the hidden tiles are not dealt yet."""
        i: cython.int
        for i in range(6 * _FACES):
            self.rack[i] = 0
        for i in range(_FACES):
            self.rack[self.own_seat * _FACES + i] = self.base_rack[i]
            self.table[i] = self.base_table[i]
        for i in range(self.players):
            self.rack_size[i] = self.base_rack_size[i]
            self.opened[i] = self.base_opened[i]
            self.announced[i] = self.base_announced[i]
            self.last_drawn[i] = -1
            self.stuck_version[i] = -1
            self.idle[i] = self.base_idle[i]
        self.table_sets = self.base_sets
        for i in range(self.base_sets):
            self.table_kind[i] = self.base_kind[i]
            self.table_number[i] = self.base_number[i]
            self.table_size[i] = self.base_size[i]
            self.table_colours[i] = self.base_colours[i]
            self.table_joker_places[i] = self.base_joker_places[i]
        self.turn = self.base_turn
        self.passed = self.base_passed
        self.last_round = self.base_last_round
        self.ending = 0
        self.table_version = 0

    def _deal_hidden(self) -> None:
        """Mix the hidden tiles, and deal them to the other seats and to the pool."""
        i: cython.int
        _i: cython.int
        k: cython.int
        seat: cython.int
        for i in range(self.hidden_size):
            self.pool[i] = self.hidden[i]
        for i in range(self.hidden_size - 1, 0, -1):
            k = self._below(i + 1)
            self.pool[i], self.pool[k] = self.pool[k], self.pool[i]
        self.pool_end = self.hidden_size
        for seat in range(self.players):
            if seat != self.own_seat:
                for _i in range(self.rack_size[seat]):
                    self.pool_end -= 1
                    self.rack[seat * _FACES + self.pool[self.pool_end]] += 1
        self.pool_at = 0

    def _exchange_unlikely(self, tries: cython.int) -> cython.int:
        """Exchange tiles that seats would have placed in their last turn for tiles of the pool; a few times at most."""
        i: cython.int
        k: cython.int
        code: cython.int
        seat: cython.int
        left: cython.int
        kept: cython.int
        at: cython.int = self.hidden_size
        for seat in range(self.players):
            if seat == self.own_seat:
                continue
            # The tiles of the racks are still there, behind those of the pool.
            at -= self.rack_size[seat]
            left = 0 if self.has_left_over[seat] == _NOTHING_KNOWN or self.pool_end == 0 else tries
            # The first of them are the tiles that the seat drew then: they may fit.
            kept = at + self.left_over_drawn[seat]
            while left > 0 and self._could_have_placed(seat, at, kept) > 0:
                left -= 1
                for i in range(kept, at + self.rack_size[seat]):
                    code = self.pool[i]
                    if self.taken[code] > 0:
                        self.taken[code] -= 1
                        k = self._below(self.pool_end)
                        self.pool[i], self.pool[k] = self.pool[k], code
                        self.rack[seat * _FACES + code] -= 1
                        self.rack[seat * _FACES + self.pool[i]] += 1
            self.stuck_version[seat] = -1
        for i in range(_FACES):
            self.table[i] = self.base_table[i]
        return 0

    def _could_have_placed(self, seat: cython.int, drawn: cython.int, kept: cython.int) -> cython.int:
        """Find what a seat would have placed in its last turn, without the tiles that it drew then, but for U7.

        Returns the number of tiles. The tiles drawn are those of the pool from `drawn` to `kept`.
        """
        i: cython.int
        placed: cython.int
        for i in range(drawn, kept):
            self.rack[seat * _FACES + self.pool[i]] -= 1
        self.stuck_version[seat] = -1
        if self.has_left_over[seat] == _CANNOT_OPEN:
            placed = self._opening(seat, _FEWEST_TILES, 0)
        else:
            for i in range(_FACES):
                self.table[i] = self.left_over_table[seat * _FACES + i]
            placed = self.rack_size[seat] - self._tiles_stuck(seat)
        for i in range(drawn, kept):
            self.rack[seat * _FACES + self.pool[i]] += 1
        return placed

    def _play_sample(self, start: cython.int, placed: cython.int, tries: cython.int) -> cython.int:
        """Deal the hidden tiles, make the first action, and finish the game."""
        seat: cython.int = self.own_seat
        self._restore()
        self._deal_hidden()
        if tries > 0:
            self._exchange_unlikely(tries)
        if start == _DRAWS:
            self._draw(seat)
        self._end_turn(seat, placed, start == _DRAWS)
        return self._finish()
