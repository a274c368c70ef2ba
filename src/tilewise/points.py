"""Points as text. They are fractions, because the equal share of a score may not be whole (C4)."""

from __future__ import annotations

import re
from fractions import Fraction

from tilewise.errors import TilewiseError


def signed(points: Fraction) -> str:
    """Return points with their sign.

    >>> signed(Fraction(24)), signed(Fraction(-5)), signed(Fraction(27, 2))
    ('+24', '-5', '+27/2')
    """
    return f"+{points}" if points > 0 else str(points)


def parse_points(text: str) -> Fraction:
    """Return the points that a text such as +24, -5 or 27/2 names; raises TilewiseError.

    >>> parse_points("+27/2")
    Fraction(27, 2)
    """
    if not re.fullmatch(r"[-+]?[0-9]{1,9}(/[1-9][0-9]{0,8})?", text):
        raise TilewiseError(f"{text[:20]!r} is not a number of points.")
    return Fraction(text)
