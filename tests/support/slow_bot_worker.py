"""A worker process whose computer players can be slow (`slow PATH` waits for a file), crash or answer with garbage."""

from __future__ import annotations

import base64
import os
import time
from pathlib import Path

from tilewise.bots import Clock
from tilewise.game import Action
from tilewise.server.bot_worker import respond
from tilewise.server.tables.bot_turns import BotRequest, choose_action
from tilewise.server.worker_loop import run_worker


def choose(request: BotRequest, clock: Clock) -> Action | None:
    """Choose as a beginner, but slowly or never if the level says so."""
    kind, _, path = request.level.partition(" ")
    if kind == "crash":
        os._exit(1)
    while kind == "slow" and not Path(path).exists():
        time.sleep(0.01)
    return choose_action(request._replace(level="beginner"), clock)


def answer(line: bytes) -> bytes:
    """Answer a request, or with bytes that are no text."""
    return respond(line, choose) if b"garbage" not in base64.b64decode(line) else b"\xff\xfe"


if __name__ == "__main__":
    run_worker(answer)
