"""The loop of a worker process ends with its input."""

from __future__ import annotations

import subprocess
import sys


def test_a_worker_answers_line_by_line_and_ends_when_the_server_is_gone() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.support.echo_worker"],
        input=b"one\ntwo\n",
        capture_output=True,
        timeout=60,
        check=True,
    )
    assert done.stdout == b"ready\nONE\nTWO\n"
    assert done.stderr == b""
