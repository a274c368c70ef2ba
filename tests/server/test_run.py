"""Stopping a server that runs on a socket."""

from __future__ import annotations

import json
import signal
from pathlib import Path

from tests.support.served import served, until


def test_a_second_signal_stops_at_once(tmp_path: Path) -> None:
    with served(tmp_path / "tables.db") as server:
        token, table = server.seated_guest()
        with server.socket(token) as socket:
            socket.send(json.dumps({"type": "subscribe", "table": table}))
            until(socket, "view")
            server.process.send_signal(signal.SIGSTOP)
            server.process.send_signal(signal.SIGINT)
            server.process.send_signal(signal.SIGTERM)
            code, _, error = server.stop(signal.SIGCONT)
    assert code == 130
    assert "Stopped at once; no confirmed command is lost." in error
