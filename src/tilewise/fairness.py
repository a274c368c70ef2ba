"""Fair tiles: a deal that nobody could choose, and everybody can check afterwards.

Before the deal the server shows the digest of a secret; then everybody adds a text of their own; then the seed of
the game is made of all of them. The server could not know the others' texts when it chose the secret, and nobody
knew the secret when choosing a text. After the game the secret is revealed. docs/fairness.md tells the limits.
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
NOTHING: Final = "."
"""What stands for a seat that added nothing; no text looks like it."""


def checked_addition(text: str) -> str:
    """Return what a seat adds; raises TilewiseError unless it is 1 to 64 letters, digits, _ and -."""
    if not _TEXT.fullmatch(text):
        raise TilewiseError("What a seat adds to the deal is 1 to 64 letters, digits and the signs _ and -.")
    return text


def checked_digest(text: str) -> str:
    """Return a digest; raises TilewiseError unless it is 64 hexadecimal digits."""
    if not _DIGEST.fullmatch(text):
        raise TilewiseError("A digest is 64 hexadecimal digits, in small letters.")
    return text


def digest_of(secret: str) -> str:
    """What is shown of a secret before the deal.

    >>> digest_of("abc")[:16]
    '1f7b90d5ae389057'
    """
    return sha256(f"tilewise-fair-1/{secret}".encode()).hexdigest()


def fair_seed(secret: str, additions: Sequence[str | None]) -> str:
    """The seed of a game from the secret and what each seat added (None: nothing)."""
    added = "/".join(NOTHING if text is None else checked_addition(text) for text in additions)
    return sha256(f"tilewise-fair-1/{checked_addition(secret)}/{added}".encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class FairDeal:
    """What proves a deal, revealed after the game."""

    digest: str
    """Shown before anybody added anything."""
    secret: str
    additions: tuple[str | None, ...]
    """By seat; None: nothing, as from a computer player or somebody who was not there."""

    def flaw(self, seed: str) -> str | None:
        """What is wrong with the proof for a game of this seed; None if it holds.

        >>> deal = FairDeal(digest_of("abc"), "abc", ("x", None))
        >>> deal.flaw(fair_seed("abc", ("x", None))) is None, deal.flaw("1")
        (True, 'The seed of the game does not follow from the secret and what the seats added.')
        """
        if digest_of(self.secret) != self.digest:
            return "The secret is not the one whose digest was shown before the deal."
        if fair_seed(self.secret, self.additions) != seed:
            return "The seed of the game does not follow from the secret and what the seats added."
        return None
