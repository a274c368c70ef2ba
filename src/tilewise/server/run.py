"""Running a server on a socket with uvicorn, and stopping it.

The first Ctrl-C or SIGTERM stops the server gracefully: it refuses new connections and commands, finishes running ones,
releases its leases and asks clients to come back later. The second one ends the process at once. Even then, no
confirmed command is lost.
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
from tilewise.server.http.uvicorn_protocols import uvicorn_config

INTERRUPTED: Final = 130
"""The exit code after a second Ctrl-C."""

SWITCH_INTERVAL: Final = 0.001
"""Seconds that a thread may hold the interpreter while the event loop waits for it."""


class UvicornServer(uvicorn.Server):
    """uvicorn with a graceful stop."""

    def __init__(self, config: uvicorn.Config, server: Server, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._server = server
        self._on_started = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start serving, and report it."""
        await super().startup(sockets)
        self._on_started()

    async def listen(self, listening: socket.socket) -> asyncio.Server:
        """Serve the application on a further socket."""

        def create_protocol() -> asyncio.Protocol:
            return self.config.http_protocol_class(  # type: ignore[call-arg]
                config=self.config, server_state=self.server_state, app_state=self.lifespan.state
            )

        listener = await asyncio.get_running_loop().create_server(create_protocol, sock=listening)
        self.servers.append(listener)
        return listener

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept no more connections, stop the server, then close the remaining connections."""
        for listener in self.servers:
            listener.close()
        await self._server.stop()
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Handle signals. Unlike uvicorn, do not raise them again: a graceful stop exits with code 0."""
        handlers = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in handlers.items():
                signal.signal(number, handler)

    def handle_exit(self, sig: int, frame: object) -> None:
        """Stop gracefully; the second time, at once."""
        if self.should_exit:
            with contextlib.suppress(OSError):
                os.write(sys.stderr.fileno(), b"Stopped at once; no confirmed command is lost.\n")
            os._exit(INTERRUPTED)
        self.should_exit = True


def serve(server: Server, listener: socket.socket, started: Callable[[], None]) -> None:
    """Run a server until it is stopped; raises StorageError and BusError if it cannot start."""
    # uvicorn's lifespan support would turn an error at the start into a traceback in the log.
    config = uvicorn_config(make_app(server), server.settings, lifespan="off")

    async def main() -> None:
        schedule_collection()
        # The event loop must not wait long for threads that read or write the database.
        sys.setswitchinterval(SWITCH_INTERVAL)
        try:
            await server.start()
        except BaseException:
            await server.abort()
            raise
        collector = asyncio.create_task(collect_periodically(), name="garbage-collection")
        uvicorn_server = UvicornServer(config, server, started)
        host, port = listener.getsockname()[:2]
        server.local_network.start(host, port, uvicorn_server.listen)
        await uvicorn_server.serve(sockets=[listener])
        collector.cancel()

    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(main())
