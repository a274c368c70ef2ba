"""Muted and blocked people."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.store_parts import store_at
from tests.support.visitors import House
from tilewise.server.people.blocks import Blocks, TooManyBlocks


def test_a_blocked_person_cannot_sit_at_the_blockers_tables(house: House) -> None:
    ada, bob = house.guest("Ada"), house.guest("Bob")
    mine, his = ada.table(seats=["person"] * 3), bob.table()
    with bob.socket() as b, ada.socket() as a:
        ada.ask("PUT", f"/api/me/blocks/{bob.person}", {"how": "block"})
        assert b.command(mine, "sit")["refusal"]["code"] == "not-welcome"
        assert a.command(his, "sit")["type"] == "done"
        ada.ask("PUT", f"/api/me/blocks/{bob.person}", {"how": "mute"})
        assert b.command(mine, "sit")["type"] == "done"


async def test_muted_and_blocked_people_are_found_by_person(database_url: str) -> None:
    async with store_at(database_url, people_ids=("p1", "p2", "p3")) as store:
        blocks = Blocks(store.database)
        await blocks.set("p1", "p2", "mute")
        await blocks.set("p1", "p3", "block")
        assert await blocks.muted_by(["p1", "p2"]) == {"p1": frozenset({"p2", "p3"}), "p2": frozenset()}
        assert [await blocks.has_blocked("p1", other) for other in ("p2", "p3", "p4")] == [False, True, False]
        await blocks.set("p1", "p2", "block")
        await blocks.remove("p1", "p3")
        assert [(blocked.person, blocked.how) for blocked in await blocks.of("p1")] == [("p2", "block")]


async def test_the_number_of_blocks_of_a_person_is_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilewise.server.people.blocks.MOST_BLOCKS", 2)
    async with store_at(f"sqlite:///{tmp_path / 'tilewise.db'}", people_ids=("p1",)) as store:
        blocks = Blocks(store.database)
        await blocks.set("p1", "p2", "mute")
        await blocks.set("p1", "p3", "mute")
        with pytest.raises(TooManyBlocks):
            await blocks.set("p1", "p4", "mute")
        # A change of an existing one is always possible.
        await blocks.set("p1", "p3", "block")
