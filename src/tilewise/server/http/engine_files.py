"""The files of the engine: this package and Pyodide, which together play in a browser without a server.

The folder `runtime` contains what hardly ever changes: Pyodide, the part of the standard library that the package
needs, and msgspec, compressed and written by `npm run engine` in `web/`. The package itself is packed from the
installed files, so that the page runs what the server runs. Names contain a digest of the content, and the list of the
files has a fixed name.
"""

from __future__ import annotations

import ast
import gzip
import hashlib
import io
import json
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Final

import tilewise

PACKAGE: Final = Path(tilewise.__file__).parent
RUNTIME: Final = Path(__file__).parent / "runtime"

ROOT_PACKAGE: Final = "tilewise.browser"
"""The package contains these modules, and everything that they import."""

SCRIPT: Final = "pyodide.asm.mjs"
"""A module that the worker imports. The browser has to decompress it; the worker decompresses everything else."""


@dataclass(frozen=True)
class EngineFile:
    """A compressed file: its name with a digest, and its content."""

    name: str
    content: bytes

    @property
    def is_script(self) -> bool:
        """Return whether the browser has to decompress it."""
        return self.name.endswith(".mjs")


def _named(stem: str, suffix: str, content: bytes) -> EngineFile:
    return EngineFile(f"{stem}-{hashlib.sha256(content).hexdigest()[:12]}{suffix}", content)


_packing: Final = Lock()
"""Held while the files are packed: when a class opens the page, thirty threads ask for them at once."""


def packed_files() -> dict[str, EngineFile]:
    """Return the files by what they are: script, program, library, msgspec and package."""
    with _packing:
        return _packed_files()


@cache
def _packed_files() -> dict[str, EngineFile]:
    return {
        "script": _named("pyodide", ".mjs", (RUNTIME / f"{SCRIPT}.gz").read_bytes()),
        "program": _named("pyodide", ".wasm.gz", (RUNTIME / "pyodide.asm.wasm.gz").read_bytes()),
        "library": _named("library", ".zip.gz", (RUNTIME / "library.zip.gz").read_bytes()),
        "msgspec": _named("msgspec", ".zip.gz", (RUNTIME / "msgspec.zip.gz").read_bytes()),
        "package": _named("tilewise", ".zip.gz", gzip.compress(package_archive(), mtime=0)),
    }


@cache
def engine_list() -> bytes:
    """Return the list of the files as JSON, with the size of each in bytes as it is sent."""
    files = {part: {"name": file.name, "size": len(file.content)} for part, file in packed_files().items()}
    return json.dumps({"version": tilewise.__version__, "files": files}).encode()


def find_file(name: str) -> EngineFile | None:
    """Return the file of that name, or None."""
    return next((file for file in packed_files().values() if file.name == name), None)


def package_archive() -> bytes:
    """Return the modules of the engine as a ZIP archive, which is the same for the same sources.

    It is not compressed: as a whole it compresses better.
    """
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for path in sorted(package_modules()):
            archive.writestr(zipfile.ZipInfo(path.relative_to(PACKAGE.parent).as_posix()), path.read_bytes())
    return buffer.getvalue()


def package_modules() -> set[Path]:
    """Return the source files of the engine: its own modules, and everything of this package that they import."""
    folder = PACKAGE.parent.joinpath(*ROOT_PACKAGE.split("."))
    waiting = [f"{ROOT_PACKAGE}.{path.stem}" for path in folder.glob("*.py")]
    found: set[Path] = set()
    while waiting:
        path = _source(waiting.pop())
        if path is not None and path not in found:
            found.add(path)
            waiting += _imported(path)
    return found


def _source(module: str) -> Path | None:
    """Return the file of a module of this package, or None if the name is that of something in a module."""
    path = PACKAGE.parent.joinpath(*module.split("."))
    return next((file for file in (path / "__init__.py", path.with_suffix(".py")) if file.exists()), None)


def _imported(path: Path) -> Iterator[str]:
    """Yield the names that a source file imports from this package, and the packages that they are in."""
    for node in ast.walk(ast.parse(path.read_bytes())):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        for name in names:
            parts = name.split(".")
            if parts[0] == PACKAGE.name:
                yield from (".".join(parts[:length]) for length in range(1, len(parts) + 1))
