"""Passphrases, stored as Argon2 hashes. Hashing takes time and memory, so it has its own thread."""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from tilewise.errors import TilewiseError
from tilewise.server.limits import LimitExceeded

SHORTEST: Final = 10
LONGEST: Final = 200
"""Characters of a passphrase."""

MOST_WAITING: Final = 40
"""Hashes that may be queued, as when a class signs in; each takes a tenth of a second and 64 MiB, one at a time."""

BUSY_PAUSE: Final = 3000
"""Milliseconds after which somebody may try again for whom the queue was too long."""

T = TypeVar("T")


class BadPassphrase(TilewiseError):
    """A passphrase that is too short or too long."""


class TooBusy(LimitExceeded):
    """Too many passphrases are queued."""

    def __init__(self) -> None:
        super().__init__("Too many people are signing in; try again in a few seconds.", BUSY_PAUSE)


def checked_passphrase(text: str) -> str:
    """Return a passphrase in a normal form that is the same for every keyboard; raises BadPassphrase."""
    if not SHORTEST <= len(text) <= LONGEST:
        raise BadPassphrase(f"A passphrase has {SHORTEST} to {LONGEST} characters; use a few words.")
    return unicodedata.normalize("NFC", text)


class Passphrases:
    """Hashes and verifies passphrases, one at a time."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = PasswordHasher() if hasher is None else hasher
        self._thread = ThreadPoolExecutor(1, "passphrase")
        self._waiting = 0
        self._dummy_hash: str | None = None

    async def hash(self, passphrase: str) -> str:
        """Return the hash to store; raises BadPassphrase and TooBusy."""
        checked = checked_passphrase(passphrase)
        return await self._run(lambda: self._hasher.hash(checked))

    async def verify(self, hashed: str | None, passphrase: str) -> bool:
        """Return whether a passphrase matches a hash.

        None, for an account that does not exist, takes the same time and never matches. Raises TooBusy.
        """
        return await self._run(lambda: self._verify(hashed, passphrase))

    def is_outdated(self, hashed: str) -> bool:
        """Return whether a hash was made with weaker parameters than those in use."""
        return self._hasher.check_needs_rehash(hashed)

    def close(self) -> None:
        """Stop the thread."""
        self._thread.shutdown(cancel_futures=True)

    def _verify(self, hashed: str | None, passphrase: str) -> bool:
        if self._dummy_hash is None:
            self._dummy_hash = self._hasher.hash("the passphrase of nobody")
        # A passphrase that is too long never matches, but takes the same time.
        text = unicodedata.normalize("NFC", passphrase[: LONGEST + 1])
        try:
            self._hasher.verify(self._dummy_hash if hashed is None else hashed, text)
        except (VerificationError, InvalidHashError):
            return False
        return hashed is not None and len(passphrase) <= LONGEST

    async def _run(self, work: Callable[[], T]) -> T:
        if self._waiting >= MOST_WAITING:
            raise TooBusy
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, work)
        finally:
            self._waiting -= 1
