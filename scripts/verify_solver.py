"""Compares the solver with the integer programme of tests/support/solver_oracle.py on thousands of random positions.

    python -m scripts.verify_solver                      everything, about an hour
    python -m scripts.verify_solver --positions 100      fewer positions of each family
    python -m scripts.verify_solver --first 500          without the first 500, after an interrupted run
    python -m scripts.verify_solver --freed-jokers 2000  only U7: small positions with jokers on the table, against the
                                                         programme of tests/support/freed_joker_oracle.py
    python -m scripts.verify_solver --leaks 1000000      no oracle: a million calls; compares their answers with the
                                                         first ones, and the memory before and after

The queries for each position are the best play (most tiles, most points, random weights), the best opening, the opening
that is worth most, and going out. Every resulting table is judged by the rules. An answer that is not proven may be
less than the oracle's, never more. Exits with 1 if there is a disagreement.
"""

from __future__ import annotations

import argparse
import gc
import math
import multiprocessing
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple
from unittest import mock

from benchmarks.provenance import measured_at
from tests.support import freed_joker_oracle, solver_oracle
from tilewise.errors import TilewiseError
from tilewise.profiles import PROFILES, Profile
from tilewise.sets import TileSet, read_set
from tilewise.solver import Goal, Solution, best_opening, best_play, go_out, greatest_opening
from tilewise.tiles import FACES, JOKER, Table, Tile, Tiles, format_table, format_tiles, parse_table, parse_tiles
from tilewise.turn import LegalTurn, judge_turn

RULES: Final[dict[str, Profile]] = {
    "two-copies": PROFILES["jumbo"].with_rules({"freed_joker": "anywhere"}),
    "four-jokers": PROFILES["vienna-en"].with_rules({"freed_joker": "anywhere", "gift_tiles": "added"}),
    "three-copies": PROFILES["tm-toys"].with_rules({"freed_joker": "anywhere"}),
    "twist": PROFILES["twist"].with_rules({"freed_joker": "anywhere"}),
}
"""The profile of each family of positions; the integer programme of whole tables does not know U7."""

QUERIES: Final = ("tiles", "points", "weights", "opening", "greatest", "go out")
CHUNK: Final = 10
"""Positions of one task."""

AGREED, UNPROVEN_EQUAL, UNPROVEN_LESS, SKIPPED, WRONG = (
    "agreed",
    "unproven, equal",
    "unproven, less",
    "skipped",
    "wrong",
)

RED_RUN: Final = " ".join(f"r{number}" for number in range(1, 14))
AWKWARD: Final = (
    ("", "r3 r4"),
    ("", "J J"),
    ("", "J J J J"),
    ("r1 r2 r3 J", "b5 b6 b7"),
    ("r7 b7 k7", "J"),
    ("k5 r5 b5 o5", "J"),
    ("k5 r5 b5 o5", "J J"),
    ("k5 r5 b5 o5", "J J J J"),
    ("k5 r5 b5 o5 | k5 r5 b5 o5", "J"),
    ("J J J", "r3 b9"),
    ("J J J J", "r3 b9"),
    ("", "k5 k5 k5 r5 r5 r5 b5 o5 J"),
    ("r11 r12 r13", "r1 J"),
    ("r3 r4 r5 | r3 r4 r5", "r4 r6 J"),
    ("k5 r5 b5 | k5 r5 b5 | k5 r5 b5", "o5 o5 o5"),
    (RED_RUN, "J"),
    (f"{RED_RUN} | {RED_RUN}", "J J"),
    (f"{RED_RUN} | {RED_RUN} | {RED_RUN}", "J J J J"),
    # Special jokers
    (RED_RUN, "D J"),
    (RED_RUN, "C"),
    ("k3 r3 D", "k9 k12 J"),
    ("r3 b3 D", "k3 o3 r9 b9"),
    ("k3 r3 b3 o3 | k3 r3 b3 o3", "D"),
    ("", "k5 r5 b5 o5 J M"),
    ("", "D D J"),
    ("", "C b1 C"),
    ("", "C b13 C"),
    ("", "b3 C C r6 J"),
    ("", "M D D k7 r7 b7 o7"),
    ("", "M M r7 r7 b7 b7"),
    ("r7 M r7", "b7 J"),
    ("", "J J D D C C M M"),
)
"""Tables and racks that a solver easily gets wrong."""


class Outcome(NamedTuple):
    """The result of one query."""

    query: str
    verdict: str
    detail: str = ""


# The comparison


@contextmanager
def oracle_within(effort: float | None) -> Iterator[None]:
    """Limit the work of the oracle for one query, in deterministic seconds of its solver; None: no limit."""
    with mock.patch.object(solver_oracle, "most_effort", math.inf if effort is None else effort):
        yield


def weights_by(goal: Goal, profile: Profile) -> dict[Tile, int]:
    """Return a goal as weights, independent of the solver: the second criterion never outweighs the first."""
    worth = {tile: tile.number or profile.joker_penalty for tile in FACES}
    if goal is Goal.TILES:
        return {tile: 100_000 + worth[tile] for tile in FACES}
    return {tile: 1_000 * worth[tile] + 1 for tile in FACES}


def random_weights(rng: random.Random) -> dict[Tile, int]:
    """Return random weights: small, also negative ones; large ones; or only a few that are not 0."""
    match rng.randrange(4):
        case 0:
            return {tile: rng.randint(-3, 10) for tile in FACES}
        case 1:
            return {tile: rng.randint(-10, 10) for tile in FACES}
        case 2:
            return {tile: rng.choice((0, 0, 1, -1)) for tile in FACES}
        case _:
            return {tile: rng.randint(-1_000_000, 1_000_000) for tile in FACES}


def random_threshold(rng: random.Random) -> int:
    """Return a threshold for openings."""
    return rng.choice((0, 30, 30, rng.randint(1, 60), rng.randint(1, 60)))


def flaw_of(profile: Profile, table: Table, rack: Tiles, found: Solution, opened: bool) -> str | None:
    """Return what is wrong with a play, whether or not it is the best; None if it is legal and described correctly."""
    if not found.placed:
        return None if found.table == table and found.worth == 0 else f"nothing placed, but {format_table(found.table)}"
    judged = judge_turn(profile, table, rack, found.table, opened)
    if not isinstance(judged, LegalTurn):
        return f"{format_table(found.table)} is refused: {judged}"
    if judged.placed != found.placed:
        return f"{format_tiles(found.placed)} is not what was placed: {format_tiles(judged.placed)}"
    if judged.table != found.table:
        return f"{format_table(found.table)} does not lie in order: {format_table(judged.table)}"
    worth = sum(tile.number or profile.joker_penalty for tile in found.placed)
    return None if worth == found.worth else f"worth {found.worth}, not {worth}"


def compared(query: str, found: int | None, proven: bool, expected: int | None) -> Outcome:
    """Compare an answer with that of the oracle."""
    if found == expected:
        return Outcome(query, AGREED if proven else UNPROVEN_EQUAL)
    if not proven and expected is not None and (found is None or found < expected):
        return Outcome(query, UNPROVEN_LESS)
    return Outcome(query, WRONG, f"{found} ({'proven' if proven else 'not proven'}), the oracle says {expected}")


def check_play(query: str, profile: Profile, table: Table, rack: Tiles, goal: Goal | dict[Tile, int]) -> Outcome:
    """Check the best play of a player who has opened."""
    found = best_play(profile, table, rack, goal)
    if flaw := flaw_of(profile, table, rack, found, opened=True):
        return Outcome(query, WRONG, flaw)
    weight = weights_by(goal, profile) if isinstance(goal, Goal) else goal
    expected = solver_oracle.best_play(Counter(tile for tiles in table for tile in tiles), Counter(rack), weight)
    return compared(query, sum(weight[tile] for tile in found.placed), found.proven, expected)


def check_opening(profile: Profile, table: Table, rack: Tiles, goal: Goal | dict[Tile, int], threshold: int) -> Outcome:
    """Check the best opening."""
    profile = profile.with_rules({"opening_threshold": threshold})
    found = best_opening(profile, table, rack, goal)
    weight = weights_by(goal, profile) if isinstance(goal, Goal) else goal
    total = None
    if found is not None:
        if not found.placed:
            return Outcome("opening", WRONG, "an opening that places nothing")
        if flaw := flaw_of(profile, table, rack, found, opened=False):
            return Outcome("opening", WRONG, flaw)
        total = sum(weight[tile] for tile in found.placed)
    expected = solver_oracle.best_opening(Counter(rack), weight, threshold)
    return compared("opening", total, found is None or found.proven, expected)


def check_greatest(rack: Tiles) -> Outcome:
    """Check the opening that is worth most."""
    found = greatest_opening(rack)
    readings = [read_set(tiles) for tiles in found.sets]
    values = [reading.value for reading in readings if isinstance(reading, TileSet)]
    laid = Counter(tile for tiles in found.sets for tile in tiles)
    if len(values) < len(readings) or sum(values) != found.value or not laid <= Counter(rack):
        return Outcome("greatest", WRONG, f"{found.value} is not {format_table(found.sets)}")
    expected = solver_oracle.greatest_opening_value(Counter(rack))
    return compared("greatest", found.value, found.proven, expected)


def check_going_out(profile: Profile, table: Table, rack: Tiles) -> Outcome:
    """Check whether the whole rack can be placed; the solution is empty if the search gave up (special jokers only)."""
    found = go_out(profile, table, rack)
    gave_up = found is not None and bool(rack) and not found.placed
    if gave_up:
        found = None
    if found is not None:
        if found.placed != tuple(sorted(rack)):
            return Outcome("go out", WRONG, f"goes out with {format_tiles(found.placed)}")
        if flaw := flaw_of(profile, table, rack, found, opened=True):
            return Outcome("go out", WRONG, flaw)
    everything = Counter(tile for tiles in (*table, rack) for tile in tiles)
    expected = solver_oracle.best_play(everything, Counter(), {})
    return compared("go out", None if found is None else 0, not gave_up, expected)


def check_position(
    profile: Profile, table: Table, rack: Tiles, rng: random.Random, queries: Sequence[str] = QUERIES
) -> Iterator[Outcome]:
    """Check all queries for one position; those that the oracle cannot prove in time are skipped."""
    for query in queries:
        goal = rng.choice((Goal.TILES, Goal.POINTS, random_weights(rng)))
        threshold = random_threshold(rng)
        try:
            match query:
                case "tiles" | "points":
                    outcome = check_play(query, profile, table, rack, Goal(query))
                case "weights":
                    goal = random_weights(rng)
                    outcome = check_play(query, profile, table, rack, goal)
                case "opening":
                    outcome = check_opening(profile, table, rack, goal, threshold)
                case "greatest":
                    outcome = check_greatest(rack)
                case _:
                    outcome = check_going_out(profile, table, rack)
        except AssertionError as error:
            if not str(error).startswith("No proof"):
                raise
            outcome = Outcome(query, SKIPPED)
        if outcome.verdict == WRONG:
            where = f"{profile.name}: {format_table(table)} + {format_tiles(rack)}"
            outcome = outcome._replace(
                detail=f"{where}\n    {query}{parameters_of(query, threshold, goal)}: {outcome.detail}"
            )
        yield outcome


def parameters_of(query: str, threshold: int, goal: Goal | dict[Tile, int]) -> str:
    """Return what a query depends on besides the position, for a message."""
    if query not in ("weights", "opening"):
        return ""
    weights = goal.value if isinstance(goal, Goal) else {str(tile): weight for tile, weight in goal.items()}
    return f" by {weights}" if query == "weights" else f" for {threshold} by {weights}"


def check_chunk(task: tuple[str, int, int, float, int]) -> tuple[str, int, list[Outcome], float]:
    """Check some positions of a family; also return the longest time of a best play."""
    family, seed, count, effort, most_tiles = task
    checked = 0
    rng = random.Random(f"queries {family} {seed}")
    outcomes: list[Outcome] = []
    longest = 0.0
    with oracle_within(effort if family == "twist" else None):
        for table, rack in solver_oracle.random_positions(family, count, seed):
            if len(rack) + sum(map(len, table)) > most_tiles:
                continue
            checked += 1
            outcomes += check_position(RULES[family], arranged(table), rack, rng)
            start = time.perf_counter()
            best_play(RULES[family], arranged(table), rack)
            longest = max(longest, time.perf_counter() - start)
    return family, checked, outcomes, longest


def check_awkward(effort: float) -> list[Outcome]:
    """Check the awkward positions by the rules of every family whose box contains them."""
    outcomes: list[Outcome] = []
    rng = random.Random("awkward")
    with oracle_within(effort):
        for profile in RULES.values():
            for table, rack in awkward_positions(profile):
                outcomes += check_position(profile, table, rack, rng, (*QUERIES, "weights", "opening"))
    return outcomes


def awkward_positions(profile: Profile) -> Iterator[tuple[Table, Tiles]]:
    """Yield the awkward positions that the box of a profile contains."""
    box = profile.box(profile.max_players)
    for table_text, rack_text in AWKWARD:
        table, rack = arranged(parse_table(table_text)), tuple(sorted(parse_tiles(rack_text)))
        if Counter(tile for tiles in (*table, rack) for tile in tiles) <= box:
            yield table, rack


def arranged(table: Table) -> Table:
    """Return the table with every set in order, as a legal turn leaves it (T5)."""
    return tuple(reading.tiles for tiles in table if isinstance(reading := read_set(tiles), TileSet))


# Freed jokers

FREED_JOKER_BOXES: Final = ((2, 2), (3, 2), (4, 2), (2, 3), (4, 3))
"""Jokers and copies of a tile in the small positions for U7."""


def check_freed_jokers(count: int, seed: int) -> list[Outcome]:
    """Compare the best plays under U7 with the programme of arranged sets, for this many positions of each box."""
    outcomes: list[Outcome] = []
    rng = random.Random(f"freed jokers {seed}")
    for jokers, copies in FREED_JOKER_BOXES:
        for table, rack in freed_joker_oracle.small_positions(count, f"{seed} {jokers} {copies}", jokers, copies):
            for rule in ("another-set", "new-set"):
                profile = PROFILES["tm-toys"].with_rules({"freed_joker": rule})
                goal = rng.choice((Goal.TILES, Goal.POINTS, random_weights(rng)))
                weight = weights_by(goal, profile) if isinstance(goal, Goal) else goal
                outcome = check_freed_joker(rule, profile, table, rack, goal, weight)
                if outcome.verdict == WRONG:
                    where = f"{rule}: {format_table(table)} + {format_tiles(rack)}"
                    outcome = outcome._replace(detail=f"{where}\n    by {goal}: {outcome.detail}")
                outcomes.append(outcome)
    return outcomes


def check_freed_joker(
    rule: str, profile: Profile, table: Table, rack: Tiles, goal: Goal | dict[Tile, int], weight: dict[Tile, int]
) -> Outcome:
    """Check one best play under U7."""
    found = best_play(profile, table, rack, goal)
    if flaw := flaw_of(profile, table, rack, found, opened=True):
        return Outcome(rule, WRONG, flaw)
    try:
        expected = freed_joker_oracle.best_play(rule, table, rack, weight)
    except freed_joker_oracle.TooLarge:
        return Outcome(rule, SKIPPED)
    return compared(rule, sum(weight[tile] for tile in found.placed), found.proven, expected)


# Memory

MOST_KILOBYTES: Final = 1024
"""The growth of a process that is allowed over any number of calls."""


def resident_kilobytes() -> int:
    """Return the resident memory of this process."""
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    raise OSError("The system does not report how much memory this process uses.")


Query = Callable[[Profile, Table, Tiles], object]

REPEATED_QUERIES: Final[tuple[Query, ...]] = (
    best_play,
    lambda profile, table, rack: best_play(profile, table, rack, Goal.POINTS),
    best_opening,
    lambda _, __, rack: greatest_opening(rack),
    go_out,
)
"""The queries that are repeated to find memory leaks."""


class Endurance(NamedTuple):
    """The effect of many calls on the process and on the answers."""

    kilobytes: int
    """The growth of the process."""
    changed: int
    """Answers that differ from the first ones."""
    special: int
    """Calls with special jokers."""


def endure(calls: int, seed: int = 1) -> Endurance:
    """Repeat the same queries this many times after a warm-up: on both kernels, errors included."""
    positions = [
        (RULES[family], arranged(table), rack)
        for family, count, most_tiles in (("two-copies", 120, 40), ("three-copies", 120, 40), ("twist", 60, 12))
        for table, rack in solver_oracle.random_positions(family, count, seed)
        if len(rack) + sum(map(len, table)) <= most_tiles
    ]
    positions.append((RULES["twist"], parse_table("r3 b3 D"), parse_tiles("k3")))
    positions.append((RULES["two-copies"], (), (FACES[4],) * 4))
    queries = [(ask, *position) for ask in REPEATED_QUERIES for position in positions]
    is_special = [any(tile > JOKER for tiles in (rack, *table) for tile in tiles) for _, _, table, rack in queries]
    changed = special = 0

    def answer(query: tuple[Query, Profile, Table, Tiles]) -> object:
        ask, profile, table, rack = query
        try:
            return ask(profile, table, rack)
        except TilewiseError as error:
            return str(error)

    answers = [answer(query) for query in queries]
    for _ in range(4):
        changed += sum(answer(query) != first for query, first in zip(queries, answers, strict=True))
    gc.collect()
    before = resident_kilobytes()
    for call in range(calls):
        at = call % len(queries)
        changed += answer(queries[at]) != answers[at]
        special += is_special[at]
    gc.collect()
    return Endurance(resident_kilobytes() - before, changed, special)


# The report


def table_of(counts: dict[str, Counter[str]], positions: Counter[str]) -> str:
    """Return the counts of each family in columns."""
    columns = ("positions", "queries", AGREED, UNPROVEN_EQUAL, UNPROVEN_LESS, SKIPPED, WRONG)
    lines = [f"{'':14}" + "".join(f"{column:>17}" for column in columns)]
    for family, count in counts.items():
        numbers = (positions[family], count.total(), *(count[column] for column in columns[2:]))
        lines.append(f"{family:14}" + "".join(f"{number:>17}" for number in numbers))
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare, report, and return 1 if there is a disagreement."""
    parser = argparse.ArgumentParser(description="Compare the solver with an independent integer programme.")
    parser.add_argument("--positions", type=int, default=2000, help="random positions of each family")
    parser.add_argument("--first", type=int, default=0, help="skip this many positions, to continue an interrupted run")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--families", nargs="+", choices=solver_oracle.FAMILIES, default=solver_oracle.FAMILIES)
    parser.add_argument(
        "--effort", type=float, default=5.0, help="of the oracle for a query with special jokers, in about seconds"
    )
    parser.add_argument("--most-tiles", type=int, default=200, help="skip positions with more tiles")
    parser.add_argument("--freed-jokers", type=int, metavar="POSITIONS", help="only compare plays under U7")
    parser.add_argument("--leaks", type=int, metavar="CALLS", help="only measure the memory over this many calls")
    options = parser.parse_args(arguments)
    print(f"{measured_at()}\n")
    if options.leaks is not None:
        after = endure(options.leaks, options.seed)
        print(
            f"{options.leaks} calls, {after.special} of them with special jokers: the process grew by "
            f"{after.kilobytes} kB, and {after.changed} answers differ from the first ones."
        )
        return 0 if after.kilobytes < MOST_KILOBYTES and not after.changed else 1
    if options.freed_jokers is not None:
        return compare_freed_jokers(options.freed_jokers, options.seed)
    return compare_freed_jokers(options.positions // 4, options.seed) | compare_all(options)


def compare_freed_jokers(count: int, seed: int) -> int:
    """Compare the best plays under U7, and return 1 if there is a disagreement."""
    outcomes = check_freed_jokers(count, seed)
    wrong = [outcome for outcome in outcomes if outcome.verdict == WRONG]
    for outcome in wrong:
        print(f"\nDISAGREEMENT {outcome.detail}", flush=True)
    positions = Counter({"freed jokers": count * len(FREED_JOKER_BOXES)})
    print(table_of({"freed jokers": Counter(outcome.verdict for outcome in outcomes)}, positions))
    return 1 if wrong else 0


def compare_all(options: Any) -> int:
    """Check the awkward and the random positions with several processes."""
    counts: dict[str, Counter[str]] = {}
    positions = Counter[str]()
    wrong: list[str] = []
    longest = Counter[str]()

    def count(family: str, outcomes: list[Outcome]) -> None:
        counts.setdefault(family, Counter()).update(outcome.verdict for outcome in outcomes)
        for outcome in outcomes:
            if outcome.verdict == WRONG:
                wrong.append(outcome.detail)
                print(f"\nDISAGREEMENT {outcome.detail}", flush=True)

    count("awkward", check_awkward(options.effort))
    positions["awkward"] = sum(1 for profile in RULES.values() for _ in awkward_positions(profile))
    tasks = [
        (
            family,
            options.seed * 1_000_000 + start,
            min(CHUNK, options.positions - start),
            options.effort,
            options.most_tiles,
        )
        for start in range(options.first, options.positions, CHUNK)
        for family in options.families
    ]
    total = sum(task[2] for task in tasks)
    began = time.monotonic()
    ignoring = (signal.SIGINT, signal.SIG_IGN)
    with multiprocessing.get_context("spawn").Pool(options.jobs, signal.signal, ignoring) as pool:
        try:
            # In order, so that an interrupted run can be continued.
            for family, done, outcomes, slowest in pool.imap(check_chunk, tasks):
                count(family, outcomes)
                positions[family] += done
                longest[family] = max(longest[family], round(1000 * slowest))
                so_far = sum(positions[name] for name in options.families)
                line = f"{so_far} of {total} positions, {time.monotonic() - began:.0f} s, {len(wrong)} disagreements"
                print(f"\r{line}", end="", file=sys.stderr, flush=True)
        except KeyboardInterrupt:
            done = options.first + min(positions[family] for family in options.families)
            print(f"\nInterrupted; continue with --first {done}. So far:", file=sys.stderr)
    print(file=sys.stderr)
    print(table_of(counts, positions))
    print("Longest best play: " + ", ".join(f"{family} {ms} ms" for family, ms in longest.items()))
    print(f"{len(wrong)} disagreements." if wrong else "No disagreement.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
