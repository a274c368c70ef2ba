"""`tilewise serve` at the terminal: what it prints at the start, and one line if it cannot start."""

from __future__ import annotations

import os
import re
import signal
import socket
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.support.served import run, served
from tests.support.terminal import run_main
from tilewise.cli.serve import database_description, report_if_slow


@pytest.fixture
def dead_port() -> Iterator[int]:
    """A port that refuses connections: it is bound, so nobody else gets it, but nothing listens."""
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        yield bound.getsockname()[1]


def start_error(*arguments: str, **more: str) -> str:
    """Return the one line that a server prints when it cannot start."""
    done = run("serve", *arguments, **more)
    return only_line(done.returncode, done.stdout, done.stderr)


def early_error(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return the one line that a server prints when it cannot even open its port or its database: in this process."""
    return only_line(*run_main(capsys, "serve", *arguments))


def only_line(code: int, out: str, err: str) -> str:
    assert (code, out) == (2, "")
    lines = [line for line in err.splitlines() if not line.endswith(" ...")]
    assert len(lines) == 1, err
    assert lines[0].startswith("tilewise: ")
    return lines[0].removeprefix("tilewise: ")


@pytest.fixture(autouse=True)
def own_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the settings of the developer who runs the tests; and the log and the limits of this process stay."""
    for name in os.environ:
        if name.startswith("TILEWISE_"):
            monkeypatch.delenv(name)
    monkeypatch.setattr("tilewise.server.logging.configure_logging", lambda _: None)
    monkeypatch.setattr("tilewise.cli.serve._raise_file_limit", lambda: None)


def sqlite(path: Path) -> str:
    return f"sqlite:///{path}"


def test_the_start_prints_address_database_and_how_to_stop(tmp_path: Path) -> None:
    database = tmp_path / "a folder" / "tables.db"
    with served(database) as server:
        assert f"Play:      http://localhost:{server.port}" in server.told
        assert f"Database:  SQLite, {database}" in server.told
        assert "Stop:      Ctrl-C" in server.told
        code, out, _ = server.stop(signal.SIGINT)
    assert code == 0
    assert out == "Stopped. All games continue when the server starts again.\n"


def test_a_server_for_other_machines_prints_its_network_address(tmp_path: Path) -> None:
    with served(tmp_path / "tables.db", "--host", "0.0.0.0") as server:  # noqa: S104
        assert f"http://localhost:{server.port}" in server.told
        # A machine without a network has no other address.
        others = re.search(r"Others: +http://([\d.]+):(\d+)", server.told)
        assert others is None or (others[1] != "0.0.0.0" and int(others[2]) == server.port)  # noqa: S104


def test_a_taken_port_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        message = early_error(capsys, "--port", str(port), "--database", sqlite(tmp_path / "tables.db"))
    assert message.startswith(f"Port {port} is in use. Stop the other program, or choose another port")
    assert not (tmp_path / "tables.db").exists()


def test_an_address_of_another_machine_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    message = early_error(capsys, "--host", "192.0.2.1", "--port", "0", "--database", sqlite(tmp_path / "tables.db"))
    assert message.startswith("192.0.2.1 is not an address of this machine")


def test_a_postgresql_that_cannot_be_reached_is_one_line(dead_port: int) -> None:
    message = start_error("--port", "0", "--database", f"postgresql://tilewise:hush@127.0.0.1:{dead_port}/tilewise")
    assert message.startswith("The database cannot be used: ")
    assert "hush" not in message


def test_a_wrong_password_is_one_line() -> None:
    with postgresql_that_refuses() as port:
        message = start_error(
            "--port", "0", "--database", f"postgresql://tilewise:hush@127.0.0.1:{port}/tilewise?ssl=disable"
        )
    assert "password authentication failed" in message
    assert "hush" not in message


def test_a_folder_that_cannot_be_used_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("no folder")
    message = early_error(capsys, "--port", "0", "--database", sqlite(tmp_path / "file" / "tables.db"))
    assert str(tmp_path / "file" / "tables.db") in message
    assert "cannot be used as a database" in message


def test_a_file_that_is_not_a_database_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "tables.db").write_text("no database" * 1000)
    message = early_error(capsys, "--port", "0", "--database", sqlite(tmp_path / "tables.db"))
    assert "not a database" in message


def test_a_redis_that_cannot_be_reached_is_one_line(tmp_path: Path, dead_port: int) -> None:
    bus = f"redis://127.0.0.1:{dead_port}"
    message = start_error("--port", "0", "--database", sqlite(tmp_path / "tables.db"), TILEWISE_BUS=bus)
    assert message.startswith("Redis cannot be reached: ")


def test_a_newer_schema_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = tmp_path / "tables.db"
    assert run_main(capsys, "migrate", "--database", sqlite(database))[0] == 0
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    message = early_error(capsys, "--port", "0", "--database", sqlite(database))
    assert "schema 9999, which is newer than this program" in message
    assert "update Tilewise" in message


def test_an_older_schema_is_refused_if_migrate_is_off(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    message = early_error(capsys, "--port", "0", "--migrate", "no", "--database", sqlite(tmp_path / "tables.db"))
    assert message.endswith("run tilewise migrate.")


def test_a_wrong_setting_is_one_line(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILEWISE_PROT", "1")
    assert "There is no setting TILEWISE_PROT" in early_error(capsys)


@pytest.mark.parametrize(
    ("url", "description"),
    [
        ("sqlite:////var/lib/tilewise.db", "SQLite, /var/lib/tilewise.db"),
        ("sqlite://", "SQLite, in memory: everything is lost when the server stops"),
        ("sqlite:///:memory:", "SQLite, in memory: everything is lost when the server stops"),
        ("postgresql://ann:hush@db:5432/tiles?ssl=disable", "PostgreSQL, db:5432/tiles"),
    ],
)
def test_a_database_is_described_without_its_password(url: str, description: str) -> None:
    assert database_description(url) == description


def test_a_quick_step_prints_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with report_if_slow("Loading"):
        pass
    assert capsys.readouterr() == ("", "")


def test_a_slow_step_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    printed = threading.Event()

    def fake_print(text: str, **_: object) -> None:
        if text == "Loading ...":
            printed.set()

    monkeypatch.setattr("tilewise.cli.serve.SLOW_SECONDS", 0)
    monkeypatch.setattr("builtins.print", fake_print)
    with report_if_slow("Loading"):
        assert printed.wait(60)


@contextmanager
def postgresql_that_refuses() -> Iterator[int]:
    """Run a server that speaks just enough of PostgreSQL's protocol to reject every password; yield its port."""
    fields = b"SFATAL\0VFATAL\0C28P01\0Mpassword authentication failed for user\0\0"
    with socket.create_server(("127.0.0.1", 0)) as listening:
        stopped = threading.Event()

        def reject_all() -> None:
            while not stopped.is_set():
                connection, _ = listening.accept()
                with connection:
                    connection.recv(4096)
                    connection.sendall(b"E" + (4 + len(fields)).to_bytes(4, "big") + fields)

        thread = threading.Thread(target=reject_all)
        thread.start()
        try:
            yield listening.getsockname()[1]
        finally:
            stopped.set()
            socket.create_connection(listening.getsockname()).close()
            thread.join()
