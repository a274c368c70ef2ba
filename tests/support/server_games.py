"""The seeded games of `tilewise.browser.agreement`, played on a server.

python -m tests.support.server_games 6      print the digests of the events of the first six games, as JSON
"""

from __future__ import annotations

import asyncio
import itertools
import json
import sys
import tempfile
from pathlib import Path
from typing import Any
from unittest import mock

import msgspec

from tests.support.hosts import HandClock, Process, running
from tilewise.browser.agreement import events_digest, game_secrets, game_settings, next_command
from tilewise.server.tables import commands as do
from tilewise.server.tables.events import StoredEvent


async def game_on_server(seed: int, folder: Path) -> list[StoredEvent]:
    """Play a seeded game on a server whose database is in a folder; return its stored events."""
    secrets = game_secrets(seed)
    deal: dict[str, Any] = {"new_secret": lambda: next(secrets)}
    process = Process(f"sqlite:///{folder / f'game-{seed}.db'}", HandClock())
    with mock.patch.multiple("tilewise.server.host", **deal), mock.patch.multiple("tilewise.server.timers", **deal):
        async with running(process):
            live = await process.host.create(game_settings(seed), "device-1", "Ada", f"agreement-{seed}")
            for number in itertools.count():
                command = next_command(live.state)
                if live.state.phase == "over":
                    break
                if command is None:
                    # A computer player's turn is stored soon.
                    await asyncio.sleep(0.001)
                    continue
                typed = msgspec.convert(command, do.AnyCommand)
                await process.host.command(live.table_id, "device-1", "Ada", f"c{number}", typed)
            return await process.host.store.events(live.table_id)


async def _digests(number: int) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        return [events_digest(await game_on_server(seed, Path(folder))) for seed in range(number)]


if __name__ == "__main__":
    print(json.dumps(asyncio.run(_digests(int(sys.argv[1])))))
