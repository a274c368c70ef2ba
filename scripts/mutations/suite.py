"""Finds and runs tests in a checkout: Python's, the page's unit tests, and those in a browser.

Tests are named by a path and a part of a test's name. In another state of the repository a test may lie elsewhere,
so it is also found by its name alone.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from scripts.mutations.checkout import Checkout
from scripts.web import BROWSERS, Node

Kind = Literal["python", "unit", "browser"]

UNIT: Final = "web/tests/unit/"
TEST_FILES: Final[dict[Kind, tuple[str, ...]]] = {
    "python": ("tests/**/test_*.py",),
    "unit": ("web/tests/unit/**/*.test.ts",),
    "browser": ("web/tests/*/**/*.test.ts",),
}
BROWSER_CONFIG: Final = "vitest.browser.config.ts"

PATIENCE: Final = 900
"""Seconds for the tests that a mutation names; a suite that hangs has noticed something too."""

WIDE_PATIENCE: Final = 5400
"""Seconds for a whole suite."""

BROWSER_TIMEOUT: Final = 240_000
"""Milliseconds for one browser test: a page with a mistake makes many of them wait in vain."""

NO_TESTS: Final = 5
"""The exit code of pytest that has found no tests."""


@dataclass(frozen=True, slots=True)
class Selection:
    """Some tests of one kind: files, and a part of the names of tests in them, if not all of them are meant."""

    kind: Kind
    files: tuple[str, ...]
    words: str = ""

    def __str__(self) -> str:
        return ", ".join(self.files) + (f" :: {self.words}" if self.words else "")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What some tests said."""

    failed: tuple[str, ...]
    """The tests that failed; something else if none has a name, as when the suite hangs."""
    problem: str = ""
    """Why they could not be run."""


NONE: Final = Outcome((), "There are no such tests.")


def find(checkout: Checkout, test: str) -> Selection | None:
    """Return the tests that a mutation names, or None if the checkout does not have them."""
    path, _, words = test.partition(" :: ")
    kind: Kind = "unit" if path.startswith(UNIT) else "browser" if path.startswith("web/") else "python"
    files = _files(checkout, kind, path)
    if words:
        wanted = words.replace(" ", "_") if kind == "python" else words
        named = [file for file in files if wanted in (checkout.folder / file).read_text(encoding="utf-8")]
        if not named:
            everywhere = [file for pattern in TEST_FILES[kind] for file in _files(checkout, kind, pattern)]
            named = [file for file in everywhere if wanted in (checkout.folder / file).read_text(encoding="utf-8")]
        files = named or (files if _is_database(words) else [])
    return Selection(kind, tuple(files), words) if files else None


def _is_database(words: str) -> bool:
    """Return whether these words only leave out a database: they are no part of a test's name."""
    return words == "not postgres"


def _files(checkout: Checkout, kind: Kind, pattern: str) -> list[str]:
    """Return the test files of a kind: those of a pattern, or those below a folder."""
    found = sorted(checkout.folder.glob(pattern))
    suffix = ".test.ts" if kind != "python" else ".py"
    inside = [each for path in found for each in (sorted(path.rglob(f"*{suffix}")) if path.is_dir() else [path])]
    names = [str(path.relative_to(checkout.folder)) for path in inside]
    tests = [name for name in names if kind != "python" or name.startswith("src/") or "/test_" in name]
    return [name for name in tests if (kind == "unit") == name.startswith(UNIT)]


def near(checkout: Checkout, place: Path) -> list[Selection]:
    """Return the tests next to a file: those of its folder, and the files on the way to it."""
    inner = Path(*place.parts[2:])
    if place.parts[0] == "web":
        return [one for one in (find(checkout, UNIT.rstrip("/")),) if one]
    folders = [Path("tests", *inner.parts[:depth]) for depth in range(len(inner.parts) - 1, 0, -1)]
    tests = [find(checkout, str(folder)) for folder in folders] or [find(checkout, "tests/test_*.py")]
    return [one for one in tests if one]


class Suite:
    """Runs the tests of a checkout with one Python, and with the Node and the browser of this machine."""

    def __init__(self, checkout: Checkout, python: str) -> None:
        self.checkout = checkout
        self.python = python
        self._node: Node | None = None
        names = [name for name in os.environ if name.startswith("TILEWISE_") or name == "CI"]
        self.environment = {name: value for name, value in os.environ.items() if name not in names}
        self.environment |= {"PYTHONPATH": str(checkout.folder / "src"), "PYTHON": python}
        self.browser = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)

    def run(self, selection: Selection, *, to_the_end: bool = False) -> Outcome:
        """Run some tests until the first one fails, or `to_the_end`."""
        match selection.kind:
            case "python":
                return self._python(selection, to_the_end)
            case "unit":
                return self._vitest(selection, to_the_end)
            case "browser":
                if self.browser is None:
                    return Outcome((), "Chromium is missing.")
                problem = self._build_page()
                return Outcome((), problem) if problem else self._vitest(selection, to_the_end)

    def run_all_python(self) -> Outcome:
        """Run all tests in Python, with the databases that they need, until the first one fails."""
        words = [self.python, "-m", "tests.support.services", self.python, "-m", "pytest", "-x", "-q", "-n", "2"]
        return self._pytest([*words, "--dist", "worksteal", "-p", "no:cacheprovider"], WIDE_PATIENCE)

    def run_all_in_browser(self) -> Outcome:
        """Run all tests in the browser until the first one fails."""
        found = find(self.checkout, "web/tests")
        return Outcome((), "There are no browser tests.") if found is None else self.run(found)

    def _python(self, selection: Selection, to_the_end: bool) -> Outcome:
        words = [self.python, "-m", "pytest", "-q", "-p", "no:cacheprovider", *([] if to_the_end else ["-x"])]
        chosen = ["-k", selection.words if _is_database(selection.words) else selection.words.replace(" ", "_")]
        return self._pytest([*words, *(chosen if selection.words else []), *selection.files], PATIENCE)

    def _pytest(self, words: Sequence[str], patience: int) -> Outcome:
        code, output = self._call(words, self.checkout.folder, patience)
        if code is None:
            return Outcome(("the suite hangs",))
        failed = tuple(re.findall(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", output, re.MULTILINE))
        if code in (0, 1, 2) and bool(code) == bool(failed):
            return Outcome(failed)
        if code == NO_TESTS:
            return NONE
        return Outcome((), f"pytest ended with {code}: {output.strip()[-300:]}")

    def _vitest(self, selection: Selection, to_the_end: bool) -> Outcome:
        files = [str(Path(file).relative_to("web")) for file in selection.files]
        words = ["--bail", "0" if to_the_end else "1", *(["-t", re.escape(selection.words)] if selection.words else [])]
        if selection.kind == "browser":
            words += ["--config", BROWSER_CONFIG, "--testTimeout", str(BROWSER_TIMEOUT)]
        with tempfile.TemporaryDirectory(prefix="tilewise-mutation-") as folder:
            report = Path(folder, "report.json")
            reporter = ["--reporter=json", f"--outputFile={report}"]
            code, output = self._npm(["node_modules/.bin/vitest", "run", *files, *words, *reporter])
            if code is None:
                return Outcome(("the suite hangs",))
            if not report.exists():
                return Outcome((), f"vitest ended with {code}: {output.strip()[-300:]}")
            return _outcome_of(json.loads(report.read_text(encoding="utf-8")), self.checkout.folder / "web")

    def _build_page(self) -> str:
        """Build the page if its sources have changed; return why that is impossible, or nothing."""
        if self.checkout.page_is_outdated:
            code, output = self._npm(["node_modules/.bin/vite", "build", "--logLevel", "warn"])
            if code:
                return f"The page cannot be built: {output.strip()[-300:]}"
            self.checkout.page_is_outdated, self.checkout.page_is_built = False, True
        return ""

    def _npm(self, words: Sequence[str]) -> tuple[int | None, str]:
        self._node = self._node or Node()
        environment = {"CHROMIUM": self.browser or "", "PATH": self._node.environment["PATH"]}
        return self._call(words, self.checkout.folder / "web", PATIENCE, environment)

    def _call(
        self, words: Sequence[str], folder: Path, patience: int, more: dict[str, str] | None = None
    ) -> tuple[int | None, str]:
        """Return the exit code of a command, or None if it had to be killed, and what it wrote."""
        with tempfile.TemporaryFile() as output:
            process = subprocess.Popen(
                words,
                cwd=folder,
                env=self.environment | (more or {}),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            try:
                code: int | None = process.wait(patience)
            except subprocess.TimeoutExpired:
                code = None
            finally:
                _end(process)
            output.seek(0)
            return code, output.read().decode(errors="replace")


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a command with everything that it has started, also if it is this program that ends."""
    for how in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(process.pid, how)
        except ProcessLookupError:
            break
        time.sleep(0.2 if process.poll() is not None else 3)
    process.wait()


def _outcome_of(report: dict[str, object], folder: Path) -> Outcome:
    """Return what a report of vitest says."""
    failed: list[str] = []
    passed = 0
    results = report["testResults"]
    assert isinstance(results, list)
    for file in results:
        name = str(Path(file["name"]).relative_to(folder.resolve()))
        tests = file["assertionResults"]
        failed += [f"{name} :: {test['fullName'].strip()}" for test in tests if test["status"] == "failed"]
        passed += sum(test["status"] == "passed" for test in tests)
        if file["status"] == "failed" and not any(test["status"] == "failed" for test in tests):
            failed.append(f"{name} :: {str(file.get('message'))[:100]}")
    return Outcome(tuple(failed)) if failed or passed else NONE
