"""The worker process of `question_pool`: it answers each question in a copy of itself.

The copy (a fork) gets a limited amount of processor time. When it has used that up, the system kills it, also in the
middle of a compiled kernel, which nothing else can interrupt. So a question that is too hard costs no more than its
time, and the worker is ready for the next one.
"""

from __future__ import annotations

import base64
import gc
import os
import pickle
import signal
import sys
import time
import traceback
from collections.abc import Callable
from typing import Final

import msgspec

from tilewise import companion
from tilewise.errors import TilewiseError
from tilewise.server.api import hint_answers, tool_answers
from tilewise.server.api.api_errors import api_error
from tilewise.server.tables import device_games, preview
from tilewise.server.worker_loop import run_worker

Question = Callable[[], object]
"""A function with its arguments, as `functools.partial` makes it: it can be pickled, and the answer encoded as JSON."""

LOADED: Final = (device_games, hint_answers, preview, tool_answers)
"""The modules of the questions, so that a copy has them."""

ANSWERED: Final = 200
USED_UP: Final = 0
CRASHED: Final = 1

_WARM_UP: Final = {"profile": "twist", "players": 2, "table": ["r3 r4 r5"], "rack": "r6 o1 D", "steps": True}


class Response(msgspec.Struct, frozen=True):
    """How a question ended."""

    status: int
    """ANSWERED, the HTTP status of an error, or USED_UP or CRASHED."""
    body: msgspec.Raw = msgspec.Raw(b"null")
    """The answer, or the body of the error."""
    seconds: float = 0.0
    """The processor time that it took."""


def encode_question(question: Question) -> bytes:
    """Encode a question for `encode_request`."""
    return base64.b64encode(pickle.dumps(question, pickle.HIGHEST_PROTOCOL))


def encode_request(question: bytes, seconds: float) -> bytes:
    """Return the request to answer a question in so much processor time, as one line."""
    return b"%g %b" % (seconds, question)


def respond(line: bytes) -> bytes:
    """Return the response to a request."""
    seconds, _, question = line.partition(b" ")
    if hasattr(os, "fork"):
        response = _answer_in_copy(question, float(seconds))
    else:
        # On Windows only the server's own time limit ends a question that is too hard, together with the worker.
        began = time.process_time()
        answered = _answer(question)
        response = msgspec.structs.replace(answered, seconds=time.process_time() - began)
    return msgspec.json.encode(response)


def _answer(encoded: bytes) -> Response:
    try:
        # Only the server writes to this process.
        question: Question = pickle.loads(base64.b64decode(encoded))  # noqa: S301
        return Response(ANSWERED, msgspec.Raw(msgspec.json.encode(question())))
    except TilewiseError as error:
        refused = api_error(error)
        return Response(refused.status, msgspec.Raw(msgspec.json.encode(refused.body)))
    except Exception as error:
        # Only the kind and the place: standard error is the server's log, and a message may name tiles.
        place = traceback.extract_tb(error.__traceback__)[-1]
        print(f"A question failed: {type(error).__name__} at {place.filename}:{place.lineno}", file=sys.stderr)
        return Response(CRASHED)


def _answer_in_copy(question: bytes, seconds: float) -> Response:
    """Return the response of a copy of this process."""
    reading, writing = os.pipe()
    copy = os.fork()
    if not copy:
        # It must never return into the loop of the worker, whose input and output it shares.
        try:
            signal.setitimer(signal.ITIMER_PROF, seconds)
            with open(writing, "wb") as pipe:
                pipe.write(msgspec.json.encode(_answer(question)))
        finally:
            os._exit(0)
    os.close(writing)
    with open(reading, "rb") as pipe:
        written = pipe.read()
    _, status, usage = os.wait4(copy, 0)
    if os.WIFSIGNALED(status):
        response = Response(USED_UP if os.WTERMSIG(status) == signal.SIGPROF else CRASHED)
    else:
        response = msgspec.json.decode(written, type=Response) if written else Response(CRASHED)
    return msgspec.structs.replace(response, seconds=usage.ru_utime + usage.ru_stime)


if __name__ == "__main__":
    # What is loaded and computed once is not paid for by every question.
    companion.answer(companion.solve_position, _WARM_UP)
    gc.freeze()
    run_worker(respond)
