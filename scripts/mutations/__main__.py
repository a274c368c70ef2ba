"""Make small mistakes in a copy of the program, one at a time, and see which tests notice them.

    python -m scripts.mutations                       all mutations, each with the tests that are likely to notice it
    python -m scripts.mutations --only store "a run"  those of an area, or with these words
    python -m scripts.mutations --wide all            ask all tests where those next to the mistake notice nothing
    python -m scripts.mutations --again               try again what was not noticed, as with other tests
    python -m scripts.mutations --check               only see whether all mutations fit and all named tests exist
    python -m scripts.mutations --sound               run the named tests without any mistake: all of them have to pass
    python -m scripts.mutations --table               print what was noticed, in Markdown
    python -m scripts.mutations --compare OLD NEW     compare the results of two suites

Results are JSON lines in --results; a stopped run continues, and mutations that were noticed are not tried again.
--tree and --python run the tests of another checkout, which needs compiled kernels and Node's packages; it is copied
and never changed.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from scripts.mutations import results
from scripts.mutations.catalogue import MUTATIONS
from scripts.mutations.checkout import Checkout, NotPossible
from scripts.mutations.mutation import Mutation
from scripts.mutations.results import LEVELS, Result
from scripts.mutations.suite import Selection, Suite, find, near

ROOT: Final = Path(__file__).resolve().parent.parent.parent


def main(words: Sequence[str]) -> int:
    """Run the command and return its exit code."""
    options = _options(words)
    if options.compare:
        print(results.comparison(*(results.load(file) for file in options.compare)))
        return 0
    if options.table:
        print(results.table(results.load(options.results)))
        return 0
    chosen = [one for one in MUTATIONS if not options.only or any(_matches(one, word) for word in options.only)]
    with tempfile.TemporaryDirectory(prefix="tilewise-mutations-") as folder:
        checkout = Checkout(options.tree, Path(folder))
        checkout.create()
        if options.check:
            return _check(checkout, chosen)
        suite = Suite(checkout, options.python)
        return _sound(suite, chosen) if options.sound else _run(suite, chosen, options)


def _options(words: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m scripts.mutations", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", nargs="+", metavar="WORDS", help="areas, or parts of sentences")
    parser.add_argument("--tree", type=Path, default=ROOT, help="the checkout whose tests run")
    parser.add_argument("--python", default=sys.executable, help="the Python that has its dependencies")
    parser.add_argument("--results", type=Path, default=ROOT / "build/mutations.jsonl")
    parser.add_argument("--wide", choices=LEVELS, default="near", help="how many tests are asked in the end")
    parser.add_argument("--again", action="store_true", help="try again what was not noticed")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--check", action="store_true")
    what.add_argument("--sound", action="store_true")
    what.add_argument("--table", action="store_true")
    what.add_argument("--compare", nargs=2, type=Path, metavar=("OLD", "NEW"))
    options = parser.parse_args(words)
    # An environment's python is a link: resolved, it would be that of the system.
    options.python = os.path.abspath(options.python)
    return options


def _matches(mutation: Mutation, word: str) -> bool:
    return word == mutation.area or word.lower() in mutation.defect.lower()


def _check(checkout: Checkout, chosen: Sequence[Mutation]) -> int:
    """Say which mutations do not fit, and which named tests do not exist; return 1 if there are any."""
    problems: list[str] = []
    for mutation in chosen:
        try:
            checkout.place_of(mutation)
        except NotPossible as error:
            problems.append(f"{mutation.defect}\n    {error}")
        problems += [f"{mutation.defect}\n    No {test}" for test in mutation.tests if find(checkout, test) is None]
    for problem in problems:
        print(problem)
    print(f"{len(chosen)} mutations, {len(problems)} problems.")
    return 1 if problems else 0


def _sound(suite: Suite, chosen: Sequence[Mutation]) -> int:
    """Run all named tests without a mistake; return 1 if one of them fails."""
    named = dict.fromkeys(test for mutation in chosen for test in mutation.tests)
    selections = dict.fromkeys(filter(None, (find(suite.checkout, test) for test in named)))
    failed = 0
    for selection in selections:
        began = time.monotonic()
        outcome = suite.run(selection, to_the_end=True)
        bad = outcome.problem or ", ".join(outcome.failed)
        failed += bool(bad)
        print(f"{'BAD' if bad else 'ok':<4}{time.monotonic() - began:6.1f} s  {selection}  {bad}", flush=True)
    return 1 if failed else 0


def _run(suite: Suite, chosen: Sequence[Mutation], options: argparse.Namespace) -> int:
    """Try mutations; return 1 if one of them was not noticed."""
    known = results.load(options.results)
    commit = suite.checkout.commit()
    for number, mutation in enumerate(chosen, start=1):
        before = known.get(mutation.defect)
        if results.is_done(before, mutation, options.wide) and not (options.again and before and not before.caught):
            continue
        began = time.monotonic()
        caught, by, level = _try(suite, mutation, options.wide)
        seconds = round(time.monotonic() - began, 1)
        result = Result(mutation.defect, mutation.area, mutation.digest, commit, caught, by, level, seconds)
        results.append(options.results, result)
        known[mutation.defect] = result
        word = {True: "noticed", False: "NOT NOTICED", None: "not tried"}[caught]
        print(f"{number}/{len(chosen)} {word} ({seconds:.0f} s): {mutation.defect} [{by}]", flush=True)
    missed = [one for one in chosen if not known[one.defect].caught]
    print(f"{len(chosen) - len(missed)} of {len(chosen)} mistakes were noticed.")
    return 1 if missed else 0


def _try(suite: Suite, mutation: Mutation, wide: str) -> tuple[bool | None, str, str]:
    """Return whether the tests notice a mutation, by which one, and how many of them were asked."""
    problems: list[str] = []
    asked = 0
    try:
        with suite.checkout.changed(mutation, suite.python) as place:
            named = [find(suite.checkout, test) for test in mutation.tests]
            stages: list[tuple[str, list[Selection]]] = [
                ("named", [selection for selection in named if selection]),
                ("near", near(suite.checkout, place)),
            ]
            for level, selections in stages[: LEVELS.index(wide) + 1]:
                for selection in selections:
                    outcome = suite.run(selection)
                    if outcome.failed:
                        return True, outcome.failed[0], level
                    problems += [f"{selection}: {outcome.problem}"] if outcome.problem else []
                    asked += not outcome.problem
            for level, run in (("python", suite.run_all_python), ("all", suite.run_all_in_browser)):
                if LEVELS.index(level) > LEVELS.index(wide):
                    break
                outcome = run()
                if outcome.failed:
                    return True, outcome.failed[0], level
                problems += [outcome.problem] if outcome.problem else []
    except NotPossible as error:
        return None, str(error), "named"
    return (False if asked else None), "; ".join(problems), wide


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
