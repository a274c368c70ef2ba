"""`tilewise play`: whole games typed through a pipe, and a person at a real terminal (a pty)."""

from __future__ import annotations

import io
import os
import re
import select
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

import pexpect
import pytest

from tilewise.bots import Beginner
from tilewise.cli import main
from tilewise.cli.terminal import SYMBOLS
from tilewise.game import Draw, Game, GiveUp, Pass, Play, TimeOut, apply
from tilewise.profiles import PROFILES
from tilewise.records import Record, parse_record
from tilewise.records.action_format import action_from_text
from tilewise.tiles import format_tiles
from tilewise.view import view_of

# A pty is made by forking; where the test runner has threads, newer Pythons warn about that.
pytestmark = pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")

PATIENCE = 20
"""Seconds to wait for an answer before a test fails."""

ONE = ("--opponents", "1")
REDEAL = ("--profile", "jumbo", "--seed", "160", *ONE)
"""The person starts and holds three pairs (S5)."""
REDEAL_LATER = ("--profile", "jumbo", "--seed", "339", *ONE)
"""The person holds three pairs; the computer starts and holds fewer, so that it claims nothing itself."""
ANNOUNCE = ("--profile", "tm-toys", "--seed", "25", *ONE)
"""The first tile that the person draws makes an opening possible (C3)."""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of its own, and a terminal so wide that no sentence is broken in two."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("COLUMNS", "300")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("PROMPT_TOOLKIT_NO_CPR", "1")  # nobody answers where the cursor is
    monkeypatch.setenv("PYTHONUTF8", "1")
    for name in ("FORCE_COLOR", "NO_COLOR", "PYTHONIOENCODING", "LC_ALL"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def last_game(home: Path) -> Path:
    return home / "state" / "tilewise" / "last-game.txt"


def record_in(path: Path) -> Record:
    return parse_record(path.read_text(encoding="utf-8"))


class Piped:
    """A game through pipes: say a line, hear everything up to the next question."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tilewise", "play", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self.ended = False
        self.heard = self._hear()

    def __enter__(self) -> Piped:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.kill()
        self.process.communicate()

    def say(self, line: str) -> str:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n".encode())
        self.process.stdin.flush()
        self.heard = self._hear()
        return self.heard

    def code(self) -> int:
        """The exit code, once the program has ended; it complained about nothing."""
        assert self.process.stderr is not None
        assert self.process.stderr.read().decode() == ""
        return self.process.wait(PATIENCE)

    def _hear(self) -> str:
        assert self.process.stdout is not None
        heard = b""
        while not heard.endswith((b"\n> ", b"(yes/no) ")):
            if not select.select([self.process.stdout], [], [], PATIENCE)[0]:
                raise AssertionError(f"no question after {heard.decode()!r}")
            more = os.read(self.process.stdout.fileno(), 65536)
            if not more:
                self.ended = True
                break
            heard += more
        return heard.decode()


@dataclass(frozen=True)
class Played:
    """What came of a game that was typed in advance."""

    returncode: int
    stdout: str
    stderr: str


def typed(text: str | io.TextIOBase, *arguments: str) -> Played:
    """Play in this process, with everything typed in advance; a traceback fails the test."""
    stdin = io.StringIO(text) if isinstance(text, str) else text
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(sys, "stdin", stdin)
        patched.setattr(sys, "stdout", out)
        patched.setattr(sys, "stderr", err)
        code = main(["play", *arguments])
    return Played(code, out.getvalue(), err.getvalue())


def words_for(game: Game) -> list[str]:
    """What a person types who plays as the beginner does."""
    view = view_of(game, 0)
    match Beginner().choose(view):
        case Play(_, table):
            words = []
            for number, tiles in enumerate(table, start=1):
                lying = view.table[number - 1] if number <= len(view.table) else ()
                added = format_tiles((Counter(tiles) - Counter(lying)).elements())
                if added and lying:
                    words.append(f"add {added} to {number}")
                elif added:
                    words.append(f"lay {added}")
            return [*words, "done"]
        case Draw():
            return ["draw"]
        case Pass():
            return ["pass"]
        case other:
            raise AssertionError(f"{other} is no turn")


def followed(path: Path, game: Game | None) -> Game:
    """The game in a file; only what is new since `game` is played again."""
    if game is None:
        return record_in(path).replay()
    lines = re.findall(r"^[0-9]+\. (seat .*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    for line in lines[len(game.history) :]:
        game = apply(game, action_from_text(line))
    return game


class LikeABeginner(io.TextIOBase):
    """A person at a keyboard who plays as the beginner does and answers every question with no."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.game: Game | None = None
        self.words: list[str] = []

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        assert isinstance(sys.stdout, io.StringIO)
        shown = sys.stdout.getvalue()
        if shown.endswith("(yes/no) "):
            return "no\n"
        assert shown.endswith("\n> ")
        if not self.words:
            self.game = followed(self.path, self.game)
            self.words = words_for(self.game)
        return f"{self.words.pop(0)}\n"


# Whole games


@pytest.mark.parametrize(("profile", "opponents"), [*((name, 1) for name in PROFILES), ("tm-toys", 5)])
def test_a_whole_game_can_be_typed_in_every_profile(profile: str, opponents: int, home: Path) -> None:
    arguments = ("--profile", profile, "--opponents", str(opponents), "--seed", f"whole-{profile}")
    played = typed(LikeABeginner(last_game(home)), *arguments)
    assert (played.returncode, played.stderr) == (0, "")
    assert "Not yet" not in played.stdout
    last = played.stdout[-2000:]
    record = record_in(last_game(home))
    score = record.replay().score
    assert score is not None
    assert record.players == opponents + 1
    assert "The game is over" in last
    assert str(last_game(home)) in last
    for name, points in zip(record.names, score.points, strict=True):
        assert re.search(rf"{re.escape(name)} +\+?{points} ", last)


def test_the_same_seed_deals_the_same_game(home: Path) -> None:
    first, again, other = (typed("draw\nquit\n", "--seed", seed).stdout for seed in ("5", "5", "6"))
    assert first == again != other


# What a person reads


def test_the_screen_names_rules_players_pool_and_rack(home: Path) -> None:
    shown = typed("quit\n", "--profile", "twist", "--opponents", "2", "--seed", "5", "--name", "Ada").stdout
    for words in ("Edition with special jokers", "help", "Ada", "Computer 1", "Computer 2", "pool 70", "Rack", "30"):
        assert words in shown
    assert all(symbol in shown for symbol in SYMBOLS.values())


def test_help_tells_every_command_and_the_letters_of_the_colours(home: Path) -> None:
    shown = typed("help\nquit\n", "--seed", "1").stdout
    for word in ("lay", "add", "take", "move", "split", "join", "undo", "redo", "reset", "done", "draw", "pass"):
        assert re.search(rf"^ .*\b{word}\b", shown, re.MULTILINE)
    for word in ("sort", "show", "rules", "give up", "quit", "redeal", "announce", "k black", "o orange"):
        assert word in shown


def test_help_fits_a_terminal_of_80_columns(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wide = typed("help\nquit\n", "--seed", "1").stdout
    monkeypatch.setenv("COLUMNS", "80")
    narrow = typed("help\nquit\n", "--seed", "1").stdout
    page = slice(len("> help\n"), None)
    assert narrow[narrow.index("> help") :][page] == wide[wide.index("> help") :][page]


def test_no_line_is_wider_than_the_terminal(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    shown = typed("draw\n" * 6 + "quit\n", "--profile", "tm-toys", "--opponents", "5", "--seed", "4").stdout
    assert max(map(len, shown.splitlines())) <= 80


def test_the_rules_can_be_read_during_the_game(home: Path) -> None:
    shown = typed("rules\nquit\n", "--seed", "1", "--profile", "tm-toys").stdout
    assert "[U3]" in shown


def test_the_headline_tells_the_time_where_a_clock_runs_u9(home: Path) -> None:
    assert "Your turn · pool 78 · 60 s" in typed("quit\n", "--seed", "1", *ONE).stdout
    assert "Your turn · pool 78 ─" in typed("quit\n", "--seed", "1", *ONE, "--rule", "turn_seconds=none").stdout


def test_the_letters_of_special_jokers_are_explained_where_the_box_has_them(home: Path) -> None:
    special = "J joker  D double  C colour-change  M mirror"
    assert special in typed("quit\n", "--profile", "twist", "--seed", "1").stdout
    plain = typed("quit\n", "--profile", "jumbo", "--seed", "1").stdout
    assert "J joker" in plain
    assert "mirror" not in plain


def test_a_rack_too_long_for_the_line_goes_on_below_itself(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    lines = typed("quit\n", "--seed", "1", *ONE).stdout.splitlines()
    place = next(number for number, line in enumerate(lines) if line.startswith("Rack"))
    assert re.match(r" {6} [0-9]", lines[place + 1])


def test_a_game_without_colours_has_no_escape_codes(home: Path) -> None:
    assert "\x1b" not in typed("draw\nquit\n", "--seed", "1").stdout


def test_an_ascii_terminal_still_tells_the_colours_apart(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    with Piped("--seed", "1", *ONE) as table:
        rack = next(line for line in table.heard.splitlines() if line.startswith("Rack"))
    assert "?" not in rack


# Words


def test_a_draft_is_laid_changed_and_taken_back(home: Path) -> None:
    # Seed 1: the rack is k7 k11 r6 r13 b3 b6 b13 o1 o2 o3 o5 o7 o12 o13, and the person starts.
    with Piped("--seed", "1", *ONE, "--rule", "turn_seconds=none") as table:
        assert "worth 6" in table.say("o1 o2 o3")
        assert "lacks 4" in table.say("add o5 to 1")
        assert "worth 6" in table.say("take o5 from 1")
        assert "at least three tiles" in table.say("split 1 after o2")
        assert "worth 6" in table.say("join 1 2")
        assert "worth 6" in table.say("move o3 from 1 to new") or "worth 0" in table.heard
        assert "worth 6" in table.say("undo")
        assert "worth 0" in table.say("redo")
        assert "nothing yet" in table.say("reset")
        assert "worth 0" in table.say("undo")
        assert "moved tiles" in table.say("draw")
        table.say("reset")
        assert "You draw a tile" in table.say("draw")


def test_an_opening_that_is_too_low_is_not_accepted_u3(home: Path) -> None:
    with Piped("--seed", "1", *ONE) as table:
        table.say("lay o1 o2 o3")
        heard = table.say("done")
        assert "Not yet" in heard
        assert "U3" in heard
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
def test_words_that_are_not_understood_get_one_sentence_and_change_nothing(line: str, home: Path) -> None:
    played = typed(f"{line}\nquit\n", "--seed", "1", *ONE)
    assert (played.returncode, played.stderr) == (0, "")
    said = played.stdout.split("> ", 1)[1].splitlines()[1]
    assert said.startswith("  ")
    assert said.rstrip().endswith((".", "?"))
    assert record_in(last_game(home)).actions == ()


@pytest.mark.parametrize("line", ["[/x]", "lay [/x]", "[bold]", "add o1 to [link]"])
def test_brackets_are_only_letters(line: str, home: Path) -> None:
    played = typed(f"{line}\nquit\n", "--seed", "1", *ONE)
    assert (played.returncode, played.stderr) == (0, "")
    assert line.split()[-1] in played.stdout.split("> ", 1)[1].splitlines()[1]


@pytest.mark.parametrize("name", ["[/b]", "[red]Ada", ":heart:"])
def test_a_name_is_shown_as_it_is_written(name: str, home: Path) -> None:
    played = typed("draw\ngive up\nyes\n", "--seed", "1", *ONE, "--name", name)
    assert (played.returncode, played.stderr) == (0, "")
    assert f"{name} starts" in played.stdout
    assert f"{name} gives up" in played.stdout


def test_a_close_word_is_suggested(home: Path) -> None:
    assert "did you mean 'lay'" in typed("lya r3\nquit\n", "--seed", "1").stdout


def test_the_rack_is_sorted_by_colour_or_by_number(home: Path) -> None:
    def racks(text: str) -> list[list[str]]:
        lines = typed(text, "--seed", "1", *ONE).stdout.splitlines()
        return [re.findall(r"[0-9]+", line) for line in lines if line.startswith("Rack")]

    by_colour, by_number, again = racks("sort number\nsort colour\nquit\n")
    assert by_number == sorted(by_number, key=int)
    assert by_colour == again != by_number
    assert racks("sort by numbers\nquit\n")[1] == by_number
    assert racks("sort 777\nsort 789\nquit\n")[1:] == [by_number, by_colour]


@pytest.mark.parametrize("word", ["redeal", "announce", "pass"])
def test_a_refused_action_takes_nothing_from_the_draft(word: str, home: Path) -> None:
    with Piped("--seed", "1", *ONE) as table:
        table.say("lay o1 o2 o3")
        table.say(word)
        assert "worth 6" in table.say("show")


def test_a_tile_put_on_a_set_is_added_to_it(home: Path) -> None:
    with Piped("--seed", "1", *ONE) as table:
        table.say("lay o1 o2")
        assert "worth 6" in table.say("put o3 on 1")


@pytest.mark.parametrize("line", ["draw r7", "done o1", "pass k1"])
def test_words_that_take_no_tiles_say_so(line: str, home: Path) -> None:
    assert f"{line.split()[0]!r} takes no tiles" in typed(f"{line}\nquit\n", "--seed", "1", *ONE).stdout
    assert record_in(last_game(home)).actions == ()


def test_giving_up_is_asked_about(home: Path) -> None:
    played = typed("give up\nwell\nno\nquit\n", "--seed", "1", *ONE)
    assert played.stdout.count("Really give up? (yes/no)") == 2
    assert record_in(last_game(home)).actions == ()


def test_giving_up_ends_the_game_with_scores(home: Path) -> None:
    played = typed("give up\nyes\n", "--seed", "1", *ONE)
    assert played.returncode == 0
    assert "Computer 1 (beginner) wins" in played.stdout
    assert record_in(last_game(home)).actions[-1] == GiveUp(0)


# Rules that only some boxes know


def test_done_insists_where_a_wrong_play_costs_a_tile_u11(home: Path) -> None:
    with Piped("--profile", "tm-toys", "--seed", "3", *ONE) as table:
        table.say("lay k1 k4 k8")
        heard = table.say("done")
        assert "Not yet" in heard
        assert "done!" in heard
        assert record_in(last_game(home)).actions == ()
        assert "draw 1" in table.say("done!")
    game = record_in(last_game(home)).replay()
    assert game.history[0].refusal is not None
    assert len(game.history[0].drawn) == 1
    assert len(game.racks[0]) == 15


def test_done_does_not_insist_where_a_wrong_play_is_refused_u11(home: Path) -> None:
    with Piped("--profile", "jumbo", "--seed", "3", *ONE) as table:
        table.say("lay k1 k4 k8")
        heard = table.say("done!")
        assert "Not yet" in heard
        assert "costs" not in heard
        assert record_in(last_game(home)).actions == ()


@pytest.mark.parametrize("arguments", [REDEAL, REDEAL_LATER])
def test_three_pairs_are_asked_about_and_yes_deals_again_s5(arguments: tuple[str, ...], home: Path) -> None:
    with Piped(*arguments) as table:
        assert "three pairs" in table.heard
        assert "You demand a redeal and show" in table.say("yes")


@pytest.mark.parametrize("arguments", [REDEAL, REDEAL_LATER])
def test_three_pairs_are_kept_by_who_says_no_s5(arguments: tuple[str, ...], home: Path) -> None:
    with Piped(*arguments) as table:
        assert "three pairs" in table.heard
        heard = table.say("no")
        assert "redeal" not in heard
        assert heard.endswith("\n> ")
    assert all(isinstance(action, Play | Draw) for action in record_in(last_game(home)).actions)


def test_the_rack_is_shown_before_the_question_for_a_redeal_s5(home: Path) -> None:
    with Piped(*REDEAL) as table:
        assert "Rack" in table.heard


def test_an_opening_is_announced_by_who_says_yes_c3(home: Path) -> None:
    with Piped(*ANNOUNCE) as table:
        assert "Announce it?" in table.say("draw")
        assert "You announce an opening" in table.say("yes")


def test_an_opening_is_not_announced_by_who_says_no_c3(home: Path) -> None:
    with Piped(*ANNOUNCE) as table:
        table.say("draw")
        heard = table.say("no")
        assert "You announce" not in heard
        assert heard.endswith("\n> ")  # and nobody asks a second time


def test_the_tile_just_drawn_is_marked_after_an_announcement_too(home: Path) -> None:
    with Piped(*ANNOUNCE) as table:
        table.say("draw")
        heard = table.say("yes")
        assert "*" in next(line for line in heard.splitlines() if line.startswith("Rack"))


def test_a_question_is_asked_again_until_the_answer_is_yes_or_no(home: Path) -> None:
    with Piped(*REDEAL) as table:
        assert table.say("perhaps").endswith("(yes/no) ")


# Leaving and coming back


@pytest.mark.parametrize("leaving", ["quit\n", "exit\n", ""])
def test_who_leaves_can_go_on_later(leaving: str, home: Path) -> None:
    left = typed(f"draw\n{leaving}", "--seed", "1", *ONE)
    assert left.returncode == 0
    assert "tilewise play --resume" in left.stdout
    before = record_in(last_game(home))
    with Piped("--resume") as table:
        assert "pool" in table.heard
        assert record_in(last_game(home)) == before
        table.say("draw")
    assert record_in(last_game(home)).actions[: len(before.actions)] == before.actions


def test_a_game_can_be_kept_in_a_file_of_ones_own(home: Path) -> None:
    path = home / "my games" / "first [/x].txt"
    left = typed("draw\nquit\n", "--seed", "1", "--save", str(path))
    assert (left.returncode, left.stderr) == (0, "")
    assert str(path) in left.stdout
    assert not last_game(home).exists()
    assert typed("quit\n", "--resume", str(path)).returncode == 0
    assert len(record_in(path).actions) > 1


def test_a_finished_game_cannot_be_resumed(home: Path) -> None:
    typed("give up\nyes\n", "--seed", "1", *ONE)
    again = typed("", "--resume")
    assert again.returncode == 2
    assert "over" in again.stderr
    assert again.stdout == ""


def test_a_game_killed_in_the_middle_of_a_turn_is_there_again(home: Path) -> None:
    with Piped("--seed", "1", *ONE) as table:
        table.say("draw")
        before = last_game(home).read_text(encoding="utf-8")
        table.say("lay o1 o2 o3")
        table.process.kill()
        table.process.wait(PATIENCE)
    assert last_game(home).read_text(encoding="utf-8") == before
    game = parse_record(before).replay()
    with Piped("--resume") as table:
        rack = next(line for line in table.heard.splitlines() if line.startswith("Rack"))
        assert len(re.findall("[0-9]+|J", rack)) == len(game.racks[0]) == 15
        assert "You draw a tile" in table.say("draw")
    assert [file.name for file in last_game(home).parent.iterdir() if file.name.startswith("tmp")] == []


def test_a_game_killed_at_any_moment_leaves_a_whole_record(home: Path) -> None:
    # Three seats draw without a pause, each action is written: the record is whole whenever the program dies.
    arguments = [sys.executable, "-m", "tilewise", "play", "--seed", "1", "--opponents", "3"]
    for pause in (0.4, 0.5):
        with subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as process:
            assert process.stdin is not None
            process.stdin.write(b"draw\n" * 20)
            process.stdin.flush()
            time.sleep(pause)
            process.kill()
        if last_game(home).exists():
            record_in(last_game(home))


def test_a_new_game_does_not_destroy_the_one_that_was_kept(home: Path) -> None:
    typed("draw\nquit\n", "--seed", "first")
    second = typed("draw\nquit\n", "--seed", "second")
    kept = [file.read_text(encoding="utf-8") for file in home.rglob("*.txt")]
    assert any("seed: first\n" in text for text in kept)
    line, aside = second.stderr.strip().split(" --resume ")
    assert line == "Your unfinished game is saved. To continue it: tilewise play"
    assert typed("quit\n", "--resume", aside).returncode == 0


def test_a_damaged_record_is_moved_out_of_the_way_of_a_new_game(home: Path) -> None:
    last_game(home).parent.mkdir(parents=True)
    last_game(home).write_text("tilewise record 1\n")
    assert "damaged" in typed("quit\n", "--seed", "1").stderr
    assert last_game(home).with_name("damaged-1.txt").read_text() == "tilewise record 1\n"


@pytest.mark.parametrize("option", ["--profile=twist", "--seed=1", "--opponents=2", "--name=Ada", "--rule=copies=3"])
def test_a_resumed_game_has_its_rules_and_players_already(option: str, home: Path) -> None:
    refused = typed("", "--resume", option)
    assert refused.returncode == 2
    assert "cannot be used together" in refused.stderr


def test_a_file_that_is_no_record_is_never_overwritten(home: Path) -> None:
    path = home / "letter.txt"
    path.write_text("Dear Ada")
    refused = typed("quit\n", "--seed", "1", "--save", str(path))
    assert path.read_text() == "Dear Ada"
    assert refused.returncode == 2
    assert refused.stderr.startswith("tilewise: ")


def test_another_game_is_never_overwritten(home: Path) -> None:
    path = home / "game.txt"
    typed("draw\nquit\n", "--seed", "1", "--save", str(path))
    before = path.read_text()
    refused = typed("quit\n", "--seed", "2", "--save", str(path))
    assert path.read_text() == before
    assert refused.returncode == 2
    assert "already contains a game" in refused.stderr
    assert "--resume" in refused.stderr


def test_nobody_is_told_that_a_game_is_kept_if_it_is_not(home: Path) -> None:
    place = home / "folder"
    place.mkdir()
    played = typed("quit\n", "--seed", "1", "--save", str(place))
    assert "Traceback" not in played.stderr
    assert "cannot be saved" in played.stderr or played.returncode == 2
    assert "is saved" not in played.stdout
    assert sorted(file.name for file in home.iterdir()) == ["folder"]


def test_who_cannot_save_in_the_usual_place_is_warned_once_and_plays(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "file").touch()
    monkeypatch.setenv("XDG_STATE_HOME", str(home / "file"))
    played = typed("draw\nquit\n", "--seed", "1", *ONE)
    assert played.returncode == 0
    assert played.stderr.count("cannot be saved") == 1
    assert "You draw a tile" in played.stdout
    assert "is saved" not in played.stdout


def test_a_person_without_a_home_can_play(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # In a container the user often has no entry, and so no home.
    program = (
        "import pathlib, sys\n"
        "def nowhere():\n    raise RuntimeError('Could not determine home directory.')\n"
        "pathlib.Path.home = nowhere\n"
        "from tilewise.cli import main\n"
        "sys.exit(main(['play', '--seed', '1']))\n"
    )
    monkeypatch.delenv("XDG_STATE_HOME")
    played = subprocess.run(
        [sys.executable, "-c", program], input=b"quit\n", capture_output=True, timeout=PATIENCE, check=False
    )
    assert b"Traceback" not in played.stderr
    assert played.returncode in (0, 2)


# The clock


def test_time_that_is_up_is_seen_in_a_pipe_too_u10(home: Path) -> None:
    with Piped("--seed", "1", *ONE, "--rule", "turn_seconds=1") as table:
        time.sleep(1.1)
        heard = table.say("draw")
    assert "time is up" in heard
    assert "out of time and draw 3" in heard
    assert record_in(last_game(home)).actions[0] == TimeOut(0, moved=False)


def test_a_refused_word_does_not_wind_the_clock_again_u9(home: Path) -> None:
    with Piped("--seed", "1", *ONE, "--rule", "turn_seconds=4") as table:
        time.sleep(2.5)
        table.say("redeal")
        time.sleep(2)
        assert "time is up" in table.say("draw")


# A real terminal


@contextmanager
def terminal(*arguments: str) -> Iterator[pexpect.spawn]:
    """A person's terminal: 80 columns, 24 lines."""
    child = pexpect.spawn(
        sys.executable,
        ["-m", "tilewise", *arguments],
        env={name: value for name, value in os.environ.items() if name != "COLUMNS"},
        dimensions=(24, 80),
        encoding="utf-8",
        timeout=PATIENCE,
    )
    try:
        yield child
    finally:
        child.close(force=True)


def wait_for_question(child: pexpect.spawn) -> str:
    """Wait until the program listens; return what it said until then."""
    child.expect_exact("\x1b[?2004h")  # from here on pasted text is marked: the line editor has begun
    return without_colours(child.before)


def without_colours(text: str) -> str:
    return re.sub("\x1b\\[[0-9;]*m", "", text)


def exit_code(child: pexpect.spawn) -> int:
    child.expect(pexpect.EOF)
    child.wait()
    code: int = child.exitstatus
    return code


def test_a_person_plays_at_a_terminal_with_colours(home: Path) -> None:
    with terminal("play", "--seed", "1", *ONE) as child:
        assert "Rack" in wait_for_question(child)
        assert re.search("\x1b\\[[0-9;]*48;", child.before)
        child.send("draw\r")
        child.expect("You draw a tile")
        assert "Your turn" in wait_for_question(child)
        child.send("quit\r")
        child.expect("tilewise play --resume")
        assert exit_code(child) == 0


def test_no_color_is_obeyed_at_a_terminal(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    with terminal("play", "--seed", "1", *ONE) as child:
        assert "Rack" in wait_for_question(child)
        assert not re.search("\x1b\\[[0-9;]*[34]8;", child.before)


def test_the_tab_key_completes_a_word(home: Path) -> None:
    with terminal("play", "--seed", "1", *ONE) as child:
        wait_for_question(child)
        child.send("hel\t")
        child.expect_exact("p")  # the letter that was missing
        child.send("\r")
        child.expect("lay a new set")


def test_the_up_key_brings_back_what_was_typed(home: Path) -> None:
    with terminal("play", "--seed", "1", *ONE) as child:
        wait_for_question(child)
        child.send("sort number\r")
        wait_for_question(child)
        child.send("\x1b[A")
        child.expect_exact("sort number")


def test_the_clock_is_seen_at_a_terminal(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PROMPT_TOOLKIT_NO_CPR")
    with terminal("play", "--seed", "1", *ONE) as child:
        child.expect_exact("\x1b[6n")  # where is the cursor?
        child.send("\x1b[14;1R")
        child.expect("[0-9]+ s left")


def test_the_clock_runs_out_at_a_terminal_u10(home: Path) -> None:
    arguments = ("--profile", "vienna-en", "--seed", "1", *ONE, "--rule", "turn_seconds=1")
    with terminal("play", *arguments) as child:
        wait_for_question(child)
        child.expect("time is up")
        child.expect("out of time and draw 1")
        wait_for_question(child)
        child.send("lay o1 o2 o3\r")
        child.expect("time is up")
        child.expect("out of time and draw 3")
    outs = [action for action in record_in(last_game(home)).actions if isinstance(action, TimeOut)]
    # On a slow machine a second may be over before the set is typed.
    assert outs[0] == TimeOut(0, moved=False)
    assert TimeOut(0, moved=True) in outs


def test_no_clock_runs_before_the_opening_where_the_book_says_so_u9(home: Path) -> None:
    with terminal("play", "--profile", "twist", "--seed", "5", *ONE, "--rule", "turn_seconds=1") as child:
        wait_for_question(child)
        with pytest.raises(pexpect.TIMEOUT):
            child.expect("time is up", timeout=1.3)


def test_ctrl_d_leaves_and_keeps_the_game(home: Path) -> None:
    with terminal("play", "--seed", "1", *ONE) as child:
        wait_for_question(child)
        child.sendeof()
        child.expect("tilewise play --resume")
        assert exit_code(child) == 0
    record_in(last_game(home))


def test_ctrl_c_leaves_without_a_traceback_and_says_that_the_game_is_kept(home: Path) -> None:
    with terminal("play", "--seed", "1", *ONE) as child:
        wait_for_question(child)
        child.sendintr()
        code = exit_code(child)
        assert "Traceback" not in child.before
        assert "tilewise play --resume" in child.before
        assert code == 130
    record_in(last_game(home))


def test_ctrl_d_at_a_question_leaves_and_keeps_the_game(home: Path) -> None:
    with terminal("play", *REDEAL) as child:
        wait_for_question(child)
        child.sendeof()
        child.expect("tilewise play --resume")
        assert exit_code(child) == 0


def test_a_person_steps_through_a_replay(home: Path) -> None:
    typed("draw\ndraw\nquit\n", "--seed", "1", *ONE)
    steps = len(record_in(last_game(home)).actions)
    with terminal("replay", str(last_game(home))) as child:
        assert f"0 of {steps}" in wait_for_question(child)
        for words, step in (("", 1), ("", 2), ("b", 1), ("0", 0), ("999999999", steps)):
            child.send(f"{words}\r")
            assert f" {step} of {steps} " in wait_for_question(child)
        child.send("dance\r")
        assert "Press Enter for the next step" in wait_for_question(child)
        child.send("q\r")
        assert exit_code(child) == 0


@pytest.mark.parametrize(("key", "code"), [("\x04", 0), ("\x03", 130)])
def test_a_replay_ends_at_ctrl_d_and_ctrl_c(key: str, code: int, home: Path) -> None:
    typed("draw\nquit\n", "--seed", "1", *ONE)
    with terminal("replay", str(last_game(home))) as child:
        wait_for_question(child)
        child.send(key)
        assert exit_code(child) == code
        assert "Traceback" not in child.before
