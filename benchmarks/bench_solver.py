"""The speed of the solver compared with others: `make bench-solver`. Prints Markdown; see docs/benchmarks.md.

Every solver answers the same positions in its own process (`solver_workers.py`), all on one core, and measures the
processor time of each answer: from table and rack to the arrangement, without imports and without building a model
that can be reused. Processor time does not count other work on the machine, as wall-clock time would.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import json
import math
import os
import platform
import random
import subprocess
import sys
import time
import venv
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.provenance import measured_at
from tilewise import PROFILES, Game, format_table, new_game
from tilewise.bots import Clock, Player, next_action
from tilewise.game import Action, Draw, Pass, Play, apply
from tilewise.solver import best_opening, best_play
from tilewise.tiles import FACES, JOKER, Table, Tiles, format_tiles
from tilewise.view import View

HERE = Path(__file__).resolve().parent
ORACLE = HERE.parent / "tests" / "support" / "solver_oracle.py"
PLOT = HERE.parent / "docs" / "solver-growth.svg"

OURS = "tilewise compiled"
INTERPRETED = "tilewise interpreted"
CP_SAT = "CP-SAT model"
BACK_ENDS = tuple(f"rummikub-solver {name}" for name in ("GLPK_MI", "CBC", "SCIPY", "HIGHS", "SCIP"))
SEED = 1
QUICK = 3.0
"""Seconds of processor time for a family, within which a solver is measured several times."""

Position = tuple[Table, Tiles]


@dataclass
class Family:
    """Positions of one kind."""

    title: str
    profile: str
    copies: int
    jokers: int
    positions: list[Position]
    kind: str = "play"
    is_special: bool = False
    """Whether there are special jokers, which rummikub-solver does not know."""

    @property
    def solvers(self) -> tuple[str, ...]:
        """The other solvers that can answer."""
        if self.kind == "least disturbance":
            return ()
        return (INTERPRETED, CP_SAT) if self.is_special else (INTERPRETED, CP_SAT, *BACK_ENDS)


@dataclass
class Measured:
    """The results of one solver; times in nanoseconds."""

    solver: str
    cpu: list[int] = field(default_factory=list)
    wall: list[int] = field(default_factory=list)
    tiles: list[int] = field(default_factory=list)
    unsound: int = 0
    unproven: int = 0
    version: str = ""
    error: str = ""


# Positions


class RecordingPlayer(Player):
    """A player who always makes the best play, and records the positions."""

    def __init__(self) -> None:
        super().__init__()
        self.plays: list[Position] = []
        self.openings: list[Position] = []

    def choose(self, view: View, clock: Clock) -> Action:
        """Place as many tiles as possible, or draw."""
        assert view.seat is not None  # noqa: S101
        if view.has_opened:
            self.plays.append((view.table, view.rack))
            found = best_play(view.profile, view.table, view.rack)
        else:
            self.openings.append(((), view.rack))
            found = best_opening(view.profile, view.table, view.rack) or best_play(view.profile, view.table, ())
        if found.placed:
            return Play(view.seat, found.table)
        return Draw(view.seat) if view.pool_size else Pass(view.seat)

    def choose_out_of_turn(self, view: View, clock: Clock) -> Action | None:
        """Never redeal."""
        return None


def self_play(profile: str, players: int, count: int) -> tuple[list[Position], list[Position]]:
    """Play games until players who have opened took this many turns; also return the turns before that."""
    player = RecordingPlayer()
    seed = 0
    while len(player.plays) < count:
        game: Game = new_game(PROFILES[profile], players, seed)
        while not game.is_over:
            game = apply(game, next_action(game, [player] * players))
        seed += 1
    return player.plays[:count], player.openings


def random_positions(family: str, count: int) -> list[Position]:
    """Return the random positions of the tests."""
    spec = importlib.util.spec_from_file_location("solver_oracle", ORACLE)
    assert spec is not None  # noqa: S101
    assert spec.loader is not None  # noqa: S101
    oracle = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(oracle)
    return list(oracle.random_positions(family, count, SEED))


def shuffled(positions: Sequence[Position], count: int | None = None) -> list[Position]:
    """Return positions in random order, so that the first ones are a sample."""
    return random.Random(SEED).sample(positions, min(count or len(positions), len(positions)))


def make_families(arguments: argparse.Namespace) -> list[Family]:
    """Return the families with all positions."""
    count, few = arguments.positions, arguments.twist_positions
    two, two_openings = self_play("international", 2, count)
    four, four_openings = self_play("international", 4, count)
    six, _ = self_play("tm-toys", 6, count)
    twist_two, twist_openings = self_play("twist", 2, few)
    twist_four, more_openings = self_play("twist", 4, few)
    plain = two_openings + four_openings
    special = [(table, rack) for table, rack in twist_openings + more_openings if rack[-1] > JOKER]
    return [
        Family("Self-play, international, 2 players", "international", 2, 2, shuffled(two)),
        Family("Self-play, international, 4 players", "international", 2, 2, shuffled(four)),
        Family("Self-play, tm-toys, 6 players", "tm-toys", 3, 4, shuffled(six)),
        Family("Self-play, twist, 2 players", "twist", 2, 2, shuffled(twist_two), is_special=True),
        Family("Self-play, twist, 4 players", "twist", 2, 2, shuffled(twist_four), is_special=True),
        Family(
            "Random positions of two copies",
            "international",
            2,
            2,
            shuffled(random_positions("two-copies", arguments.random_positions)),
        ),
        Family("Openings, international", "international", 2, 2, shuffled(plain, count), kind="opening"),
        Family(
            "Openings with a special joker on the rack, twist",
            "twist",
            2,
            2,
            shuffled(special, few),
            kind="opening",
            is_special=True,
        ),
        least_disturbance_family("international", 2, two, few),
        least_disturbance_family("tm-toys", 6, six, few),
        least_disturbance_family("twist", 2, twist_two, few),
    ]


def least_disturbance_family(profile: str, players: int, positions: Sequence[Position], count: int) -> Family:
    """Return positions in which something can be placed, for the query for the least disturbing play."""
    placing = [(table, rack) for table, rack in positions if best_play(PROFILES[profile], table, rack).placed]
    title = f"The least disturbance, {profile}, {players} players"
    return Family(title, profile, 2, 2, shuffled(placing, count), kind="least disturbance")


# Measuring


def install_peers(place: Path) -> tuple[Path, list[str]]:
    """Create the virtual environment of the peers; return its Python, and the packages that could not be installed."""
    python = place / ("Scripts" if os.name == "nt" else "bin") / "python"
    if not python.exists():
        venv.create(place, with_pip=True)
    lines = (HERE / "requirements-peers.txt").read_text(encoding="utf-8").splitlines()
    missing = []
    for line in lines:
        if line and not line.startswith("#"):
            command = [str(python), "-I", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
            command += ["--only-binary", ":all:", line]
            if subprocess.run(command, capture_output=True, check=False).returncode:  # noqa: S603
                missing.append(line)
    return python, missing


def measure(
    python: Path, solver: str, family: Family, positions: Sequence[Position], seconds: float | None
) -> Measured:
    """Let a solver answer positions in its own process."""
    job = {
        "solver": solver,
        "kind": family.kind,
        "profile": family.profile,
        "copies": family.copies,
        "jokers": family.jokers,
        "threshold": PROFILES[family.profile].opening_threshold,
        "oracle": str(ORACLE),
        "seconds": seconds,
        "positions": positions,
    }
    threads = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    done = subprocess.run(  # noqa: S603
        [str(python), "-I", str(HERE / "solver_workers.py")],
        input=json.dumps(job),
        capture_output=True,
        text=True,
        env=os.environ | threads,
        check=False,
    )
    if not done.stdout:
        how = f"by signal {-done.returncode}" if done.returncode < 0 else f"with status {done.returncode}"
        return Measured(solver, error=f"its process was ended {how}")
    result = json.loads(done.stdout)
    log(f"{family.title}: {solver}, {len(result.get('cpu', ()))} positions, set up in {result.pop('set_up', 0):.1f} s")
    return Measured(solver, **result)


def measure_in_turns(family: Family, peers: Path, arguments: argparse.Namespace) -> list[Measured]:
    """Measure all solvers, ours first, and the fast ones again in further rounds; the least time of each answer counts.

    The speed of a shared machine varies, so one round would compare solvers at different speeds.
    """
    sample = family.positions[: arguments.peer_positions]

    def one(solver: str) -> Measured:
        if solver == OURS:
            return measure(Path(sys.executable), solver, family, family.positions, None)
        python = peers if solver in BACK_ENDS else Path(sys.executable)
        return measure(python, solver, family, sample, arguments.peer_seconds)

    rows = [one(solver) for solver in (OURS, *family.solvers)]
    if rows[0].error:
        sys.exit(f"{OURS}: {rows[0].error}")
    quick = [row for row in rows if not row.error and sum(row.cpu) < QUICK * 1e9]
    for _ in range(arguments.rounds - 1):
        for row in quick:
            again = one(row.solver)
            row.cpu = list(map(min, row.cpu, again.cpu))
            row.wall = list(map(min, row.wall, again.wall))
    return rows


def log(text: str) -> None:
    """Report progress on standard error."""
    print(f"{time.strftime('%H:%M:%S')} {text}", file=sys.stderr, flush=True)


def percentile(times: Sequence[int], share: float) -> float:
    """Return a percentile in microseconds: the smallest time that this share of the times does not exceed."""
    return sorted(times)[max(math.ceil(share * len(times)) - 1, 0)] / 1000


def figures(times: Sequence[int]) -> dict[str, float]:
    """Return the figures of a row, in microseconds."""
    return {name: percentile(times, share) for name, share in SHARES.items()}


SHARES = {"median": 0.5, "p95": 0.95, "p99": 0.99, "max": 1.0}


def shown(microseconds: float) -> str:
    """Return a time in a suitable unit."""
    for unit, size in (("s", 1e6), ("ms", 1e3)):
        if microseconds >= size:
            return (
                f"{microseconds / size:.3g} {unit}" if microseconds < 1000 * size else f"{microseconds / size:,.0f} s"
            )
    return f"{microseconds:.3g} µs"


def times(ratio: float) -> str:
    """Return how many times as long something takes, with at least three digits."""
    return f"{ratio:,.3g}" if ratio < 100 else f"{ratio:,.0f}"


# The report


class Report:
    """Prints the tables, and collects all figures for `--json`."""

    def __init__(self) -> None:
        self.data: dict[str, Any] = {"families": []}
        self.aims: list[tuple[str, str, bool]] = []

    def family(self, family: Family, ours: Measured, others: Sequence[Measured]) -> None:
        """Print the table of one family, and how the answers differ."""
        print(f"\n### {family.title}\n")
        print("| solver | positions | median | p95 | p99 | max | × at median | × at p99 |")
        print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
        rows: list[dict[str, Any]] = []
        notes: list[str] = []
        for row in (ours, *others):
            if row.error or not row.cpu:
                notes.append(f"{row.solver}: did not run, {row.error or 'no position in the time allowed'}.")
                continue
            theirs, same = figures(row.cpu), figures(ours.cpu[: len(row.cpu)])
            ratios = {name: theirs[name] / same[name] for name in ("median", "p99")}
            cells = [shown(theirs[name]) for name in SHARES]
            cells += ["1" if row is ours else times(ratio) for ratio in ratios.values()]
            print(f"| {row.solver} | {len(row.cpu):,} | {' | '.join(cells)} |")
            rows.append(
                {"solver": row.solver, "version": row.version, "positions": len(row.cpu)}
                | {"microseconds": theirs, "wall_microseconds": figures(row.wall)}
                | {"times_ours": ratios, "unsound": row.unsound, "unproven": row.unproven}
            )
            if row is ours:
                notes.append(self._ours(family, row))
            else:
                rows[-1] |= self._differences(family, ours, row, notes)
        notes = grouped(notes)
        print("\n" + "\n".join(f"- {note}" for note in notes))
        self.data["families"].append({"title": family.title, "rows": rows, "notes": notes})
        self._compare_with_aims(family, rows)
        sys.stdout.flush()

    def _ours(self, family: Family, ours: Measured) -> str:
        sizes = sorted(sum(map(len, table)) + len(rack) for table, rack in family.positions)
        placing = sum(tiles > 0 for tiles in ours.tiles)
        wall = figures(ours.wall)
        return (
            f"{OURS}: {len(sizes):,} positions of {sizes[0]} to {sizes[-1]} tiles (median {sizes[len(sizes) // 2]}), in"
            f" {placing / len(sizes):.0%} of which something can be placed; unsound answers {ours.unsound},"
            f" not proven {ours.unproven}; wall-clock median {shown(wall['median'])},"
            f" p99 {shown(wall['p99'])}, max {shown(wall['max'])}."
        )

    def _differences(self, family: Family, ours: Measured, other: Measured, notes: list[str]) -> dict[str, Any]:
        """Count the answers that place another number of tiles than ours, and note an example."""
        pairs = list(zip(family.positions, ours.tiles, other.tiles, strict=False))
        different = [(position, max(a, 0), max(b, 0)) for position, a, b in pairs if max(a, 0) != max(b, 0)]
        more = sum(theirs > mine for _, mine, theirs in different)
        jokers = sum(any(tile >= JOKER for tile in everything(position)) for position, _, _ in different)
        text = f"{other.solver}: another number of tiles than ours in {len(different)} of {len(pairs)}"
        if different:
            (table, rack), mine, theirs = min(different, key=lambda item: len(everything(item[0])))
            text += (
                f" (fewer {len(different) - more}, more {more}; with a joker in {jokers}); for example table"
                f" `{format_table(table) or 'empty'}`, rack `{format_tiles(rack)}`: {theirs}, ours {mine}"
            )
        if other.unsound:
            text += f"; sets with wrong tiles in {other.unsound}"
        if other.solver == INTERPRETED and not different:
            return {"different": 0, "more": 0}
        notes.append(text + ".")
        return {"different": len(different), "more": more, "different_with_joker": jokers}

    def _compare_with_aims(self, family: Family, rows: Sequence[dict[str, Any]]) -> None:
        """Compare the figures with the aims."""
        ours = rows[0]["microseconds"]
        if family.kind == "opening":
            return
        if family.kind == "least disturbance":
            self.aim(f"{family.title}: median < 20 ms", shown(ours["median"]), ours["median"] < 20_000)
            return
        if family.is_special:
            self.aim(f"{family.title}: median < 5 ms", shown(ours["median"]), ours["median"] < 5_000)
            self.aim(f"{family.title}: p99 < 200 ms", shown(ours["p99"]), ours["p99"] < 200_000)
            return
        if family.title.endswith("2 players"):
            self.aim(f"{family.title}: median ≤ 20 µs", shown(ours["median"]), ours["median"] <= 20)
            self.aim(f"{family.title}: p99 ≤ 1 ms", shown(ours["p99"]), ours["p99"] <= 1_000)
        if family.title.startswith("Random"):
            self.aim(
                f"{family.title}: worst of {rows[0]['positions']:,} < 10 ms", shown(ours["max"]), ours["max"] < 10_000
            )
        peers = [row for row in rows if row["solver"] not in (OURS, INTERPRETED)]
        for name, least in (("median", 300), ("p99", 100)):
            if peers:
                best = min(peers, key=lambda row: float(row["times_ours"][name]))
                ratio = best["times_ours"][name]
                text = f"{family.title}: ≥ {least} times faster than the best peer at the {name}"
                self.aim(text, f"{times(ratio)} ({best['solver']})", ratio >= least)

    def aim(self, aim: str, figure: str, reached: bool) -> None:
        """Note whether an aim was reached."""
        self.aims.append((aim, figure, reached))

    def finish(self, seconds: float) -> None:
        """Print the aims."""
        print("\n### Aims\n\n| aim | measured | reached |\n| --- | ---: | --- |")
        for aim, figure, reached in self.aims:
            print(f"| {aim} | {figure} | {'yes' if reached else '**no**'} |")
        print(f"\nThe whole run took {seconds / 60:.1f} minutes.")
        self.data["aims"] = [{"aim": a, "measured": f, "reached": r} for a, f, r in self.aims]
        self.data["seconds"] = round(seconds)


def grouped(notes: Sequence[str]) -> list[str]:
    """Merge equal notes about several solvers."""
    solvers: dict[str, list[str]] = {}
    for note in notes:
        solver, _, text = note.partition(": ")
        solvers.setdefault(text, []).append(solver)
    return [f"{', '.join(names)}: {text}" for text, names in solvers.items()]


def everything(position: Position) -> Tiles:
    """Return all tiles of a position."""
    table, rack = position
    return (*(tile for tiles in table for tile in tiles), *rack)


def processor() -> str:
    """Return the name of the processor, where Linux provides it."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.partition(":")[2].strip() for line in text.splitlines() if line.startswith("model name")]
    return names[0] if names else platform.machine()


# Growth


@dataclass
class Curve:
    """The times of one solver, each with the numbers of tiles and jokers of its position."""

    label: str
    points: list[tuple[int, int, int]]
    """Tiles, jokers, nanoseconds."""

    @classmethod
    def of(cls, label: str, positions: Sequence[Position], measured: Measured) -> Curve:
        """Join positions and times."""
        sizes = [(len(tiles), sum(tile >= JOKER for tile in tiles)) for tiles in map(everything, positions)]
        return cls(label, [(*size, time) for size, time in zip(sizes, measured.cpu, strict=False)])

    def by_tiles(self, width: int, fewest: int) -> Iterator[tuple[float, list[int]]]:
        """Yield the times by the number of tiles, in steps."""
        yield from self._by([(tiles // width * width + width / 2, time) for tiles, _, time in self.points], fewest)

    def by_jokers(self, fewest: int) -> Iterator[tuple[float, list[int]]]:
        """Yield the times by the number of jokers."""
        yield from self._by([(jokers, time) for _, jokers, time in self.points], fewest)

    @staticmethod
    def _by(pairs: Sequence[tuple[float, int]], fewest: int) -> Iterator[tuple[float, list[int]]]:
        counts = Counter(place for place, _ in pairs)
        for place in sorted(counts):
            if counts[place] >= fewest:
                yield place, [time for other, time in pairs if other == place]


def draw_growth(solvers: Sequence[Curve], boxes: Sequence[Curve]) -> str:
    """Draw docs/solver-growth.svg; return a sentence about it."""
    try:
        matplotlib = importlib.import_module("matplotlib")
    except ImportError:
        return "matplotlib is not installed: no plot was drawn."
    matplotlib.use("svg")
    matplotlib.rcParams.update({"svg.hashsalt": "tilewise", "font.size": 9, "svg.fonttype": "none"})
    pyplot = importlib.import_module("matplotlib.pyplot")
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(10, 4.4), layout="constrained")
    colours = ("#1b6ca8", "#7fb2d9", "#c8553d", "#e3a857", "#6a994e", "#7d5ba6", "#888888", "#444444")
    for curve, colour in zip(solvers, colours, strict=False):
        steps = list(curve.by_tiles(10, 20)) if curve is solvers[0] else list(curve.by_tiles(20, 5))
        places = [place for place, _ in steps]
        left.plot(
            places, [percentile(t, 0.5) / 1000 for _, t in steps], color=colour, marker="o", ms=3, label=curve.label
        )
        if curve is solvers[0]:
            p99 = [percentile(t, 0.99) / 1000 for _, t in steps]
            left.plot(places, p99, color=colour, ls="--", lw=1, label=f"{curve.label}, p99")
    left.set(title="Random positions of two copies (median)", xlabel="tiles on table and rack")
    for curve, colour in zip(boxes, (colours[0], colours[2], colours[4]), strict=False):
        steps = list(curve.by_jokers(20))
        places = [place for place, _ in steps]
        middle, high = ([percentile(t, share) / 1000 for _, t in steps] for share in (0.5, 0.99))
        right.plot(places, middle, color=colour, marker="o", ms=3, label=f"{curve.label}, median")
        right.plot(places, high, color=colour, marker="o", ms=3, ls="--", lw=1, label=f"{curve.label}, p99")
    right.set(title=OURS, xlabel="jokers of all kinds on table and rack")
    for axes in (left, right):
        axes.set(yscale="log", ylabel="processor time of an answer (ms)")
        axes.grid(True, which="major", color="#dddddd", lw=0.6)
        axes.spines[["top", "right"]].set_visible(False)
        axes.legend(fontsize=7.5, frameon=False, ncols=2, loc="upper center", bbox_to_anchor=(0.5, -0.14))
    figure.savefig(PLOT, metadata={"Date": None, "Creator": None})
    PLOT.write_text(
        "\n".join(line.rstrip() for line in PLOT.read_text(encoding="utf-8").splitlines()) + "\n", encoding="utf-8"
    )
    return f"Growth with tiles and jokers: {PLOT.relative_to(HERE.parent)}."


def growth(steps: Iterator[tuple[float, list[int]]]) -> list[dict[str, float]]:
    """Return the figures of a curve, for `--json`."""
    return [{"at": place, "positions": len(times)} | figures(times) for place, times in steps]


def is_twist_play(family: Family) -> bool:
    """Return whether these are turns of players who have opened, with special jokers in the box."""
    return family.is_special and family.kind == "play"


def grow(
    arguments: argparse.Namespace, families: Sequence[Family], measured: dict[str, list[Measured]]
) -> tuple[str, dict[str, Any]]:
    """Measure how time grows with tiles and jokers, and draw it."""
    title = "Random positions of two copies"
    positions = next(family.positions for family in families if family.title == title)
    solvers = [Curve.of(row.solver, positions, row) for row in measured[title] if row.cpu]
    boxes = []
    for label, name in (("random, two copies", "four-jokers"), ("random, three copies", "three-copies")):
        made = shuffled(random_positions(name, arguments.growth_positions))
        row = measure(
            Path(sys.executable), OURS, Family(label, "tm-toys", 3, 4, made), made, 2 * arguments.peer_seconds
        )
        boxes.append(Curve.of(label, made, row))
    twist = [Curve.of("", family.positions, measured[family.title][0]) for family in families if is_twist_play(family)]
    boxes.append(Curve("self-play, twist", [point for curve in twist for point in curve.points]))
    return draw_growth(solvers, boxes), {
        "by_tiles": {curve.label: growth(curve.by_tiles(10, 5)) for curve in solvers},
        "by_jokers": {curve.label: growth(curve.by_jokers(20)) for curve in boxes},
    }


def main() -> None:
    """Measure everything."""
    parser = argparse.ArgumentParser(description="Measure the solver and its peers on the same positions.")
    parser.add_argument("--positions", type=int, default=2000, help="of each family of self-play")
    parser.add_argument("--twist-positions", type=int, default=300, help="of each family of twist")
    parser.add_argument("--random-positions", type=int, default=10_000)
    parser.add_argument("--growth-positions", type=int, default=1500, help="of each box")
    parser.add_argument("--peer-positions", type=int, default=150, help="of each family, at most, for each peer")
    parser.add_argument("--peer-seconds", type=float, default=15, help="for each family and peer, at most")
    parser.add_argument("--rounds", type=int, default=5, help="for solvers that take no longer than a few seconds")
    parser.add_argument("--peers-venv", type=Path, default=HERE.parent / "build" / "peers")
    parser.add_argument("--json", type=Path, help="also write the figures into this file")
    arguments = parser.parse_args()
    start = time.perf_counter()
    log("installing the peers")
    python, missing = install_peers(arguments.peers_venv)
    log("playing games for positions")
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    families = make_families(arguments)
    assert all(tile in FACES for family in families for tile in everything(family.positions[0]))  # noqa: S101
    report = Report()
    system = (
        f"{processor()}, {os.cpu_count()} cores (one used), {platform.system()}, Python {platform.python_version()}"
    )
    print(measured_at())
    print(system + "; processor time of one answer; × is how many times ours on the same positions.")
    for line in missing:
        print(f"\nNot installed: {line}")
    measured: dict[str, list[Measured]] = {}
    for family in families:
        ours, *others = measure_in_turns(family, python, arguments)
        report.family(family, ours, others)
        measured[family.title] = [ours, *others]
    plot, curves = grow(arguments, families, measured)
    releases = {row.solver: row.version for rows in measured.values() for row in rows if row.version}
    print("\nVersions: " + ", ".join(f"{solver} {release}" for solver, release in releases.items()) + ".")
    print("\n" + plot)
    report.finish(time.perf_counter() - start)
    report.data |= {"machine": system, "not_installed": missing, "versions": releases, "growth": curves}
    if arguments.json:
        arguments.json.write_text(json.dumps(report.data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
