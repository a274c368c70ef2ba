"""`tilewise` as the tests in a browser run it: deals are known, and nobody has to be quick.

python -m tests.support.stage_server serve --port 0      the same words as for `tilewise`

The secret of every deal is known, so that a test chooses the deal by the text that its pages add. The server waits for
that text, however slow a page is, and counts down to a deal as long as the variable COUNTDOWN says (in milliseconds).
The engine that browsers get does the same. No setting of the package can do that: this program replaces a method and
two constants of it.
"""

from __future__ import annotations

import inspect
import io
import os
import sys
import zipfile
from collections.abc import Callable, Mapping
from typing import Final

from tilewise.cli import main
from tilewise.fairness import digest_of
from tilewise.server.http import engine_files
from tilewise.server.tables import decisions, schedule
from tilewise.server.tables.decisions import Decision
from tilewise.server.tables.events import Committed

ADDING_TIME: Final = 3_600_000
"""Milliseconds: longer than any test."""


def commit(self: Decision) -> None:
    """Choose a secret that tells only how many games were played at the table, unless a test has chosen another one."""
    secret = self.new_secret()
    # A real one has 64 digits.
    if len(secret) == 64:
        secret = f"known-{self.state.match}-{len(self.state.results)}"
    self.emit(Committed(secret, digest_of(secret)))


CHANGES: Final[Mapping[str, str]] = {
    decisions.__name__: f"\n\n{inspect.getsource(commit)}\n\nDecision.commit = commit\n",
    schedule.__name__: f"\n\nADDING_TIME = {ADDING_TIME}\n",
}
"""What is added to the source of modules of the engine."""


def change_server() -> None:
    """Change this process."""
    Decision.commit = commit  # type: ignore[method-assign]
    constants = {"ADDING_TIME": ADDING_TIME, "COUNTDOWN": int(os.environ.get("COUNTDOWN", schedule.COUNTDOWN))}
    vars(schedule).update(constants)


def change_engine() -> None:
    """Change the engine that browsers get."""
    package_archive: Callable[[], bytes] = engine_files.package_archive
    vars(engine_files)["package_archive"] = lambda: changed_package(package_archive())


def changed_package(package: bytes) -> bytes:
    """Return the engine's package with the changes."""
    changed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(package)) as before, zipfile.ZipFile(changed, "w") as after:
        for file in before.infolist():
            module = file.filename.removesuffix(".py").replace("/", ".")
            after.writestr(file, before.read(file) + CHANGES.get(module, "").encode())
    return changed.getvalue()


if __name__ == "__main__":
    change_server()
    change_engine()
    sys.exit(main())
