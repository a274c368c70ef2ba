"""A copy of the repository in which mistakes are made, and taken back."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from scripts.mutations.mutation import Mutation

BUILT_PAGE: Final = Path("src/tilewise/server/http/static")
NODE_MODULES: Final = Path("web/node_modules")
COMPILED: Final = ("src/tilewise/**/*.so", "src/tilewise/**/*.pyd")
COMPILER_CACHE: Final = Path("build")
"""What the compiler keeps: with it, only a changed kernel is compiled."""

SOURCES: Final = ("src", "web/src")
LONGEST_COMPILATION: Final = 900
"""Seconds."""

NO_PYPROJECT: Final = '[project]\nname = "kernels"\nversion = "0"\n[tool.setuptools.packages.find]\nwhere = ["src"]\n'
"""In place of pyproject.toml while kernels are compiled: an older setuptools reads no newer metadata."""


class NotPossible(Exception):
    """A mutation cannot be tried here; the message says why."""


class Checkout:
    """A copy of a repository. The repository itself is never changed."""

    def __init__(self, tree: Path, folder: Path) -> None:
        self.tree = tree.resolve()
        self.folder = folder.resolve()
        self.page_is_outdated = False
        """Whether the built page is not yet that of the changed sources."""
        self.page_is_built = False
        """Whether it has been built from changed sources."""

    def create(self) -> None:
        """Copy what git knows, the compiled kernels and the built page; Node's packages are shared."""
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=self.tree, capture_output=True, check=True).stdout
        for name in filter(None, listed.decode().split("\0")):
            self._copy(Path(name))
        self._copy_compiled()
        self._copy_page()
        modules = self.folder / NODE_MODULES
        if (self.tree / NODE_MODULES).exists() and not modules.exists():
            modules.symlink_to((self.tree / NODE_MODULES).resolve())

    def commit(self) -> str:
        """Return the commit of the repository."""
        words = ["git", "rev-parse", "--short", "HEAD"]
        return subprocess.run(words, cwd=self.tree, capture_output=True, text=True, check=True).stdout.strip()

    def place_of(self, mutation: Mutation) -> Path:
        """Return the file in which a mutation is made, relative to the folder; raises NotPossible."""
        named = self.folder / mutation.file
        if named.exists() and mutation.fits(_read(named)):
            return Path(mutation.file)
        found = [
            path.relative_to(self.folder)
            for folder in SOURCES
            for path in (self.folder / folder).rglob(f"*{Path(mutation.file).suffix}")
            if mutation.fits(_read(path))
        ]
        if len(found) != 1:
            raise NotPossible(f"{mutation.file} does not have the text once, and {len(found)} other files do.")
        return found[0]

    @contextmanager
    def changed(self, mutation: Mutation, python: str) -> Iterator[Path]:
        """Make a mistake, and take it back afterwards; raises NotPossible."""
        place = self.place_of(mutation)
        path = self.folder / place
        before, times = path.read_bytes(), path.stat()
        is_kernel = path.with_suffix(".pxd").exists()
        is_page = place.parts[0] == "web"
        # Of another second than the compiled file that Python keeps of the text before.
        path.write_bytes(mutation.applied_to(before.decode()).encode())
        try:
            if is_kernel:
                self._compile(python)
            self.page_is_outdated = is_page
            yield place
        finally:
            path.write_bytes(before)
            os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
            shutil.rmtree(self.folder / ".hypothesis", ignore_errors=True)
            if is_kernel:
                self._copy_compiled()
            if self.page_is_built:
                self._copy_page()
            self.page_is_outdated = self.page_is_built = False

    def _compile(self, python: str) -> None:
        """Compile what has changed in the kernels, with the compiler that an installation uses."""
        began = time.time()
        pyproject = self.folder / "pyproject.toml"
        text = pyproject.read_text(encoding="utf-8")
        pyproject.write_text(NO_PYPROJECT, encoding="utf-8")
        try:
            words = [python, "setup.py", "build_ext", "--build-lib", "src"]
            environment = {**os.environ, "PYTHONPATH": str(self.folder / "src")}
            done = subprocess.run(
                words, cwd=self.folder, env=environment, capture_output=True, text=True, timeout=LONGEST_COMPILATION
            )
        except subprocess.TimeoutExpired:
            raise NotPossible("The kernels take too long to compile.") from None
        finally:
            pyproject.write_text(text, encoding="utf-8")
        compiled = [path for pattern in COMPILED for path in self.folder.glob(pattern)]
        if done.returncode or not any(path.stat().st_mtime >= began for path in compiled):
            raise NotPossible(f"The kernel was not compiled: {(done.stderr or done.stdout).strip()[-300:]}")

    def _copy_compiled(self) -> None:
        for pattern in COMPILED:
            for path in self.tree.glob(pattern):
                self._copy(path.relative_to(self.tree))
        if (self.tree / COMPILER_CACHE).is_dir():
            shutil.rmtree(self.folder / COMPILER_CACHE, ignore_errors=True)
            shutil.copytree(self.tree / COMPILER_CACHE, self.folder / COMPILER_CACHE)

    def _copy_page(self) -> None:
        shutil.rmtree(self.folder / BUILT_PAGE, ignore_errors=True)
        if (self.tree / BUILT_PAGE).is_dir():
            shutil.copytree(self.tree / BUILT_PAGE, self.folder / BUILT_PAGE)

    def _copy(self, name: Path) -> None:
        if (self.tree / name).exists():
            (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(self.tree / name, self.folder / name, follow_symlinks=False)


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8")
