"""A server on a port: how it is run by uvicorn, and how it stops when it is told to.

The first Ctrl-C or SIGTERM stops it with care: no new connections, no new commands, those that run are finished, the
leases are given back and clients told to come back. The second one ends the process at once; then, too, nothing is lost
that somebody was told had happened.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from typing import Final

import uvicorn

from tilewise.server.app import Server, make_app
from tilewise.server.garbage_collection import collect_periodically, schedule_collection
from tilewise.server.http.protocols import config_of

AT_ONCE: Final = 130
"""The exit code after a second Ctrl-C."""


class Serving(uvicorn.Server):
    """uvicorn with our way to stop."""

    def __init__(self, config: uvicorn.Config, server: Server, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._server = server
        self._tell_started = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer, and say so."""
        await super().startup(sockets)
        self._tell_started()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take no more connections, let the server finish, then close what is left."""
        for listening in self.servers:
            listening.close()
        await self._server.stop()
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Listen to signals. Unlike uvicorn's own, this does not raise them again: who stops with care exits with 0."""
        before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def handle_exit(self, sig: int, frame: object) -> None:
        """Stop with care, and the second time at once."""
        if self.should_exit:
            with contextlib.suppress(OSError):
                os.write(sys.stderr.fileno(), b"Stopped at once; nothing that was confirmed is lost.\n")
            os._exit(AT_ONCE)
        self.should_exit = True


def _share_often() -> None:
    """Let threads take turns often: the event loop is not to wait long for one that reads or writes the database."""
    sys.setswitchinterval(0.001)


def serve(server: Server, listening: socket.socket, started: Callable[[], None]) -> None:
    """Run a server until it is told to stop; raises StorageError and BusError if it cannot start."""
    # Not by uvicorn's lifespan: that would turn an error into a traceback in the log.
    config = config_of(make_app(server), server.settings, lifespan="off")

    async def running() -> None:
        schedule_collection()
        _share_often()
        try:
            await server.start()
        except BaseException:
            await server.abort()
            raise
        collecting = asyncio.create_task(collect_periodically(), name="collecting")
        await Serving(config, server, started).serve(sockets=[listening])
        collecting.cancel()

    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(running())
