"""Text for terminals: plain letters where an encoding lacks a character, shortened quotes, and the console."""

from __future__ import annotations

import io
import sys

import pytest

from tests.support.terminal import PipedGame
from tilewise.cli.console import PlainConsole, with_progress
from tilewise.cli.terminal import JOKER_SYMBOL, PLAIN_LETTERS, SYMBOLS, can_show, printable, shortened


@pytest.mark.parametrize(
    ("text", "plain"),
    [("7▲ 9●", "7r 9k"), ("★J", "J"), ("a · b — c…", "a - b - c..."), ("Łódź, Äpfel", "Lodz, Apfel"), ("日", "?")],
)
def test_characters_that_an_encoding_lacks_become_plain_letters(text: str, plain: str) -> None:
    assert text.encode("ascii", PLAIN_LETTERS).decode() == plain


def test_input_that_cannot_be_decoded_stays_an_error() -> None:
    with pytest.raises(UnicodeDecodeError):
        b"\xff".decode("ascii", PLAIN_LETTERS)


@pytest.mark.parametrize(("encoding", "expected"), [("utf-8", True), ("ascii", False), ("latin-1", False)])
def test_an_encoding_can_show_the_symbols_or_not(
    encoding: str, expected: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding=encoding))
    assert can_show("".join((*SYMBOLS.values(), JOKER_SYMBOL))) is expected


@pytest.mark.parametrize(
    ("message", "short"),
    [
        (f"There is no rule {'x' * 99!r}.", f"There is no rule '{'x' * 40}…'."),
        ("There is no rule 'x'.", "There is no rule 'x'."),
        (f"It isn't {'y' * 99!r}, isn't it?", f"It isn't '{'y' * 40}…', isn't it?"),
    ],
)
def test_a_message_quotes_at_most_40_characters(message: str, short: str) -> None:
    assert shortened(message) == short


def test_a_printable_text_keeps_its_lines_and_loses_its_controls() -> None:
    assert printable("ä\tb\r\nc\n\x1b[2J\r\x9b\u202e") == "ä\tb\nc\n\ufffd[2J\ufffd\ufffd\ufffd"


def test_an_ascii_terminal_shows_letters_for_the_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    with PipedGame("--seed", "1", "--opponents", "1") as piped:
        rack = next(line for line in piped.output.splitlines() if line.startswith("Rack"))
    assert "?" not in rack


# The console: text is printed as it is, and a closed pipe is not an error


def test_brackets_and_colons_are_printed_as_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    PlainConsole().print("[bold]Ada[/bold] :heart: 7")
    PlainConsole(stderr=True).print("[red]")
    assert capsys.readouterr() == ("[bold]Ada[/bold] :heart: 7\n", "[red]\n")


def test_a_closed_pipe_raises_an_error_for_main_to_handle() -> None:
    with pytest.raises(BrokenPipeError):
        PlainConsole().on_broken_pipe()


def test_progress_is_shown_on_a_terminal_only(capsys: pytest.CaptureFixture[str]) -> None:
    assert list(with_progress(iter("abc"), 3)) == ["a", "b", "c"]
    assert capsys.readouterr() == ("", "")
