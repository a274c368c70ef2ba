"""Opening the server's page in a browser when the server starts."""

from __future__ import annotations

import sys
import threading
import webbrowser
from collections.abc import Mapping
from typing import Final

_DISPLAY_VARIABLES: Final = ("DISPLAY", "WAYLAND_DISPLAY")
_DESKTOP_PLATFORMS: Final = ("win32", "darwin")
_SSH_VARIABLES: Final = ("SSH_CONNECTION", "SSH_TTY")


def has_screen(environment: Mapping[str, str], platform: str, is_terminal: bool) -> bool:
    """Return whether a browser window would open in front of the person who started the server.

    >>> has_screen({"DISPLAY": ":0"}, "linux", is_terminal=True), has_screen({}, "linux", is_terminal=True)
    (True, False)
    """
    if not is_terminal or any(environment.get(name) for name in _SSH_VARIABLES):
        return False
    return platform in _DESKTOP_PLATFORMS or any(environment.get(name) for name in _DISPLAY_VARIABLES)


def open_page(address: str, environment: Mapping[str, str]) -> threading.Thread | None:
    """Open an address in the browser, in a thread that is returned; do nothing and return None without a screen."""
    if not has_screen(environment, sys.platform, sys.stdout.isatty()):
        return None
    thread = threading.Thread(target=_try_to_open, args=(address,), name="browser", daemon=True)
    thread.start()
    return thread


def _try_to_open(address: str) -> None:
    try:
        webbrowser.open(address)
    except (webbrowser.Error, OSError):
        # The address is printed anyway.
        return
