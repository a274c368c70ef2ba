"""Replacing a person in the rows of a table, on both databases."""

from __future__ import annotations

import msgspec
import sqlalchemy as sa

from tests.support.store_parts import NOW, make_table
from tilewise.server.store.schema import members, tables
from tilewise.server.store.table_store import TableStore
from tilewise.server.tables.effects import Change, FinishedGame
from tilewise.server.tables.events import WentAway
from tilewise.server.tables.identity import GONE

GAME = FinishedGame(
    match=1,
    game=1,
    profile="jumbo",
    first_number=1,
    last_number=3,
    people=("p1", None),
    names=("Ada", "Bot"),
    points=("+30", "-30"),
    winners=(0,),
    given_up=(False, False),
    rated=False,
)


async def with_game(store: TableStore) -> None:
    """Store a table of Ada's with a finished game."""
    effects = await make_table(store)
    finished = msgspec.structs.replace(effects, finished=(GAME,))
    await store.append("t1", 2, NOW, [WentAway(0)], finished, "p1/away")


async def columns(store: TableStore) -> tuple[list[str], str]:
    """The members and the creator of the table."""
    return await store.database.read(
        lambda connection: (
            list(connection.execute(sa.select(members.c.person)).scalars()),
            connection.execute(sa.select(tables.c.maker)).scalar_one(),
        )
    )


async def test_an_account_takes_over_the_rows_of_a_guest(store: TableStore) -> None:
    await with_game(store)
    await store.replace_person("t1", Change("p1", "p9", gone=False))
    assert await columns(store) == (["p9"], "p9")
    (game,) = await store.finished_games("t1")
    assert (game.people, game.names) == (("p9", None), ("Ada", "Bot"))
    # A command that is sent again after signing in is recognised.
    assert await store.command_number("t1", "p9/away") == 3
    assert await store.command_number("t1", "p1/away") is None


async def test_nothing_in_the_rows_identifies_a_deleted_person(store: TableStore) -> None:
    await with_game(store)
    await store.replace_person("t1", Change("p1", "x7", gone=True))
    assert await columns(store) == ([], "x7")
    (game,) = await store.finished_games("t1")
    assert (game.people, game.names) == (("x7", None), (GONE, "Bot"))
    stored = repr(await store.events("t1"))
    assert "p1" not in stored
    assert "Ada" not in stored
