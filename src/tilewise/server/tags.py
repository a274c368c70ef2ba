"""The tags of messages, commands and events, from the names of their classes."""

from __future__ import annotations


def kebab(name: str) -> str:
    """Return a class name in small letters with hyphens.

    >>> kebab("WentAway")
    'went-away'
    """
    return "".join(f"-{c.lower()}" if c.isupper() else c for c in name).lstrip("-")
