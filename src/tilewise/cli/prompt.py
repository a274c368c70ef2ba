"""Asking a person with a clock: at a terminal the time runs visibly and interrupts; from a pipe it is looked at."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable
from functools import cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from prompt_toolkit.history import InMemoryHistory

YES: Final = ("yes", "y", "j", "ja", "t", "tak")
NO: Final = ("no", "n", "nein", "nie")
LEAVING: Final = ("quit", "exit", "q", "bye", "stop")


class TimeUp(Exception):
    """The time for the turn is over."""


class Quit(Exception):
    """The person has left: by a word, or by the end of input."""


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


NO_DEADLINE: Final = Deadline(None)


def ask(
    question: str,
    deadline: Deadline = NO_DEADLINE,
    words: Iterable[str] = (),
    status: Callable[[], str] | None = None,
) -> str:
    """Ask for one line; raises TimeUp when the time is over and Quit at the end of input.

    `words` complete with the tab key; `status` is shown below the line while the clock runs, and what is typed
    to a line with a status comes back with the up key.
    """
    if deadline.is_over:
        raise TimeUp
    if sys.stdin.isatty() and sys.stdout.isatty():
        answer = _ask_terminal(question, deadline, words, status)
    else:
        answer = _ask_pipe(question)
    if deadline.is_over:
        raise TimeUp
    return answer


def ask_yes_no(question: str, deadline: Deadline = NO_DEADLINE) -> bool:
    """Ask until the answer is yes or no; raises Quit for who says quit, and what `ask` raises."""
    while True:
        answer = ask(f"{question} (yes/no) ", deadline, ("yes", "no")).lower().rstrip(".!")
        if answer in LEAVING:
            raise Quit
        if answer in YES or answer in NO:
            return answer in YES


def _ask_pipe(question: str) -> str:
    print(question, end="", flush=True)
    line = sys.stdin.readline()
    if not line:
        print()
        raise Quit
    print(line.rstrip("\n"))
    return line.strip()


def _ask_terminal(question: str, deadline: Deadline, words: Iterable[str], status: Callable[[], str] | None) -> str:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.application import get_app
    from prompt_toolkit.completion import WordCompleter

    session: PromptSession[str] = PromptSession(
        completer=WordCompleter(sorted(words)),
        complete_while_typing=False,
        history=None if status is None else _typed_before(),
    )

    def start_clock() -> None:
        app = get_app()
        if deadline.left is not None and app.loop is not None:
            app.loop.call_later(deadline.left, lambda: app.is_running and app.exit(exception=TimeUp))

    def toolbar() -> str:
        left, told = deadline.left, "" if status is None else status()
        return told if left is None else f"{int(left) + 1:3d} s left   {told}"

    has_toolbar = status is not None or deadline.left is not None
    try:
        return session.prompt(
            question,
            pre_run=start_clock,
            bottom_toolbar=toolbar if has_toolbar else None,
            refresh_interval=0.5,
        ).strip()
    except EOFError:
        raise Quit from None


@cache
def _typed_before() -> InMemoryHistory:
    """The lines of the game so far, for the up key."""
    from prompt_toolkit.history import InMemoryHistory

    return InMemoryHistory()
