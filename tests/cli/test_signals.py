"""Signals that ask a command to end: it exits as after Ctrl-C, unless it is to ignore them."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest

from tilewise import PROFILES, View, new_game
from tilewise.bots import UNTIMED, Clock, Player
from tilewise.bots.games import Fault, supervised_step
from tilewise.cli.signals import exit_at_signals
from tilewise.game import Action, Draw


@pytest.fixture(params=[signal.SIGTERM, signal.SIGHUP], ids=lambda number: number.name)
def number(request: pytest.FixtureRequest) -> Iterator[signal.Signals]:
    """A signal, whose handling is restored afterwards."""
    before = signal.getsignal(request.param)
    yield request.param
    signal.signal(request.param, before)


def test_a_signal_exits_and_cleans_up(number: signal.Signals) -> None:
    signal.signal(number, signal.SIG_DFL)
    with pytest.raises(SystemExit) as exit_, exit_at_signals():
        signal.raise_signal(number)
    assert exit_.value.code == 128 + number
    assert signal.getsignal(number) is signal.SIG_DFL


def test_a_signal_during_a_turn_is_not_the_fault_of_the_player(number: signal.Signals) -> None:
    """A player who raises SystemExit loses a turn, and the game would go on."""

    class Interrupted(Player):
        def choose(self, view: View, clock: Clock) -> Action:
            signal.raise_signal(number)
            return Draw(view.turn)

    faults: list[Fault] = []
    signal.signal(number, signal.SIG_DFL)
    with pytest.raises(SystemExit), exit_at_signals():
        supervised_step(new_game(PROFILES["jumbo"], 2, 1), [Interrupted()] * 2, lambda: UNTIMED, faults.append)
    assert faults == []


def test_a_signal_that_is_ignored_stays_ignored(number: signal.Signals) -> None:
    signal.signal(number, signal.SIG_IGN)
    with exit_at_signals():
        signal.raise_signal(number)
    assert signal.getsignal(number) is signal.SIG_IGN


def test_ctrl_c_stays_ctrl_c() -> None:
    before = signal.getsignal(signal.SIGINT)
    with exit_at_signals():
        assert signal.getsignal(signal.SIGINT) is before
