"""Run checks and tests in rings, and say how long each stage took.

    python -m scripts.suite            everything: `make test`
    python -m scripts.suite rules      types and rules, in seconds
    python -m scripts.suite page       the page, against recorded messages
    python -m scripts.suite games      whole games in Chromium with a real server

Checks run side by side, and tests one stage after the other, as each stage uses all cores. With THOROUGH=1 the tests
try everything: `make test-all`.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
BIN: Final = Path(sys.executable).parent
PYTHON: Final = sys.executable

SLOWEST: Final = "--durations=20"


@dataclass(frozen=True)
class Stage:
    """A command, and what people call it."""

    name: str
    command: tuple[str, ...]


def _program(name: str, *words: str) -> Stage:
    return Stage(" ".join((name, *words[:1])), (str(BIN / name), *words))


def _pytest(name: str, *words: str) -> Stage:
    with_services = (PYTHON, "-m", "tests.support.services")
    return Stage(name, (*with_services, str(BIN / "pytest"), "-n", "auto", "--dist", "worksteal", SLOWEST, *words))


def _web(name: str, *words: str) -> Stage:
    return Stage(name, (PYTHON, "-m", "scripts.web", *words))


TYPES: Final = [_program("ruff", "check", "."), _program("ruff", "format", "--check", "."), _program("mypy")]
LAYERS: Final = [_program("lint-imports")]
PAGE_CHECKS: Final = [_web("page checks", "checks")]

RULES: Final = _pytest("rules", "-m", "rules", "--cov", "--cov-report=term:skip-covered", "tests")
OTHERS: Final = _pytest("long tests, command, server and documentation", "-m", "not rules")

RINGS: Final[dict[str, tuple[list[list[Stage]], list[Stage]]]] = {
    "all": ([[*TYPES, *LAYERS], PAGE_CHECKS], [RULES, OTHERS, _web("browser", "browser")]),
    "rules": ([[*TYPES, *LAYERS]], [RULES]),
    "page": ([PAGE_CHECKS], [_web("page", "browser", "tests/page")]),
    "games": ([], [_web("games", "browser", "tests/games")]),
}
"""By ring, the checks that run side by side, and then its tests."""


class Failed(Exception):
    """A stage failed; what it printed says why."""


@dataclass(frozen=True)
class Taken:
    """A finished stage, and how long it took."""

    name: str
    seconds: float


def run(stage: Stage) -> Taken:
    """Run a stage whose output is shown as it comes. Raises Failed."""
    print(f"--- {stage.name}", flush=True)
    began = time.monotonic()
    if subprocess.run(stage.command, cwd=ROOT).returncode:
        raise Failed(stage.name)
    return Taken(stage.name, time.monotonic() - began)


def run_quietly(lane: Sequence[Stage]) -> list[Taken]:
    """Run stages one after the other, and show their output when each has ended. Raises Failed."""
    taken = []
    for stage in lane:
        began = time.monotonic()
        done = subprocess.run(stage.command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        print(f"--- {stage.name}\n{done.stdout}", end="", flush=True)
        if done.returncode:
            raise Failed(stage.name)
        taken.append(Taken(stage.name, time.monotonic() - began))
    return taken


def run_ring(lanes: Sequence[Sequence[Stage]], tests: Iterable[Stage]) -> list[Taken]:
    """Run the checks of a ring side by side, then its tests. Raises Failed for the first stage that fails."""
    print(f"Checks: {', '.join(stage.name for lane in lanes for stage in lane)} ...", flush=True)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        checked = [future.result() for future in [pool.submit(run_quietly, lane) for lane in lanes]]
    return [*(taken for lane in checked for taken in lane), *map(run, tests)]


def main(words: Sequence[str]) -> int:
    """Run a ring and return the exit code."""
    ring = words[0] if words else "all"
    if ring not in RINGS or len(words) > 1:
        print(f"Name one of: {', '.join(RINGS)}.", file=sys.stderr)
        return 2
    began = time.monotonic()
    try:
        taken = run_ring(*RINGS[ring])
    except Failed as failed:
        print(f"Failed: {failed}.", file=sys.stderr)
        return 1
    print(f"\nAll passed in {time.monotonic() - began:.0f} s. Checks run side by side.")
    for stage in taken:
        print(f"{stage.seconds:7.1f} s  {stage.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
