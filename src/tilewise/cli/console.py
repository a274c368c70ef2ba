"""The console that the command prints to."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TypeVar

from rich.console import Console
from rich.progress import track

_Item = TypeVar("_Item")


class PlainConsole(Console):
    """A console that prints text as it is: brackets and colons in names and paths are not markup."""

    def __init__(self, *, stderr: bool = False, width: int | None = None) -> None:
        stream = sys.stderr if stderr else sys.stdout
        super().__init__(file=stream, width=width, markup=False, emoji=False, highlight=False)

    def on_broken_pipe(self) -> None:
        """Raise BrokenPipeError for `main` to handle; rich would exit with an error."""
        raise BrokenPipeError


def with_progress(items: Iterable[_Item], count: int) -> Iterable[_Item]:
    """Yield the items, with a progress bar on standard error if that is a terminal."""
    console = PlainConsole(stderr=True)
    return track(items, "Playing", total=count, console=console, transient=True, disable=not sys.stderr.isatty())
