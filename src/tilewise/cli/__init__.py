"""The `tilewise` command.

arguments  what can be typed behind `tilewise`
writing    symbols, letters where a terminal cannot show them, long input cut short
console    the console that everything is printed to
tiles      tiles in colour, with a symbol for each colour
play       a game in the terminal: one person against computer players
telling    what the person reads of the game
turns      the person's turn, typed
clock      asking with a clock
saving     the game on disk, after every action
simulate   many games of computer players, with statistics
replay     a record, step by step
verify     the proof of a fair deal
tools      check, turn and score for a real table, one by one or in batches
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from tilewise.cli.arguments import parse_arguments
from tilewise.cli.terminal import PLAIN_LETTERS, shortened
from tilewise.errors import TilewiseError

BAD_INPUT = 2
"""The exit code for input that cannot be used."""

INTERRUPTED = 130
"""The exit code after Ctrl-C, as shells give it."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit code. Whatever a person got wrong is one sentence, never a traceback."""
    _open_streams()
    try:
        chosen = parse_arguments(sys.argv[1:] if arguments is None else list(arguments))
        code: int = chosen.run(chosen)
        sys.stdout.flush()
    except TilewiseError as error:
        print(f"tilewise: {shortened(str(error))}", file=sys.stderr)
        return BAD_INPUT
    except BrokenPipeError:
        # Whoever read our output has seen enough; keep Python from complaining again at exit.
        _forget_output()
        return 0
    except OSError as error:
        print(f"tilewise: {error.filename or 'the output'}: {error.strerror or error}.", file=sys.stderr)
        if error.filename is None:
            _forget_output()
        return BAD_INPUT
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    return code


def _open_streams() -> None:
    """Put nothing in the place of closed streams; write plain letters where an encoding lacks a character."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            nothing = open(os.devnull, mode, encoding="utf-8")  # noqa: SIM115  (open as long as the command runs)
            setattr(sys, name, nothing)
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, PLAIN_LETTERS), (sys.stderr, PLAIN_LETTERS)):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=errors)


def _forget_output() -> None:
    """Drop what could not be written, so that Python does not try again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
