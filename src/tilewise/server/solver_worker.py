"""The worker process of `solver_pool`: requests and responses of the solver tool, as JSON."""

from __future__ import annotations

import json
import time

from tilewise.companion import answer, solve_position
from tilewise.server.worker_loop import run_worker


def respond(line: bytes) -> bytes:
    """Return the response to a request, and the seconds of processor time that it took."""
    began = time.process_time()
    answered = answer(solve_position, json.loads(line))
    return json.dumps({"answer": answered, "seconds": time.process_time() - began}).encode()


if __name__ == "__main__":
    run_worker(respond)
