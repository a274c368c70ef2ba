"""The protocol classes of uvicorn, with limits on time and memory that uvicorn does not have.

A client that connects and sends its request drop by drop is disconnected. A WebSocket whose client no longer reads is
closed at once: a clean close would wait until the client reads, and hold all unsent messages in memory until then.

Nothing is compressed. Messages mix secrets (tiles) with texts of other people (chat), and the compressed length would
reveal both (BREACH). Compression would also need more memory than the rest of a connection.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

import uvicorn
from uvicorn.protocols.http.auto import AutoHTTPProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import OPEN

from tilewise.server.settings import Settings

CHECK_INTERVAL: Final = 5.0
"""Seconds between two checks of a connection. A client that sends no request between two checks is disconnected."""

MOST_STUCK_CHECKS: Final = 4
"""A client that does not read its response for this many checks in a row is disconnected."""

LARGEST_HEAD: Final = 65_536
"""Bytes of a request line with its headers."""

CLOSE_TIMEOUT: Final = 3.0
"""Seconds in which the client of a closing WebSocket may still read pending messages."""

PING_INTERVAL: Final = 20.0
"""Seconds. Proxies close connections that are idle for a minute."""

PONG_TIMEOUT: Final = 20.0
"""Seconds after which a client that does not respond to a ping is disconnected."""

SHUTDOWN_TIMEOUT: Final = 3
"""Seconds for pending responses when the server stops."""

WRITE_NOW: Final = "tilewise.write-now"
"""The ASGI extension of a WebSocket that sends a text without waiting."""

READ_NOW: Final = "tilewise.read-now"
"""The ASGI extension of a WebSocket that passes texts on as they arrive."""

HTTP_CONNECTIONS: Final = 200
"""Connections for HTTP requests, in addition to those for WebSockets."""


class TimeLimitedHttp(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
    """HTTP for clients that send a request soon after they connect."""

    def connection_made(self, transport: Any) -> None:
        """Schedule the first check."""
        super().connection_made(transport)
        self._last_cycle: object = None
        self._head = 0
        self._stuck_checks = 0
        self._was_closing = False
        self._next_check = self.loop.call_later(CHECK_INTERVAL, self._check)

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel the next check."""
        self._next_check.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Receive a part of a request, unless its head is too large."""
        before = self.cycle
        super().data_received(data)
        self._head = self._head + len(data) if self.cycle is before and not self._is_responding() else 0
        if self._head > LARGEST_HEAD:
            self.transport.abort()

    def _check(self) -> None:
        if self.transport.get_protocol() is not self:
            return  # It is a WebSocket now.
        self._stuck_checks = self._stuck_checks + 1 if self.flow.write_paused else 0
        is_active = self._is_responding() or self.cycle is not self._last_cycle
        # A client that does not read the rest of its response would keep a closing connection open without end.
        if not is_active or self._stuck_checks >= MOST_STUCK_CHECKS or self._was_closing:
            self.transport.abort()
            return
        # After a long response its client has until the check after the next to send another request.
        self._last_cycle = None if self._is_responding() else self.cycle
        self._was_closing = self.transport.is_closing()
        self._next_check = self.loop.call_later(CHECK_INTERVAL, self._check)

    def _is_responding(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete


class BoundedWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket that closes in bounded time, whether its client reads or not."""

    _receive_text: Callable[[bytes], bool] | None = None

    async def run_asgi(self) -> None:
        """Run the application; when it returns, the connection closes."""
        self.scope["extensions"][WRITE_NOW] = self.write_now  # type: ignore[assignment]
        self.scope["extensions"][READ_NOW] = self.read_now  # type: ignore[assignment]
        await super().run_asgi()
        # Break reference cycles, which would stay in memory until the next full garbage collection.
        self._receive_text = None
        self.scope["extensions"].clear()
        self._abort_later()

    def write_now(self, text: bytes) -> bool:
        """Send a text at once; return False, with nothing sent, if the client is slow or disconnecting.

        Most messages are sent this way: waking a task for each takes longer than everything else about sending it.
        """
        if not self.writable.is_set() or self.conn.state is not OPEN or self.transport.is_closing():
            return False
        self.transport.write(_text_frame(text))
        return True

    def read_now(self, receive_text: Callable[[bytes], bool]) -> None:
        """Pass texts to a function as they arrive; it returns False for those that it does not handle.

        Such a text, and those that arrive before it is processed, are received in the usual way. Waking a task for each
        message takes longer than processing most of them.
        """
        self._receive_text = receive_text

    def send_receive_event_to_app(self) -> None:
        """Pass a complete message to the application."""
        # The usual way checks that a text is valid UTF-8, which ASCII always is.
        if (
            self._receive_text is not None
            and self.curr_msg_data_type == "text"
            and self.queue.empty()
            and not self.close_sent
        ):
            text = b"".join(self.frames)
            if text.isascii() and self._receive_text(text):
                self.frames = []
                return
        super().send_receive_event_to_app()

    def keepalive_timeout(self) -> None:
        """Close the connection of a client that does not respond to pings."""
        super().keepalive_timeout()
        self._abort_later()

    def shutdown(self) -> None:
        """Close the connection because the server is stopping."""
        super().shutdown()
        self._abort_later()

    def _abort_later(self) -> None:
        if not self.disconnected:
            self.loop.call_later(CLOSE_TIMEOUT, self.transport.abort)


@lru_cache(4)
def _text_frame(text: bytes) -> bytes:
    """Return a text as a WebSocket frame. Cached, since all clients at a table get the same one."""
    return Frame(Opcode.TEXT, text).serialize(mask=False)


def uvicorn_config(app: Any, settings: Settings, **options: Any) -> uvicorn.Config:
    """Return uvicorn's configuration for an application, with further options of uvicorn."""
    return uvicorn.Config(
        app,
        **options,
        http=TimeLimitedHttp,
        ws=BoundedWebSocket,
        ws_max_size=settings.largest_message,
        ws_ping_interval=PING_INTERVAL,
        ws_ping_timeout=PONG_TIMEOUT,
        ws_per_message_deflate=False,
        limit_concurrency=settings.connections + HTTP_CONNECTIONS,
        timeout_keep_alive=5,
        timeout_graceful_shutdown=SHUTDOWN_TIMEOUT,
        backlog=4096,
        # Addresses of people and the paths they request must not be logged.
        log_config=None,
        access_log=False,
        log_level="warning",
        server_header=False,
        # Only these proxies may report a client's address (X-Forwarded-For) and scheme (X-Forwarded-Proto).
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=settings.trusted_proxies,
    )
