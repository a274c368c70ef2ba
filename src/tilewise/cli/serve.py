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
from tilewise.server.local_network import network_address
from tilewise.server.settings import Settings, settings_from

SLOW_SECONDS: Final = 0.7
"""A step that takes longer than this is named on standard error."""

MOST_FILES: Final = 65_536
"""The wanted limit on open files: every connection needs one."""


def settings_from_options(options: argparse.Namespace) -> Settings:
    """Return the settings from the command line and the environment; raises TilewiseError."""
    flags = {field.name: getattr(options, field.name, None) for field in dataclasses.fields(Settings)}
    return settings_from(flags, os.environ)


def run_serve(options: argparse.Namespace) -> int:
    """Run the server until it is stopped; raises TilewiseError if it cannot start."""
    settings = settings_from_options(options)
    listening = _listen(settings)
    try:
        with report_if_slow("Loading the server"):
            from tilewise.server.app import Server
            from tilewise.server.logging import configure_logging
            from tilewise.server.run import serve
        configure_logging(settings)
        _raise_file_limit()
        with report_if_slow(f"Opening the database ({database_description(settings.database)})"):
            server = Server(settings)
        port = listening.getsockname()[1]
        serve(server, listening, started=lambda: _print_welcome(settings, port))
    finally:
        listening.close()
    print("Stopped. All games continue when the server starts again.", flush=True)
    return 0


@contextmanager
def report_if_slow(step: str) -> Iterator[None]:
    """Print what is being done if it takes long."""
    timer = threading.Timer(SLOW_SECONDS, lambda: print(f"{step} ...", file=sys.stderr, flush=True))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def database_description(url: str) -> str:
    """Return the kind and place of a database, without the password that its URL may contain.

    >>> database_description("postgresql://tilewise:secret@localhost/tilewise?ssl=disable")
    'PostgreSQL, localhost/tilewise'
    """
    if url.startswith("sqlite"):
        path = url.partition("://")[2].removeprefix("/")
        if path and path != ":memory:":
            return f"SQLite, {path}"
        return "SQLite, in memory: everything is lost when the server stops"
    place = url.partition("://")[2].rpartition("@")[2].partition("?")[0]
    return f"PostgreSQL, {place}"


def _listen(settings: Settings) -> socket.socket:
    """Open the port before anything else, so that a port in use is reported at once; raises TilewiseError."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((settings.host, settings.port))
        # Another server may have bound the port without listening yet. Only listening finds out.
        listening.listen(4096)
    except OSError as error:
        listening.close()
        raise TilewiseError(_bind_problem(settings, error)) from None
    return listening


def _bind_problem(settings: Settings, error: OSError) -> str:
    port = settings.port
    if error.errno == errno.EADDRINUSE:
        other = port + 1 if port < 65535 else 8013
        return f"Port {port} is in use. Stop the other program, or choose another port: tilewise serve --port {other}."
    if error.errno == errno.EACCES:
        return f"You may not use port {port}. Choose one above 1023: tilewise serve --port 8013."
    if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
        return f"{settings.host} is not an address of this machine. Try --host 127.0.0.1, or 0.0.0.0 for all addresses."
    return f"Port {port} on {settings.host} cannot be used: {error.strerror or error}."


def _raise_file_limit() -> None:
    """Raise the limit on open files as far as this user may."""
    try:
        import resource
    except ImportError:  # not on Windows
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(MOST_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _print_welcome(settings: Settings, port: int) -> None:
    settings = dataclasses.replace(settings, port=port)
    lines = [("Play", settings.address)]
    if not settings.public_url and settings.host in ("0.0.0.0", "::"):  # noqa: S104  (compared, not bound)
        address = settings.network_address or network_address()
        if address is not None:
            lines.append(("Others", f"http://{address}:{port} (on your network)"))
    lines.append(("Database", database_description(settings.database)))
    if settings.bus:
        lines.append(("Bus", f"Redis, {settings.bus.partition('://')[2].rpartition('@')[2]}"))
    lines.append(("Stop", "Ctrl-C; all games are saved"))
    print("Tilewise is ready. Open the address in a browser.")
    for name, value in lines:
        print(f"  {name + ':':<10} {value}")
    sys.stdout.flush()
    if settings.open:
        open_page(settings.address, os.environ)
