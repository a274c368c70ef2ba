"""Fair deals: a deal that nobody could choose and every player can verify afterwards (commit and reveal).

Before the deal the server publishes the digest of a secret. Then each player adds a text, and the seed of the game is
computed from the secret and all texts. The server did not know the texts when it chose the secret, and the players
did not know the secret when they chose their texts. After the game the secret is revealed. docs/fairness.md names
the limits.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from tilewise.errors import TilewiseError

_TEXT: Final = re.compile(r"[0-9A-Za-z_-]{1,64}")
_DIGEST: Final = re.compile(r"[0-9a-f]{64}")
NO_ADDITION: Final = "."
"""In place of the text of a seat that added none; not a valid text itself."""


def checked_addition(text: str) -> str:
    """Return the text that a seat adds; raises TilewiseError unless it is 1 to 64 letters, digits, _ and -."""
    if not _TEXT.fullmatch(text):
        raise TilewiseError("The text that a seat adds to the deal must be 1 to 64 letters, digits, _ and -.")
    return text


def checked_digest(text: str) -> str:
    """Return a digest; raises TilewiseError unless it is 64 lower-case hexadecimal digits."""
    if not _DIGEST.fullmatch(text):
        raise TilewiseError("A digest must be 64 lower-case hexadecimal digits.")
    return text


def digest_of(secret: str) -> str:
    """Return the digest of a secret, which is published before the deal.

    >>> digest_of("abc")[:16]
    '1f7b90d5ae389057'
    """
    return sha256(f"tilewise-fair-1/{secret}".encode()).hexdigest()


def fair_seed(secret: str, additions: Sequence[str | None]) -> str:
    """Return the seed of a game from the secret and the texts of the seats (None for no text)."""
    added = "/".join(NO_ADDITION if text is None else checked_addition(text) for text in additions)
    return sha256(f"tilewise-fair-1/{checked_addition(secret)}/{added}".encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class FairDeal:
    """The proof of a deal, revealed after the game."""

    digest: str
    """Published before any player added a text."""
    secret: str
    additions: tuple[str | None, ...]
    """By seat; None for a computer player or an absent player."""

    def flaw(self, seed: str) -> str | None:
        """Return what is wrong with the proof for a game with this seed, or None if it holds.

        >>> deal = FairDeal(digest_of("abc"), "abc", ("x", None))
        >>> deal.flaw(fair_seed("abc", ("x", None))) is None, deal.flaw("1")
        (True, 'The seed of the game does not follow from the secret and the texts of the seats.')
        """
        if digest_of(self.secret) != self.digest:
            return "The secret does not match the digest that was published before the deal."
        if fair_seed(self.secret, self.additions) != seed:
            return "The seed of the game does not follow from the secret and the texts of the seats."
        return None
