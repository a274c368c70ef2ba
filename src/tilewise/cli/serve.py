"""`tilewise serve`: the game server."""

from __future__ import annotations

import argparse
import dataclasses
import errno
import os
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from tilewise.cli.browser import open_page
from tilewise.errors import TilewiseError
from tilewise.server.settings import Settings, settings_from

LONG: Final = 0.7
"""Seconds after which a step of the start is spoken of."""

MOST_FILES: Final = 65_536
"""Open files that are asked for: every connection is one."""


def settings_of(chosen: argparse.Namespace) -> Settings:
    """The settings of the flags that were given and of the environment; raises TilewiseError."""
    flags = {field.name: getattr(chosen, field.name, None) for field in dataclasses.fields(Settings)}
    return settings_from(flags, os.environ)


def run_serve(chosen: argparse.Namespace) -> int:
    """Run the server until it is stopped; raises TilewiseError for what keeps it from starting."""
    settings = settings_of(chosen)
    listening = _listen(settings)
    try:
        with step("Loading the server"):
            from tilewise.server.logging import configure_logs
            from tilewise.server.run import serve
            from tilewise.server.server import Server
        configure_logs(settings)
        _allow_many_files()
        with step(f"Opening the database ({database_in_words(settings.database)})"):
            server = Server(settings)
        port = listening.getsockname()[1]
        serve(server, listening, started=lambda: _tell(settings, port))
    finally:
        listening.close()
    print("Stopped; every table goes on when the server starts again.", flush=True)
    if any(thread.name.startswith("computer-player") for thread in threading.enumerate()):
        # A computer player is deep in thought; nobody waits for what it finds.
        sys.stderr.flush()
        os._exit(0)
    return 0


@contextmanager
def step(what: str) -> Iterator[None]:
    """Say what is being done, if it takes long."""
    timer = threading.Timer(LONG, lambda: print(f"{what} ...", file=sys.stderr, flush=True))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def database_in_words(url: str) -> str:
    """A database without the password that its URL may hold."""
    if url.startswith("sqlite"):
        path = url.partition("://")[2].removeprefix("/")
        return f"SQLite, {path}" if path and path != ":memory:" else "SQLite, in memory: all is lost at the end"
    place = url.partition("://")[2].rpartition("@")[2].partition("?")[0]
    return f"PostgreSQL, {place}"


def _listen(settings: Settings) -> socket.socket:
    """Take the port before anything else; raises TilewiseError if it is taken."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((settings.host, settings.port))
        # Another server may have bound the port, too, and not listen yet: only this tells.
        listening.listen(4096)
    except OSError as error:
        listening.close()
        raise TilewiseError(_why_not(settings, error)) from None
    return listening


def _why_not(settings: Settings, error: OSError) -> str:
    port = settings.port
    if error.errno == errno.EADDRINUSE:
        other = port + 1 if port < 65535 else 8013
        return f"Port {port} is taken: stop what runs there, or choose another one (tilewise serve --port {other})."
    if error.errno == errno.EACCES:
        return f"Port {port} needs rights that you do not have: choose one above 1023 (tilewise serve --port 8013)."
    if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
        return f"{settings.host} is no address of this machine: try --host 127.0.0.1, or 0.0.0.0 for all."
    return f"Port {port} of {settings.host} cannot be used: {error.strerror or error}."


def _allow_many_files() -> None:
    """Raise the limit on open files as far as this user may."""
    try:
        import resource
    except ImportError:  # not on Windows
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(MOST_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _tell(settings: Settings, port: int) -> None:
    here = dataclasses.replace(settings, port=port)
    lines = [("Play", here.address)]
    if not settings.public_url and settings.host in ("0.0.0.0", "::"):  # noqa: S104  (compared, not bound)
        address = _address_in_network()
        if address is not None:
            lines.append(("Others", f"http://{address}:{port} (in your network)"))
    lines.append(("Database", database_in_words(settings.database)))
    if settings.bus:
        lines.append(("Bus", f"Redis, {settings.bus.partition('://')[2].rpartition('@')[2]}"))
    lines.append(("Stop", "Ctrl-C; nothing is lost"))
    print("Tilewise is ready: open the address in a browser.")
    for name, value in lines:
        print(f"  {name + ':':<10} {value}")
    sys.stdout.flush()
    if settings.open:
        open_page(here.address, os.environ)


def _address_in_network() -> str | None:
    """The address by which other machines reach this one; None if there is no network. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address: str = probe.getsockname()[0]
        return None if address.startswith("127.") else address
