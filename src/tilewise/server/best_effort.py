"""A stream that ignores write errors.

On a full disk the log cannot be written either. The server has to keep running anyway, refusing commands until there is
space again.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TextIO


class BestEffortStream:
    """Writes to another stream and ignores errors.

    >>> import io
    >>> closed = io.StringIO()
    >>> closed.close()
    >>> BestEffortStream(closed).write("lost")
    4
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write a text if possible; return its length in any case."""
        with suppress(OSError, ValueError):
            self._stream.write(text)
        return len(text)

    def flush(self) -> None:
        """Flush the stream if possible."""
        with suppress(OSError, ValueError):
            self._stream.flush()
