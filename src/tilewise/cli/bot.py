"""`tilewise bot`: an external player at a server's table, as a guest or with an account."""

from __future__ import annotations

import argparse
import os
import re
import sys
import time
import urllib.error
import urllib.request
from contextlib import closing
from functools import partial
from http import HTTPStatus
from http.client import HTTPException, InvalidURL
from typing import Any, Final, TypeVar
from urllib.parse import quote

import msgspec
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.sync.client import ClientConnection, connect

from tilewise.arena.external_player import ExternalPlayer
from tilewise.cli.remote_seat import FINISHED, RemoteSeat
from tilewise.cli.signals import exit_at_signals
from tilewise.cli.terminal import printable
from tilewise.errors import TilewiseError
from tilewise.server import protocol as wire
from tilewise.server.tables.effects import MyTable
from tilewise.server.tables.views import TableView

FIRST_WAIT: Final = 1.0
"""Seconds until the first attempt to reconnect; each further one waits twice as long."""

LONGEST_WAIT: Final = 30.0

MOST_ATTEMPTS: Final = 10
"""Connections in a row that lead to nothing, after which the program ends."""

NOT_SIGNED_IN: Final = 4401
"""The code with which a server closes the connection of a person it does not know."""

_TEMPORARY: Final = frozenset(
    {
        HTTPStatus.TOO_MANY_REQUESTS,
        HTTPStatus.BAD_GATEWAY,
        HTTPStatus.SERVICE_UNAVAILABLE,
        HTTPStatus.GATEWAY_TIMEOUT,
    }
)
"""Statuses of a busy server, and of a proxy whose server is being restarted."""

_UNKNOWN_PERSON: Final = "The server does not know this token."

_TABLE_ID = re.compile(r"[0-9a-f]{16,64}")

Content = TypeVar("Content")


class _FoundCode(msgspec.Struct):
    """What has a code: a table, or something else."""

    table: str | None = None


_codes = msgspec.json.Decoder(_FoundCode)
_messages: msgspec.json.Decoder[wire.AnyServerMessage] = msgspec.json.Decoder(wire.AnyServerMessage)
_people = msgspec.json.Decoder(dict[str, Any])
_tables = msgspec.json.Decoder(list[MyTable])


class _HttpError(TilewiseError):
    """A response with a status that means an error."""

    def __init__(self, status: int) -> None:
        is_unknown = status == HTTPStatus.UNAUTHORIZED
        super().__init__(_UNKNOWN_PERSON if is_unknown else f"The server answered with status {status}.")
        self.status = status


class _Reconnect(Exception):
    """The connection is lost, but the server may come back."""

    def __init__(self, reason: str, seconds: float) -> None:
        super().__init__(reason)
        self.seconds = seconds


@exit_at_signals()
def run_bot(options: argparse.Namespace) -> int:
    """Play until the match is over; raises TilewiseError if the server, the token or the table cannot be used."""
    server = options.server.rstrip("/")
    if not server.startswith(("http://", "https://")):
        raise _not_an_address(server)
    token = options.token or os.environ.get("TILEWISE_TOKEN", "")
    if not token:
        raise TilewiseError("A token is missing: use --token or the variable TILEWISE_TOKEN.")
    if not token.isascii() or not token.isprintable():
        raise TilewiseError("The token has characters that no token has: copy it again.")
    program = options.program[1:] if options.program[:1] == ["--"] else options.program
    if not program:
        raise TilewiseError("A program is missing: tilewise bot ... ./my-bot.")
    table = _own_table(server, token) if options.table is None else _table_id(server, token, options.table)
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
        except (_Reconnect, OSError, WebSocketException) as error:
            _raise_if_permanent(error)
            attempts = 1 if _has_advanced(seat, seen) else attempts + 1
            if attempts > MOST_ATTEMPTS:
                reason = str(error).rstrip(".")
                raise TilewiseError(f"The connection to {server} fails every time: {reason}.") from None
            seat.disconnect()
            wait = min(LONGEST_WAIT, FIRST_WAIT * 2 ** (attempts - 1))
            time.sleep(max(wait, error.seconds if isinstance(error, _Reconnect) else 0.0))


def _raise_if_permanent(error: Exception) -> None:
    """Raise TilewiseError if a new connection would end with the same error."""
    if isinstance(error, InvalidStatus) and error.response.status_code not in _TEMPORARY:
        raise _HttpError(error.response.status_code) from None
    # The server may close the connection before or after our first message.
    if isinstance(error, ConnectionClosed) and error.rcvd is not None and error.rcvd.code == NOT_SIGNED_IN:
        raise TilewiseError(_UNKNOWN_PERSON) from None


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
        message = _decoded(socket.recv(), _messages)
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


def _table_id(server: str, token: str, text: str) -> str:
    """Return the id of a table from its id, link or code; raises TilewiseError."""
    last = text.rstrip("/").rpartition("/")[2].strip()
    if _TABLE_ID.fullmatch(last):
        return last
    try:
        found = _request(server, token, f"/api/codes/{quote(last, errors='replace')}", _codes).table
    except _HttpError as error:
        if error.status != HTTPStatus.NOT_FOUND:
            raise
        found = None
    if found is None:
        raise TilewiseError(f"There is no table {last!r} on this server.")
    return found


def _own_table(server: str, token: str) -> str:
    """Return the id of the only table where the person of the token plays; raises TilewiseError."""
    mine = _request(server, token, "/api/me/tables", _tables)
    unfinished = [each for each in mine if not each.left and each.summary.phase not in FINISHED]
    if not unfinished:
        raise TilewiseError("The owner of this token sits at no table: name one with --table.")
    if len(unfinished) > 1:
        codes = ", ".join(each.code for each in unfinished)
        raise TilewiseError(f"The owner of this token sits at several tables: choose one with --table ({codes}).")
    return unfinished[0].table


def _mark_as_program(server: str, token: str) -> None:
    """Give the owner of the token the face of a robot, so that everyone at the table knows; raises TilewiseError."""
    _request(server, token, "/api/me", _people, b'{"avatar": "robot"}')


def _request(
    server: str, token: str, path: str, decoder: msgspec.json.Decoder[Content], change: bytes | None = None
) -> Content:
    """Return the response to GET, or to PATCH with a change; raises TilewiseError, for a bad status _HttpError."""
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    method = "GET" if change is None else "PATCH"
    try:
        request = urllib.request.Request(f"{server}{path}", change, headers, method=method)  # noqa: S310  (http or https)
        with urllib.request.urlopen(request, timeout=30) as response:  # noqa: S310
            content = response.read()
    except urllib.error.HTTPError as error:
        with error:
            raise _HttpError(error.code) from None
    except OSError:
        raise TilewiseError(f"The server at {server} cannot be reached.") from None
    except (ValueError, InvalidURL):
        raise _not_an_address(server) from None
    except HTTPException:
        raise TilewiseError(f"The response of the server at {server} is not HTTP, or not complete.") from None
    return _decoded(content, decoder)


def _decoded(content: bytes | str, decoder: msgspec.json.Decoder[Content]) -> Content:
    """Return what the server sent; raises TilewiseError if it is something else than expected."""
    try:
        return decoder.decode(content)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise TilewiseError(f"The server sent something unexpected: {str(error)[:200]}.") from None


def _not_an_address(server: str) -> TilewiseError:
    return TilewiseError(f"{server!r} is not the address of a server, such as https://tiles.example.org.")


def _report(sentence: str) -> None:
    print(printable(sentence), file=sys.stderr)


def _result(seat: RemoteSeat) -> str:
    view = seat.view
    if view is None or view.phase != "over" or view.seat is None or not view.standings:
        return "The table was closed."
    standing = view.standings[view.seat]
    return f"The match is over: rank {standing.rank}, {standing.points} points."
