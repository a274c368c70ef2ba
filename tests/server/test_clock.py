"""The server's time."""

from __future__ import annotations

import time

import pytest

from tilewise.server.clock import SteadyClock


def test_setting_the_machines_clock_while_the_server_runs_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = SteadyClock()
    before = clock.now()
    monkeypatch.setattr(time, "time_ns", lambda: 0)
    assert 0 <= clock.now() - before < 60_000
