"""Names of classes as they are written in messages and in the log."""

from __future__ import annotations


def kebab(name: str) -> str:
    """A class name in small letters with hyphens.

    >>> kebab("WentAway")
    'went-away'
    """
    return "".join(f"-{c.lower()}" if c.isupper() else c for c in name).lstrip("-")
