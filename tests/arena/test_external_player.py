"""Programs as players: the examples play by the rules, and no program can do more than lose its turns."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import IO, NoReturn

import pytest

from tests.support.arena_players import QUICK, quick
from tests.support.processes import is_gone, until
from tests.support.terminal import FakeClock
from tilewise.arena import duplicate_deals, external_player
from tilewise.arena.duplicate_deals import PlayedGame, Tournament, play_seating
from tilewise.arena.entrants import read_entrants
from tilewise.arena.external_player import (
    KEPT_ERRORS,
    MOST_LATE,
    UNTIMED_SECONDS,
    ExternalPlayer,
    Program,
    ProgramFailed,
    command_words,
    patience,
)
from tilewise.arena.player_lines import BadLine
from tilewise.bots import UNTIMED, Beginner, Budget, Clock, GameEnd, TimeIsUp, play_out
from tilewise.bots.budget import ALLOWANCE
from tilewise.errors import TilewiseError
from tilewise.game import Draw, apply, new_game
from tilewise.profiles import PROFILES
from tilewise.view import View, view_of

EXAMPLES = Path(__file__).parents[2] / "examples"
PROFILE = PROFILES["vienna-de"]
READY = 'print(\'{"type": "ready", "protocol": 1}\', flush=True)'
HEAD = f"import json, os, sys, time\nsys.stdin.readline()\n{READY}\nsys.stdin.readline()\n"
"""A program that has said that it is ready and has read the start of a game."""

ANSWERING = """
for line in sys.stdin:
    message = json.loads(line)
    if "id" in message:
        print(json.dumps({"id": message["id"], "action": "draw"}), flush=True)
"""


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine, Python itself takes long to start."""
    monkeypatch.setattr(external_player, "STARTING", 300.0)


def view() -> View:
    return view_of(new_game(PROFILE, 2, seed=1, starter=0), 0)


def no_time() -> Clock:
    """Return a clock that, with its allowance, is already up."""
    return Clock(Budget(seconds=-ALLOWANCE))


@contextmanager
def playing(code: str, head: str = HEAD) -> Iterator[ExternalPlayer]:
    """A player whose program is this code."""
    with closing(ExternalPlayer((sys.executable, "-c", head + code), 0, PROFILE, "1")) as player:
        yield player


# The examples


def example_game(command: str, seed: str, seating: tuple[int, int]) -> PlayedGame:
    tournament = Tournament(read_entrants(["beginner", f"rack=cmd: {command}"]), PROFILE, 2, "crosstable", "1")
    return play_seating(tournament, seed, seating)


PYTHON = f"{shlex.quote(sys.executable)} {shlex.quote(str(EXAMPLES / 'rack_player.py'))}"


@pytest.mark.long
@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_the_python_example_plays_whole_games_without_a_fault(seed: str) -> None:
    game = example_game(PYTHON, seed, (1, 0))
    assert game.faults == ()
    assert game.turns > 10


@pytest.mark.long
@pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed")
@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_the_javascript_example_plays_as_the_python_one(seed: str) -> None:
    node = f"node {shlex.quote(str(EXAMPLES / 'rack_player.mjs'))}"
    assert example_game(node, seed, (0, 1)) == example_game(PYTHON, seed, (0, 1))


# Programs that behave


def test_a_program_is_asked_and_answers() -> None:
    with playing(ANSWERING) as player:
        assert player.choose(view(), UNTIMED) == Draw(0)
        assert player.choose(view(), UNTIMED) == Draw(0)


def test_a_program_is_told_everything_in_order_also_what_was_before_its_first_question(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    code = f"""
with open({str(heard)!r}, "w") as file:
    for line in sys.stdin:
        message = json.loads(line)
        print(message["type"], file=file, flush=True)
        if "id" in message:
            print(json.dumps({{"id": message["id"], "action": "draw"}}), flush=True)
"""
    game = new_game(PROFILE, 2, seed=1, starter=0)
    after = apply(game, Draw(0))
    event = view_of(after, 0).history[-1]
    with playing(code) as player:
        player.notice(event)
        player.choose(view(), UNTIMED)
        player.notice(event)
        player.choose_out_of_turn(view(), UNTIMED)
        assert heard.read_text().split() == ["event", "choose", "event", "choose-out-of-turn"]


def test_a_program_ends_by_itself_after_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(external_player, "ENDING", 60.0)
    done = tmp_path / "done"
    code = ANSWERING + f"open({str(done)!r}, 'w').write('goodbye')\n"
    over = play_out(new_game(PROFILE, 2, seed=1), [Beginner(), Beginner()])
    assert over.score is not None
    with playing(code) as player:
        player.choose(view(), UNTIMED)
        player.notice(GameEnd(over.score, over.racks))
        assert done.read_text() == "goodbye"
        with pytest.raises(ProgramFailed, match="is over"):
            player.choose(view(), UNTIMED)


def test_chatter_is_skipped() -> None:
    code = "print('hello there'); print('[1]'); print('{}'); print('{\"id\": 99}')\n" + ANSWERING
    with playing(code) as player:
        assert player.choose(view(), UNTIMED) == Draw(0)


def test_a_program_gets_no_secrets_of_a_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILEWISE_DATABASE", "secret")
    code = "assert not any(name.startswith('TILEWISE_') for name in os.environ)\n" + ANSWERING
    with playing(code) as player:
        assert player.choose(view(), UNTIMED) == Draw(0)


def test_a_program_has_the_time_of_its_clock_and_30_seconds_without_one() -> None:
    assert patience(Clock(Budget(seconds=0.5))) == 0.5 + ALLOWANCE
    assert patience(Clock(Budget(seconds=90.0))) == 90.0 + ALLOWANCE
    assert patience(Clock(Budget(seconds=1e300))) == threading.TIMEOUT_MAX
    assert patience(UNTIMED) == UNTIMED_SECONDS


def test_starting_a_program_takes_no_time_of_its_first_turn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = FakeClock()

    class Slow(Program):
        def __init__(self, command: Sequence[str]) -> None:
            super().__init__(command)
            clock.seconds += 3000

    monkeypatch.setattr(duplicate_deals, "time", clock)
    monkeypatch.setattr(external_player, "Program", Slow)
    heard, script = tmp_path / "heard", tmp_path / "program.py"
    script.write_text(f"""{HEAD}
for line in sys.stdin:
    message = json.loads(line)
    if "id" in message:
        print(message["seconds"], file=open({str(heard)!r}, "a"))
        action = "draw" if message["view"]["pool_size"] else "pass"
        print(json.dumps({{"id": message["id"], "action": action}}), flush=True)
""")
    command = f"cmd: {shlex.quote(sys.executable)} {shlex.quote(str(script))}"
    players = read_entrants(["beginner", f"slow={command}"])
    tournament = Tournament(players, QUICK, 2, "crosstable", "1", Budget(seconds=1000))
    game = play_seating(tournament, "1.1", (1, 0))
    assert "late" not in {fault.kind for fault in game.faults}
    assert set(heard.read_text().split()) == {"1000.0"}


# Programs that do not


def test_a_slow_program_loses_the_turn_but_not_the_next_one() -> None:
    """Its late answer is not taken for the answer to the next question."""
    code = """
questions = []
for line in sys.stdin:
    message = json.loads(line)
    if "id" in message:
        questions.append(message["id"])
        if len(questions) == 2:
            print(json.dumps({"id": questions[0], "action": "pass"}), flush=True)
            print(json.dumps({"id": questions[1], "action": "draw"}), flush=True)
"""
    with playing(code) as player:
        with pytest.raises(TimeIsUp):
            player.choose(view(), no_time())
        assert player.choose(view(), UNTIMED) == Draw(0)


def test_a_signal_that_another_thread_receives_ends_the_wait_for_an_answer() -> None:
    """It does not interrupt the wait, nor does one that comes just before."""
    handled = threading.Event()
    outcomes = []

    def handle(*_: object) -> NoReturn:
        handled.set()
        raise KeyboardInterrupt

    def signal_and_answer() -> None:
        until(lambda: len(program._received.not_empty._waiters) == 1)  # type: ignore[attr-defined]
        signal.pthread_kill(threading.get_ident(), signal.SIGUSR1)
        outcomes.append(handled.wait(60))
        program.send(b"go\n")

    before = signal.signal(signal.SIGUSR1, handle)
    other = threading.Thread(target=signal_and_answer)
    program = Program((sys.executable, "-c", "print(input())"))
    with closing(program):
        other.start()
        with pytest.raises(KeyboardInterrupt):
            program.receive(time.monotonic() + 600)
        other.join()
    signal.signal(signal.SIGUSR1, before)
    assert outcomes == [True]


def test_a_silent_program_is_soon_not_asked_any_more() -> None:
    with playing("for line in sys.stdin: pass") as player:
        for _ in range(MOST_LATE):
            with pytest.raises(TimeIsUp):
                player.choose(view(), no_time())
        with pytest.raises(ProgramFailed, match="late 3 times in a row"):
            player.choose(view(), UNTIMED)


def test_a_program_that_never_says_that_it_is_ready_has_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(external_player, "STARTING", 0.0)
    with playing("", head="import sys\nfor line in sys.stdin: pass\n") as player:
        for _ in range(2):
            with pytest.raises(ProgramFailed, match="did not answer in time"):
                player.choose(view(), UNTIMED)


def test_a_program_of_another_protocol_has_failed() -> None:
    with (
        playing("", head='print(\'{"type": "ready", "protocol": 7}\', flush=True)\n') as player,
        pytest.raises(ProgramFailed, match="protocol 1"),
    ):
        player.choose(view(), UNTIMED)


def test_a_crashing_program_has_failed_and_its_last_words_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(external_player, "ENDING", 60.0)
    with playing("sys.stdin.readline(); raise RuntimeError('out of luck')") as player:
        for _ in range(2):
            with pytest.raises(ProgramFailed, match=r"(?s)The program ended.*out of luck"):
                player.choose(view(), UNTIMED)


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("while True: print('x')", "too many lines"),
        ("while True: sys.stdout.write('x' * 100000)", "too long a line"),
        ("while True: os.write(1, b'\\n' * 65536)", "too many lines"),
    ],
)
def test_a_verbose_program_has_failed_without_filling_the_memory(code: str, message: str) -> None:
    with playing(code) as player, pytest.raises(ProgramFailed, match=message):
        player.choose(view(), UNTIMED)


def test_gigabytes_of_errors_are_read_and_forgotten() -> None:
    code = "for _ in range(200): os.write(2, b'e' * 65536)\n" + ANSWERING
    with playing(code) as player:
        assert player.choose(view(), UNTIMED) == Draw(0)
        assert player._program is not None
        assert len(player._program.errors) <= KEPT_ERRORS


def test_a_program_that_does_not_read_cannot_block_the_arena() -> None:
    program = Program((sys.executable, "-c", f"{READY}\nimport time\nwhile True: time.sleep(1)"))
    with closing(program):
        program.receive(time.monotonic() + 30)
        for _ in range(100):
            program.send(b"x" * 100_000)


@pytest.mark.parametrize("answer", ["5", '"give-up"', '"play"', "null", '"none"'])
def test_a_wrong_answer_costs_one_turn(answer: str) -> None:
    code = f"""
sys.stdin.readline()
print('{{"id": 1, "action": {answer}}}', flush=True)
{ANSWERING}"""
    with playing(code) as player:
        with pytest.raises(BadLine):
            player.choose(view(), UNTIMED)
        assert player.choose(view(), UNTIMED) == Draw(0)


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="There are no process groups")
def test_the_children_of_a_program_end_with_it(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    code = f"""
child = os.fork()
if child == 0:
    while True: time.sleep(1)
open({str(pid)!r}, "w").write(str(child))
{ANSWERING}"""
    with playing(code) as player:
        player.choose(view(), UNTIMED)
        child = int(pid.read_text())
        os.kill(child, 0)
    until(lambda: is_gone(child))


def test_the_pipes_of_a_program_are_closed_even_if_a_child_has_left_its_group(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    code = f"""
child = os.fork()
if child == 0:
    os.setsid()
    while True: time.sleep(1)
open({str(pid)!r}, "w").write(str(child))
{ANSWERING}"""
    with playing(code) as player:
        player.choose(view(), UNTIMED)
        program = player._program
        assert program is not None
        for _ in range(100):
            program.send(b"x" * 10_000 + b"\n")
    try:
        until(lambda: all(stream.closed for stream in streams_of(program)))
    finally:
        os.kill(int(pid.read_text()), signal.SIGKILL)


def streams_of(program: Program) -> list[IO[bytes]]:
    process = program._process
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    return [process.stdin, process.stdout, process.stderr]


@pytest.mark.parametrize("code", ["sys.exit(3)", "while True: print('x')", "os.close(1); time.sleep(600)"])
def test_a_game_with_a_broken_program_comes_to_its_end(code: str, tmp_path: Path) -> None:
    script = tmp_path / "broken.py"
    script.write_text(HEAD + code)
    command = f"cmd: {shlex.quote(sys.executable)} {shlex.quote(str(script))}"
    game = play_seating(quick("beginner", f"broken={command}"), "1.1", (0, 1))
    assert {(fault.seat, fault.kind) for fault in game.faults} == {(1, "error")}


def test_a_command_is_split_as_a_shell_does() -> None:
    assert command_words(" ./bot --name 'a b' ") == ("./bot", "--name", "a b")
    for command in ("", "'open"):
        with pytest.raises(TilewiseError):
            command_words(command)


def test_a_program_that_does_not_exist_has_failed() -> None:
    player = ExternalPlayer(("/no/such/program",), 0, PROFILE, "1")
    for _ in range(2):
        with pytest.raises(ProgramFailed, match="cannot be started"):
            player.choose(view(), UNTIMED)
    player.close()
