"""Faults of ours, for the log: where in the program, and nothing of what it was working on."""

from __future__ import annotations

import traceback


def fault(error: BaseException) -> dict[str, str]:
    """What the log says of an error: its kind and the lines that led to it.

    Neither its message nor any value: those may hold tokens, names and tiles, which a log must not.

    >>> try:
    ...     int("a secret")
    ... except ValueError as error:
    ...     told = fault(error)
    >>> told["error"], "secret" in told["where"]
    ('ValueError', False)
    """
    lines = (f"{frame.filename}:{frame.lineno} {frame.name}" for frame in traceback.extract_tb(error.__traceback__))
    return {"error": type(error).__name__, "where": " > ".join(lines)}
