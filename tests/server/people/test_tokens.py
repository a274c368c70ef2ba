"""Signed tokens."""

from __future__ import annotations

from tilewise.server.people.tokens import LIFETIME, Signer, Token


def test_a_token_that_was_changed_anywhere_is_invalid() -> None:
    signer = Signer("key")
    token = signer.sign(Token("p1", 0, 1000))
    assert signer.read(token, 2000) == Token("p1", 0, 1000)
    for place in range(len(token)):
        changed = token[:place] + ("0" if token[place] != "0" else "1") + token[place + 1 :]
        assert signer.read(changed, 2000) is None
    assert Signer("other").read(token, 2000) is None


def test_a_token_from_a_clock_that_is_ahead_is_valid_and_all_tokens_expire() -> None:
    signer = Signer("key")
    issued = 1_790_000_000_000
    token = signer.sign(Token("p1", 0, issued))
    assert signer.read(token, issued - 86_400_000) == Token("p1", 0, issued)
    assert signer.read(token, issued + LIFETIME - 1) == Token("p1", 0, issued)
    assert signer.read(token, issued + LIFETIME) is None


def test_derived_ids_differ_by_server_and_text() -> None:
    assert Signer("a").derive_id("x") == Signer("a").derive_id("x")
    assert len({Signer("a").derive_id("x"), Signer("b").derive_id("x"), Signer("a").derive_id("y")}) == 3
