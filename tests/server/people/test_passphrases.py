"""Hashing passphrases."""

from __future__ import annotations

import asyncio

import pytest
from argon2 import PasswordHasher

from tests.support.visitors import House
from tilewise.server.people.passphrases import MOST_WAITING, Passphrases, TooBusy


@pytest.mark.parametrize("passphrase", ["short", "x" * 201])
def test_the_length_of_a_passphrase_is_limited(house: House, passphrase: str) -> None:
    assert house.guest().ask("POST", "/api/me/account", {"name": "Ada", "passphrase": passphrase}).status_code == 400


def test_hashing_does_not_block_the_event_loop(house: House) -> None:
    answered: list[str] = []
    ada = house.guest("Ada")
    with ada.socket() as socket:

        class Slow(PasswordHasher):
            def hash(self, password: str | bytes, *, salt: bytes | None = None) -> str:
                # The event loop has to respond while this thread works.
                socket.waiting()
                answered.append("here")
                return super().hash(password)

        house.server.accounts.close()
        house.server.accounts.passphrases = Passphrases(Slow(time_cost=1, memory_cost=8, parallelism=1))
        ada.account("Ada")
    assert answered


async def test_too_many_hashes_at_once_are_refused() -> None:
    passphrases = Passphrases(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    work = [passphrases.verify(None, "x") for _ in range(MOST_WAITING + 5)]
    results = list(await asyncio.gather(*work, return_exceptions=True))
    passphrases.close()
    assert [result for result in results if result is False] == [False] * MOST_WAITING
    assert sum(isinstance(result, TooBusy) for result in results) == 5
