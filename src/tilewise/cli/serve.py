"""`tilewise serve`: the game server."""

from __future__ import annotations

import argparse
import dataclasses
import os
import socket
import sys
from typing import TYPE_CHECKING

from tilewise.server.settings import Settings, settings_from
from tilewise.tiles import TilewiseError

if TYPE_CHECKING:
    from tilewise.server.running import Server


def run_serve(chosen: argparse.Namespace) -> int:
    """Run the server until it is stopped; raises TilewiseError for what keeps it from starting."""
    flags = {field.name: getattr(chosen, field.name, None) for field in dataclasses.fields(Settings)}
    settings = settings_from(flags, os.environ)
    listening = _listen(settings)
    import structlog
    import uvicorn

    from tilewise.server.running import Server
    from tilewise.server.unfailing import UnfailingStream
    from tilewise.server.web.app import make_app
    from tilewise.server.web.serving import config_of

    structlog.configure(logger_factory=structlog.PrintLoggerFactory(UnfailingStream(sys.stderr)))  # type: ignore[arg-type]
    server = Server(settings)
    _tell(server, listening.getsockname()[1])
    runner = uvicorn.Server(config_of(make_app(server), settings))
    runner.run(sockets=[listening])
    if not runner.started:
        raise TilewiseError("The server could not start.")
    print("Stopped; every table goes on when the server starts again.", file=sys.stderr)
    return 0


def _listen(settings: Settings) -> socket.socket:
    """Take the port before anything else; raises TilewiseError if it is taken."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((settings.host, settings.port))
    except OSError as error:
        listening.close()
        where = f"Port {settings.port} of {settings.host}"
        why = "is taken: stop what runs there, or choose another one" if error.errno == 98 else "cannot be used"
        raise TilewiseError(f"{where} {why} (tilewise serve --port {settings.port + 1}).") from None
    return listening


def _tell(server: Server, port: int) -> None:
    settings = server.settings
    address = settings.address if settings.port else f"http://localhost:{port}"
    database = settings.database.partition("://")[2] if settings.database.startswith("sqlite") else "PostgreSQL"
    print("Tilewise is ready.")
    print(f"  Play:      {address}")
    print(f"  Database:  {database.removeprefix('/') if database.startswith('//') else database}")
    print("  Stop:      Ctrl-C; nothing is lost.")
    sys.stdout.flush()
