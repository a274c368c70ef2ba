"""A stream that ignores write errors."""

from __future__ import annotations

import io

from tilewise.server.best_effort import BestEffortStream


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
