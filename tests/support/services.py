"""Private PostgreSQL and Redis servers for the tests, in a temporary directory.

    python -m tests.support.services COMMAND ...      starts both, runs the command, and stops both

The command finds them by TEST_POSTGRES and TEST_REDIS. Missing packages are installed with apt if this runs as root;
otherwise the command runs without them, and this script reports what was not run. In CI (the variable CI is set) that
is a failure. Tests that are run without this script start the servers they need themselves.
"""

from __future__ import annotations

import fcntl
import os
import pwd
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import IO, Final

POSTGRES: Final = "TEST_POSTGRES"
REDIS: Final = "TEST_REDIS"
MISSING: Final = "TEST_SERVICES_MISSING"
"""Why they are not available, for tests in other processes."""

STARTS_WITHIN: Final = 60.0
"""Seconds, on a machine that is busy with other tests."""

UNPRIVILEGED: Final = "postgres"
"""The user that the PostgreSQL package creates, since PostgreSQL refuses to run as root."""

_POSTGRES_PROGRAMS: Final = ("postgres", "initdb", "pg_isready", "createdb")


class NotHere(Exception):
    """A service is not available; the message says why."""


class _Process:
    """A child process that listens on a port."""

    def __init__(self, name: str, log: Path) -> None:
        self.name = name
        self.log = log
        self.process: subprocess.Popen[bytes] | None = None

    def run(self, command: Sequence[str], user: str | None = None) -> None:
        with self.log.open("ab") as log:
            # In its own session, so that Ctrl-C reaches only the tests, which then stop it.
            self.process = subprocess.Popen(
                command, stdout=log, stderr=log, stdin=subprocess.DEVNULL, user=user, start_new_session=True
            )

    def ended(self) -> bool:
        return self.process is None or self.process.poll() is not None

    def end(self, how: signal.Signals, within: float = 20.0) -> None:
        process, self.process = self.process, None
        if process is None:
            return
        process.send_signal(how)
        try:
            process.wait(within)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def signal(self, how: signal.Signals) -> None:
        assert self.process is not None
        self.process.send_signal(how)


class Postgres:
    """A private PostgreSQL server; raises NotHere if it is not installed.

    It leaves the disk to the system unless `fsync` is on: that counts when the power fails, not when a process is
    killed, and costs the tests minutes.
    """

    def __init__(self, place: Path, fsync: bool = False) -> None:
        self.fsync = fsync
        self.programs = _postgres_programs()
        self.user = UNPRIVILEGED if os.geteuid() == 0 else None
        self.place = place / "postgres"
        self.port = free_port()
        self.url = f"postgresql://tilewise@127.0.0.1:{self.port}"
        self._process = _Process("PostgreSQL", place / "postgres.log")
        self._made = 0

    def start(self) -> None:
        if not self.place.exists():
            self._make()
        deadline = time.monotonic() + STARTS_WITHIN
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": str(self.port),
            "unix_socket_directories": "",
            "fsync": "on" if self.fsync else "off",
            "shared_buffers": "32MB",
            "max_connections": "60",
        }
        command = [str(self.programs / "postgres"), "-D", str(self.place)]
        command += [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        while not self._answers():
            if self._process.ended():
                # After a kill, a start fails until the old child processes have ended.
                self._process.run(command, self.user)
            if time.monotonic() > deadline:
                raise NotHere(f"PostgreSQL does not start; see {self._process.log}")
            time.sleep(0.1)

    def stop(self) -> None:
        """Stop it at once (its "immediate shutdown"), since its data is not needed any more."""
        self._process.end(signal.SIGQUIT)

    def kill(self) -> None:
        """Kill it; its child processes notice that and exit."""
        self._process.end(signal.SIGKILL)

    def limit_files(self, size: int) -> None:
        """Limit the file sizes of its child processes, as on a full disk: it crashes and restarts them."""
        process = self._process.process
        assert process is not None
        for child in Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split():
            # Only its own user may do that. A child process that has just ended does not matter.
            limit = ["prlimit", f"--pid={child}", f"--fsize={size}:unlimited"]
            subprocess.run(limit, user=self.user, check=False, capture_output=True)

    def new_database(self) -> str:
        """Create an empty database; return its URL."""
        self._made += 1
        name = f"test_{os.getpid()}_{self._made}"
        make_database(self.url, name)
        return f"{self.url}/{name}"

    def _make(self) -> None:
        self.place.mkdir()
        if self.user is not None:
            shutil.chown(self.place, self.user)
        initdb = [str(self.programs / "initdb"), "-D", str(self.place), "-U", "tilewise", "-A", "trust"]
        done = subprocess.run(
            [*initdb, "--no-sync", "--encoding=UTF8", "--locale=C"], user=self.user, capture_output=True, text=True
        )
        if done.returncode:
            raise NotHere(f"PostgreSQL cannot be set up: {done.stderr.strip()[-200:]}")

    def _answers(self) -> bool:
        ready = [str(self.programs / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port), "-t", "1"]
        return subprocess.run(ready).returncode == 0


def make_database(server: str, name: str) -> None:
    """Create an empty database on a server."""
    port = server.rpartition(":")[2]
    createdb = _postgres_programs() / "createdb"
    subprocess.run([createdb, "-h", "127.0.0.1", "-p", port, "-U", "tilewise", name], check=True, capture_output=True)


class Redis:
    """A private Redis server without persistence; raises NotHere if it is not installed."""

    def __init__(self, place: Path) -> None:
        program = shutil.which("redis-server")
        if program is None:
            raise NotHere("Redis is not installed (Debian's package redis-server)")
        self.program = program
        self.place = place
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}"
        self._process = _Process("Redis", place / "redis.log")

    def start(self) -> None:
        command = [self.program, "--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(self.place)]
        self._process.run([*command, "--save", "", "--appendonly", "no"])
        deadline = time.monotonic() + STARTS_WITHIN
        while not _listens(self.port):
            if self._process.ended() or time.monotonic() > deadline:
                raise NotHere(f"Redis does not start; see {self._process.log}")
            time.sleep(0.02)

    def stop(self) -> None:
        self._process.end(signal.SIGTERM)

    def kill(self) -> None:
        """Kill it."""
        self._process.end(signal.SIGKILL)

    def pause(self) -> None:
        """Let it neither respond nor close its connections."""
        self._process.signal(signal.SIGSTOP)

    def resume(self) -> None:
        self._process.signal(signal.SIGCONT)


_reserved: Final[list[IO[bytes]]] = []
"""The locked files of the ports that this process has reserved."""


def free_port() -> int:
    """Return an unused port outside the range of ephemeral ports, since it is bound only some time later.

    It is reserved for this process: no other process of the tests gets it as long as this one runs.
    """
    folder = Path(tempfile.gettempdir()) / f"tilewise-ports-{os.geteuid()}"
    folder.mkdir(exist_ok=True)
    for port in random.SystemRandom().sample(range(15_000, 32_000), 1_000):
        reservation = (folder / str(port)).open("wb")
        with suppress(OSError), socket.socket() as probe:
            fcntl.flock(reservation, fcntl.LOCK_EX | fcntl.LOCK_NB)
            probe.bind(("127.0.0.1", port))
            _reserved.append(reservation)
            return port
        reservation.close()
    raise NotHere("No port is free between 15000 and 32000.")


@contextmanager
def refusing_port() -> Iterator[int]:
    """Hold a port that refuses connections."""
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        yield holder.getsockname()[1]


def install() -> None:
    """Install missing Debian packages; raises NotHere if that is not possible."""
    missing = []
    try:
        _postgres_programs()
    except NotHere:
        missing.append("postgresql")
    if shutil.which("redis-server") is None:
        missing.append("redis-server")
    if missing:
        install_packages(missing)


def install_packages(missing: Sequence[str]) -> None:
    """Install Debian packages; raises NotHere if that is not possible."""
    packages = " and ".join(missing)
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        raise NotHere(f"{packages} can be installed only as root on Debian: apt-get install {' '.join(missing)}")
    print(f"Installing {packages} for the tests ...", flush=True)
    # This file keeps the packages from starting servers for the whole machine.
    policy = Path("/usr/sbin/policy-rc.d")
    ours = not policy.exists()
    if ours:
        policy.write_text("#!/bin/sh\nexit 101\n")
        policy.chmod(0o755)
    try:
        patient = ["-o", "DPkg::Lock::Timeout=120", "-o", "Acquire::Retries=5"]
        apt = ["apt-get", *patient, "install", "-y", "-q", "--no-install-recommends", *missing]
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        done = subprocess.run(apt, env=environment, capture_output=True, text=True)
        if done.returncode:
            subprocess.run(["apt-get", *patient, "update", "-q"], env=environment, capture_output=True)
            done = subprocess.run(apt, env=environment, capture_output=True, text=True)
        if done.returncode:
            raise NotHere(f"{packages} cannot be installed: {done.stderr.strip()[-200:]}")
    finally:
        if ours:
            policy.unlink()


def private_place(stack: ExitStack) -> Path:
    """Return a directory for services, which is removed with the stack."""
    directory = tempfile.TemporaryDirectory(prefix="tilewise-services-", ignore_cleanup_errors=True)
    place = Path(stack.enter_context(directory))
    # PostgreSQL runs as another user, who needs access.
    place.chmod(0o755)
    return place


def in_ci() -> bool:
    """Return whether tests that cannot be run are failures."""
    return bool(os.environ.get("CI"))


def _postgres_programs() -> Path:
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda place: int(place.parts[-2]), reverse=True)
    found = shutil.which("postgres")
    if found is not None:
        places.append(Path(found).parent)
    for place in places:
        if all((place / program).exists() for program in _POSTGRES_PROGRAMS):
            break
    else:
        raise NotHere("PostgreSQL is not installed (Debian's package postgresql)")
    if os.geteuid() == 0:
        try:
            pwd.getpwnam(UNPRIVILEGED)
        except KeyError:
            raise NotHere(f"PostgreSQL refuses to run as root, and there is no user {UNPRIVILEGED}") from None
    return place


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def main(command: Sequence[str]) -> int:
    """Run a command with both services; return its exit code."""
    stop_what_was_started()
    environment = dict(os.environ)
    with ExitStack() as stack:
        missing = ""
        try:
            install()
            place = private_place(stack)
            postgres, redis = Postgres(place), Redis(place)
            for service in (postgres, redis):
                stack.callback(service.stop)
                service.start()
            environment |= {POSTGRES: postgres.url, REDIS: redis.url}
        except NotHere as error:
            missing = environment[MISSING] = str(error)
            if in_ci():
                print(f"{missing}. In CI that is a failure.", file=sys.stderr)
                return 1
        child = subprocess.Popen(command, env=environment)
        try:
            code = child.wait()
        except (KeyboardInterrupt, SystemExit):
            # The command got the same signal from the terminal, or gets it now, and exits by itself.
            with suppress(ProcessLookupError):
                child.send_signal(signal.SIGINT)
            child.wait()
            code = 130
        if missing:
            print(f"Not run: the tests of PostgreSQL and Redis. {missing}.", file=sys.stderr)
    return code


def stop_what_was_started() -> None:
    """Handle SIGTERM like Ctrl-C, so that the services are stopped."""
    signal.signal(signal.SIGTERM, _leave)


def _leave(_: int, __: FrameType | None) -> None:
    raise SystemExit(143)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
