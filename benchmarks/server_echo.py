"""The limit for `bench_server`: a bare server of the same stack that passes the same traffic on and does nothing else.

Starlette, uvicorn and websockets as the game server runs them; msgspec reads the kind of a message and its table. A
draft goes to the three others at the table; a command is answered, and all four get as many bytes as an event has.
"""

from __future__ import annotations

import argparse
import socket

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from tilewise.server.http.protocols import uvicorn_config
from tilewise.server.settings import Settings


class Message(msgspec.Struct):
    """All that is read of a message."""

    type: str
    table: str


def main() -> None:
    """Serve until stopped."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--event-bytes", type=int, required=True)
    chosen = parser.parse_args()
    event = '{"type":"event","table":"' + "x" * (chosen.event_bytes - 27) + '"}'
    done = '{"type":"done","id":"0123456789","table":"0123456789abcdef","number":99}'
    decoder = msgspec.json.Decoder(Message)
    tables: dict[str, set[WebSocket]] = {}

    async def talk(websocket: WebSocket) -> None:
        await websocket.accept()
        try:
            while True:
                text = await websocket.receive_text()
                message = decoder.decode(text)
                followers = tables.setdefault(message.table, set())
                if message.type == "draft":
                    told = text[:-1] + ',"seat":0}'
                    for other in followers:
                        if other is not websocket:
                            await other.send_text(told)
                elif message.type == "command":
                    for other in followers:
                        await other.send_text(event)
                    await websocket.send_text(done)
                else:
                    followers.add(websocket)
        except WebSocketDisconnect:
            for followers in tables.values():
                followers.discard(websocket)

    app = Starlette(routes=[WebSocketRoute("/api/socket", talk)])
    listening = socket.create_server(("127.0.0.1", 0), backlog=4096)
    print(listening.getsockname()[1], flush=True)
    uvicorn.Server(uvicorn_config(app, Settings())).run(sockets=[listening])


if __name__ == "__main__":
    main()
