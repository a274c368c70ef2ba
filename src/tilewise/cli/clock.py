"""Asking a person with a clock: at a terminal the time runs visibly and interrupts; from a pipe it is looked at."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable


class TimeUp(Exception):
    """The time for the turn is over."""


class Quit(Exception):
    """The person has left: end of input."""


class Deadline:
    """The end of a turn's time; None: there is none."""

    def __init__(self, seconds: int | None) -> None:
        self._end = None if seconds is None else time.monotonic() + seconds

    @property
    def left(self) -> float | None:
        """Seconds left; None without a clock."""
        return None if self._end is None else max(0.0, self._end - time.monotonic())

    @property
    def is_over(self) -> bool:
        """Whether the time is up."""
        return self.left == 0.0


def ask(question: str, deadline: Deadline, words: Iterable[str] = (), status: Callable[[], str] = str) -> str:
    """Ask for one line; raises TimeUp when the time is over and Quit at the end of input.

    `words` complete with the tab key; `status` is shown below the line while the clock runs.
    """
    if deadline.is_over:
        raise TimeUp
    answer = (_ask_terminal if sys.stdin.isatty() and sys.stdout.isatty() else _ask_pipe)(
        question, deadline, words, status
    )
    if deadline.is_over:
        raise TimeUp
    return answer


def _ask_pipe(question: str, deadline: Deadline, words: Iterable[str], status: Callable[[], str]) -> str:
    print(question, end="", flush=True)
    line = sys.stdin.readline()
    if not line:
        print()
        raise Quit
    print(line.rstrip("\n"))
    return line.strip()


def _ask_terminal(question: str, deadline: Deadline, words: Iterable[str], status: Callable[[], str]) -> str:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.application import get_app
    from prompt_toolkit.completion import WordCompleter

    session: PromptSession[str] = PromptSession(completer=WordCompleter(sorted(words)), complete_while_typing=False)

    def start_clock() -> None:
        app = get_app()
        if deadline.left is not None and app.loop is not None:
            app.loop.call_later(deadline.left, lambda: app.is_running and app.exit(exception=TimeUp))

    def toolbar() -> str:
        left = deadline.left
        return status() if left is None else f"{int(left) + 1:3d} s left   {status()}"

    try:
        return session.prompt(question, pre_run=start_clock, bottom_toolbar=toolbar, refresh_interval=0.5).strip()
    except EOFError:
        raise Quit from None
