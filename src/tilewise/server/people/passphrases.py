"""Passphrases: kept as Argon2 hashes, which cost time and memory, and so never in the thread that serves everybody."""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from tilewise.errors import TilewiseError

SHORTEST: Final = 10
LONGEST: Final = 200
"""Characters of a passphrase."""

MOST_WAITING: Final = 20
"""Hashes that may wait for their turn: each takes about a tenth of a second and 64 MiB, one at a time."""

T = TypeVar("T")


class BadPassphrase(TilewiseError):
    """A passphrase that is too short or too long to be taken."""


class TooBusy(TilewiseError):
    """Too many passphrases wait to be checked."""

    def __init__(self) -> None:
        super().__init__("Too many people sign in at this moment; try again in some seconds.")


def checked_passphrase(text: str) -> str:
    """A passphrase as it is hashed: the same one from every keyboard; raises BadPassphrase."""
    if not SHORTEST <= len(text) <= LONGEST:
        raise BadPassphrase(f"A passphrase has {SHORTEST} to {LONGEST} characters; some words in a row are a good one.")
    return unicodedata.normalize("NFC", text)


class Passphrases:
    """Hashes and verifies, one at a time."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = PasswordHasher() if hasher is None else hasher
        self._thread = ThreadPoolExecutor(1, "passphrase")
        self._waiting = 0
        self._nobodys: str | None = None

    async def hash(self, passphrase: str) -> str:
        """The hash to keep; raises BadPassphrase and TooBusy."""
        checked = checked_passphrase(passphrase)
        return await self._do(lambda: self._hasher.hash(checked))

    async def verify(self, kept: str | None, passphrase: str) -> bool:
        """Whether this is the passphrase of a hash.

        None, for somebody who does not exist, takes the same time and is never right. Raises TooBusy.
        """
        return await self._do(lambda: self._verify(kept, passphrase))

    def is_weak(self, kept: str) -> bool:
        """Whether a hash was made with less effort than is made today."""
        return self._hasher.check_needs_rehash(kept)

    def close(self) -> None:
        """Stop."""
        self._thread.shutdown(cancel_futures=True)

    def _verify(self, kept: str | None, passphrase: str) -> bool:
        if self._nobodys is None:
            self._nobodys = self._hasher.hash("the passphrase of nobody")
        # What is too long is right for nobody, but takes its time all the same.
        text = unicodedata.normalize("NFC", passphrase[: LONGEST + 1])
        try:
            self._hasher.verify(self._nobodys if kept is None else kept, text)
        except (VerificationError, InvalidHashError):
            return False
        return kept is not None and len(passphrase) <= LONGEST

    async def _do(self, work: Callable[[], T]) -> T:
        if self._waiting >= MOST_WAITING:
            raise TooBusy
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, work)
        finally:
            self._waiting -= 1
