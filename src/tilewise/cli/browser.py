"""The page of a server that has just started, opened in the browser of whoever started it."""

from __future__ import annotations

import sys
import threading
import webbrowser
from collections.abc import Mapping
from typing import Final

_SCREENS: Final = ("DISPLAY", "WAYLAND_DISPLAY")
_WITH_A_SCREEN: Final = ("win32", "darwin")
_FROM_ELSEWHERE: Final = ("SSH_CONNECTION", "SSH_TTY")


def has_screen(environment: Mapping[str, str], platform: str, is_terminal: bool) -> bool:
    """Whether somebody sits before this machine: a browser that opens elsewhere, or in the terminal, helps nobody.

    >>> has_screen({"DISPLAY": ":0"}, "linux", is_terminal=True), has_screen({}, "linux", is_terminal=True)
    (True, False)
    """
    if not is_terminal or any(environment.get(name) for name in _FROM_ELSEWHERE):
        return False
    return platform in _WITH_A_SCREEN or any(environment.get(name) for name in _SCREENS)


def open_page(address: str, environment: Mapping[str, str]) -> threading.Thread | None:
    """Open an address if there is a screen, without waiting for it; who has no browser reads the address."""
    if not has_screen(environment, sys.platform, sys.stdout.isatty()):
        return None
    thread = threading.Thread(target=_try, args=(address,), name="browser", daemon=True)
    thread.start()
    return thread


def _try(address: str) -> None:
    try:
        webbrowser.open(address)
    except (webbrowser.Error, OSError):
        # The address is printed all the same.
        return
