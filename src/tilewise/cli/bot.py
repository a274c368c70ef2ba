"""`tilewise bot`: an external player at a server's table, as a guest or with an account."""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
import time
import urllib.error
import urllib.request
from contextlib import closing
from functools import partial
from http import HTTPStatus
from typing import Final
from urllib.parse import quote, urlsplit

import msgspec
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.sync.client import ClientConnection, connect

from tilewise.arena.external_player import ExternalPlayer
from tilewise.cli.remote_seat import RemoteSeat
from tilewise.errors import TilewiseError
from tilewise.server import protocol as wire
from tilewise.server.tables.views import TableView

FIRST_WAIT: Final = 1.0
"""Seconds until the first attempt to reconnect; each further one waits twice as long."""

LONGEST_WAIT: Final = 30.0

MOST_ATTEMPTS: Final = 10
"""Connections in a row that lead to nothing, after which the program ends."""

NOT_SIGNED_IN: Final = 4401
"""The code with which a server closes the connection of a person it does not know."""

_TABLE_ID = re.compile(r"[0-9a-f]{16,64}")

_decoder: msgspec.json.Decoder[wire.AnyServerMessage] = msgspec.json.Decoder(wire.AnyServerMessage)


class _Reconnect(Exception):
    """The connection is lost, but the server may come back."""

    def __init__(self, reason: str, seconds: float) -> None:
        super().__init__(reason)
        self.seconds = seconds


def run_bot(options: argparse.Namespace) -> int:
    """Play until the match is over; raises TilewiseError if the server, the token or the table cannot be used."""
    server = options.server.rstrip("/")
    if urlsplit(server).scheme not in ("http", "https"):
        raise TilewiseError(f"{server} is not the address of a server, such as https://tiles.example.org.")
    token = options.token or os.environ.get("TILEWISE_TOKEN", "")
    if not token:
        raise TilewiseError("A token is missing: use --token or the variable TILEWISE_TOKEN.")
    program = options.program[1:] if options.program[:1] == ["--"] else options.program
    if not program:
        raise TilewiseError("A program is missing: tilewise bot ... ./my-bot.")
    table = _table_id(server, token, options.table)
    _mark_as_program(server, token)
    seat = RemoteSeat(partial(ExternalPlayer, program), time.time, _report)
    with closing(seat):
        _stay_connected(server, token, table, seat)
    print(_result(seat))
    return 0


def _stay_connected(server: str, token: str, table: str, seat: RemoteSeat) -> None:
    """Follow the table until the match is over, and reconnect when the connection is lost."""
    attempts = 0
    while not seat.is_over:
        seen = seat.view
        try:
            with connect(
                f"{server.replace('http', 'ws', 1)}/api/socket",
                additional_headers={"Authorization": f"Bearer {token}"},
                proxy=None,
            ) as socket:
                _follow(socket, table, seat)
        except InvalidStatus as error:
            raise TilewiseError(f"The server answered with status {error.response.status_code}.") from None
        except (_Reconnect, OSError, WebSocketException) as error:
            # The server may close the connection before or after our first message.
            if isinstance(error, ConnectionClosed) and error.rcvd is not None and error.rcvd.code == NOT_SIGNED_IN:
                raise TilewiseError("The server does not know this token.") from None
            attempts = 1 if _has_advanced(seat, seen) else attempts + 1
            if attempts > MOST_ATTEMPTS:
                reason = str(error).rstrip(".")
                raise TilewiseError(f"The connection to {server} fails every time: {reason}.") from None
            seat.disconnect()
            wait = min(LONGEST_WAIT, FIRST_WAIT * 2 ** (attempts - 1))
            time.sleep(max(wait, error.seconds if isinstance(error, _Reconnect) else 0.0))


def _has_advanced(seat: RemoteSeat, before: TableView | None) -> bool:
    """Return whether the last connection brought the match further, or was lost while there was nothing to do.

    A server that disconnects us because of a command shows us the table again each time.
    """
    if seat.view is None or seat.view is before:
        return False
    return not seat.awaits_response or before is None or seat.view.number > before.number


def _follow(socket: ClientConnection, table: str, seat: RemoteSeat) -> None:
    """Play over one connection until the match is over; raises _Reconnect or ConnectionClosed if it ends before."""
    _send(socket, wire.Hello(wire.PROTOCOL))
    _send(socket, wire.Subscribe(table))
    while not seat.is_over:
        message = _decoder.decode(socket.recv())
        if isinstance(message, wire.Problem) and message.code != "storage":
            raise TilewiseError(message.message)
        if isinstance(message, wire.Closing):
            if message.retry_after is None:
                raise TilewiseError(message.message)
            raise _Reconnect(message.message, message.retry_after / 1000)
        seat.take(message)
        answer = seat.next_message()
        if answer is not None:
            _send(socket, answer)


def _send(socket: ClientConnection, message: wire.AnyClientMessage) -> None:
    socket.send(msgspec.json.encode(message).decode())


def _mark_as_program(server: str, token: str) -> None:
    """Give the person of the token the face of a robot, so that everyone at the table knows; raises TilewiseError."""
    request = urllib.request.Request(  # noqa: S310  (the address is http or https)
        f"{server}/api/me",
        data=b'{"avatar": "robot"}',
        headers={"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
        method="PATCH",
    )
    try:
        with urllib.request.urlopen(request, timeout=30):  # noqa: S310
            return
    except urllib.error.HTTPError as error:
        with error:
            if error.code == HTTPStatus.UNAUTHORIZED:
                raise TilewiseError("The server does not know this token.") from None
            raise TilewiseError(f"The server answered with status {error.code}.") from None
    except OSError:
        raise TilewiseError(f"The server at {server} cannot be reached.") from None


def _table_id(server: str, token: str, text: str) -> str:
    """Return the id of a table from its id, link or code; raises TilewiseError."""
    last = text.rstrip("/").rpartition("/")[2].strip()
    if _TABLE_ID.fullmatch(last):
        return last
    request = urllib.request.Request(  # noqa: S310  (the address is http or https)
        f"{server}/api/codes/{quote(last)}", headers={"Authorization": f"Bearer {token}"}
    )
    try:
        with urllib.request.urlopen(request, timeout=30) as response:  # noqa: S310
            return str(json.load(response)["table"])
    except urllib.error.HTTPError as error:
        with error:
            raise TilewiseError(f"There is no table {last!r} on this server (status {error.code}).") from None
    except (OSError, ValueError, KeyError):
        raise TilewiseError(f"The server at {server} cannot be reached.") from None


def _report(sentence: str) -> None:
    print(sentence, file=sys.stderr)


def _result(seat: RemoteSeat) -> str:
    view = seat.view
    if view is None or view.phase != "over" or view.seat is None or not view.standings:
        return "The table was closed."
    standing = view.standings[view.seat]
    return f"The match is over: rank {standing.rank}, {standing.points} points."
