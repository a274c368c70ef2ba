"""Muted and blocked people."""

from __future__ import annotations

from tests.support.visitors import House


def test_a_blocked_person_cannot_sit_at_the_blockers_tables(house: House) -> None:
    ada, bob = house.guest("Ada"), house.guest("Bob")
    mine, his = ada.table(seats=["person"] * 3), bob.table()
    with bob.socket() as b, ada.socket() as a:
        ada.ask("PUT", f"/api/me/blocks/{bob.person}", {"how": "block"})
        assert b.command(mine, "sit")["refusal"]["code"] == "not-welcome"
        assert a.command(his, "sit")["type"] == "done"
        ada.ask("PUT", f"/api/me/blocks/{bob.person}", {"how": "mute"})
        assert b.command(mine, "sit")["type"] == "done"
