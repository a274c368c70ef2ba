"""The `tilewise` command as a person uses it: in this process, through pipes, or at a real terminal (a pty)."""

from __future__ import annotations

import io
import os
import queue
import re
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Final

import pexpect
import pytest

from tilewise.cli import main
from tilewise.records import Record, parse_record

TIMEOUT_SECONDS: Final = 120
"""How long to wait for output before a test fails, on a machine with much else to do."""


# Running the command to its end


def run_command(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    """Run the command in a new process."""
    defaults = {"capture_output": True, "encoding": "utf-8", "timeout": TIMEOUT_SECONDS, "stdin": subprocess.DEVNULL}
    return subprocess.run([sys.executable, "-m", "tilewise", *arguments], check=False, **{**defaults, **options})


def run_main(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Run the command in this process; return the exit code and what it wrote to standard output and error."""
    code = main(arguments)
    out, err = capsys.readouterr()
    return code, out, err


def is_error_line(err: str) -> bool:
    """Return whether the output is exactly one line with a message from the command."""
    line, end, rest = err.partition("\n")
    return line.startswith("tilewise: ") and bool(end) and not rest and line[-1] in ".!?" and "Traceback" not in line


# Playing


def last_game(home: Path) -> Path:
    """Return the default save file."""
    return home / "state" / "tilewise" / "last-game.txt"


def record_in(path: Path) -> Record:
    """Read a record."""
    return parse_record(path.read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Output:
    """The exit code and output of a command."""

    returncode: int
    stdout: str
    stderr: str


def run_with_input(text: str | io.TextIOBase, *arguments: str) -> Output:
    """Run the command in this process with this standard input; a traceback fails the test."""
    stdin = io.StringIO(text) if isinstance(text, str) else text
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(sys, "stdin", stdin)
        patched.setattr(sys, "stdout", out)
        patched.setattr(sys, "stderr", err)
        code = main(arguments)
    return Output(code, out.getvalue(), err.getvalue())


def play_typed(text: str | io.TextIOBase, *arguments: str) -> Output:
    """Play in this process, with everything typed in advance."""
    return run_with_input(text, "play", *arguments)


class TypedGame(io.TextIOBase):
    """A game in a thread of this process: type a line, read everything up to the next question.

    It is also the standard input of the game.
    """

    def __init__(self, *arguments: str) -> None:
        self._lines = queue.Queue[str]()
        self._outputs = queue.Queue[str]()
        self._printed = io.StringIO()
        self._patches = pytest.MonkeyPatch()
        for name, stream in (("stdin", self), ("stdout", self._printed), ("stderr", self._printed)):
            self._patches.setattr(sys, name, stream)
        self._thread = threading.Thread(target=self._run, args=(["play", *arguments],), daemon=True)
        self._thread.start()
        self.output = self._outputs.get(timeout=TIMEOUT_SECONDS)
        """What was printed since the last line was typed."""

    def __exit__(self, *error: object) -> None:
        self._lines.put("")
        self._thread.join(TIMEOUT_SECONDS)
        self._patches.undo()

    def type(self, line: str) -> str:
        """Type a line; return what is printed up to the next question."""
        self._lines.put(f"{line}\n")
        self.output = self._outputs.get(timeout=TIMEOUT_SECONDS)
        return self.output

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        """Return the next line that the test types; called by the game, which has printed a question."""
        self._report()
        return self._lines.get()

    def _run(self, arguments: list[str]) -> None:
        main(arguments)
        self._report()

    def _report(self) -> None:
        self._outputs.put(self._printed.getvalue())
        self._printed.seek(0)
        self._printed.truncate()


class PipedGame:
    """A game in a process behind pipes: type a line, read everything up to the next question."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tilewise", "play", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self.output = self._read()
        """What was printed since the last line was typed."""

    def __enter__(self) -> PipedGame:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.kill()
        self.process.communicate()

    def type(self, line: str) -> str:
        """Type a line; return what is printed up to the next question."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n".encode())
        self.process.stdin.flush()
        self.output = self._read()
        return self.output

    def _read(self) -> str:
        assert self.process.stdout is not None
        output = b""
        while not output.endswith((b"\n> ", b"(yes/no) ")):
            if not select.select([self.process.stdout], [], [], TIMEOUT_SECONDS)[0]:
                raise AssertionError(f"no question after {output.decode()!r}")
            more = os.read(self.process.stdout.fileno(), 65536)
            if not more:
                break
            output += more
        return output.decode()


class FakeClock:
    """A clock that only moves when a test moves it."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def monotonic(self) -> float:
        """Return the seconds, as `time.monotonic` does."""
        return self.seconds


# A real terminal


@contextmanager
def terminal(*arguments: str, program: Sequence[str] = ("-m", "tilewise")) -> Iterator[pexpect.spawn]:
    """Run the command at a terminal of 80 columns and 24 lines."""
    child = pexpect.spawn(
        sys.executable,
        [*program, *arguments],
        env={name: value for name, value in os.environ.items() if name != "COLUMNS"},
        dimensions=(24, 80),
        encoding="utf-8",
        timeout=TIMEOUT_SECONDS,
    )
    try:
        yield child
    finally:
        # pexpect itself gives a killed process a tenth of a second to end.
        if child.isalive():
            child.kill(signal.SIGKILL)
            child.wait()
        child.close()


def wait_for_prompt(child: pexpect.spawn) -> str:
    """Wait until the command reads a line; return what it printed before, without colours."""
    child.expect_exact("\x1b[?2004h")  # The line editor turns on bracketed paste when it starts.
    return without_colours(child.before)


def without_colours(text: str) -> str:
    """Return the text without the escape codes for colours."""
    return re.sub("\x1b\\[[0-9;]*m", "", text)


def exit_code(child: pexpect.spawn) -> int:
    """Wait for the end of the command and return its exit code."""
    child.expect(pexpect.EOF)
    child.wait()
    code: int = child.exitstatus
    return code
