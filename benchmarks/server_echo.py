"""The lower limit for `bench_server`: a bare server that forwards the same traffic and does nothing else.

It runs Starlette, uvicorn and websockets the way the game server does, and decodes the type and table of a message
with msgspec. A draft goes to the three other clients at the table. A command is acknowledged, and all four clients
get a message as long as an event.
"""

from __future__ import annotations

import argparse
import socket

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from tilewise.server.http.uvicorn_protocols import uvicorn_config
from tilewise.server.settings import Settings


class Message(msgspec.Struct):
    """The part of a message that is decoded."""

    type: str
    table: str


def main() -> None:
    """Print the port, and serve until stopped."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--event-bytes", type=int, required=True)
    options = parser.parse_args()
    event = '{"type":"event","table":"' + "x" * (options.event_bytes - 27) + '"}'
    done = '{"type":"done","id":"0123456789","table":"0123456789abcdef","number":99}'
    decoder = msgspec.json.Decoder(Message)
    tables: dict[str, set[WebSocket]] = {}

    async def serve_socket(websocket: WebSocket) -> None:
        await websocket.accept()
        try:
            while True:
                text = await websocket.receive_text()
                message = decoder.decode(text)
                subscribers = tables.setdefault(message.table, set())
                if message.type == "draft":
                    draft = text[:-1] + ',"seat":0}'
                    for other in subscribers:
                        if other is not websocket:
                            await other.send_text(draft)
                elif message.type == "command":
                    for other in subscribers:
                        await other.send_text(event)
                    await websocket.send_text(done)
                else:
                    subscribers.add(websocket)
        except WebSocketDisconnect:
            for subscribers in tables.values():
                subscribers.discard(websocket)

    app = Starlette(routes=[WebSocketRoute("/api/socket", serve_socket)])
    listening = socket.create_server(("127.0.0.1", 0), backlog=4096)
    print(listening.getsockname()[1], flush=True)
    uvicorn.Server(uvicorn_config(app, Settings())).run(sockets=[listening])


if __name__ == "__main__":
    main()
