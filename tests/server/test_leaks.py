"""Nothing leaks: a client receives only what its person may see.

It is checked in three ways: messages do not depend on hidden tiles; every message of whole games is compared with what
the event log allows; and the raw bytes of sockets, HTTP responses and log files are searched for secrets.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import random
import re
import signal
import sqlite3
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx2 as httpx
import msgspec
import pytest
import structlog
from starlette.routing import Route
from websockets.sync.client import connect

from tests.support.asgi_server import InMemoryServer, SocketClient, in_memory
from tests.support.effort import usually
from tests.support.leak_checks import (
    TILES,
    Allowed,
    check_message,
    last_number,
)
from tests.support.processes import until
from tests.support.pure_table import PureTable, as_command
from tilewise.bots import UNTIMED, Beginner
from tilewise.game import Play, Redeal
from tilewise.profiles import PROFILES
from tilewise.server import host, timers
from tilewise.server import protocol as wire
from tilewise.server.tables import commands as do
from tilewise.server.tables.effects import summary_of
from tilewise.server.tables.events import Added, StoredEvent
from tilewise.server.tables.table_settings import TableSettings
from tilewise.server.tables.table_state import TableState, replay_table
from tilewise.server.tables.views import differs_by_seat, event_view, table_view
from tilewise.tiles import format_tiles
from tilewise.view import view_of

# Messages do not depend on hidden tiles


def with_other_secrets(state: TableState, viewer: int | None, dice: random.Random) -> TableState:
    """Return the same table with everything changed that the viewer cannot know."""
    game, fair = state.game, state.fair
    assert fair is not None
    state = replace(state, fair=replace(fair, secret=f"{fair.secret}-other"))
    if game is None:
        return state
    hidden = [tile for seat, rack in enumerate(game.racks) if seat != viewer for tile in rack] + list(game.pool)
    dice.shuffle(hidden)
    racks, place = [], 0
    for seat, rack in enumerate(game.racks):
        if seat == viewer:
            racks.append(rack)
        else:
            racks.append(tuple(sorted(hidden[place : place + len(rack)])))
            place += len(rack)
    pool = tuple(hidden[place:])
    history = tuple(
        happened if happened.action.seat == viewer else replace(happened, drawn=tuple(hidden[: len(happened.drawn)]))
        for happened in game.history
    )
    drawn = tuple(
        tiles if seat == viewer else tuple(hidden[: len(tiles)]) for seat, tiles in enumerate(game.last_drawn)
    )
    other = replace(game, racks=tuple(racks), pool=pool, seed="other", history=history, last_drawn=drawn)
    return replace(state, game=other)


def messages_to(state: TableState, logged: StoredEvent, viewer: int | None) -> bytes:
    view = wire.encode(wire.View(state.table_id, 0, table_view(state, viewer)))
    event = wire.encode(wire.Event(state.table_id, event_view(state, logged, viewer)))
    return b"\n".join((view, event, msgspec.json.encode(summary_of(state))))


@pytest.mark.parametrize("profile", usually(("twist", "vienna-en"), PROFILES))
def test_messages_do_not_depend_on_hidden_tiles_and_secrets(profile: str) -> None:
    dice = random.Random(profile)
    players = 4
    table = PureTable(TableSettings(profile=profile, seats=("person", "person", "beginner", "casual")))
    table.give("bob", do.Sit())
    table.give("ada", do.Deal())
    checked = differed = 0
    while True:
        state = table.state
        over = state.game is not None and state.game.is_over
        if state.fair is not None and not over:
            for viewer in (None, *range(players)):
                other = with_other_secrets(state, viewer, dice)
                assert messages_to(other, table.log[-1], viewer) == messages_to(state, table.log[-1], viewer)
                checked += 1
                # The test can fail: the owner of a changed rack does see a difference.
                if state.game is not None and viewer is None:
                    differed += messages_to(other, table.log[-1], 0) != messages_to(state, table.log[-1], 0)
        if state.phase == "dealing":
            table.give("ada", do.Add("ada"))
            table.give("bob", do.Add("bob"))
        elif state.phase == "playing" and state.game is not None and state.seats[state.game.turn].person is not None:
            table.give(table.person_in_turn(), table.beginner_command(table.person_in_turn()))
        elif table.scheduled() is not None:
            table.run_scheduled()
        else:
            break
    assert table.state.phase == "over"
    assert checked > 100
    assert differed > 20


def test_events_that_do_not_differ_by_seat_are_the_same_for_everyone() -> None:
    table = PureTable(TableSettings(profile="jumbo", seats=("person", "person", "beginner"), games=2))
    table.give("bob", do.Sit())
    table.run_to_end()
    state: TableState | None = None
    same = 0
    for logged in table.log:
        state = replay_table(table.state.table_id, [logged], state)
        if logged.number > 1 and not differs_by_seat(logged.event):
            sent = {msgspec.json.encode(event_view(state, logged, viewer)) for viewer in (None, 0, 1, 2)}
            assert len(sent) == 1
            same += 1
    assert same > 10


# Whole games, message by message


class Watch:
    """A game of two people and a computer player, with a spectator, that records everything they receive."""

    def __init__(self, running: InMemoryServer, dice: random.Random) -> None:
        self.running = running
        self.dice = dice
        self.bodies: list[tuple[int, str, str | None, bytes]] = []
        """HTTP responses: the last event number, the path, the body."""

    async def play(self, profile: str) -> tuple[str, list[SocketClient]]:
        running = self.running
        ada, bob, eve = [await running.newcomer(name) for name in ("Ada", "Bob", "Eve")]
        settings = {"profile": profile, "seats": ["person", "person", "casual"], "public": True}
        table = await running.table(ada.token, **settings)
        clients = [ada, bob, eve]
        for client in clients:
            client.say("subscribe", table=table)
            await client.next("view")
        await bob.done(table, "sit")
        for client, text in ((ada, "from-ada"), (bob, "from-bob")):
            await client.done(table, "add", text=text)
        turns = 0
        while (state := self.state(table)).phase in ("offering", "playing"):
            turns += 1
            await self.step(table, state, clients, turns)
        for client in clients:
            client.say("subscribe", table=table, since=state.number - 5)
            client.say("subscribe", table=table)
            await client.settle()
        await self.look_at_http(table)
        assert state.game is not None
        assert state.game.is_over
        assert state.game.table
        return table, clients

    def state(self, table: str) -> TableState:
        return self.running.server.host.tables[table].state

    async def step(self, table: str, state: TableState, clients: list[SocketClient], turns: int) -> None:
        """Play one turn, sometimes with drafts, wrong plays, reconnections and HTTP requests."""
        game = state.game
        assert game is not None
        people = {client.person: client for client in clients}
        if state.phase == "offering":
            for seat in state.people:
                if seat not in state.kept and state.phase == "offering":
                    client = people[str(state.seats[seat].person)]
                    view = view_of(game, seat)
                    action = Beginner().choose_out_of_turn(view, UNTIMED) if view.may_redeal else None
                    await client.answer(table, "redeal" if isinstance(action, Redeal) else "keep")
                    state = self.state(table)
            await asyncio.sleep(0.001)
            return
        person = state.seats[game.turn].person
        if person is None:
            await asyncio.sleep(0.001)
            return
        client = people[person]
        rack = [str(tile) for tile in game.racks[game.turn]]
        laid = [format_tiles(tiles) for tiles in game.table]
        client.say("draft", table=table, number=state.number, sets=[*laid, " ".join(rack[:2])])
        if turns % 4 == 0 and state.profile.wrong_play == "refused":
            await client.refused(table, "play", table=[*laid, " ".join(rack[:2])])
        if turns % 9 == 0:
            client.say("subscribe", table=table, since=max(0, state.number - self.dice.randint(0, 80)))
        if turns % 15 == 0:
            await self.look_at_http(table)
        command = as_command(Beginner().choose(view_of(game, game.turn), UNTIMED))
        await client.done(table, command.__struct_config__.tag, **msgspec.structs.asdict(command))  # type: ignore[arg-type]

    async def look_at_http(self, table: str) -> None:
        """Request every GET endpoint, as each person and without a token."""
        number = self.state(table).number
        code = await self.running.server.store.code_of(table)
        for route in self.running.app.routes:
            if isinstance(route, Route) and "GET" in (route.methods or ()):
                fill = {name: str(code) if "code" in name else table for name in route.param_convertors}
                fill |= dict.fromkeys(fill.keys() & {"match", "game", "number"}, "1")
                path = route.path
                for name, value in fill.items():
                    path = re.sub(rf"\{{{name}(:\w+)?\}}", value, path)
                for person, token in ((None, None), *self.running.tokens.items()):
                    response = await self.running.ask("GET", path, token)
                    assert response.status_code < 500, path
                    self.bodies.append((number, path, person, response.content))


@pytest.mark.parametrize(
    ("profile", "deal"),
    usually((("tm-toys", 16), ("twist", 1)), [*((profile, 1) for profile in PROFILES), ("tm-toys", 16)]),
)
async def test_no_message_of_whole_games_reveals_more_than_its_receiver_may_know(
    profile: str,
    deal: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    caplog.set_level(logging.DEBUG)
    dice = random.Random(f"{profile} {deal}")
    for module in (host, timers):
        monkeypatch.setattr(module, "new_secret", lambda: dice.randbytes(32).hex())
    lines: list[Any] = []
    async with in_memory(tmp_path, log_level="debug") as running:
        watch = Watch(running, random.Random(profile))
        with structlog.testing.capture_logs() as captured:
            table, clients = await watch.play(profile)
            allowed = Allowed(await running.server.store.events(table))
        lines.extend(captured)
    tokens = watch.running.tokens
    secrets = allowed.secrets_before_end()
    assert {kind for kind, *_ in secrets} == {"Committed", "Dealt"}
    assert any(isinstance(logged.event, Added) for logged in allowed.log)

    sent = 0
    for client in clients:
        reached = 0
        for raw in client.raw:
            message = json.loads(raw)
            check_message(message, allowed, client.person)
            reached = max(reached, last_number(message))
            for kind, secret, made, end in secrets:
                if kind == "Dealt" or made <= reached < end:
                    assert secret not in raw
            assert not any(token in raw for token in tokens.values())
            sent += 1
    assert sent > 100
    if deal == 16:
        assert any('"action":"redeal"' in raw for raw in clients[0].raw)
    assert any(message["type"] == "drafted" for client in clients for message in client.messages)

    for number, path, person, body in watch.bodies:
        game = allowed.states[number].game
        for _, secret, made, end in secrets:
            if made <= number < end:
                assert secret.encode() not in body, path
        assert not any(token.encode() in body for token in tokens.values()), path
        if game is not None and not game.is_over:
            # Everyone has seen the tiles that were ever on the table, even if they have moved since.
            laid = {
                format_tiles(tiles) for happened in game.history for tiles in (happened.placed, happened.shown_pairs)
            }
            laid |= {
                format_tiles(tiles) for action in game.actions if isinstance(action, Play) for tiles in action.table
            }
            seat = None if person is None else allowed.states[number].seat_of(person)
            if seat is not None:
                laid.add(format_tiles(game.racks[seat]))
            for found in TILES.findall(body.decode("utf-8", "replace")):
                assert found in laid, path

    output = capfd.readouterr()
    written = "\n".join((caplog.text, repr(lines), output.out, output.err))
    for _, secret, *_ in secrets:
        assert secret not in written
    for token in tokens.values():
        assert token not in written
    assert not TILES.search(written)


async def test_a_token_is_in_the_response_that_creates_it_and_nowhere_else(tmp_path: Path) -> None:
    async with in_memory(tmp_path) as running:
        people = [await running.guest(name) for name in ("Ada", "Bob")]
        for person, token in people:
            await running.table(token, public=True)
            for _, response in running.answers:
                made = response.request.url.path == "/api/guests" and response.json()["person"] == person
                everything = str(response.headers.raw).encode() + response.content
                assert (token.encode() in everything) == made


async def test_an_error_in_the_middle_of_a_game_logs_no_tiles_and_no_secrets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    """The failure of a timer is logged, but not the state that it worked on."""
    caplog.set_level(logging.DEBUG)

    def broken(state: TableState, seat: int) -> None:
        assert state.game is not None
        raise RuntimeError("Something is wrong here.")

    async with in_memory(tmp_path) as running:
        ada = await running.newcomer("Ada")
        monkeypatch.setattr(timers, "turn_request", broken)
        table = await running.table(ada.token, seats=["person", "beginner"])
        await ada.done(table, "add", text="a")
        state = running.server.host.tables[table].state
        assert state.game is not None
        if state.game.turn == 0:
            await ada.done(table, "draw")
        output = ""
        while "timer failed" not in output:
            await asyncio.sleep(0.01)
            output += "".join(capfd.readouterr())
        log, token = await running.server.store.events(table), ada.token
    written = "\n".join((caplog.text, output, *capfd.readouterr()))
    for _, secret, *_ in Allowed(log).secrets_before_end():
        assert secret not in written
    assert token not in written
    assert not TILES.search(written)


def test_the_whole_program_logs_no_tiles_secrets_or_tokens_even_at_the_lowest_level(tmp_path: Path) -> None:
    """Play over real sockets with `tilewise serve --log-level debug`, and search its output."""
    database = tmp_path / "tilewise.db"
    command = [sys.executable, "-m", "tilewise", "serve", "--port", "0", "--tempo", "0", "--database"]
    options = [f"sqlite:///{database}", "--log-level", "debug", "--log-format", "json", "--messages-per-second", "1000"]
    written = tmp_path / "written"
    with written.open("wb") as output:
        program = subprocess.Popen([*command, *options], stdout=output, stderr=output)
        try:
            token, racks = _play_over_real_sockets(written)
        finally:
            program.send_signal(signal.SIGTERM)
            assert program.wait(60) in (0, -signal.SIGTERM)
    raw = written.read_bytes()
    with contextlib.closing(sqlite3.connect(database)) as connection:
        bodies = [json.loads(body) for (body,) in connection.execute("SELECT body FROM events")]
    hidden = [body[key] for body in bodies for key in ("secret", "seed") if key in body]
    assert len(hidden) == 2
    assert len(racks) > 10
    for secret in (*hidden, token, *racks):
        assert secret.encode() not in raw
    assert not TILES.search(raw.decode())
    assert b"Traceback" not in raw


def _play_over_real_sockets(written: Path) -> tuple[str, list[str]]:
    """Play some turns against a computer player; return the token and the racks that the player saw."""
    until(lambda: b"Stop:" in written.read_bytes())
    found = re.search(rb"http://[\w.:]+", written.read_bytes())
    assert found is not None
    address = found[0].decode()
    with httpx.Client(base_url=address, timeout=60) as http:
        token = http.post("/api/guests", json={"name": "Ada"}).json()["token"]
        http.cookies.clear()
        header = {"authorization": f"Bearer {token}"}
        table = http.post("/api/tables", json={"seats": ["person", "beginner"]}, headers=header).json()["table"]
    racks: list[str] = []
    with connect(address.replace("http", "ws", 1) + "/api/socket", additional_headers=header) as socket:
        socket.send(json.dumps({"type": "subscribe", "table": table}))
        socket.send(_asking(table, 0, {"do": "add", "text": "from-ada"}))
        while len(racks) < 30:
            message = json.loads(socket.recv(timeout=60))
            game = message.get("event", {}).get("game")
            if game is not None:
                racks.append(game["rack"])
                if game["turn"] == 0:
                    socket.send(_asking(table, len(racks), {"do": "draw"}))
    return token, racks


def _asking(table: str, number: int, command: dict[str, Any]) -> str:
    return json.dumps({"type": "command", "id": f"c{number}", "table": table, "command": command})
