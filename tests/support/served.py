"""A server in its own process, started with the `tilewise` command."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

SECONDS = 60
"""How long a start or a stop may take on a busy machine."""


def environment(**more: str) -> dict[str, str]:
    """Return the environment without the settings of the developer who runs the tests."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("TILEWISE_")}
    return {**kept, **more}


def command(*arguments: str) -> list[str]:
    """Return a command line of `tilewise`."""
    return [sys.executable, "-W", "error", "-m", "tilewise", *arguments]


def run(*arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Run `tilewise` until it exits."""
    return subprocess.run(
        command(*arguments), env=environment(**more), capture_output=True, text=True, timeout=SECONDS, check=False
    )


class Served:
    """A running server."""

    def __init__(self, process: subprocess.Popen[str], told: str, port: int) -> None:
        self.process = process
        self.told = told
        """What it printed at the start."""
        self.port = port

    def get(self, path: str, **headers: str) -> tuple[int, bytes]:
        """Return the status and body of a response."""
        asked = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", headers=headers)
        try:
            with urllib.request.urlopen(asked, timeout=SECONDS) as response:  # noqa: S310
                return response.status, response.read()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read()

    def post(self, path: str, body: Any, token: str = "") -> Any:
        """Return the decoded body of a response."""
        headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
        asked = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", json.dumps(body).encode(), headers)
        with urllib.request.urlopen(asked, timeout=SECONDS) as response:  # noqa: S310
            return json.loads(response.read())

    def metrics(self) -> str:
        """Return the text of /metrics."""
        status, body = self.get("/metrics")
        assert status == 200
        return body.decode()

    def guest(self, name: str = "Zebedee") -> str:
        """Create a guest; return the token."""
        token: str = self.post("/api/guests", {"name": name})["token"]
        return token

    def table(self, token: str, seats: tuple[str, ...] = ("person", "beginner")) -> str:
        """Create a table; return its id."""
        table: str = self.post("/api/tables", {"seats": seats, "rules": {"turn_seconds": None}}, token)["table"]
        return table

    def seated_guest(self) -> tuple[str, str]:
        """Create a guest and a table where the guest sits; return token and table id."""
        token = self.guest()
        return token, self.table(token)

    def socket(self, token: str) -> ClientConnection:
        """Connect a WebSocket of a guest."""
        return connect(
            f"ws://127.0.0.1:{self.port}/api/socket", additional_headers={"authorization": f"Bearer {token}"}
        )

    def stop(self, number: int = signal.SIGTERM) -> tuple[int, str, str]:
        """Stop it; return its exit code and its further output."""
        self.process.send_signal(number)
        return self.ended()

    def ended(self) -> tuple[int, str, str]:
        """Wait until it ends; return its exit code and its further output."""
        out, error = self.process.communicate(timeout=SECONDS)
        return self.process.returncode, out, error


@contextmanager
def served(database: Path, *arguments: str, **more: str) -> Iterator[Served]:
    """Start a server and wait until it is ready; it is killed at the end if it still runs."""
    line = command("serve", "--port", "0", "--database", f"sqlite:///{database}", *arguments)
    with subprocess.Popen(
        line, env=environment(**more), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        try:
            told = ""
            for said in process.stdout:
                told += said
                if "Stop:" in said:
                    break
            else:
                raise AssertionError(process.communicate()[1])
            found = re.search(r"http://[^:]+:(\d+)", told)
            assert found is not None, told
            yield Served(process, told, int(found[1]))
        finally:
            if process.poll() is None:
                process.kill()
                process.communicate()


def until(socket: ClientConnection, *kinds: str) -> dict[str, Any]:
    """Return the next message of one of these types."""
    while True:
        message: dict[str, Any] = json.loads(socket.recv(timeout=SECONDS))
        if message["type"] in kinds:
            return message


def metric(text: str, name: str) -> float:
    """Return the value of a metric in the text of /metrics."""
    found = re.search(rf"^{re.escape(name)} (\S+)$", text, re.MULTILINE)
    assert found is not None, name
    return float(found[1])
