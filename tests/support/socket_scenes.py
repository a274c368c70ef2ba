"""People who are connected to a server in memory and play at a table."""

from __future__ import annotations

from typing import Any

from tests.support.asgi_server import InMemoryServer, SocketClient
from tilewise.server.tables.table_state import TableState


async def two_at_a_table(running: InMemoryServer, **settings: Any) -> tuple[str, SocketClient, SocketClient]:
    """Return Ada and Bob at a table with a game in progress, to which both subscribe."""
    ada, bob = await running.newcomer("Ada"), await running.newcomer("Bob")
    table = await running.table(ada.token, **settings)
    for client in (ada, bob):
        client.say("subscribe", table=table)
        await client.next("view")
    await bob.done(table, "sit")
    await ada.done(table, "deal")
    await ada.done(table, "add", text="a")
    await bob.done(table, "add", text="b")
    return table, ada, bob


def state_of(running: InMemoryServer, table: str) -> TableState:
    return running.server.host.tables[table].state


def in_turn(running: InMemoryServer, table: str, *clients: SocketClient) -> tuple[SocketClient, SocketClient]:
    """Return the client in turn and the other one."""
    state = state_of(running, table)
    assert state.game is not None
    person = state.seats[state.game.turn].person
    first = next(client for client in clients if client.person == person)
    return first, next(client for client in clients if client.person != person)
