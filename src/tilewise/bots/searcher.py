"""The strongest player: a patient base policy, and a search that departs from it only on significant evidence.

In its turn it lists a few *lines*: an action, and the policy that it would follow afterwards. The first line is that of
its base policy. For each line it samples play-outs: hidden tiles that agree with what it has seen, and opponents whose
patience follows from what they have done. All lines are played with the same samples, so their results are compared
pair by pair. Another line than the base needs a clear lead, because the best of several noisy results is often worse
than the base.

With two players and an empty pool nothing is hidden, and `endgame` searches that exactly as long as racks are small.

Where the simulator does not know the rules (special jokers), or is not compiled, a base policy plays alone.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Final, NamedTuple

from tilewise.bots.budget import Clock
from tilewise.bots.endgame import best_endgame_table
from tilewise.bots.opponents import LeftOver, generosity_of, left_over, patience_evidence, patient_seats
from tilewise.bots.patient import Patient, fewest_opening, single_plays
from tilewise.bots.player import Player, play_or_draw
from tilewise.game import Action, Draw, Pass, Play, TimeOut
from tilewise.profiles import Profile
from tilewise.shuffle import chance
from tilewise.simulator import POLICIES, Policy, Simulation, is_supported
from tilewise.simulator.counted_game import SHARES
from tilewise.simulator.counted_position import COMPILED
from tilewise.simulator.past_turns import idle_turns
from tilewise.simulator.playouts import DRAWS, PASSES, PLAYS
from tilewise.simulator.simulation import encoded_set, seed_words
from tilewise.solver import best_opening, best_play
from tilewise.tiles import Table, Tile, Tiles
from tilewise.view import View

DEFAULT_SAMPLES: Final = 200
"""Play-outs of each line where the clock sets no number and no time."""

MOST_SAMPLES: Final = 2000
"""Play-outs of each line, however much time there is."""

BATCH: Final = 8
"""Play-outs of each line between two looks at the clock; all of them with the same models of the opponents."""

FEWEST_SAMPLES: Final = 24
"""A lead in fewer play-outs is no evidence."""

SIGNIFICANT: Final = 2.0
"""The lead of another line over the base, in standard errors, that it needs to be chosen."""

HOPELESS: Final = -1.0
"""A line that is this many standard errors behind the base is played no further: it would hardly take the lead."""

MANY_SAMPLES: Final = 96
"""Nor is one that is not ahead after these."""

RESERVE: Final = 0.01
"""Seconds that are left for the action itself."""

TRIES: Final = 6
"""How often tiles that an opponent should have placed are exchanged."""

BASE: Final = POLICIES["learned"]._replace(lays_one=True, watches=True)
"""What it does unless another line is clearly better."""

SPECIAL_BASE: Final = POLICIES["wait4"]
"""The same with special jokers, which the learned value does not know."""

SPECIAL_BASE_OF_TWO: Final = SPECIAL_BASE._replace(most_stuck=4)
"""The same with two players, where opening late pays."""

QUICK, PATIENT = POLICIES["solid"], POLICIES["wait4"]
"""The models of opponents."""

GENEROUS: Final = {"must-place": POLICIES["wait2"], "stuck": POLICIES["wait"], "passes": POLICIES["wait"]}
"""By N2, a patient opponent who lays what it can with an empty pool, instead of a single tile or none. In a last round
all of them do."""

MOST_SINGLE_PLAYS: Final = 8
"""Lines that lay one tile."""


class Parts(NamedTuple):
    """The parts of the player, each of which can be switched off to measure what it contributes."""

    search: bool = True
    base: Policy = BASE
    models: bool = True
    """Without it, every opponent is taken for a quick one."""
    evidence: bool = True
    """Whether draws tell something about the racks of quick opponents."""
    significance: float = SIGNIFICANT
    endgame: bool = True
    points: bool = True
    """Whether points count besides wins."""


class Line(NamedTuple):
    """An action, as the table after it, and the policy afterwards."""

    table: Table
    policy: Policy


class Searcher(Player):
    """Waits, watches the others, and strikes when that pays."""

    def __init__(
        self, seat: int = 0, profile: Profile | None = None, seed: str = "0", parts: Parts | None = None
    ) -> None:
        super().__init__(seat, profile, seed)
        self.parts = parts or Parts()
        self._simulation: Simulation | None = None

    def choose(self, view: View, clock: Clock) -> Action:
        """Return the action of the best line."""
        base = self._base(view)
        chosen = Patient(base).choose(view, clock)
        # So few samples are no evidence, and machines that cannot search choose the same then.
        too_few = clock.samples is not None and clock.samples < FEWEST_SAMPLES
        if not self.parts.search or too_few or _goes_out(view, chosen) or not can_search(view.profile):
            return chosen
        if self.parts.endgame and view.players == 2 and not view.pool_size:
            table = best_endgame_table(view)
            if table is not None:
                return play_or_draw(view, table)
        lines = _lines(view, Line(chosen.table if isinstance(chosen, Play) else view.table, base))
        if len(lines) == 1:
            return chosen
        return play_or_draw(view, self._best_line(view, lines, clock).table)

    def _base(self, view: View) -> Policy:
        if not view.profile.has_special_jokers:
            return self.parts.base
        return SPECIAL_BASE_OF_TWO if view.players == 2 else SPECIAL_BASE

    def _best_line(self, view: View, lines: Sequence[Line], clock: Clock) -> Line:
        """Return the line with a significant lead over the first one, or the first one."""
        limit = clock.samples
        if limit is None:
            limit = DEFAULT_SAMPLES if math.isinf(clock.remaining()) else MOST_SAMPLES
        leads = {line: _Lead() for line in lines[1:]}
        label = f"search/{len(view.history)}"
        evidence = {seat: patience_evidence(view, seat) for seat in range(view.players) if seat != _seat(view)}
        samples, before = 0, clock.remaining()
        while samples < limit and leads:
            seed = f"{self.seed}/{label}/{samples}"
            models = self._models(view, evidence, f"{label}/{samples}")
            count = min(BATCH, limit - samples)
            base = self._sample(view, lines[0], models, count, seed)
            for line, lead in leads.items():
                lead.add(
                    one - other for one, other in zip(self._sample(view, line, models, count, seed), base, strict=True)
                )
            samples += count
            leads = {line: lead for line, lead in leads.items() if not lead.is_hopeless}
            now = clock.remaining()
            if now - (before - now) < RESERVE:
                break
            before = now
        best = max(leads, key=lambda line: leads[line].errors, default=None)
        if best is None or leads[best].count < FEWEST_SAMPLES or leads[best].errors <= self.parts.significance:
            return lines[0]
        return best

    def _models(self, view: View, evidence: Mapping[int, float], label: str) -> list[Policy]:
        """Return a model of each opponent: quick, patient or generous, by chance as likely as it looks."""
        if not self.parts.models:
            return [QUICK] * view.players

        def random(name: str) -> float:
            return chance(self.seed, f"{label}/{name}")

        patient = patient_seats(evidence, random)
        generous = GENEROUS.get(view.profile.empty_pool, PATIENT)

        def model(seat: int) -> Policy:
            if seat not in patient:
                return QUICK
            return generous if random(f"{seat}/generous") < generosity_of(view, seat) else PATIENT

        return [model(seat) for seat in range(view.players)]

    def _sample(self, view: View, line: Line, models: list[Policy], count: int, seed: str) -> list[float]:
        """Return what the samples of a line are worth to the player."""
        seat = _seat(view)
        policies = [line.policy if other == seat else model for other, model in enumerate(models)]
        if self._simulation is None:
            self._simulation = Simulation(view.profile, policies)
        simulation = self._simulation
        simulation.set_policies(policies)
        seen = Counter(view.rack) + _tiles(view.table)
        hidden = tuple((view.profile.box(view.players) - seen).elements())
        left = Counter(view.rack) - (_tiles(line.table) - _tiles(view.table))
        rack = tuple(left.elements())
        placed = len(view.rack) - len(rack)
        opened = [is_open or (other == seat and placed > 0) for other, is_open in enumerate(view.opened)]
        racks: list[Tiles] = [rack if other == seat else () for other in range(view.players)]
        sizes = [len(rack) if other == seat else size for other, size in enumerate(view.rack_sizes)]
        sets = [encoded_set(tiles) for tiles in line.table]
        simulation.set_position(
            racks,
            (),
            sets,
            seat,
            opened,
            view.announced,
            view.given_up,
            _passed(view),
            view.last_round,
            idle_turns(view.history, view.players),
        )
        known = [self._left_over(view, other, models) for other in range(view.players)]
        simulation.set_base(seat, hidden, sizes, known)
        start = PLAYS if placed else DRAWS if view.pool_size else PASSES
        tries = TRIES if any(known) else 0
        won, scored = simulation.play_samples(start, placed, 0, count, seed_words(seed), tries)
        weight = points_weight(view.profile) if self.parts.points else 0.0
        return [(win + weight * points) / SHARES for win, points in zip(won, scored, strict=True)]

    def _left_over(self, view: View, other: int, models: Sequence[Policy]) -> LeftOver | None:
        """Return what is known of the rack of an opponent; a patient one keeps tiles that fit."""
        known = left_over(view, other) if self.parts.evidence and other != _seat(view) else None
        return known if known is None or known.table is None or models[other] is QUICK else None


class _Lead:
    """The lead of a line over the base: mean and standard error of the differences."""

    def __init__(self) -> None:
        self.count = 0
        self.total = 0.0
        self.squares = 0.0

    def add(self, differences: Iterable[float]) -> None:
        """Add the differences of some samples."""
        for one in differences:
            self.count += 1
            self.total += one
            self.squares += one * one

    @property
    def errors(self) -> float:
        """The mean in standard errors; 0 if all samples agree that it makes no difference."""
        mean = self.total / self.count
        variance = self.squares / self.count - mean * mean
        if variance <= 1e-12:
            return math.copysign(math.inf, mean) if abs(mean) > 1e-9 else 0.0
        return mean / math.sqrt(variance / self.count)

    @property
    def is_hopeless(self) -> bool:
        """Whether more samples would hardly make the lead significant."""
        if self.count < FEWEST_SAMPLES:
            return False
        return self.errors < HOPELESS or self.squares == 0 or (self.count >= MANY_SAMPLES and self.errors <= 0)


def can_search(profile: Profile) -> bool:
    """Return whether play-outs are possible, and fast enough: interpreted ones take a second each."""
    return COMPILED and is_supported(profile)


def points_weight(profile: Profile) -> float:
    """Return what a point is worth in games won: little, and least where games won decide a match (C5)."""
    return 0.0005 if profile.match_by == "score" else 0.0001


def _lines(view: View, base: Line) -> list[Line]:
    """List the base line, and others with another action."""
    lines = [base]

    def add(table: Table, policy: Policy) -> None:
        if _tiles(table) != _tiles(base.table):
            lines.append(Line(table, policy))

    patient = base.policy
    if view.has_opened:
        for table in islice(single_plays(view), MOST_SINGLE_PLAYS):
            add(table, patient)
        add(best_play(view.profile, view.table, view.rack, quick=True).table, POLICIES["solid"])
        plain = tuple(tile for tile in view.rack if not tile.is_joker)
        if len(plain) < len(view.rack):
            add(best_play(view.profile, view.table, plain, quick=True).table, POLICIES["cap12"])
    else:
        fewest = fewest_opening(view)
        if fewest is not None:
            add(fewest.table, patient)
        most = best_opening(view.profile, view.table, view.rack)
        if most is not None:
            add(most.table, POLICIES["solid"])
    if view.pool_size or view.may_pass:
        add(view.table, patient)
    return lines


def _goes_out(view: View, action: Action) -> bool:
    return isinstance(action, Play) and (_tiles(action.table) - _tiles(view.table)).total() == len(view.rack)


def _tiles(table: Table) -> Counter[Tile]:
    return Counter(tile for tiles in table for tile in tiles)


def _seat(view: View) -> int:
    return view.turn if view.seat is None else view.seat


def _passed(view: View) -> set[int]:
    """Return the seats that have passed since a tile was last placed or drawn (N2)."""
    passed: set[int] = set()
    for seen in reversed(view.history):
        if isinstance(seen.action, Pass) or (isinstance(seen.action, TimeOut) and not seen.drawn):
            passed.add(seen.action.seat)
        elif isinstance(seen.action, Play | Draw | TimeOut):
            break
    return passed
