"""Signed tokens that identify a person.

A token is `PERSON.SESSION.ISSUED.SIGNATURE`. It is valid until it expires, or until the person signs out everywhere,
which increases the session number.
"""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass
from typing import Final

LIFETIME: Final = 400 * 24 * 3600 * 1000
"""Milliseconds; the longest lifetime of a cookie in browsers."""


@dataclass(frozen=True, slots=True)
class Token:
    """The content of a token."""

    person: str
    session: int
    issued: int


class Signer:
    """Signs and reads tokens with a secret key."""

    def __init__(self, key: str) -> None:
        self._key = hashlib.sha256(f"tilewise-token/{key}".encode()).digest()

    def sign(self, token: Token) -> str:
        """Return a signed token.

        >>> signer = Signer("key")
        >>> signer.read(signer.sign(Token("p1", 0, 5)), now=6)
        Token(person='p1', session=0, issued=5)
        """
        body = f"{token.person}.{token.session}.{token.issued}"
        return f"{body}.{self._signature(body)}"

    def read(self, text: str, now: int) -> Token | None:
        """Return the content of a token, or None if it is malformed, forged or expired.

        A token from the future is valid: a server whose clock is ahead has signed it.
        """
        body, _, signature = text.rpartition(".")
        if not body or not hmac.compare_digest(signature.encode(), self._signature(body).encode()):
            return None
        person, session, issued = body.split(".")
        token = Token(person, int(session), int(issued))
        return token if now - token.issued < LIFETIME else None

    def derive_id(self, text: str) -> str:
        """Return an id derived from a text, which cannot be computed without the key."""
        return hmac.new(self._key, f"id/{text}".encode(), hashlib.sha256).hexdigest()[:16]

    def _signature(self, body: str) -> str:
        return hmac.new(self._key, body.encode(), hashlib.sha256).hexdigest()[:40]
