"""The log: JSON lines by level, without personal data."""

from __future__ import annotations

import io
import json
import logging
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import structlog

from tests.support.served import served, until
from tilewise.server.best_effort import BestEffortStream
from tilewise.server.logging import configure_logging, pseudonym
from tilewise.server.settings import Settings

NAME, TYPED = "Zebedee Quux", "wibble"


class CapturedLog:
    """Return the standard error output so far."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys
        self._text = ""

    def getvalue(self) -> str:
        self._text += self._capsys.readouterr().err
        return self._text


@pytest.fixture
def written(capsys: pytest.CaptureFixture[str]) -> Iterator[CapturedLog]:
    """Capture standard error; restore the logging configuration afterwards."""
    root = logging.getLogger()
    before = root.handlers[:], root.level
    yield CapturedLog(capsys)
    root.handlers[:] = before[0]
    root.setLevel(before[1])
    structlog.reset_defaults()


def configured(level: str = "info", form: str = "json") -> None:
    configure_logging(Settings(database="sqlite://", log_level=level, log_format=form))


def lines(written: CapturedLog) -> list[dict[str, Any]]:
    return [json.loads(line) for line in written.getvalue().splitlines()]


def test_a_line_has_its_event_level_and_time(written: CapturedLog) -> None:
    configured()
    structlog.get_logger("tilewise.timers").warning("the timer has to wait", reason="full")
    (line,) = lines(written)
    assert line["event"] == "the timer has to wait"
    assert (line["level"], line["logger"], line["reason"]) == ("warning", "tilewise.timers", "full")
    assert line["timestamp"].endswith("Z")


def test_lines_below_the_level_are_not_written(written: CapturedLog) -> None:
    configured("warning")
    structlog.get_logger("tilewise").info("small")
    structlog.get_logger("tilewise").error("large")
    assert [line["event"] for line in lines(written)] == ["large"]


def test_personal_fields_are_removed_also_from_lines_of_libraries(written: CapturedLog) -> None:
    configured()
    structlog.get_logger("tilewise").info("x", name=NAME, token=TYPED, ip="1.2.3.4", table="kept", rack="r7")
    (line,) = lines(written)
    assert line["table"] == "kept"
    assert set(line) == {"event", "level", "logger", "timestamp", "table"}


def test_a_person_appears_as_a_pseudonym(written: CapturedLog, monkeypatch: pytest.MonkeyPatch) -> None:
    # Pseudonyms change at midnight.
    monkeypatch.setattr("tilewise.server.logging.time.time", lambda: 86_400.0 * 40_000)
    configured()
    structlog.get_logger("tilewise").info("x", person="p0123456789abcdef")
    (line,) = lines(written)
    assert line["person"] == pseudonym("p0123456789abcdef") != pseudonym("p1")
    assert "p0123456789abcdef" not in written.getvalue()


def test_a_pseudonym_changes_every_day(monkeypatch: pytest.MonkeyPatch) -> None:
    today = pseudonym("p1")
    monkeypatch.setattr("tilewise.server.logging.time.time", lambda: 86_400.0 * 40_000)
    assert pseudonym("p1") != today


@pytest.mark.parametrize("address", ["192.0.2.7", "2001:db8::7", "::1", "fe80::1:2:3:4"])
def test_addresses_are_removed_from_texts(written: CapturedLog, address: str) -> None:
    configured()
    structlog.get_logger("tilewise").warning(f"no answer from {address} today")
    logging.getLogger("uvicorn.error").warning("%s - odd", address)
    assert [line["event"] for line in lines(written)] == ["no answer from (address) today", "(address) - odd"]


def test_an_error_is_logged_with_its_location_but_without_its_message(written: CapturedLog) -> None:
    configured()
    try:
        raise ValueError(TYPED)
    except ValueError:
        structlog.get_logger("tilewise").exception("a timer failed")
    logging.getLogger("uvicorn.error").error("failed", exc_info=KeyError(TYPED))
    ours, others = lines(written)
    assert ours["error"] == "ValueError"
    assert "test_logging.py" in ours["at"][0]
    assert others["error"] == "KeyError"
    assert TYPED not in written.getvalue()


def test_libraries_log_only_warnings(written: CapturedLog) -> None:
    configured("debug")
    for name in ("uvicorn.error", "uvicorn.access", "websockets", "alembic.runtime"):
        logging.getLogger(name).info("who connects from where")
        logging.getLogger(name).warning("odd")
    assert [line["event"] for line in lines(written)] == ["odd"] * 4


def test_the_console_format_is_not_json(written: CapturedLog) -> None:
    configured(form="console")
    structlog.get_logger("tilewise").info("started")
    assert "started" in written.getvalue()
    with pytest.raises(json.JSONDecodeError):
        lines(written)


def test_a_whole_run_logs_nothing_personal(tmp_path: Path) -> None:
    with served(tmp_path / "tables.db", "--log-level", "debug") as server:
        token = server.guest(NAME)
        table = server.table(token)
        with server.socket(token) as socket:
            socket.send(json.dumps({"type": "subscribe", "table": table}))
            until(socket, "view")
            socket.send(TYPED)
            until(socket, "problem")
            command = {"do": "add", "text": TYPED}
            socket.send(json.dumps({"type": "command", "id": TYPED, "table": table, "command": command}))
            until(socket, "done")
        server.get(f"/api/{TYPED}?token={token}")
        code, _, error = server.stop(signal.SIGTERM)
    assert code == 0
    events = [json.loads(line)["event"] for line in error.splitlines() if line.startswith("{")]
    assert {"started", "stopping", "stopped"} <= set(events)
    for secret in ("Zebedee", TYPED, token, token.split(".")[0], "127.0.0.1"):
        assert secret not in error


# A stream that ignores write errors


class FullDisk(io.StringIO):
    """A stream on a full disk."""

    def write(self, text: str) -> int:
        raise OSError(28, "No space left on device")

    def flush(self) -> None:
        raise OSError(28, "No space left on device")


def test_text_is_written_to_the_other_stream() -> None:
    stream = io.StringIO()
    best_effort = BestEffortStream(stream)
    assert best_effort.write("one line\n") == 9
    best_effort.flush()
    assert stream.getvalue() == "one line\n"


def test_errors_of_the_other_stream_are_ignored() -> None:
    best_effort = BestEffortStream(FullDisk())
    assert best_effort.write("lost") == 4
    best_effort.flush()


def test_a_closed_stream_is_ignored() -> None:
    closed = io.StringIO()
    closed.close()
    best_effort = BestEffortStream(closed)
    assert best_effort.write("lost") == 4
    best_effort.flush()
