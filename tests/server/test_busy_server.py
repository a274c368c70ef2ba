"""Hard requests use the processor time of worker processes, so that the server can respond to everybody else."""

from __future__ import annotations

import json
import threading
import urllib.error
from collections.abc import Callable
from itertools import cycle
from pathlib import Path
from typing import Any

from tests.support.hard_requests import hard_box_sets, hard_questions, hard_sets
from tests.support.http_server import EASY_POSITION
from tests.support.served import Served, served, until


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


def ticks(process: int) -> tuple[int, int]:
    """Return the processor time of a process, and that of the child processes that have ended."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    own, children = fields[11:13], fields[13:15]
    return sum(map(int, own)), sum(map(int, children))


def worker_ticks(server: int) -> int:
    """Return the processor time of a server's workers and of their copies."""
    workers = Path(f"/proc/{server}/task/{server}/children").read_text().split()
    return sum(sum(ticks(int(worker))) for worker in workers)


def test_hard_requests_keep_the_workers_busy_and_not_the_server(tmp_path: Path) -> None:
    with served(tmp_path / "tables.db", "--question-seconds", "0.5") as server:
        honest = server.guest("Honest")
        easy = ("/api/tools/solve", EASY_POSITION), ("/api/tools/check", {"profile": "jumbo", "set": "r3 r4 J"})
        for path, body in easy:
            assert ask(server, path, body, honest)[0] == 200, "the workers are running"
        before, workers_before = sum(ticks(server.process.pid)), worker_ticks(server.process.pid)
        work: list[Callable[[], object]] = [
            lambda: preview(server, "twist", hard_sets(20)),
            lambda: preview(server, "twist", hard_box_sets()),
            lambda: preview(server, "international", hard_sets(230)),
        ]
        answers: list[tuple[int, Any]] = []
        callers = cycle((server.guest(), server.guest()))
        for path, body in hard_questions():
            token = next(callers)
            work.append(lambda path=path, body=body, token=token: answers.append(ask(server, path, body, token)))  # type: ignore[misc]
        threads = [threading.Thread(target=each, daemon=True) for each in work]
        for thread in threads:
            thread.start()
        for path, body in easy:
            assert ask(server, path, body, honest)[0] == 200
            assert server.get("/health")[0] == 200
        for thread in threads:
            thread.join()
        own = sum(ticks(server.process.pid)) - before
        of_workers = worker_ticks(server.process.pid) - workers_before
    print(f"{own} ticks of the server, {of_workers} of its workers")
    assert len(answers) == len(hard_questions())
    assert {status for status, _ in answers} <= {200, 400, 429, 503}
    assert own < of_workers / 2
