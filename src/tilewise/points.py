"""Points: exact numbers, because a shared plus may not be whole (C4)."""

from __future__ import annotations

import re
from fractions import Fraction

from tilewise.errors import TilewiseError


def signed(points: Fraction) -> str:
    """Write points with their sign: +24, -5, 0, +27/2."""
    return f"+{points}" if points > 0 else str(points)


def parse_points(text: str) -> Fraction:
    """Read points such as +24, -5 or 27/2; raises TilewiseError.

    >>> parse_points("+27/2")
    Fraction(27, 2)
    """
    if not re.fullmatch(r"[-+]?[0-9]{1,9}(/[1-9][0-9]{0,8})?", text):
        raise TilewiseError(f"{text[:20]!r} is no number of points.")
    return Fraction(text)
