"""The loop of a worker process: one request per line of input, one response per line of output.

See `worker_process` for the other side.
"""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from typing import Final

LOWER_PRIORITY: Final = 10
"""Added to the niceness, so that the server keeps its share of the processor."""

MOST_MEMORY: Final = 1 << 30
"""Bytes of address space; a request that needs more crashes the worker."""

LONGEST: Final = 30
"""Seconds for one request, in case the server is no longer there to kill the worker."""


def run_worker(respond: Callable[[bytes], bytes]) -> None:
    """Answer requests until the input ends, which is also what happens when the server dies."""
    # Ctrl-C and service managers signal the whole group, but the server decides when its workers end.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    _limit_resources()
    # The server waits for this line. From here on, the time for a response depends on the request alone.
    _write(b"ready")
    for line in sys.stdin.buffer:
        _set_alarm(LONGEST)
        try:
            response = respond(line.rstrip(b"\n"))
        except Exception as error:
            # Only the kind and the place: standard error is the server's log, and a message may name tiles.
            place = traceback.extract_tb(error.__traceback__)[-1]
            print(f"A worker failed: {type(error).__name__} at {place.filename}:{place.lineno}", file=sys.stderr)
            sys.exit(1)
        _set_alarm(0)
        _write(response)


def _write(line: bytes) -> None:
    try:
        sys.stdout.buffer.write(line + b"\n")
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        # The server was killed. Nothing is left to flush at exit, which would fail again.
        os._exit(1)


def _set_alarm(seconds: int) -> None:
    # An alarm also ends the process in the middle of a compiled kernel.
    if hasattr(signal, "alarm"):
        signal.alarm(seconds)


def _limit_resources() -> None:
    # Best effort: where a service manager forbids it, the worker runs without.
    with suppress(AttributeError, OSError):
        os.nice(LOWER_PRIORITY)
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
