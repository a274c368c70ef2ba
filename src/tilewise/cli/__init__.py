"""The `tilewise` command.

arguments     the command line: subcommands and their options
play          a game in the terminal: one person against computer players
narrator      what a person reads during a game: welcome, turns, actions, scores
turn_prompt   a person's turn, typed
prompt        questions at the terminal, with or without a clock
save_file     the saved game on disk
simulate      many games between computer players, with statistics
arena         computer players compared, with confidence intervals
league        a rating list of computer players
bot           a program that plays at a server's table
remote_seat   a seat at a server's table, played by any player
replay        a recorded game, step by step or as JSON
verify        the proof that a deal was fair
tools         check, turn, score and solve for a game with real tiles; rules and version
serve         the game server
site          the page as files for any web host
browser       opening the server's page in a browser
maintenance   migrating, backing up and restoring the server's database
console       the console that the terminal output goes to
tile_display  tiles as coloured text
terminal      symbols, plain-letter fallbacks, shortened quotes and printable text
signals       signals that ask a command to end
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Final

from tilewise.cli.arguments import parse_arguments
from tilewise.cli.terminal import PLAIN_LETTERS, shortened
from tilewise.errors import TilewiseError

BAD_INPUT: Final = 2
"""The exit code for input that cannot be used."""

INTERRUPTED: Final = 130
"""The exit code after Ctrl-C, by the convention of shells."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code. Bad input gets one line on standard error, never a traceback."""
    _prepare_streams()
    try:
        options = parse_arguments(sys.argv[1:] if arguments is None else list(arguments))
        code: int = options.run(options)
        sys.stdout.flush()
    except TilewiseError as error:
        print(f"tilewise: {shortened(str(error))}", file=sys.stderr)
        return BAD_INPUT
    except BrokenPipeError:
        # The reader of the output, such as `head`, has closed the pipe. That is not an error.
        _discard_output()
        return 0
    except OSError as error:
        print(f"tilewise: {error.filename or 'the output'}: {error.strerror or error}.", file=sys.stderr)
        if error.filename is None:
            _discard_output()
        return BAD_INPUT
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    return code


def _prepare_streams() -> None:
    """Replace closed streams with the null device, and let characters missing from an encoding fall back to letters."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            null = open(os.devnull, mode, encoding="utf-8")  # noqa: SIM115  (open as long as the command runs)
            setattr(sys, name, null)
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, PLAIN_LETTERS), (sys.stderr, PLAIN_LETTERS)):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=errors)


def _discard_output() -> None:
    """Drop unwritten output, so that Python does not try to flush it again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
