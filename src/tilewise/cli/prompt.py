"""Questions to the person at the terminal, with or without a clock.

At a terminal the clock is shown and interrupts the typing. From a pipe it is only checked before and after each line.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable
from functools import cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from prompt_toolkit.history import InMemoryHistory

YES_WORDS: Final = ("yes", "y", "j", "ja", "t", "tak")
NO_WORDS: Final = ("no", "n", "nein", "nie")
QUIT_WORDS: Final = ("quit", "exit", "q", "bye", "stop")


class TimeUp(Exception):
    """The time for the turn is over."""


class Quit(Exception):
    """The person is leaving: they typed a word for it, or the input ended."""


class Deadline:
    """The end of the time for a turn. Without seconds (None) it never comes."""

    def __init__(self, seconds: int | None) -> None:
        self._end = None if seconds is None else time.monotonic() + seconds

    @property
    def seconds_left(self) -> float | None:
        """The seconds left, or None without a clock."""
        return None if self._end is None else max(0.0, self._end - time.monotonic())

    @property
    def is_over(self) -> bool:
        """Whether the time is up."""
        return self.seconds_left == 0.0


NO_DEADLINE: Final = Deadline(None)


def ask(
    question: str,
    deadline: Deadline = NO_DEADLINE,
    words: Iterable[str] = (),
    status: Callable[[], str] | None = None,
) -> str:
    """Return the line that the person types; raises TimeUp when the time is over, and Quit at the end of input.

    The tab key completes `words`. At a terminal, `status` is shown below the line, and the up key brings back
    earlier lines that were typed with a status.
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
    """Ask until the answer is yes or no; raises Quit if the answer is to quit, and whatever `ask` raises."""
    while True:
        answer = ask(f"{question} (yes/no) ", deadline, ("yes", "no")).lower().rstrip(".!")
        if answer in QUIT_WORDS:
            raise Quit
        if answer in YES_WORDS or answer in NO_WORDS:
            return answer in YES_WORDS


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
        history=None if status is None else _history(),
    )

    def start_clock() -> None:
        app = get_app()
        if deadline.seconds_left is not None and app.loop is not None:
            app.loop.call_later(deadline.seconds_left, lambda: app.is_running and app.exit(exception=TimeUp))

    def toolbar() -> str:
        seconds, text = deadline.seconds_left, "" if status is None else status()
        return text if seconds is None else f"{int(seconds) + 1:3d} s left   {text}"

    has_toolbar = status is not None or deadline.seconds_left is not None
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
def _history() -> InMemoryHistory:
    """Return the lines typed so far, for the up key."""
    from prompt_toolkit.history import InMemoryHistory

    return InMemoryHistory()
