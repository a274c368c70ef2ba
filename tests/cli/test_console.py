"""The console: text is printed as it is, and a closed pipe is not an error."""

from __future__ import annotations

import pytest

from tilewise.cli.console import PlainConsole, with_progress


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
