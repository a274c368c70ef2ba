"""`tilewise bot`: programs at the tables of a real server."""

from __future__ import annotations

import shutil
import signal
import socketserver
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path

import msgspec
import pytest
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosedError, InvalidStatus
from websockets.http11 import Response

from tests.support.arena_players import STUBBORN
from tests.support.processes import is_gone, killed_on_failure, until
from tests.support.pure_table import PureTable
from tests.support.served import SECONDS, Served, command, environment, served
from tilewise.cli import bot, main
from tilewise.server import protocol as wire
from tilewise.server.tables.table_settings import TableSettings
from tilewise.server.tables.views import table_view

EXAMPLES = Path(__file__).parents[2] / "examples"
PYTHON = [sys.executable, str(EXAMPLES / "rack_player.py")]
NODE = ["node", str(EXAMPLES / "rack_player.mjs")]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("served") / "tables.db") as running:
        yield running


def table_of(server: Served, token: str, *seats: str) -> dict[str, str]:
    rules = {"turn_seconds": None, "empty_pool": "passes"}
    created: dict[str, str] = server.post("/api/tables", {"seats": seats, "rules": rules, "tempo": "instant"}, token)
    return created


def test_a_program_plays_a_match_against_a_computer_player(server: Served, capsys: pytest.CaptureFixture[str]) -> None:
    token = server.guest("Robot")
    table = table_of(server, token, "person", "beginner")["table"]
    address = f"http://127.0.0.1:{server.port}"
    link = f"{address}/#/table/{table}"
    assert main(["bot", "--server", address, "--token", token, "--table", link, *PYTHON]) == 0
    output, errors = capsys.readouterr()
    assert output.startswith("The match is over: rank ")
    assert errors == ""


def test_without_a_table_a_program_plays_where_it_sits(server: Served, capsys: pytest.CaptureFixture[str]) -> None:
    token = server.guest("Robot")
    line = ["bot", "--server", f"http://127.0.0.1:{server.port}", "--token", token, *PYTHON]
    assert main(line) == 2
    assert "sits at no table" in capsys.readouterr().err
    table_of(server, token, "person", "beginner")
    assert main(line) == 0
    assert capsys.readouterr().out.startswith("The match is over: rank ")
    assert main(line) == 2
    assert "sits at no table" in capsys.readouterr().err
    codes = [table_of(server, token, "person", "person")["code"] for _ in range(2)]
    assert main(line) == 2
    error = capsys.readouterr().err
    assert "sits at several tables" in error
    assert all(code in error for code in codes)


def test_a_program_is_marked_and_gets_no_seat_at_a_rated_table(
    server: Served, capsys: pytest.CaptureFixture[str]
) -> None:
    person, token = server.guest("Ada"), server.guest("Robot")
    rated = server.post("/api/tables", {"seats": ["person", "person"], "rated": True}, person)["table"]
    address = f"http://127.0.0.1:{server.port}"
    assert main(["bot", "--server", address, "--token", token, "--table", rated, *PYTHON]) == 2
    assert "A rated table is for people only." in capsys.readouterr().err
    status, me = server.get("/api/me", authorization=f"Bearer {token}")
    assert (status, msgspec.json.decode(me)["avatar"]) == (200, "robot")


def test_two_programs_play_against_each_other(server: Served, capsys: pytest.CaptureFixture[str]) -> None:
    """One created the table; the other has only its code, and sits down."""
    tokens = [server.guest("One"), server.guest("Two")]
    created = table_of(server, tokens[0], "person", "person")
    address = f"http://127.0.0.1:{server.port}"
    other = PYTHON if shutil.which("node") is None else NODE
    line = command("bot", "--server", address, "--table", created["code"], "--", *other)
    started = subprocess.Popen(
        line, env=environment(TILEWISE_TOKEN=tokens[1]), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    with killed_on_failure(started) as process:
        assert main(["bot", "--server", address, "--token", tokens[0], "--table", created["table"], *PYTHON]) == 0
        output, errors = process.communicate(timeout=SECONDS)
    assert (process.returncode, errors) == (0, "")
    assert output.startswith("The match is over: rank ")
    assert "The match is over" in capsys.readouterr().out


def test_a_program_that_fails_loses_its_turns(server: Served, capsys: pytest.CaptureFixture[str]) -> None:
    token = server.guest("Robot")
    table = table_of(server, token, "person", "beginner")["table"]
    address = f"http://127.0.0.1:{server.port}"
    assert main(["bot", "--server", address, "--token", token, "--table", table, "/no/such/program"]) == 0
    output, errors = capsys.readouterr()
    assert output.startswith("The match is over")
    assert "cannot be started" in errors


def test_what_a_program_writes_cannot_control_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    bot._report("ProgramFailed: The program ended. \x1b]0;owned\x07\x1b[2Jgone")
    errors = capsys.readouterr().err
    assert errors.endswith("gone\n")
    assert not {"\x1b", "\x07"} & set(errors)


def test_a_program_ends_with_the_command(server: Served, tmp_path: Path) -> None:
    token = server.guest("Robot")
    table = table_of(server, token, "person", "beginner")["table"]
    ids = tmp_path / "ids"
    ids.mkdir()
    program = [sys.executable, "-c", STUBBORN, str(ids)]
    line = command("bot", "--server", f"http://127.0.0.1:{server.port}", "--table", table, "--", *program)
    started = subprocess.Popen(line, env=environment(TILEWISE_TOKEN=token), stderr=subprocess.PIPE, text=True)
    with killed_on_failure(started) as process:
        until(lambda: bool(list(ids.iterdir())))
        process.send_signal(signal.SIGTERM)
        errors = process.communicate(timeout=SECONDS)[1]
    until(lambda: all(is_gone(int(path.name)) for path in ids.iterdir()))
    assert (process.returncode, errors) == (128 + signal.SIGTERM, "")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--token", "wrong", "--table", "0123456789abcdef", "./bot"], "does not know this token"),
        (["--table", "0123456789abcdef", "./bot"], "A token is missing"),
        (["--token", "x", "--table", "0123456789abcdef"], "A program is missing"),
        (["--token", "x", "--table", "QQQQ", "./bot"], "There is no table 'QQQQ'"),
        (["--token", "x", "--table", "\udcff", "./bot"], "There is no table '\\udcff'"),
        (["--token", "wrong", "./bot"], "does not know this token"),
        (["--token", "one\ntwo", "--table", "QQQQ", "./bot"], "The token has characters that no token has"),
        (["--token", "\u20ac", "--table", "QQQQ", "./bot"], "The token has characters that no token has"),
    ],
)
def test_what_cannot_be_used_is_said_in_a_sentence(
    server: Served,
    arguments: list[str],
    message: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("TILEWISE_TOKEN", raising=False)
    assert main(["bot", "--server", f"http://127.0.0.1:{server.port}", *arguments]) == 2
    assert message in capsys.readouterr().err


def test_an_unknown_table_is_named(server: Served, capsys: pytest.CaptureFixture[str]) -> None:
    token = server.guest()
    address = f"http://127.0.0.1:{server.port}"
    assert main(["bot", "--server", address, "--token", token, "--table", "0123456789abcdef", "./bot"]) == 2
    assert "tilewise: " in capsys.readouterr().err


class ScriptedSocket:
    """A connection on which the server sends these messages, and then ends it."""

    def __init__(self, *messages: wire.AnyServerMessage | bytes) -> None:
        self.messages = list(messages)
        self.sent: list[str] = []

    def __enter__(self) -> ScriptedSocket:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def send(self, text: str) -> None:
        self.sent.append(text)

    def recv(self) -> bytes:
        if not self.messages:
            raise ConnectionClosedError(None, None)
        message = self.messages.pop(0)
        return message if isinstance(message, bytes) else msgspec.json.encode(message)


def scripted(monkeypatch: pytest.MonkeyPatch, *steps: ScriptedSocket | Exception) -> list[float]:
    """Let the command connect to these sockets, one after the other; return the seconds that it waits."""
    waits: list[float] = []
    left = list(steps)

    def connect(*_: object, **__: object) -> ScriptedSocket:
        step = left.pop(0) if left else OSError("refused")
        if isinstance(step, Exception):
            raise step
        return step

    monkeypatch.setattr(bot, "connect", connect)
    monkeypatch.setattr(bot, "_mark_as_program", lambda *_: None)
    monkeypatch.setattr("time.sleep", waits.append)
    return waits


ALONE = ["bot", "--server", "http://server", "--token", "x", "--table", "0123456789abcdef", "./bot"]


def test_a_program_reconnects_and_waits_longer_each_time(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table = PureTable(TableSettings(seats=("person", "person")))
    shown = table_view(table.state, 0)
    closed = msgspec.structs.replace(shown, phase="closed")
    last = ScriptedSocket(wire.View("t", 1, closed))
    waits = scripted(
        monkeypatch,
        OSError("refused"),
        OSError("refused"),
        ScriptedSocket(wire.View("t", 1, shown)),
        ScriptedSocket(wire.Closing("stopping", "The server is being restarted.", 7000)),
        last,
    )
    assert main(ALONE) == 0
    assert waits == [1, 2, 1, 7]
    assert [msgspec.json.decode(text)["type"] for text in last.sent] == ["hello", "subscribe"]
    assert capsys.readouterr().out == "The table was closed.\n"


def handshake_refused(status: HTTPStatus) -> InvalidStatus:
    return InvalidStatus(Response(status, status.phrase, Headers()))


def test_a_proxy_whose_server_is_being_restarted_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    closed = msgspec.structs.replace(
        table_view(PureTable(TableSettings(seats=("person", "person"))).state, 0), phase="closed"
    )
    refused = handshake_refused(HTTPStatus.BAD_GATEWAY)
    waits = scripted(monkeypatch, refused, refused, ScriptedSocket(wire.View("t", 1, closed)))
    assert main(ALONE) == 0
    assert waits == [1, 2]


@pytest.mark.parametrize(
    ("status", "sentence"),
    [
        (HTTPStatus.FORBIDDEN, "The server answered with status 403."),
        (HTTPStatus.UNAUTHORIZED, "does not know this token"),
    ],
)
def test_a_server_that_refuses_connections_is_not_asked_again(
    status: HTTPStatus, sentence: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    waits = scripted(monkeypatch, handshake_refused(status))
    assert main(ALONE) == 2
    assert sentence in capsys.readouterr().err
    assert waits == []


def test_a_server_that_is_gone_is_given_up(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    waits = scripted(monkeypatch)
    assert main(ALONE) == 2
    assert "The connection to http://server fails every time: refused." in capsys.readouterr().err
    assert waits == [1, 2, 4, 8, 16, 30, 30, 30, 30, 30]


def test_a_server_that_disconnects_after_each_command_is_given_up(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It shows the table again each time, but the match does not go on."""
    table = PureTable(TableSettings(seats=("person", "beginner")))
    shown = table_view(table.state, 0)
    sockets = [ScriptedSocket(wire.View("t", 1, shown)) for _ in range(20)]
    waits = scripted(monkeypatch, *sockets)
    assert main(ALONE) == 2
    assert [msgspec.json.decode(text)["type"] for text in sockets[0].sent] == ["hello", "subscribe", "command"]
    assert "fails every time" in capsys.readouterr().err
    assert waits == [1, 2, 4, 8, 16, 30, 30, 30, 30, 30]


def test_a_connection_that_is_lost_while_others_think_is_not_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = table_view(PureTable(TableSettings(seats=("person", "person"))).state, 0)
    closed = msgspec.structs.replace(shown, phase="closed")
    views = [shown] * 20 + [closed]
    waits = scripted(monkeypatch, *(ScriptedSocket(wire.View("t", 1, view)) for view in views))
    assert main(ALONE) == 0
    assert waits == [1] * 20


def test_a_server_of_another_protocol_is_not_asked_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    scripted(monkeypatch, ScriptedSocket(wire.Closing("protocol", "This server speaks other versions.")))
    assert main(ALONE) == 2
    assert "This server speaks other versions." in capsys.readouterr().err


@pytest.mark.parametrize("message", [b"garbage", b'{"type": "view"}', b'{"type": "news"}', b"[" * 100_000, b'"\xff"'])
def test_a_message_that_makes_no_sense_ends_the_command(
    message: bytes, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    scripted(monkeypatch, ScriptedSocket(message))
    assert main(ALONE) == 2
    assert "The server sent something unexpected: " in capsys.readouterr().err


@contextmanager
def replying(reply: bytes) -> Iterator[str]:
    """Start a server that sends this to everyone who asks; yield its address."""

    class Replies(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            self.request.recv(1 << 16)
            self.request.sendall(reply)

    with socketserver.TCPServer(("127.0.0.1", 0), Replies) as other:
        thread = threading.Thread(target=other.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{other.server_address[1]}"
        finally:
            other.shutdown()
            thread.join()


@pytest.mark.parametrize(
    ("reply", "message"),
    [
        (b"SSH-2.0-OpenSSH_9.6\r\n", "is not HTTP, or not complete"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{", "is not HTTP, or not complete"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]", "The server sent something unexpected"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n<p>", "The server sent something unexpected"),
        (b'HTTP/1.1 200 OK\r\nContent-Length: 14\r\n\r\n{"sheet": "s"}', "There is no table 'abcd'"),
        (b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n", "The server answered with status 502"),
    ],
)
def test_another_kind_of_server_is_said_in_a_sentence(
    reply: bytes, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with replying(reply) as address:
        assert main(["bot", "--server", address, "--token", "x", "--table", "abcd", "./bot"]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    "address",
    [
        "ftp://host",
        "http://",
        "http://[::1",
        "http://localhost:abc",
        "http://local host",
        f"http://{'a' * 64}.org",
        "http://host/\u20ac",
    ],
)
def test_an_address_must_be_one_of_the_web(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bot", "--server", address, "--token", "x", "--table", "0123456789abcdef", "./bot"]) == 2
    assert "is not the address of a server" in capsys.readouterr().err
