"""Servers as processes of their own: started, stopped, paused and killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Final

from tests.support.services import free_port

STARTS_WITHIN: Final = 60.0
"""Seconds, on a machine that is busy with other tests."""

SET_CLOCK: Final = Path(__file__).with_name("shifted_clock.py")

NO_LIMITS: Final = {
    "messages-per-second": 100_000,
    "requests-per-minute": 10_000_000,
    "connections-per-address": 10_000,
    "tables-per-person": 10_000,
    "tempo": 0,
}
"""Limits are not what is tested here, and nobody waits for computer players."""


class ServerProcess:
    """`tilewise serve` on a port of its own."""

    def __init__(self, log: Path, database: str, bus: str = "", **flags: object) -> None:
        self.log = log
        self._clock = log.with_suffix(".clock")
        self.set_clock(0)
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        chosen = {"port": self.port, "database": database, "bus": bus, **NO_LIMITS, **flags}
        self._flags = [f"--{name.replace('_', '-')}={value}" for name, value in chosen.items()]
        self.process: subprocess.Popen[bytes] | None = None

    def launch(self) -> None:
        """Start, without waiting until it answers."""
        environment = {name: value for name, value in os.environ.items() if not name.startswith("TILEWISE_")}
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, str(SET_CLOCK), str(self._clock), "serve", *self._flags],
                stdout=log,
                stderr=log,
                stdin=subprocess.DEVNULL,
                env=environment,
                start_new_session=True,
            )

    def start(self) -> None:
        """Start, and wait until it answers."""
        self.launch()
        self.wait_until_ready()

    def wait_until_ready(self) -> None:
        """Wait until it answers; raises RuntimeError if it ends, TimeoutError if it takes too long."""
        deadline = time.monotonic() + STARTS_WITHIN
        while not self.answers():
            if self.process is None or self.process.poll() is not None:
                raise RuntimeError(f"The server has ended:\n{self.log.read_text()[-2000:]}")
            if time.monotonic() > deadline:
                raise TimeoutError(f"The server does not start; see {self.log}")
            time.sleep(0.05)

    def answers(self) -> bool:
        """Whether it answers."""
        try:
            with urllib.request.urlopen(f"{self.address}/health", timeout=5) as answer:  # noqa: S310
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            return False

    def kill(self) -> None:
        """Kill it: it cannot do anything about it."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """Stop it as an operator does; returns its exit code."""
        return self._end(signal.SIGTERM)

    def set_clock(self, seconds: int) -> None:
        """Set its machine's clock so many seconds forward or back; a server that runs already is not asked."""
        new = self._clock.with_suffix(".new")
        new.write_text(str(seconds))
        new.replace(self._clock)

    def pause(self) -> None:
        """Let it stand still; the others do not know."""
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        """Let it go on."""
        assert self.process is not None
        self.process.send_signal(signal.SIGCONT)

    def _end(self, how: signal.Signals) -> int:
        process, self.process = self.process, None
        if process is None:
            return 0
        process.send_signal(how)
        try:
            return process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise
