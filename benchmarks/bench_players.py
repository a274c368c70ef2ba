"""Measure the computer players: everything that docs/players.md says in numbers.

    python -m benchmarks.bench_players                      all sections; takes hours
    python -m benchmarks.bench_players ladder panel         some sections
    python -m benchmarks.bench_players master --scale 0.1   a tenth of the deals

Each section is a list of matches, or of simulated games, with seeds of its own. The results are written to
`benchmarks/results/players`, one file for each section, after every match; `scripts/generate` puts them into the page.
A run that was stopped continues with the same command: the deals so far are in `build/bench-players`. Remove that
folder after a change of a player.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple

from benchmarks.departures import departures
from benchmarks.master_variants import VARIANTS
from tilewise import PROFILES, apply, new_game
from tilewise.arena.contest import contest_results
from tilewise.arena.duplicate_deals import Tournament
from tilewise.arena.entrants import factory_of, read_entrants
from tilewise.arena.lineups import Pairing
from tilewise.arena.run_folder import RunFolder
from tilewise.arena.standings import standings_of
from tilewise.arena.strength import Estimate, rate_estimate
from tilewise.arena.task_pool import run_tasks
from tilewise.bots import LEVELS, Budget, Clock, player_seed
from tilewise.bots.games import next_action, notify
from tilewise.bots.searcher import Parts
from tilewise.simulator import PANEL, POLICIES, Policy, Simulation

ROOT: Final = Path(__file__).resolve().parent.parent
RESULTS: Final = ROOT / "benchmarks" / "results" / "players"
RUNS: Final = ROOT / "build" / "bench-players"

SEED: Final = "players"
SAMPLES: Final = 400
"""Samples of the master for each line in a turn, if a match says nothing else."""

Row = dict[str, Any]


class Match(NamedTuple):
    """One player against others, at a number of deals that are each played in all seatings."""

    player: str
    against: tuple[str, ...]
    """One kind of opponent, or as many different ones as there are other seats."""
    seats: int = 2
    profile: str = "international"
    deals: int = 200
    samples: int = SAMPLES

    @property
    def name(self) -> str:
        """A name for the folder of the run."""
        parts = (self.profile, self.seats, self.player, *self.against, self.samples)
        return "-".join(str(part).replace(":", "-") for part in parts)


def against_each(player: str, others: Sequence[str], **options: Any) -> tuple[Match, ...]:
    """Return a match against each of some players."""
    return tuple(Match(player, (other,), **options) for other in others)


STEPS: Final = [(strong, weak) for weak, strong in pairwise(LEVELS)]
SLOW: Final = ("master",)
"""Levels that search: fewer deals."""


def ladder() -> tuple[Match, ...]:
    """Each level against the next weaker one."""
    matches = (
        Match(strong, (weak,), seats, deals=(300 if strong in SLOW else 1000) // (seats // 2))
        for seats in (2, 4)
        for strong, weak in STEPS
    )
    return tuple(sorted(matches, key=lambda match: match.player in SLOW))


def profiles() -> tuple[Match, ...]:
    """Strong levels against `solid`, and the master against `wait2`, on every profile, with two and four players."""
    return tuple(
        Match(player, (other,), seats, profile, deals=(40 if player in SLOW else 200) // (seats // 2))
        for profile in PROFILES
        for seats in (2, 4)
        for player, other in (("collector", "solid"), ("fox", "solid"), ("master", "solid"), ("master", "wait2"))
    )


def seats() -> tuple[Match, ...]:
    """Strong levels against `solid` with two to six players, on the profile that allows them."""
    return tuple(
        Match(player, ("solid",), number, "tm-toys", deals=(90 if player in SLOW else 400) // number)
        for number in PROFILES["tm-toys"].player_counts
        for player in ("collector", "fox", "master")
    )


def master() -> tuple[Match, ...]:
    """The master against every member of the panel, and at mixed tables."""
    first, *others = PANEL
    return (
        Match("master", (first,), 4, deals=100, samples=1000),
        *against_each("master", others, seats=4, deals=30),
        Match("master", (first,), 3, deals=50),
        *against_each("master", others, seats=3, deals=14),
        Match("master", (first,), 2, deals=100),
        *against_each("master", others, seats=2, deals=12),
        Match("master", ("solid", "cap12", "wait2"), 4, deals=5),
        Match("master", ("hold", "cap24", "wait3"), 4, deals=5),
        *against_each("master", ("solid", "cap24", "wait2"), seats=6, profile="tm-toys", deals=8),
        *(
            match
            for number in (2, 4)
            for match in against_each("master", PANEL, seats=number, profile="twist", deals=12)
        ),
    )


MATCHES: Final[dict[str, Callable[[], tuple[Match, ...]]]] = {
    "ladder": ladder,
    "profiles": profiles,
    "seats": seats,
    "master": master,
}


def played(match: Match, jobs: int, scale: float) -> Row:
    """Play a match, or what is missing of it, and return its result."""
    entrants = read_entrants([match.player, *match.against])
    pairing: Pairing = "gauntlet" if len(match.against) == 1 else "mixed"
    tournament = Tournament(
        entrants, PROFILES[match.profile], match.seats, pairing, SEED, Budget(samples=match.samples)
    )
    folder = RunFolder(RUNS / match.name, tournament)
    deals = max(2, round(match.deals * scale))
    run = partial(run_tasks, jobs=jobs, at_once=1)
    results = list(contest_results(tournament, deals, run, folder.results(), folder.append))
    standings = standings_of(tournament, results)
    cell = next(cell for cell in standings.cells if cell.player == 0)
    return {
        "player": match.player,
        "against": list(match.against),
        "seats": match.seats,
        "profile": match.profile,
        "samples": match.samples,
        "deals": standings.deals,
        "games": standings.games,
        "won": _rounded(cell.rate, 4),
        "elo": _rounded(cell.elo, 1),
        "points": _rounded(cell.points, 2),
        "faults": sum(sum(row.faults.values()) for row in standings.rows),
    }


def _rounded(values: Sequence[float], digits: int) -> list[float | None]:
    return [round(value, digits) if math.isfinite(value) else None for value in values]


def panel(scale: float) -> Iterator[Row]:
    """All policies against each other, in the simulator: each cell is one player of a row among players of a column."""
    games = max(50, round(2000 * scale))
    for number in (2, 3, 4):
        for row in POLICIES:
            for column in POLICIES:
                policies = [POLICIES[row], *[POLICIES[column]] * (number - 1)]
                simulation = Simulation(PROFILES["international"], policies)
                wins = simulation.play(games, f"{SEED}.{number}.{row}.{column}").wins[0]
                yield {
                    "player": row,
                    "against": [column],
                    "seats": number,
                    "games": games,
                    "won": _rounded(_share(wins, games), 4),
                }


def speed(scale: float) -> Iterator[Row]:
    """Decisions and games per second of each level on one core, two players of the level at a table."""
    for profile in ("international", "twist"):
        for level in LEVELS:
            games = max(1, round((4 if level in SLOW else 40) * scale))
            decisions, longest, start = 0, 0.0, time.process_time()
            for number in range(games):
                game = new_game(PROFILES[profile], 2, f"{SEED}.speed.{number}")
                players = [factory_of(level)(seat, game.profile, player_seed(game.seed, seat)) for seat in range(2)]
                while not game.is_over:
                    before = time.process_time()
                    action = next_action(game, players, lambda: Clock(Budget(samples=SAMPLES)))
                    longest = max(longest, time.process_time() - before)
                    game = apply(game, action)
                    notify(game, players)
                    decisions += 1
            seconds = time.process_time() - start
            yield {
                "level": level,
                "profile": profile,
                "games": games,
                "games_per_second": round(games / seconds, 2),
                "decisions_per_second": round(decisions / seconds),
                "longest_ms": round(1000 * longest, 1),
            }


def ablation(scale: float) -> Iterator[Row]:
    """The master with one of its parts changed: what its base wins, and what its departures add."""
    for number, other in ((4, "solid"), (4, "wait2"), (2, "wait2")):
        for name, parts in VARIANTS.items():
            yield {"variant": name, **measured(parts, other, number, Budget(samples=SAMPLES), scale)}


def budget(scale: float) -> Iterator[Row]:
    """The master with more and more time for a turn."""
    for number, other in ((4, "solid"), (4, "wait2")):
        for seconds in (0.05, 0.2, 1.0):
            yield {"variant": f"{seconds:g} s a turn", **measured(Parts(), other, number, Budget(seconds), scale)}


def measured(parts: Parts, other: str, number: int, limit: Budget, scale: float) -> Row:
    """Return what the master's departures add to its base among players of a policy."""
    games = max(2, round(100 * scale))
    found = departures(parts, other, number, games, limit, f"{SEED}.{number}.{other}")
    return {
        "against": [other],
        "seats": number,
        "games": games,
        "base": _rounded(found.base, 4),
        "gain": _rounded(found.gain, 4),
        "departures": round(found.departures, 2),
        "seconds": round(found.seconds, 2),
    }


HABITS: Final = {
    "opens with the fewest tiles": Policy(holds_jokers=False),
    "keeps jokers to go out with": Policy(opens_with_fewest=False),
    "both": POLICIES["hold"],
    "both, and waits with up to 6 tiles": POLICIES["cap6"],
    "both, and waits with up to 12 tiles": POLICIES["cap12"],
    "both, and waits with up to 24 tiles": POLICIES["cap24"],
    "both, and waits until it can go out": POLICIES["wait"],
    "the same, and opens only if little stays stuck": POLICIES["wait3"],
}
"""Habits in addition to those of `solid`, which opens and lays as much as it can every turn."""


def advice(scale: float) -> Iterator[Row]:
    """What single habits are worth: one player who has a habit, among players who do not."""
    for number in (2, 4):
        games = max(50, round(6000 * scale))
        for habit, policy in HABITS.items():
            simulation = Simulation(PROFILES["international"], [policy, *[POLICIES["solid"]] * (number - 1)])
            results = simulation.play(games, f"{SEED}.advice.{number}.{habit}")
            yield {
                "habit": habit,
                "against": ["solid"],
                "seats": number,
                "games": games,
                "won": _rounded(_share(results.wins[0], games), 4),
                "points": [round(float(results.points[0]) / games, 2)],
            }
        for habit, player, other in (
            ("keeps a tile that fits for the next turn", "benchmarks.habits:KeepsOne", "solid"),
            ("lays one tile where it must place", "wait4", "wait2"),
        ):
            match = Match(player, (other,), number, deals=1200 // number)
            yield {"habit": habit, **played(match, 1, scale)}


def _share(wins: Fraction, games: int) -> Estimate:
    """Return a win rate of independent games."""
    share = float(wins) / games
    return rate_estimate([1.0] * round(share * games) + [0.0] * round((1 - share) * games))._replace(value=share)


SIMULATED: Final[dict[str, Callable[[float], Iterator[Row]]]] = {
    "ablation": ablation,
    "budget": budget,
    "panel": panel,
    "speed": speed,
    "advice": advice,
}

SECTIONS: Final = (*MATCHES, *SIMULATED)


def rows_of(section: str, jobs: int, scale: float) -> Iterator[Row]:
    """Yield the results of a section, one after the other."""
    if section in MATCHES:
        return (played(match, jobs, scale) for match in MATCHES[section]())
    return SIMULATED[section](scale)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure sections, and write the results."""
    parser = argparse.ArgumentParser(description="Measure the computer players for docs/players.md.")
    parser.add_argument("sections", nargs="*", help=f"which sections: {', '.join(SECTIONS)} (all)")
    parser.add_argument("--jobs", type=int, default=1, help="processes to use (1)")
    parser.add_argument("--scale", type=float, default=1.0, help="a factor for the numbers of deals and games (1)")
    options = parser.parse_args(arguments)
    unknown = set(options.sections) - set(SECTIONS)
    if unknown:
        parser.error(f"there is no section {', '.join(sorted(unknown))}")
    for section in options.sections or SECTIONS:
        rows = []
        for row in rows_of(section, options.jobs, options.scale):
            rows.append(row)
            print(section, json.dumps(row), flush=True)
            write_results(RESULTS / f"{section}.json", rows)


def write_results(path: Path, rows: Sequence[Row]) -> None:
    """Write the results of a section so that a change of one row changes one line."""
    lines = ",\n".join(f"  {json.dumps(row)}" for row in rows)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"[\n{lines}\n]\n", "utf-8")


if __name__ == "__main__":
    main()
