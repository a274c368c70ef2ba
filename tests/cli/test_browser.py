"""`tilewise serve --open yes`: the page is opened where a person sees it, and a missing browser is not an error."""

from __future__ import annotations

import sys
import webbrowser

import pytest

from tilewise.cli.browser import has_screen, open_page

SCREEN = {"DISPLAY": ":0"}


@pytest.mark.parametrize(
    ("environment", "platform", "is_terminal", "expected"),
    [
        (SCREEN, "linux", True, True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "linux", True, True),
        ({}, "darwin", True, True),
        ({}, "linux", True, False),
        ({"DISPLAY": ""}, "linux", True, False),
        # Started by a service, or with its output in a pipe.
        (SCREEN, "linux", False, False),
        # Over SSH the browser would open on the remote machine.
        ({**SCREEN, "SSH_CONNECTION": "192.0.2.1 1 192.0.2.2 22"}, "linux", True, False),
    ],
)
def test_a_page_is_opened_only_where_a_person_sees_it(
    environment: dict[str, str], platform: str, is_terminal: bool, expected: bool
) -> None:
    assert has_screen(environment, platform, is_terminal) is expected


@pytest.mark.parametrize("error", [None, webbrowser.Error("no browser"), OSError("no such file")])
def test_a_machine_without_a_browser_is_not_an_error(monkeypatch: pytest.MonkeyPatch, error: Exception | None) -> None:
    opened = []

    def browser(address: str) -> bool:
        opened.append(address)
        if error is not None:
            raise error
        return True

    monkeypatch.setattr(webbrowser, "open", browser)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    thread = open_page("http://localhost:8013", SCREEN)
    assert thread is not None
    thread.join()
    assert opened == ["http://localhost:8013"]


def test_without_a_screen_nothing_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webbrowser, "open", lambda _: pytest.fail("a browser was opened"))
    monkeypatch.setattr(sys.stdout, "isatty", lambda: False)
    assert open_page("http://localhost:8013", SCREEN) is None
