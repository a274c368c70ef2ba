"""Text for terminals: symbols, plain letters for terminals that cannot show them, shortened quotes, no controls."""

from __future__ import annotations

import codecs
import re
import sys
import unicodedata
from typing import Final

from tilewise.tiles import Colour

SYMBOLS: Final = {Colour.BLACK: "●", Colour.RED: "▲", Colour.BLUE: "■", Colour.ORANGE: "◆"}
JOKER_SYMBOL: Final = "★"

PLAIN_LETTERS: Final = "tilewise.plain-letters"
"""The name of the error handler that writes plain letters for characters an encoding lacks."""

LONGEST_QUOTE: Final = 40
"""The most characters of a person's own input that a message repeats."""

_REPLACEMENTS: Final = {
    **{symbol: colour.letter for colour, symbol in SYMBOLS.items()},
    JOKER_SYMBOL: "",
    "·": "-",
    "—": "-",
    "•": "*",
    "…": "...",
    "ł": "l",
    "Ł": "L",
}
_LONG_QUOTE: Final = re.compile(rf"(?<!\w)(['\"])([^'\"]{{{LONGEST_QUOTE}}})[^'\"]+\1(?!\w)")


def can_show(text: str) -> bool:
    """Return whether the encoding of standard output has all the characters of a text."""
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def shortened(message: str) -> str:
    """Return a message with every quote in it cut to 40 characters.

    >>> shortened(f"There is no profile {'x' * 1000!r}.")
    "There is no profile 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…'."
    """
    return _LONG_QUOTE.sub(r"\1\2…\1", message)


def printable(text: str) -> str:
    """Return a text of unknown origin so that it cannot control the terminal. Lines stay lines.

    >>> print(printable("one\\r\\ntwo \\x1b[2J"))
    one
    two �[2J
    """
    return "".join(
        character if character.isprintable() or character in "\n\t" else "\N{REPLACEMENT CHARACTER}"
        for character in text.replace("\r\n", "\n")
    )


def _encode_plainly(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_plain_letters, error.object[error.start : error.end])), error.end


def _plain_letters(character: str) -> str:
    if character in _REPLACEMENTS:
        return _REPLACEMENTS[character]
    return unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode() or "?"


codecs.register_error(PLAIN_LETTERS, _encode_plainly)
