"""`tilewise serve` on the console: what it says at the start, and one sentence for what keeps it from starting."""

from __future__ import annotations

import re
import signal
import socket
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from tests.support.served import run, served


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
        return port


def refusal(*arguments: str, **more: str) -> str:
    """The one line with which a start ends."""
    done = run("serve", *arguments, **more)
    assert done.returncode == 2, done
    assert done.stdout == ""
    lines = [line for line in done.stderr.splitlines() if not line.endswith(" ...")]
    assert len(lines) == 1, done.stderr
    assert lines[0].startswith("tilewise: ")
    return lines[0].removeprefix("tilewise: ")


def sqlite(path: Path) -> str:
    return f"sqlite:///{path}"


def test_the_start_says_address_database_and_how_to_stop(tmp_path: Path) -> None:
    database = tmp_path / "a folder" / "tables.db"
    with served(database) as server:
        assert f"Play:      http://localhost:{server.port}" in server.told
        assert f"Database:  SQLite, {database}" in server.told
        assert "Stop:      Ctrl-C" in server.told
        code, out, _ = server.stop(signal.SIGINT)
    assert code == 0
    assert out == "Stopped. All games continue when the server starts again.\n"


def test_listening_for_other_machines_says_their_address(tmp_path: Path) -> None:
    with served(tmp_path / "tables.db", "--host", "0.0.0.0") as server:  # noqa: S104
        assert f"http://localhost:{server.port}" in server.told
        # A machine without a network has no other address to tell.
        others = re.search(r"Others: +http://([\d.]+):(\d+)", server.told)
        assert others is None or (others[1] != "0.0.0.0" and int(others[2]) == server.port)  # noqa: S104


def test_a_taken_port_is_one_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = refusal("--port", str(port), "--database", sqlite(tmp_path / "tables.db"))
    assert said.startswith(f"Port {port} is in use. Stop the other program, or choose another port")
    assert not (tmp_path / "tables.db").exists()


def test_an_address_of_another_machine_is_one_sentence(tmp_path: Path) -> None:
    said = refusal("--host", "192.0.2.1", "--port", "0", "--database", sqlite(tmp_path / "tables.db"))
    assert said.startswith("192.0.2.1 is not an address of this machine")


def test_a_postgresql_that_is_away_is_one_sentence() -> None:
    said = refusal("--port", "0", "--database", f"postgresql://tilewise:hush@127.0.0.1:{free_port()}/tilewise")
    assert said.startswith("The database cannot be used: ")
    assert "hush" not in said


def test_a_wrong_password_is_one_sentence() -> None:
    with postgresql_that_refuses() as port:
        said = refusal("--port", "0", "--database", f"postgresql://tilewise:hush@127.0.0.1:{port}/tilewise?ssl=disable")
    assert "password authentication failed" in said
    assert "hush" not in said


def test_a_folder_that_cannot_be_used_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    said = refusal("--port", "0", "--database", sqlite(tmp_path / "file" / "tables.db"))
    assert str(tmp_path / "file" / "tables.db") in said
    assert "cannot be used as a database" in said


def test_a_file_that_is_no_database_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "tables.db").write_text("no database" * 1000)
    said = refusal("--port", "0", "--database", sqlite(tmp_path / "tables.db"))
    assert "not a database" in said


def test_a_redis_that_is_away_is_one_sentence(tmp_path: Path) -> None:
    bus = f"redis://127.0.0.1:{free_port()}"
    said = refusal("--port", "0", "--database", sqlite(tmp_path / "tables.db"), TILEWISE_BUS=bus)
    assert said.startswith("Redis cannot be reached: ")


def test_a_newer_schema_is_one_sentence(tmp_path: Path) -> None:
    database = tmp_path / "tables.db"
    assert run("migrate", "--database", sqlite(database)).returncode == 0
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    said = refusal("--port", "0", "--database", sqlite(database))
    assert "schema 9999, which is newer than this program" in said
    assert "update Tilewise" in said


def test_an_older_schema_is_refused_if_it_should_not_be_changed(tmp_path: Path) -> None:
    said = refusal("--port", "0", "--migrate", "no", "--database", sqlite(tmp_path / "tables.db"))
    assert said.endswith("run tilewise migrate.")


def test_a_wrong_setting_is_one_sentence() -> None:
    assert "There is no setting TILEWISE_PROT" in refusal(TILEWISE_PROT="1")


@contextmanager
def postgresql_that_refuses() -> Iterator[int]:
    """Speaks as much of PostgreSQL's protocol as it takes to say that a password is wrong."""
    fields = b"SFATAL\0VFATAL\0C28P01\0Mpassword authentication failed for user\0\0"
    with socket.create_server(("127.0.0.1", 0)) as listening:
        ended = threading.Event()

        def answer() -> None:
            while not ended.is_set():
                talking, _ = listening.accept()
                with talking:
                    talking.recv(4096)
                    talking.sendall(b"E" + (4 + len(fields)).to_bytes(4, "big") + fields)

        thread = threading.Thread(target=answer)
        thread.start()
        try:
            yield listening.getsockname()[1]
        finally:
            ended.set()
            socket.create_connection(listening.getsockname()).close()
            thread.join()
