"""A client that plays a match to its end as the beginner does."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from typing import Final

from tests.support.client import Client
from tilewise.bots import UNTIMED, Beginner
from tilewise.cli.remote_seat import command_of, view_for_player
from tilewise.server import protocol as wire
from tilewise.server.tables import commands as do
from tilewise.server.tables.views import TableView

MOST_REDEALS: Final = 2


async def play(
    client: Client, table: str, pause: Callable[[], float] = lambda: 0.0, within: float = 300.0, seed: int = 0
) -> TableView:
    """Play until the match is over or the table is closed; return the last view. Raises TimeoutError.

    `pause` is the longest time, in seconds, before the next command.
    """
    chance = random.Random(seed)
    async with asyncio.timeout(within):
        view = await client.follow(table)
        while view.phase not in ("over", "closed"):
            command = next_command(view, chance)
            answer = None if command is None else await client.command(table, command)
            if isinstance(answer, wire.Done):
                # The event of a command arrives before or after its response.
                number = answer.number
                await client.until(lambda number=number: client.views[table].number >= number)  # type: ignore[misc]
                await asyncio.sleep(pause() * chance.random())
            elif client.views[table] is view:
                # Refused because another player was quicker, or nothing to do: wait for the next event.
                await client.until(lambda view=view: client.views[table] is not view)  # type: ignore[misc]
            view = client.views[table]
    return view


def next_command(view: TableView, chance: random.Random) -> do.AnyCommand | None:
    """Return the next command; None to wait for the others."""
    seat, game = view.seat, view.game
    if seat is None:
        return None
    match view.phase:
        case "dealing" if view.fair is not None and view.fair.additions[seat] is None:
            return do.Add(f"{chance.getrandbits(64):x}")
        case "offering" if game is not None and seat not in view.kept:
            return do.Redeal() if game.may_redeal and game.actions < MOST_REDEALS else do.Keep()
        case "playing" if game is not None and game.may_announce:
            return do.Announce()
        case "playing" if game is not None and game.turn == seat and not view.seats[seat].away:
            return command_of(Beginner().choose(view_for_player(view.settings, game), UNTIMED))
        case "between":
            return do.NextGame()
        case _:
            return None
