"""How uvicorn serves the application: with limits on time and memory where it has none of its own.

Some things are ours. A client that opens a connection and sends its request drop by drop is not waited for. And a
WebSocket whose client no longer reads is ended at once when it should be: closing it politely would wait until the
client reads, and keep what it was sent in memory until then.

Nothing is compressed: messages mix secrets (tiles) with texts of others (chat), and the length of what was compressed
would tell about both (BREACH); it would also cost more memory than all the rest of a connection.
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

LOOK_EVERY: Final = 5.0
"""Seconds between two looks at a connection: whoever has asked nothing between two of them is cut off."""

STUCK_LOOKS: Final = 4
"""Looks in a row at which a client has not read its answer: then it is cut off as well."""

LARGEST_HEAD: Final = 65_536
"""Bytes of a request's first line and headers."""

FAREWELL: Final = 3.0
"""Seconds in which a WebSocket that is being closed may still read what it was sent."""

PING_EVERY: Final = 20.0
"""Seconds; proxies cut off connections on which nothing moves for a minute."""

PONG_WITHIN: Final = 20.0
"""Seconds after which a client that does not answer counts as gone."""

LAST_ANSWERS: Final = 3
"""Seconds for answers that are being written when the server stops."""

WRITE_NOW: Final = "tilewise.write-now"
"""The extension of a WebSocket's scope by which a text is sent without waiting."""

READ_NOW: Final = "tilewise.read-now"
"""The extension of a WebSocket's scope by which texts are handed over as they come."""

SPARE: Final = 200
"""Connections beyond those for WebSockets: for requests that come and go."""


class ImpatientHttp(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
    """HTTP for clients that ask soon after they connect."""

    def connection_made(self, transport: Any) -> None:
        """Begin to look at the clock."""
        super().connection_made(transport)
        self._seen: object = None
        self._head = 0
        self._stuck = 0
        self._was_closing = False
        self._looking = self.loop.call_later(LOOK_EVERY, self._look)

    def connection_lost(self, exc: Exception | None) -> None:
        """Look no more."""
        self._looking.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take in a part of a request, unless its head has no end."""
        before = self.cycle
        super().data_received(data)
        self._head = self._head + len(data) if self.cycle is before and not self._is_busy() else 0
        if self._head > LARGEST_HEAD:
            self.transport.abort()

    def _look(self) -> None:
        if self.transport.get_protocol() is not self:
            return  # a WebSocket by now
        self._stuck = self._stuck + 1 if self.flow.write_paused else 0
        is_alive = self._is_busy() or self.cycle is not self._seen
        # Who is being closed since the last look, but does not read the rest, would be waited for without end.
        if not is_alive or self._stuck >= STUCK_LOOKS or self._was_closing:
            self.transport.abort()
            return
        self._seen = self.cycle
        self._was_closing = self.transport.is_closing()
        self._looking = self.loop.call_later(LOOK_EVERY, self._look)

    def _is_busy(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete


class FirmWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket that ends when it is ended, whether its client reads or not."""

    _take: Callable[[bytes], bool] | None = None

    async def run_asgi(self) -> None:
        """Run the application; after it nothing is sent any more."""
        self.scope["extensions"][WRITE_NOW] = self.write_now  # type: ignore[assignment]
        self.scope["extensions"][READ_NOW] = self.read_now  # type: ignore[assignment]
        await super().run_asgi()
        # Nothing is left that refers to itself: it would stay in memory until Python looks for that, which is seldom.
        self._take = None
        self.scope["extensions"].clear()
        self._end_soon()

    def write_now(self, text: bytes) -> bool:
        """Send a text at once; returns False, with nothing sent, if the client has to read on first or is leaving.

        Most messages go this way: to wake a task for each of them takes longer than all the rest of sending it.
        """
        if not self.writable.is_set() or self.conn.state is not OPEN or self.transport.is_closing():
            return False
        self.transport.write(_framed(text))
        return True

    def read_now(self, take: Callable[[bytes], bool]) -> None:
        """Hand texts over as they come, those that wait for nothing; for all others `take` does nothing but say False.

        Those are received as ever, and so is what comes behind them until they are. To wake a task for each message
        takes longer than most of them do.
        """
        self._take = take

    def send_receive_event_to_app(self) -> None:
        """A message is complete."""
        # A text has to be UTF-8: what is no ASCII either goes the long way, on which that is checked.
        if self._take is not None and self.curr_msg_data_type == "text" and self.queue.empty() and not self.close_sent:
            text = b"".join(self.frames)
            if text.isascii() and self._take(text):
                self.frames = []
                return
        super().send_receive_event_to_app()

    def keepalive_timeout(self) -> None:
        """The client is gone."""
        super().keepalive_timeout()
        self._end_soon()

    def shutdown(self) -> None:
        """The server stops."""
        super().shutdown()
        self._end_soon()

    def _end_soon(self) -> None:
        if not self.disconnected:
            self.loop.call_later(FAREWELL, self.transport.abort)


@lru_cache(4)
def _framed(text: bytes) -> bytes:
    """A text as a frame of a WebSocket: the same for everybody at a table, so it is made once."""
    return Frame(Opcode.TEXT, text).serialize(mask=False)


def config_of(app: Any, settings: Settings, **others: Any) -> uvicorn.Config:
    """The configuration of uvicorn for an application of ours, with others of its options."""
    return uvicorn.Config(
        app,
        **others,
        http=ImpatientHttp,
        ws=FirmWebSocket,
        ws_max_size=settings.largest_message,
        ws_ping_interval=PING_EVERY,
        ws_ping_timeout=PONG_WITHIN,
        ws_per_message_deflate=False,
        limit_concurrency=settings.connections + SPARE,
        timeout_keep_alive=5,
        timeout_graceful_shutdown=LAST_ANSWERS,
        backlog=4096,
        # Addresses and paths of people stay out of the log.
        log_config=None,
        access_log=False,
        log_level="warning",
        server_header=False,
        # Only of these is believed who a request comes from (X-Forwarded-For) and how (X-Forwarded-Proto).
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=settings.trusted_proxies,
    )
