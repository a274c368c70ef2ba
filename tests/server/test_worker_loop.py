"""The loop of a worker process: it ends with its input, and its errors reveal nothing."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

ECHO = (sys.executable, "-m", "tests.support.echo_worker")


def test_a_worker_answers_line_by_line_and_ends_when_the_server_is_gone() -> None:
    done = subprocess.run(
        ECHO,
        input=b"one\ntwo\n",
        capture_output=True,
        timeout=60,
        check=True,
    )
    assert done.stdout == b"ready\nONE\nTWO\n"
    assert done.stderr == b""


@pytest.mark.parametrize("signal_number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_to_the_whole_group_leaves_the_end_of_a_worker_to_the_server(signal_number: int) -> None:
    with subprocess.Popen(ECHO, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as worker:
        assert worker.stdin is not None
        assert worker.stdout is not None
        assert worker.stdout.readline() == b"ready\n"
        worker.send_signal(signal_number)
        worker.stdin.write(b"one\n")
        worker.stdin.close()
        assert worker.stdout.read() == b"ONE\n"
        assert worker.wait(60) == 0


def test_a_worker_that_fails_logs_the_error_without_its_message() -> None:
    done = subprocess.run(ECHO, input=b"fail r7 r8\n", capture_output=True, timeout=60, check=False)
    assert done.returncode == 1
    assert b"ValueError" in done.stderr
    assert b"r7" not in done.stderr


def test_a_worker_whose_server_was_killed_ends_without_a_word() -> None:
    with subprocess.Popen(ECHO, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as worker:
        assert worker.stdin is not None
        assert worker.stdout is not None
        assert worker.stderr is not None
        assert worker.stdout.readline() == b"ready\n"
        worker.stdout.close()
        worker.stdin.write(b"one\n")
        worker.stdin.close()
        assert worker.stderr.read() == b""
        assert worker.wait(60) == 1
