"""Questions at the terminal: yes and no, the clock, completion and history."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from tests.support import hand_clock
from tests.support.hand_clock import HandClock
from tests.support.terminal import FakeClock, exit_code, last_game, record_in, terminal, wait_for_prompt
from tilewise.cli.prompt import NO_DEADLINE, Deadline, Quit, TimeUp, ask, ask_yes_no
from tilewise.game import TimeOut

# A pty is made by forking. Newer Pythons warn about that if the test runner has threads.
pytestmark = pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")

ONE = ("--opponents", "1")
REDEAL = ("--profile", "jumbo", "--seed", "160", *ONE)
"""The person starts, and is first asked about a redeal (S5)."""


def type_lines(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))


def test_a_deadline_counts_down_and_is_over(clock: FakeClock) -> None:
    deadline = Deadline(60)
    clock.seconds += 45
    assert (deadline.seconds_left, deadline.is_over) == (15, False)
    clock.seconds += 15
    assert (deadline.seconds_left, deadline.is_over) == (0, True)


def test_without_a_clock_the_time_is_never_over(clock: FakeClock) -> None:
    clock.seconds += 1e9
    assert (NO_DEADLINE.seconds_left, NO_DEADLINE.is_over) == (None, False)


def test_a_question_in_a_pipe_repeats_the_answer(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_lines(monkeypatch, "  lay r3 \n")
    assert ask("> ") == "lay r3"
    assert capsys.readouterr().out == ">   lay r3 \n"


def test_the_end_of_the_input_quits(monkeypatch: pytest.MonkeyPatch) -> None:
    type_lines(monkeypatch, "")
    with pytest.raises(Quit):
        ask("> ")


def test_time_that_is_over_before_the_question_is_noticed(clock: FakeClock, monkeypatch: pytest.MonkeyPatch) -> None:
    type_lines(monkeypatch, "draw\n")
    deadline = Deadline(60)
    clock.seconds += 60
    with pytest.raises(TimeUp):
        ask("> ", deadline)


def test_time_that_is_over_while_the_person_types_is_noticed(clock: FakeClock, monkeypatch: pytest.MonkeyPatch) -> None:
    class Slow(io.StringIO):
        def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
            clock.seconds += 61
            return super().readline()

    monkeypatch.setattr(sys, "stdin", Slow("draw\n"))
    with pytest.raises(TimeUp):
        ask("> ", Deadline(60))


@pytest.mark.parametrize(
    ("text", "is_yes"),
    [("yes\n", True), ("Y\n", True), ("tak!\n", True), ("nein\n", False), ("perhaps\n\nno.\n", False)],
)
def test_a_question_is_asked_until_the_answer_is_yes_or_no(
    text: str, is_yes: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_lines(monkeypatch, text)
    assert ask_yes_no("Deal again?") is is_yes
    assert capsys.readouterr().out.count("Deal again? (yes/no) ") == text.count("\n")


@pytest.mark.parametrize("text", ["quit\n", "Bye!\n", ""])
def test_a_person_can_quit_at_a_question(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    type_lines(monkeypatch, text)
    with pytest.raises(Quit):
        ask_yes_no("Deal again?")


# At a real terminal


def test_the_tab_key_completes_a_word(home: Path) -> None:
    with terminal("play", "--seed", "1", *ONE) as child:
        wait_for_prompt(child)
        child.send("hel\t")
        child.expect_exact("p")  # the letter that was missing
        child.send("\r")
        child.expect("lay a new set")


def test_the_up_key_brings_back_the_last_line(home: Path) -> None:
    with terminal("play", "--seed", "1", *ONE) as child:
        wait_for_prompt(child)
        child.send("sort number\r")
        wait_for_prompt(child)
        child.send("\x1b[A")
        child.expect_exact("sort number")


def test_the_clock_is_shown_below_the_line(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PROMPT_TOOLKIT_NO_CPR")
    with terminal("play", "--seed", "1", *ONE) as child:
        child.expect_exact("\x1b[6n")  # where is the cursor?
        child.send("\x1b[14;1R")
        child.expect("[0-9]+ s left")


def test_the_clock_interrupts_the_typing_u10(home: Path) -> None:
    clock = HandClock(home / "clock")
    clock.set(0)
    arguments = ("--profile", "vienna-en", "--seed", "1", *ONE, "--rule", "turn_seconds=60")
    with terminal(str(home / "clock"), "play", *arguments, program=[hand_clock.__file__]) as child:
        wait_for_prompt(child)
        clock.set(60)
        child.expect("time is up")
        child.expect("out of time and draw 1")
        wait_for_prompt(child)
        child.send("lay o1 o2 o3\r")
        wait_for_prompt(child)
        clock.set(120)
        child.expect("time is up")
        child.expect("out of time and draw 3")
        wait_for_prompt(child)
    outs = [action for action in record_in(last_game(home)).actions if isinstance(action, TimeOut)]
    assert outs == [TimeOut(0, moved=False), TimeOut(0, moved=True)]


def test_ctrl_d_at_a_question_quits_and_saves_the_game(home: Path) -> None:
    with terminal("play", *REDEAL) as child:
        wait_for_prompt(child)
        child.sendeof()
        child.expect("tilewise play --resume")
        assert exit_code(child) == 0
