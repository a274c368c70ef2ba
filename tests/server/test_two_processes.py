"""Two server processes on one PostgreSQL and one Redis: whole games in every profile, players on both."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from uuid import uuid4

import pytest
from websockets.asyncio.client import connect

from tests.support import services
from tests.support.beginner_client import play
from tests.support.client import Client
from tests.support.effort import examples, usually
from tests.support.log_checks import check_log
from tests.support.processes import ServerProcess
from tilewise.profiles import PROFILES
from tilewise.server import protocol as wire
from tilewise.server.store.database import open_database
from tilewise.server.store.table_store import TableStore
from tilewise.server.tables.commands import Add, Deal, Draw, Sit
from tilewise.server.tables.table_settings import TableSettings

GAMES = {"vienna-en": 3, "international": 2}
"""A match by the rules of vienna-en has whole rounds, in which every player starts once."""


@pytest.fixture(scope="module")
def pair(
    postgres_server: str, redis_url: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[str, list[ServerProcess]]]:
    """Return a database and two servers on it."""
    name = f"pair_{uuid4().hex}"
    services.make_database(postgres_server, name)
    url = f"{postgres_server}/{name}"
    place = tmp_path_factory.mktemp("servers")
    servers = [ServerProcess(place / f"{number}.log", url, redis_url) for number in range(2)]
    try:
        # Both at once: only one of them may migrate the database.
        for server in servers:
            server.launch()
        for server in servers:
            server.wait_until_ready()
        yield url, servers
    finally:
        for server in servers:
            server.stop()
    for server in servers:
        assert "Traceback" not in server.log.read_text()


@pytest.mark.parametrize("profile", usually(("international", "twist"), PROFILES))
async def test_players_on_two_processes_play_a_match_to_its_end(
    profile: str, pair: tuple[str, list[ServerProcess]]
) -> None:
    url, servers = pair
    settings = TableSettings(profile=profile, seats=("person", "person", "beginner"), games=GAMES.get(profile, 1))
    clients = [Client([server.address], f"Player {number}", number) for number, server in enumerate(servers)]
    subscriber = Client([servers[0].address], "Subscriber", 3)
    for client in (*clients, subscriber):
        await client.enter()
    table = await clients[0].make_table(settings)
    await clients[1].command(table, Sit())
    await clients[0].command(table, Deal())
    await subscriber.follow(table)
    views = await asyncio.gather(*(play(client, table, seed=number) for number, client in enumerate(clients)))
    await subscriber.until(lambda: subscriber.views[table].number >= views[0].number)
    database = open_database(url)
    try:
        log = await TableStore(database).events(table)
    finally:
        await database.close()
    state = check_log(table, log, [client.acknowledged for client in clients])
    assert state.phase == "over"
    assert len(state.results) == settings.games
    for client in (*clients, subscriber):
        assert client.faults == []
        # The events of either process lead to the same view as a new subscription.
        view = client.views[table]
        assert (view.number, view.phase) == (state.number, "over")
        assert view.game is not None
        assert state.game is not None
        assert view.game.final_racks != ()
    # Both processes have stored events: each acts for its own player.
    assert all(len(client.acknowledged) > 5 for client in clients)
    for client in (*clients, subscriber):
        await client.close()


async def test_entries_of_a_shared_sheet_reach_the_others_through_both_processes(
    pair: tuple[str, list[ServerProcess]],
) -> None:
    _, servers = pair
    people = [Client([server.address], f"Player {number}", number) for number, server in enumerate(servers)]
    for person in people:
        await person.enter()
    sheet = (await people[0].post("/api/sheets", {"id": "share"}))["sheet"]
    here, there = people
    socket = servers[1].address.replace("http", "ws") + "/api/socket"
    async with connect(socket, additional_headers={"Authorization": f"Bearer {there.token}"}) as follower:
        await follower.send(json.dumps({"type": "follow-sheet", "sheet": sheet}))
        version, cells = 0, dict[str, int]()

        async def next_change() -> None:
            nonlocal version
            while (message := json.loads(await follower.recv()))["type"] != "sheet-changed":
                pass
            assert message["after"] <= version <= message["version"]
            version = message["version"]
            cells.update(message["cells"])

        async def follow() -> None:
            while version < 20:
                await next_change()

        async def enter(person: Client, who: int) -> None:
            for number in range(10):
                entry = {"id": f"entry-{who}-{number}", "key": f"{number + 1}.{who}.r1", "value": number}
                await person.post(f"/api/sheets/{sheet}/cells", {"entries": [entry]})

        # The answer to `follow-sheet`: from here on, every change is sent.
        await next_change()
        await asyncio.gather(follow(), enter(here, 0), enter(there, 1))
    assert cells == {f"{number + 1}.{who}.r1": number for number in range(10) for who in range(2)}
    for person in people:
        await person.close()


async def test_of_two_concurrent_commands_one_is_stored_and_a_repeated_one_is_stored_once(
    pair: tuple[str, list[ServerProcess]],
) -> None:
    """A person with two devices, connected to different processes, presses the button on both at the same time."""
    url, servers = pair
    first, other = Client([servers[0].address], "Ada", 1), Client([servers[1].address], "Bo", 2)
    await first.enter()
    await other.enter()
    twin = Client([servers[1].address], "Ada", 3)
    await twin.enter(first)
    table = await first.make_table(TableSettings())
    await other.command(table, Sit())
    await first.command(table, Deal())
    for number, client in enumerate((first, other)):
        await client.follow(table)
        await client.command(table, Add(f"chance{number}"))
    devices = {0: (first, twin), 1: (other, other)}
    await twin.follow(table)
    turns = examples(6, thorough=30)
    for place in range(turns):
        await first.until(lambda: first.views[table].phase == "playing")
        game = first.views[table].game
        assert game is not None
        number = first.views[table].number
        for client in (first, twin, other):
            await client.until(lambda client=client, number=number: client.views[table].number >= number)  # type: ignore[misc]
        one, two = devices[game.turn]
        same = f"same-{place}" if place % 2 else None
        answers = await asyncio.gather(one.command(table, Draw(), same), two.command(table, Draw(), same))
        done = [answer for answer in answers if isinstance(answer, wire.Done)]
        if same is not None:
            assert [answer.number for answer in done] == [number + 1, number + 1]
        else:
            assert [answer.number for answer in done] == [number + 1]
        await first.until(lambda number=number: first.views[table].number > number)  # type: ignore[misc]
    database = open_database(url)
    try:
        log = await TableStore(database).events(table)
    finally:
        await database.close()
    state = check_log(table, log, [client.acknowledged for client in (first, twin, other)])
    assert state.game is not None
    assert len(state.game.history) == turns
    for client in (first, twin, other):
        assert client.faults == []
        await client.close()
