"""A person's turn, typed: building a draft, ending the turn, help, and what the rules refuse."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from tests.support.terminal import FakeClock, TypedGame, last_game, play_typed, record_in
from tilewise.game import GiveUp, TimeOut

ONE = ("--opponents", "1")


def test_help_lists_every_instruction_and_the_letters_of_the_colours(home: Path) -> None:
    shown = play_typed("help\nquit\n", "--seed", "1").stdout
    for word in ("lay", "add", "take", "move", "split", "join", "undo", "redo", "reset", "done", "draw", "pass"):
        assert re.search(rf"^ .*\b{word}\b", shown, re.MULTILINE)
    for word in ("sort", "show", "rules", "give up", "quit", "redeal", "announce", "k black", "o orange"):
        assert word in shown


def test_help_fits_a_terminal_of_80_columns(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wide = play_typed("help\nquit\n", "--seed", "1").stdout
    monkeypatch.setenv("COLUMNS", "80")
    narrow = play_typed("help\nquit\n", "--seed", "1").stdout
    page = slice(len("> help\n"), None)
    assert narrow[narrow.index("> help") :][page] == wide[wide.index("> help") :][page]


def test_the_rules_can_be_read_during_the_game(home: Path) -> None:
    shown = play_typed("rules\nquit\n", "--seed", "1", "--profile", "tm-toys").stdout
    assert "[U3]" in shown


def test_a_rack_too_long_for_one_line_continues_on_the_next(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    lines = play_typed("quit\n", "--seed", "1", *ONE).stdout.splitlines()
    place = next(number for number, line in enumerate(lines) if line.startswith("Rack"))
    assert re.match(r" {6} [0-9]", lines[place + 1])


# Instructions


def test_a_draft_can_be_built_changed_and_undone(home: Path) -> None:
    # Seed 1: the rack is k7 k11 r6 r13 b3 b6 b13 o1 o2 o3 o5 o7 o12 o13, and the person starts.
    with TypedGame("--seed", "1", *ONE, "--rule", "turn_seconds=none") as typed:
        assert "worth 6" in typed.type("o1 o2 o3")
        assert "lacks 4" in typed.type("add o5 to 1")
        assert "worth 6" in typed.type("take o5 from 1")
        assert "at least three tiles" in typed.type("split 1 after o2")
        assert "worth 6" in typed.type("join 1 2")
        assert "worth 6" in typed.type("move o3 from 1 to new") or "worth 0" in typed.output
        assert "worth 6" in typed.type("undo")
        assert "worth 0" in typed.type("redo")
        assert "nothing yet" in typed.type("reset")
        assert "worth 0" in typed.type("undo")
        assert "moved tiles" in typed.type("draw")
        typed.type("reset")
        assert "You draw a tile" in typed.type("draw")


def test_an_opening_that_is_too_low_is_not_accepted_u3(home: Path) -> None:
    with TypedGame("--seed", "1", *ONE) as typed:
        typed.type("lay o1 o2 o3")
        output = typed.type("done")
        assert "Not yet" in output
        assert "U3" in output
        assert len(record_in(last_game(home)).actions) == 0


@pytest.mark.parametrize(
    "line",
    [
        "",
        "dance",
        "lay",
        "lay x9",
        "add",
        "take",
        "move o1",
        "split",
        "join 1",
        "undo",
        "add o1 to 99",
        "\x07",
        "ä" * 99,
    ],
)
def test_a_line_that_is_not_understood_gets_one_sentence_and_changes_nothing(line: str, home: Path) -> None:
    played = play_typed(f"{line}\nquit\n", "--seed", "1", *ONE)
    assert (played.returncode, played.stderr) == (0, "")
    reply = played.stdout.split("> ", 1)[1].splitlines()[1]
    assert reply.startswith("  ")
    assert reply.rstrip().endswith((".", "?"))
    assert record_in(last_game(home)).actions == ()


@pytest.mark.parametrize("line", ["[/x]", "lay [/x]", "[bold]", "add o1 to [link]"])
def test_brackets_are_printed_as_they_are(line: str, home: Path) -> None:
    played = play_typed(f"{line}\nquit\n", "--seed", "1", *ONE)
    assert (played.returncode, played.stderr) == (0, "")
    assert line.split()[-1] in played.stdout.split("> ", 1)[1].splitlines()[1]


def test_a_close_word_is_suggested(home: Path) -> None:
    assert "did you mean 'lay'" in play_typed("lya r3\nquit\n", "--seed", "1").stdout


def test_the_rack_is_sorted_by_colour_or_by_number(home: Path) -> None:
    def racks(text: str) -> list[list[str]]:
        lines = play_typed(text, "--seed", "1", *ONE).stdout.splitlines()
        return [re.findall(r"[0-9]+", line) for line in lines if line.startswith("Rack")]

    by_colour, by_number, again = racks("sort number\nsort colour\nquit\n")
    assert by_number == sorted(by_number, key=int)
    assert by_colour == again != by_number
    assert racks("sort by numbers\nquit\n")[1] == by_number
    assert racks("sort 777\nsort 789\nquit\n")[1:] == [by_number, by_colour]


@pytest.mark.parametrize("word", ["redeal", "announce", "pass"])
def test_a_refused_action_leaves_the_draft_alone(word: str, home: Path) -> None:
    with TypedGame("--seed", "1", *ONE) as typed:
        typed.type("lay o1 o2 o3")
        typed.type(word)
        assert "worth 6" in typed.type("show")


def test_put_on_adds_a_tile_to_a_set(home: Path) -> None:
    with TypedGame("--seed", "1", *ONE) as typed:
        typed.type("lay o1 o2")
        assert "worth 6" in typed.type("put o3 on 1")


@pytest.mark.parametrize("line", ["draw r7", "done o1", "pass k1"])
def test_an_instruction_without_tiles_refuses_tiles(line: str, home: Path) -> None:
    assert f"{line.split()[0]!r} takes no tiles" in play_typed(f"{line}\nquit\n", "--seed", "1", *ONE).stdout
    assert record_in(last_game(home)).actions == ()


def test_giving_up_needs_confirmation(home: Path) -> None:
    played = play_typed("give up\nwell\nno\nquit\n", "--seed", "1", *ONE)
    assert played.stdout.count("Really give up? (yes/no)") == 2
    assert record_in(last_game(home)).actions == ()


def test_giving_up_ends_the_game_with_scores(home: Path) -> None:
    played = play_typed("give up\nyes\n", "--seed", "1", *ONE)
    assert played.returncode == 0
    assert "Computer 1 (beginner) wins" in played.stdout
    assert record_in(last_game(home)).actions[-1] == GiveUp(0)


# Wrong plays


def test_done_with_an_exclamation_mark_plays_wrongly_for_a_penalty_u11(home: Path) -> None:
    with TypedGame("--profile", "tm-toys", "--seed", "3", *ONE) as typed:
        typed.type("lay k1 k4 k8")
        output = typed.type("done")
        assert "Not yet" in output
        assert "done!" in output
        assert record_in(last_game(home)).actions == ()
        assert "draw 1" in typed.type("done!")
    game = record_in(last_game(home)).replay()
    assert game.history[0].refusal is not None
    assert len(game.history[0].drawn) == 1
    assert len(game.racks[0]) == 15


def test_an_exclamation_mark_does_not_help_if_wrong_plays_are_refused_u11(home: Path) -> None:
    with TypedGame("--profile", "jumbo", "--seed", "3", *ONE) as typed:
        typed.type("lay k1 k4 k8")
        output = typed.type("done!")
        assert "Not yet" in output
        assert "costs" not in output
        assert record_in(last_game(home)).actions == ()


# The clock


class SlowTypist(io.StringIO):
    """Standard input of a person who needs a number of seconds for each line."""

    def __init__(self, clock: FakeClock, *lines: tuple[float, str]) -> None:
        super().__init__("".join(f"{line}\n" for _, line in lines))
        self.clock = clock
        self.seconds = [seconds for seconds, _ in lines]

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        if self.seconds:
            self.clock.seconds += self.seconds.pop(0)
        return super().readline()


def test_time_that_is_up_is_noticed_in_a_pipe_u10(home: Path, clock: FakeClock) -> None:
    played = play_typed(SlowTypist(clock, (61, "draw"), (0, "quit")), "--seed", "1", *ONE)
    assert "Your time is up." in played.stdout
    assert "out of time and draw 3" in played.stdout
    assert record_in(last_game(home)).actions[0] == TimeOut(0, moved=False)


def test_time_that_is_up_after_a_move_is_recorded_as_such_u10(home: Path, clock: FakeClock) -> None:
    play_typed(SlowTypist(clock, (30, "lay o1 o2 o3"), (31, "done"), (0, "quit")), "--seed", "1", *ONE)
    assert record_in(last_game(home)).actions[0] == TimeOut(0, moved=True)


def test_a_refused_instruction_does_not_restart_the_clock_u9(home: Path, clock: FakeClock) -> None:
    played = play_typed(SlowTypist(clock, (40, "redeal"), (21, "draw"), (0, "quit")), "--seed", "1", *ONE)
    assert "Your time is up." in played.stdout


def test_no_clock_runs_before_the_opening_where_the_rulebook_says_so_u9(home: Path, clock: FakeClock) -> None:
    arguments = ("--profile", "twist", "--seed", "5", *ONE, "--rule", "turn_seconds=1")
    played = play_typed(SlowTypist(clock, (1000, "draw"), (0, "quit")), *arguments)
    assert "time is up" not in played.stdout
    assert "You draw a tile" in played.stdout
