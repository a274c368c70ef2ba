"""`tilewise` with secrets that everybody knows, for the tests in a browser: a deal follows from what its players add.

python -m tests.support.known_deals serve --port 0      the same words as for `tilewise`

The servers of the tests run it, and the engine that they give to browsers does the same. A test then chooses the deal
by the text that its pages add. Nothing in the package can do that: the secret of a deal is chosen in one place, which
this program replaces.
"""

from __future__ import annotations

import inspect
import io
import sys
import zipfile
from collections.abc import Callable
from typing import Final

from tilewise.cli import main
from tilewise.fairness import digest_of
from tilewise.server.http import engine_files
from tilewise.server.tables.decisions import Decision
from tilewise.server.tables.events import Committed

MODULE: Final = "tilewise/server/tables/decisions.py"
"""Where secrets are chosen."""


def commit(self: Decision) -> None:
    """Choose the secret of the next game at a table: it tells only how many games were played there."""
    secret = f"known-{self.state.match}-{len(self.state.results)}"
    self.emit(Committed(secret, digest_of(secret)))


def with_known_deals(package: bytes) -> bytes:
    """Return the engine's package with the same change."""
    changed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(package)) as before, zipfile.ZipFile(changed, "w") as after:
        for file in before.infolist():
            addition = f"\n\n{inspect.getsource(commit)}\n\nDecision.commit = commit\n" if file.filename == MODULE else ""
            after.writestr(file, before.read(file) + addition.encode())
    return changed.getvalue()


def know_deals() -> None:
    """Let this process, and the engines of browsers that it serves, choose known secrets."""
    package_archive: Callable[[], bytes] = engine_files.package_archive
    Decision.commit = commit  # type: ignore[method-assign]
    engine_files.package_archive = lambda: with_known_deals(package_archive())


if __name__ == "__main__":
    know_deals()
    sys.exit(main())
