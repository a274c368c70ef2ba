"""The worker process of `tilewise.server.solver_pool`: one question per line of input, one answer per line."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from contextlib import suppress
from typing import Final

from tilewise.companion import answer, solve_position

LOWER_PRIORITY: Final = 10
"""So that games go on while the solver works."""

MOST_MEMORY: Final = 1 << 30
"""Bytes of addresses; a question that needs more is not answered."""


LONGEST: Final = 30
"""Seconds for one question, if the server does not end it sooner."""


def main() -> None:
    """Answer until there is no more input, which is also what happens when the server dies."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _be_modest()
    # The server waits for this line: from here on an answer is a matter of the question alone.
    print("ready", flush=True)
    for line in sys.stdin:
        began = time.process_time()
        _end_after(LONGEST)
        answered = answer(solve_position, json.loads(line))
        _end_after(0)
        print(json.dumps({"answer": answered, "seconds": time.process_time() - began}), flush=True)


def _end_after(seconds: int) -> None:
    # Also in the midst of a compiled kernel, when no server is there any more to end it.
    if hasattr(signal, "alarm"):
        signal.alarm(seconds)


def _be_modest() -> None:
    # Where a service manager forbids it, the solver works all the same.
    with suppress(AttributeError, OSError):
        os.nice(LOWER_PRIORITY)
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


if __name__ == "__main__":
    main()
