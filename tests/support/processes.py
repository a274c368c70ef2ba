"""Processes that a test starts, stops, pauses and kills, and whether they have ended."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import AnyStr, Final

from tests.support.services import free_port

STARTS_WITHIN: Final = 60.0
"""Seconds, on a machine that is busy with other tests."""

SHIFTED_CLOCK: Final = Path(__file__).with_name("shifted_clock.py")

NO_LIMITS: Final = {
    "messages-per-second": 100_000,
    "requests-per-minute": 10_000_000,
    "connections-per-address": 10_000,
    "people-per-address": 0,
    "tables-per-person": 10_000,
    "tempo": 0,
}
"""Without rate limits, and with computer players that act at once."""


def until(condition: Callable[[], bool], within: float = 60.0) -> None:
    """Wait until a condition holds."""
    deadline = time.monotonic() + within
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.005)


@contextmanager
def killed_on_failure(process: subprocess.Popen[AnyStr]) -> Iterator[subprocess.Popen[AnyStr]]:
    """Kill a process if the block fails, instead of waiting until it ends by itself."""
    with process:
        try:
            yield process
        except BaseException:
            process.kill()
            raise


def is_gone(process: int) -> bool:
    """Return whether a process, by its id, has ended, even if nobody has asked for its exit code."""
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return True
    return state == "Z"


class ServerProcess:
    """A process that runs `tilewise serve` on its own port."""

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
        """Start the process without waiting until it is ready."""
        environment = {name: value for name, value in os.environ.items() if not name.startswith("TILEWISE_")}
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, str(SHIFTED_CLOCK), str(self._clock), "serve", *self._flags],
                stdout=log,
                stderr=log,
                stdin=subprocess.DEVNULL,
                env=environment,
                start_new_session=True,
            )

    def start(self) -> None:
        """Start the process and wait until it is ready."""
        self.launch()
        self.wait_until_ready()

    def wait_until_ready(self) -> None:
        """Wait until the server is ready; raises RuntimeError if it ends, TimeoutError if it takes too long."""
        deadline = time.monotonic() + STARTS_WITHIN
        while not self.is_ready():
            if self.process is None or self.process.poll() is not None:
                raise RuntimeError(f"The server has ended:\n{self.log.read_text()[-2000:]}")
            if time.monotonic() > deadline:
                raise TimeoutError(f"The server does not become ready; see {self.log}")
            time.sleep(0.05)

    def is_ready(self) -> bool:
        """Return whether the server responds."""
        try:
            with urllib.request.urlopen(f"{self.address}/health", timeout=5) as answer:  # noqa: S310
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            return False

    def kill(self) -> None:
        """Kill the process."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """Stop the process as an operator does; return its exit code."""
        return self._end(signal.SIGTERM)

    def set_clock(self, seconds: int) -> None:
        """Set the clock of its machine forward or back by some seconds, also while it is running."""
        new = self._clock.with_suffix(".new")
        new.write_text(str(seconds))
        new.replace(self._clock)

    def pause(self) -> None:
        """Pause the process."""
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        """Continue after a pause."""
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
