"""Tokens that say who somebody is: signed, so that nobody can make one up.

A token is `PERSON.SESSION.ISSUED.SIGNATURE`. It holds until its age is over, or until the person signs out
everywhere, which raises the number of the session.
"""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass
from typing import Final

HOLDS_FOR: Final = 400 * 24 * 3600 * 1000
"""Milliseconds: browsers keep a cookie no longer."""


@dataclass(frozen=True, slots=True)
class Token:
    """Who it is, in which session, since when."""

    person: str
    session: int
    issued: int


class Signer:
    """Signs and reads tokens with a secret key."""

    def __init__(self, key: str) -> None:
        self._key = hashlib.sha256(f"tilewise-token/{key}".encode()).digest()

    def sign(self, token: Token) -> str:
        """Write a token.

        >>> signer = Signer("key")
        >>> signer.read(signer.sign(Token("p1", 0, 5)), now=6)
        Token(person='p1', session=0, issued=5)
        """
        body = f"{token.person}.{token.session}.{token.issued}"
        return f"{body}.{self._signature(body)}"

    def read(self, text: str, now: int) -> Token | None:
        """Read a token; None if it is none, was changed, or is too old.

        One that seems to come from the future is good: a server with a clock that is ahead has signed it.
        """
        body, _, signature = text.rpartition(".")
        if not body or not hmac.compare_digest(signature.encode(), self._signature(body).encode()):
            return None
        person, session, issued = body.split(".")
        token = Token(person, int(session), int(issued))
        return token if now - token.issued < HOLDS_FOR else None

    def id_from(self, text: str) -> str:
        """An id that follows from a text for this server, and that nobody else can work out."""
        return hmac.new(self._key, f"id/{text}".encode(), hashlib.sha256).hexdigest()[:16]

    def _signature(self, body: str) -> str:
        return hmac.new(self._key, body.encode(), hashlib.sha256).hexdigest()[:40]
