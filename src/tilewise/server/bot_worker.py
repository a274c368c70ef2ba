"""The worker process of `bot_pool`: it chooses the actions of computer players."""

from __future__ import annotations

import base64
import pickle
import time
from collections.abc import Callable

from tilewise.bots import Clock
from tilewise.game import Action
from tilewise.records.action_format import action_from_text, action_to_text
from tilewise.server.tables.bot_turns import BUDGET, BotRequest, choose_action
from tilewise.server.worker_loop import run_worker


def encode_request(request: BotRequest) -> bytes:
    """Encode a request as one line."""
    return base64.b64encode(pickle.dumps(request, pickle.HIGHEST_PROTOCOL))


def decode_response(line: bytes) -> Action | None:
    """Decode a response: an action, or None; raises TilewiseError."""
    text = line.decode(errors="replace").strip()
    return action_from_text(text) if text else None


def respond(line: bytes, choose: Callable[[BotRequest, Clock], Action | None] = choose_action) -> bytes:
    """Return the response to a request."""
    # Only the server writes to this process.
    request: BotRequest = pickle.loads(base64.b64decode(line))  # noqa: S301
    action = choose(request, Clock(BUDGET, time.monotonic))
    return b"" if action is None else action_to_text(action).encode()


if __name__ == "__main__":
    run_worker(respond)
