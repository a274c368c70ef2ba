"""Where log lines go: a stream whose failing is nobody's problem.

On a full disk the log cannot be written either. A server that stumbled over that would stop doing its work just
when it is refusing commands and waiting for space.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TextIO


class BestEffortStream:
    """Writes to another stream as far as that is possible.

    >>> import io
    >>> closed = io.StringIO()
    >>> closed.close()
    >>> BestEffortStream(closed).write("nobody reads this")
    17
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write, or do not."""
        with suppress(OSError, ValueError):
            self._stream.write(text)
        return len(text)

    def flush(self) -> None:
        """Write what waits, or do not."""
        with suppress(OSError, ValueError):
            self._stream.flush()
