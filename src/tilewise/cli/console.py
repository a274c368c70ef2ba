"""The console that the command prints to."""

from __future__ import annotations

import sys

from rich.console import Console


class PlainConsole(Console):
    """A console that prints words as they are: brackets and colons in names and paths mean nothing."""

    def __init__(self, *, stderr: bool = False, width: int | None = None) -> None:
        stream = sys.stderr if stderr else sys.stdout
        super().__init__(file=stream, width=width, markup=False, emoji=False, highlight=False)

    def on_broken_pipe(self) -> None:
        """Leave it to the command, which ends well: whoever read our output has seen enough."""
        raise BrokenPipeError
