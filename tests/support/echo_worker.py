"""A worker process that answers with what it gets, in capitals: some lines make it fail."""

from __future__ import annotations

import os
import time

from tilewise.server.worker_loop import run_worker
from tilewise.server.worker_process import LARGEST_RESPONSE


def respond(line: bytes) -> bytes:
    """Return the line in capitals, unless it says otherwise."""
    if line == b"sleep":
        time.sleep(600)
    if line == b"crash":
        os._exit(1)
    if line == b"fail r7 r8":
        raise ValueError(line)
    if line == b"huge":
        return b"x" * (2 * LARGEST_RESPONSE)
    if line == b"environment":
        return " ".join(name for name in os.environ if name.startswith("TILEWISE_")).encode()
    return line.upper()


if __name__ == "__main__":
    run_worker(respond)
