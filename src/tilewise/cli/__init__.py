"""The `tilewise` command.

arguments  what can be typed behind `tilewise`
tiles      tiles in colour, with a symbol for each colour
play       a game in the terminal: one person against computer players
turns      the person's turn, typed
clock      asking with a clock
saving     the game on disk, after every action
simulate   many games of computer players, with statistics
replay     a record, step by step
tools      check, turn and score for a real table, one by one or in batches
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from tilewise.cli.arguments import parse_arguments
from tilewise.tiles import TilewiseError

BAD_INPUT = 2
"""The exit code for input that cannot be used."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit code. Whatever a person got wrong is one sentence, never a traceback."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        chosen = parse_arguments(sys.argv[1:] if arguments is None else list(arguments))
        code: int = chosen.run(chosen)
        sys.stdout.flush()
    except TilewiseError as error:
        print(f"tilewise: {error}", file=sys.stderr)
        return BAD_INPUT
    except BrokenPipeError:
        # Whoever read our output has seen enough; keep Python from complaining again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        print(f"tilewise: {error.filename or 'the file'}: {error.strerror or error}.", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    return code
