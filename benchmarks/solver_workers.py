"""Measures one solver in its own process: reads a job from standard input, writes times to standard output, as JSON.

Only the standard library is imported here; each solver imports what it needs. So `ortools` and `highspy`, which cannot
be imported into one process, stay apart, and the peers run in a virtual environment without Tilewise.

A job: solver, kind ("play", "opening" or "least disturbance"), profile, copies, jokers, threshold, oracle (a file),
seconds (or null), positions ([[sets], rack], tiles as whole numbers: colour * 13 + number - 1, then J, D, C, M).
"""

from __future__ import annotations

import gc
import importlib
import importlib.util
import json
import os
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from importlib.machinery import ModuleSpec, PathFinder
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import Any

WARM_UP = 2
"""Positions solved before measuring: buffers are allocated, and peers translate their model once."""

Position = tuple[list[list[int]], list[int]]
Result = tuple[int, Sequence[Sequence[int]] | None, bool]
"""The number of tiles placed (-1: no answer), the sets (None: unknown), and whether the answer is proven."""
Prepare = Callable[[Position], Any]
"""Not timed: converts a position to the objects that a caller of the solver already has."""
Solve = Callable[[Any], Any]
"""Timed: from table and rack to the arrangement."""
Read = Callable[[Any], Result]
"""Not timed: converts an answer to the form that is compared."""


class FromSource(PathFinder):
    """Finds the sources of the kernels, where Python would import the compiled modules."""

    @classmethod
    def find_spec(
        cls, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find a module."""
        if not fullname.startswith("tilewise.solver.") or not path:
            return None
        return importlib.util.spec_from_file_location(fullname, Path(path[0], fullname.rpartition(".")[2] + ".py"))


def tilewise(job: dict[str, Any]) -> tuple[Prepare, Solve, Read, str]:
    """Prepare Tilewise, compiled, or interpreted as without a C compiler and Cython."""
    compiled = job["solver"] == "tilewise compiled"
    if not compiled:
        sys.modules["cython"] = None  # type: ignore[assignment]
        sys.meta_path.insert(0, FromSource)
    solver, tiles = importlib.import_module("tilewise.solver"), importlib.import_module("tilewise.tiles")
    if compiled != solver.COMPILED:
        raise RuntimeError("the kernel is not compiled" if compiled else "the kernel is compiled")
    profile = importlib.import_module("tilewise").PROFILES[job["profile"]]
    ask = {"play": solver.best_play, "opening": solver.best_opening, "least disturbance": solver.least_disturbing_play}[
        job["kind"]
    ]

    def prepare(position: Position) -> Any:
        table, rack = position
        return tuple(tuple(tiles.FACES[i] for i in laid) for laid in table), tuple(tiles.FACES[i] for i in rack)

    def solve(question: Any) -> Any:
        return ask(profile, *question)

    def read(answer: Any) -> Result:
        if job["kind"] == "least disturbance":
            answer = answer.solution
        return (-1, None, True) if answer is None else (answer.tiles, answer.table, answer.proven)

    return prepare, solve, read, version("tilewise")


def cp_sat(job: dict[str, Any]) -> tuple[Prepare, Solve, Read, str]:
    """Prepare the integer programme of the tests; it only says how many tiles, not in which sets."""
    spec = importlib.util.spec_from_file_location("solver_oracle", job["oracle"])
    if spec is None or spec.loader is None:
        raise RuntimeError("the model is missing")
    oracle = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(oracle)
    faces = importlib.import_module("tilewise.tiles").FACES
    weight = dict.fromkeys(faces, 1)
    opening, threshold = job["kind"] == "opening", job["threshold"]

    def prepare(position: Position) -> Any:
        table, rack = position
        return [[faces[i] for i in laid] for laid in table], [faces[i] for i in rack]

    def solve(question: Any) -> Any:
        table, rack = question
        if opening:
            return oracle.best_opening(Counter(rack), weight, threshold)
        return oracle.best_play(Counter(tile for laid in table for tile in laid), Counter(rack), weight)

    def read(answer: Any) -> Result:
        return (-1 if answer is None else int(answer), None, True)

    return prepare, solve, read, version("ortools")


def rummikub_solver(job: dict[str, Any]) -> tuple[Prepare, Solve, Read, str]:
    """Prepare the package of that name; its model is built once, and not timed."""
    package = importlib.import_module("rummikub_solver")
    backend = package.MILPSolver(job["solver"].rpartition(" ")[2])
    if backend not in package.MILPSolver.supported():
        raise RuntimeError("this back end is not installed")
    rules = package.RuleSet(
        repeats=job["copies"],
        jokers=job["jokers"],
        min_initial_value=job["threshold"],
        solver_backend=backend,
    )
    initial = job["kind"] == "opening"

    def prepare(position: Position) -> Any:
        # It numbers tiles as we do, but from 1.
        table, rack = position
        return [rules.tiles[i] for laid in table for i in laid], [rules.tiles[i] for i in rack]

    def solve(question: Any) -> Any:
        table, rack = question
        state = rules.new_game()
        state.initial = initial
        state.add_table(*table)
        state.add_rack(*rack)
        return rules.solve(state)

    def read(answer: Any) -> Result:
        if answer is None:
            return -1, None, True
        sets = [[int(tile) - 1 for tile in laid] for laid in answer.sets]
        return len(answer.tiles), sets, not answer.free_jokers

    return prepare, solve, read, version("rummikub-solver")


def is_sound(position: Position, placed: int, sets: Sequence[Sequence[int]] | None) -> bool:
    """Return whether the sets contain the whole table and this many tiles of the rack."""
    if sets is None:
        return True
    table, rack = position
    lay, lie = Counter(i for laid in table for i in laid), Counter(i for laid in sets for i in laid)
    return not lay - lie and not lie - lay - Counter(rack) and (lie - lay).total() == placed


def reading_time() -> int:
    """Return what reading the clock adds to a time, in nanoseconds: it is a system call."""
    return int(statistics.median(-time.process_time_ns() + time.process_time_ns() for _ in range(1001)))


def work(job: dict[str, Any]) -> dict[str, Any]:
    """Solve the positions one after the other, as many as the time allows."""
    makers = {"tilewise": tilewise, "CP-SAT": cp_sat, "rummikub-solver": rummikub_solver}
    start = time.perf_counter()
    prepare, solve, read, release = makers[job["solver"].split()[0]](job)
    positions: list[Position] = job["positions"]
    for position in positions[:WARM_UP]:
        solve(prepare(position))
    result: dict[str, Any] = {"version": release, "set_up": time.perf_counter() - start}
    questions = [prepare(position) for position in positions]
    cpu, wall, answers = [], [], []
    # As `timeit` does: the positions and answers stored here would make every collection slow.
    gc.collect()
    gc.disable()
    reading = reading_time()
    start = time.perf_counter()
    for question in questions:
        if job["seconds"] is not None and time.perf_counter() - start > job["seconds"]:
            break
        wall_before = time.perf_counter_ns()
        before = time.process_time_ns()
        answer = solve(question)
        after = time.process_time_ns()
        wall.append(time.perf_counter_ns() - wall_before)
        cpu.append(max(after - before - reading, 0))
        answers.append(answer)
    gc.enable()
    read_answers = [read(answer) for answer in answers]
    return result | {
        "cpu": cpu,
        "wall": wall,
        "tiles": [placed for placed, _, _ in read_answers],
        "unsound": sum(
            not is_sound(position, max(placed, 0), sets)
            for position, (placed, sets, _) in zip(positions, read_answers, strict=False)
        ),
        "unproven": sum(not proven for _, _, proven in read_answers),
    }


def main() -> None:
    """Do one job. The output of solvers is discarded."""
    job = json.load(sys.stdin)
    out = os.fdopen(os.dup(1), "w")
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    try:
        result = work(job)
    except Exception as error:
        # Without its text, which may contain paths of this machine.
        reason = str(error) if type(error) is RuntimeError else f"it failed with {type(error).__name__}"
        result = {"error": reason}
    json.dump(result, out)
    out.close()


if __name__ == "__main__":
    main()
