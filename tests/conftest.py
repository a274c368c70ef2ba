"""What all tests share."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from visitors import House

# A shell that starts the tests in the background lets them ignore Ctrl-C, and all their children too; tests that send
# it would wait for ever.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A server that runs, for visitors."""
    from visitors import visiting

    with visiting(tmp_path) as house:
        yield house
