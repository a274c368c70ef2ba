"""A player that is a program of its own: it reads questions from standard input and answers on standard output.

The program may be hostile, silent, slow, verbose or crash: it loses turns, and nothing else happens. It gets no time
beyond its clock, its output is read only as far as the protocol needs, and it ends with the game, along with the
processes of its group. It runs with the rights of the person who starts the arena, so run strangers' programs in a
container.
"""

from __future__ import annotations

import io
import math
import os
import queue
import select
import shlex
import signal
import subprocess
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import IO, Any, Final, Literal

from tilewise import __version__
from tilewise.arena import player_lines as lines
from tilewise.bots import Clock, Event, GameEnd, Player, TimeIsUp
from tilewise.bots.budget import ALLOWANCE
from tilewise.errors import TilewiseError
from tilewise.game import Action
from tilewise.profiles import Profile
from tilewise.view import View

STARTING: Final = 20.0
"""Seconds for a program to start and say that it is ready, on a busy machine."""

UNTIMED_SECONDS: Final = 30.0
"""Seconds for one answer where the arena sets no limit: a silent program must not stop it."""

ENDING: Final = 1.0
"""Seconds for a program to end by itself after the game."""

CHECKING: Final = 0.1
"""Seconds after which a thread that waits for a program checks for signals, and whether the program was closed."""

WRITTEN_AT_ONCE: Final = 512
"""Bytes that every POSIX system takes without blocking when a pipe is ready."""

MOST_OTHER_LINES: Final = 1000
"""Lines that are not answers, after which a program counts as broken."""

MOST_LATE: Final = 3
"""Late answers in a row after which a program is not asked any more."""

KEPT_ERRORS: Final = 2000
"""Bytes of standard error that are kept for the report."""


_processes: Final[set[subprocess.Popen[bytes]]] = set()
"""The programs that this process runs."""

_starting: Final = threading.Lock()
"""Held while a program is started or killed."""


class ProgramFailed(TilewiseError):
    """A program has crashed, could not be started, or broke the protocol."""


def command_words(command: str) -> tuple[str, ...]:
    """Split a command into words, as a shell does; raises TilewiseError."""
    try:
        words = tuple(shlex.split(command, posix=os.name == "posix"))
    except ValueError as error:
        raise TilewiseError(f"The command {command.strip()!r} cannot be read: {error}.") from None
    if not words:
        raise TilewiseError("A command is missing: cmd: PROGRAM.")
    return words


class Program:
    """A running program, read and written by threads so that neither side can block the other."""

    def __init__(self, command: Sequence[str]) -> None:
        """Start the program; raises ProgramFailed."""
        # A player needs no secrets of a server.
        environment = {name: value for name, value in os.environ.items() if not name.startswith("TILEWISE_")}
        try:
            with _starting:
                self._process = subprocess.Popen(  # noqa: S603
                    list(command),
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    bufsize=0,
                    env=environment,
                    start_new_session=True,
                )
                _processes.add(self._process)
        except (OSError, ValueError) as error:
            raise ProgramFailed(f"{command[0]} cannot be started: {error}.") from None
        # A full queue makes the reading thread wait, and then the program.
        self._received: queue.Queue[bytes] = queue.Queue(maxsize=100)
        self._to_send: queue.Queue[bytes | None] = queue.Queue()
        self._errors = b""
        self._closed = threading.Event()
        stdin, stdout, stderr = self._process.stdin, self._process.stdout, self._process.stderr
        if stdin is None or stdout is None or stderr is None:
            raise ProgramFailed(f"{command[0]} has no pipes.")
        self._error_reader = threading.Thread(target=self._read_errors, args=(stderr,), daemon=True)
        self._threads = [
            threading.Thread(target=self._write_lines, args=(stdin,), daemon=True),
            threading.Thread(target=self._read_lines, args=(stdout,), daemon=True),
            self._error_reader,
        ]
        for thread in self._threads:
            thread.start()

    @property
    def errors(self) -> str:
        """The end of what the program wrote to standard error."""
        return self._errors.decode(errors="replace").strip()

    def send(self, line: bytes) -> None:
        """Send a line; it never waits."""
        self._to_send.put(line)

    def receive(self, deadline: float) -> bytes:
        """Return the next line; raises TimeIsUp at the deadline (`time.monotonic`), and ProgramFailed at the end."""
        line = self._next_line(deadline)
        if not line.endswith(b"\n"):
            # What the program said before it ended is on its way.
            self._error_reader.join(ENDING)
            reason = "wrote too long a line" if len(line) >= lines.LONGEST_LINE else "ended"
            raise ProgramFailed(f"The program {reason}. {self.errors}".strip())
        return line

    def _next_line(self, deadline: float) -> bytes:
        # Python handles a signal that comes just before a wait only after it, so that each wait is short.
        while True:
            left = max(0.0, deadline - time.monotonic())
            try:
                return self._received.get(timeout=min(left, CHECKING))
            except queue.Empty:
                if left <= CHECKING:
                    raise TimeIsUp("The program did not answer in time.") from None

    def close(self, seconds: float = 0.0) -> None:
        """Let the program end by itself within some seconds, then kill it with the processes of its group."""
        self._to_send.put(None)
        if seconds:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(seconds)
        self._closed.set()
        with _starting:
            _kill(self._process)
            _processes.discard(self._process)
        self._process.wait()
        latest = time.monotonic() + ENDING
        while any(thread.is_alive() for thread in self._threads) and time.monotonic() < latest:
            # A reading thread may wait for room in the queue.
            with suppress(queue.Empty):
                self._received.get_nowait()
            for thread in self._threads:
                thread.join(0.01)

    def _write_lines(self, stream: IO[bytes]) -> None:
        with suppress(OSError), stream:
            while (line := self._to_send.get()) is not None:
                while line and _is_ready(stream, "w", self._closed):
                    line = line[os.write(stream.fileno(), line[:WRITTEN_AT_ONCE]) :]

    def _read_lines(self, stream: IO[bytes]) -> None:
        with io.BufferedReader(_Output(stream, self._closed)) as output:
            while not self._closed.is_set():
                line = output.readline(lines.LONGEST_LINE)
                self._received.put(line)
                if not line.endswith(b"\n"):
                    return

    def _read_errors(self, stream: IO[bytes]) -> None:
        with io.BufferedReader(_Output(stream, self._closed)) as output:
            while chunk := output.read1(1 << 16):
                self._errors = (self._errors + chunk)[-KEPT_ERRORS:]


class _Output(io.RawIOBase):
    """What a program writes. It ends when the event is set, even if a process that left the group keeps it open."""

    def __init__(self, stream: IO[bytes], closed: threading.Event) -> None:
        self._stream = stream
        self._closed = closed

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        if not _is_ready(self._stream, "r", self._closed):
            return 0
        content = os.read(self._stream.fileno(), len(buffer))
        buffer[: len(content)] = content
        return len(content)

    def close(self) -> None:
        self._stream.close()
        super().close()


def _is_ready(stream: IO[bytes], mode: Literal["r", "w"], closed: threading.Event) -> bool:
    """Wait until a pipe can be read or written, and return True; False if the event is set before."""
    if not hasattr(select, "poll"):
        # On Windows nothing can wait for a pipe except by using it.
        return not closed.is_set()
    poll = select.poll()
    poll.register(stream, select.POLLIN if mode == "r" else select.POLLOUT)
    while not closed.is_set():
        if poll.poll(1000 * CHECKING):
            return True
    return False


def end_programs() -> None:
    """Kill all programs that this process runs, and let it start no more: it is about to end.

    Call it from a thread of its own, because the main thread may be starting a program.
    """
    _starting.acquire()
    for process in _processes:
        _kill(process)


def _kill(process: subprocess.Popen[bytes]) -> None:
    with suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()


def patience(clock: Clock) -> float:
    """Return the seconds in which an answer must come."""
    remaining = clock.remaining()
    return UNTIMED_SECONDS if math.isinf(remaining) else min(remaining + ALLOWANCE, threading.TIMEOUT_MAX)


class ExternalPlayer(Player):
    """A player that asks a program. Close it after the game, even if the game was not finished."""

    def __init__(self, command: Sequence[str], seat: int, profile: Profile, seed: str) -> None:
        super().__init__(seat, profile, seed)
        self._command = tuple(command)
        self._start_line = lines.start_line(seat, profile, seed)
        self._program: Program | None = None
        self._waiting: list[bytes] = []
        """Events before the program was first needed."""
        self._failure: ProgramFailed | None = None
        self._questions = 0
        self._late = 0

    def start(self) -> None:
        """Start the program and wait until it is ready, before a clock runs. If that fails, the first question says so.

        A program that is not started here starts with its first question.
        """
        try:
            self._running()
        except ProgramFailed as failure:
            self._fail(failure)

    def choose(self, view: View, clock: Clock) -> Action:
        """Ask the program for its turn; raises ProgramFailed, BadLine or TimeIsUp."""
        choice = self._ask(view, clock, is_turn=True)
        if choice is None:
            raise lines.BadLine("The program must choose an action in its turn.")
        return choice

    def choose_out_of_turn(self, view: View, clock: Clock) -> Action | None:
        """Ask the program for a redeal or an announcement; raises ProgramFailed, BadLine or TimeIsUp."""
        return self._ask(view, clock, is_turn=False)

    def notice(self, event: Event) -> None:
        """Pass an event on. The last one ends the program."""
        if self._program is None:
            self._waiting.append(lines.event_line(event))
            return
        self._program.send(lines.event_line(event))
        if isinstance(event, GameEnd):
            self.close(ENDING)

    def close(self, seconds: float = 0.0) -> None:
        """End the program, which may take some seconds to do so itself."""
        program, self._program = self._program, None
        if program is not None:
            program.close(seconds)
        self._failure = self._failure or ProgramFailed("The game of this player is over.")

    def _fail(self, failure: ProgramFailed) -> None:
        """End the program, and let further questions raise this."""
        self.close()
        self._failure = failure

    def _ask(self, view: View, clock: Clock, *, is_turn: bool) -> Action | None:
        if self._failure is not None:
            raise self._failure
        try:
            program = self._running()
            self._questions += 1
            program.send(lines.choose_line(self._questions, view, clock, is_turn=is_turn))
            choice = self._answer(program, time.monotonic() + patience(clock), view.seat or 0)
        except ProgramFailed as failure:
            self._fail(failure)
            raise
        except TimeIsUp:
            self._late += 1
            if self._late >= MOST_LATE:
                self._fail(ProgramFailed(f"The program was late {MOST_LATE} times in a row."))
            raise
        self._late = 0
        return choice

    def _answer(self, program: Program, deadline: float, seat: int) -> Action | None:
        """Return the answer to the latest question. Late answers to earlier ones, and chatter, are skipped."""
        for _ in range(MOST_OTHER_LINES):
            line = program.receive(deadline)
            if lines.is_answer(line, self._questions):
                return lines.choice_of(line, seat)
        raise ProgramFailed("The program writes too many lines that are not answers.")

    def _running(self) -> Program:
        if self._program is None:
            self._program = Program(self._command)
            self._program.send(lines.hello_line(f"tilewise {__version__}"))
            try:
                line = self._program.receive(time.monotonic() + STARTING)
                lines.checked_ready(line)
            except (TimeIsUp, lines.BadLine) as error:
                raise ProgramFailed(f"{error} {self._program.errors}".strip()) from None
            self._program.send(self._start_line)
            for waiting in self._waiting:
                self._program.send(waiting)
            self._waiting.clear()
        return self._program
