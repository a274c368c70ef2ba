"""A server that gets the hardest requests responds to everybody else as if it had nothing to do."""

from __future__ import annotations

import http.client
import json
import threading
import time
import urllib.error
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

from tests.support.hard_requests import hard_box_sets, hard_questions, hard_sets
from tests.support.http_server import EASY_POSITION
from tests.support.served import Served, served, until

INTERVAL: Final = 0.05
"""Seconds between two pings."""

LONGEST: Final = 0.05
"""Seconds for a response."""

BUSY_MACHINE: Final = 10
"""How many times as long as a server that does nothing a busy one may need, where the machine itself is busy."""

FEWEST_PINGS: Final = 200


class Pings:
    """The time that a server needs to respond, measured every 50 ms."""

    def __init__(self, port: int) -> None:
        self.seconds: list[float] = []
        self._stop = threading.Event()
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        due = time.monotonic()
        while not self._stop.is_set():
            self._connection.request("GET", "/health")
            self._connection.getresponse().read()
            # A ping that is late because of the one before it has waited just as long as somebody else would have.
            while due <= (now := time.monotonic()):
                self.seconds.append(now - due)
                due += INTERVAL
            time.sleep(due - now)

    def stop(self) -> None:
        """Stop after the current ping."""
        self._stop.set()
        self._thread.join()
        self._connection.close()

    @property
    def p99(self) -> float:
        """The time within which 99 of 100 pings were answered."""
        return sorted(self.seconds)[int(0.99 * len(self.seconds))]


@contextmanager
def pings(*servers: Served) -> Iterator[list[Pings]]:
    """Ping servers while the block runs, and until there are enough results."""
    started = [Pings(server.port) for server in servers]
    yield started
    while min(len(each.seconds) for each in started) < FEWEST_PINGS:
        time.sleep(INTERVAL)
    for each in started:
        each.stop()


def ask(server: Served, path: str, body: Any, token: str = "") -> tuple[int, Any]:
    """Return the status and the body of a response."""
    try:
        return 200, server.post(path, body, token)
    except urllib.error.HTTPError as error:
        with error:
            return error.code, json.load(error)


def preview(server: Served, profile: str, sets: list[str]) -> None:
    """Ask for the preview of a turn, and wait for the response."""
    token = server.guest()
    table = server.post("/api/tables", {"profile": profile, "seats": ["person", "beginner"]}, token)["table"]
    server.post(f"/api/tables/{table}/commands", {"id": "add", "command": {"do": "add", "text": "a"}}, token)
    with server.socket(token) as socket:
        socket.send(json.dumps({"type": "preview", "table": table, "asked": 1, "number": 0, "sets": sets}))
        until(socket, "previewed", "problem")


def test_hard_requests_delay_nobody(tmp_path: Path) -> None:
    with ExitStack() as stack:
        server, control = (stack.enter_context(served(tmp_path / f"{name}.db")) for name in ("busy", "idle"))
        honest = server.guest("Honest")
        easy = ("/api/tools/solve", EASY_POSITION), ("/api/tools/check", {"profile": "jumbo", "set": "r3 r4 J"})
        for path, body in easy:
            assert ask(server, path, body, honest)[0] == 200, "the workers are running"
        work: list[Callable[[], object]] = [
            lambda: preview(server, "twist", hard_sets(20)),
            lambda: preview(server, "twist", hard_box_sets()),
            lambda: preview(server, "international", hard_sets(230)),
        ]
        answers: list[tuple[int, Any]] = []
        for path, body in hard_questions():
            for token in ("", server.guest(), server.guest()):
                work.append(lambda path=path, body=body, token=token: answers.append(ask(server, path, body, token)))  # type: ignore[misc]
        threads = [threading.Thread(target=each, daemon=True) for each in work]
        with pings(server, control) as (busy, idle):
            for thread in threads:
                thread.start()
            while not answers and any(thread.is_alive() for thread in threads):
                time.sleep(INTERVAL)
            for path, body in easy:
                assert ask(server, path, body, honest)[0] == 200
            for thread in threads:
                thread.join()
    print(f"p99 {busy.p99:.4f} s, control {idle.p99:.4f} s, {len(busy.seconds)} pings")
    assert busy.p99 < max(LONGEST, BUSY_MACHINE * idle.p99)
    assert len(answers) == 3 * len(hard_questions())
    assert {status for status, _ in answers} <= {200, 400, 429, 503}
