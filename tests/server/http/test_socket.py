"""The WebSocket: messages of a client and the responses to them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.support.asgi_server import SOON, AdjustableClock, InMemoryServer, SocketClient, in_memory
from tests.support.http_server import AnonymousCaller, running
from tilewise.server import draft_relay
from tilewise.server.http.socket import MOST_SHEETS
from tilewise.server.live_table import RECENT_EVENTS
from tilewise.server.protocol import PROTOCOL, SUPPORTED_PROTOCOLS
from tilewise.server.store.database import StorageError
from tilewise.server.tables.table_state import TableState

Scene = Callable[[InMemoryServer], Awaitable[None]]


def play(folder: Path, scene: Scene, clock: AdjustableClock | None = None, **settings: Any) -> None:
    """Run a scene with a new server."""

    async def run() -> None:
        async with in_memory(folder, clock, **settings) as running:
            await scene(running)

    asyncio.run(run())


async def two_at_a_table(running: InMemoryServer, **settings: Any) -> tuple[str, SocketClient, SocketClient]:
    """Return Ada and Bob at a table with a game in progress, to which both subscribe."""
    ada, bob = await running.newcomer("Ada"), await running.newcomer("Bob")
    table = await running.table(ada.token, **settings)
    for client in (ada, bob):
        client.say("subscribe", table=table)
        await client.next("view")
    await bob.done(table, "sit")
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


def test_the_first_message_names_the_person_and_the_protocol_version(tmp_path: Path) -> None:
    async def scene(running: InMemoryServer) -> None:
        person, token = await running.guest("Ada")
        client = await SocketClient(person, token).connect(running.app)
        running.clients.append(client)
        welcome = await client.next("welcome")
        assert welcome == client.messages[0]
        assert (welcome["person"], welcome["name"], welcome["protocol"]) == (person, "Ada", PROTOCOL)
        assert abs(welcome["now"] - running.server.clock.now()) < 5_000

    play(tmp_path, scene)


def test_a_connection_without_a_token_is_closed(tmp_path: Path) -> None:
    async def scene(running: InMemoryServer) -> None:
        client = await SocketClient("nobody", "p1.0.5.forged").connect(running.app)
        running.clients.append(client)
        await asyncio.sleep(0.05)
        assert client.closed_with == 4401
        assert client.raw == []

    play(tmp_path, scene)


@pytest.mark.parametrize("version", [0, PROTOCOL + 1, 10**9])
def test_a_client_of_an_unsupported_version_is_disconnected_with_the_reason(tmp_path: Path, version: int) -> None:
    async def scene(running: InMemoryServer) -> None:
        ada = await running.newcomer("Ada")
        ada.say("hello", protocol=version)
        closing = await ada.next("closing")
        assert closing["code"] == "protocol"
        assert f"versions {', '.join(map(str, SUPPORTED_PROTOCOLS))} of" in closing["message"]
        assert "retry_after" not in closing
        await asyncio.sleep(0)
        assert ada.closed_with is not None

    play(tmp_path, scene)


@pytest.mark.parametrize("version", SUPPORTED_PROTOCOLS)
def test_a_client_of_a_supported_version_stays_connected(tmp_path: Path, version: int) -> None:
    async def scene(running: InMemoryServer) -> None:
        ada = await running.newcomer("Ada")
        ada.say("hello", protocol=version)
        assert await ada.settle() == []

    play(tmp_path, scene)


def test_a_ping_is_answered_with_the_servers_time(tmp_path: Path) -> None:
    async def scene(running: InMemoryServer) -> None:
        ada = await running.newcomer("Ada")
        ada.say("ping")
        pong = await ada.next("pong")
        assert abs(pong["now"] - running.server.clock.now()) < 5_000

    play(tmp_path, scene)


def test_a_subscriber_gets_a_view_and_then_every_event_in_order(tmp_path: Path) -> None:
    async def scene(running: InMemoryServer) -> None:
        table, ada, bob = await two_at_a_table(running)
        view = next(message for message in ada.messages if message["type"] == "view")
        assert view["view"]["table"] == table
        first, second = in_turn(running, table, ada, bob)
        await first.done(table, "draw")
        await second.done(table, "draw")
        await ada.settle()
        numbers = [message["event"]["number"] for message in ada.messages if message["type"] == "event"]
        start = view["view"]["number"]
        assert numbers == list(range(start + 1, state_of(running, table).number + 1))

    play(tmp_path, scene)


def test_a_command_gets_done_with_the_number_of_its_last_event(tmp_path: Path) -> None:
    async def scene(running: InMemoryServer) -> None:
        table, ada, bob = await two_at_a_table(running)
        first, _ = in_turn(running, table, ada, bob)
        done = await first.done(table, "draw")
        assert done["number"] == state_of(running, table).number
        logged = await running.server.store.events(table)
        assert logged[-1].number == done["number"], "it is stored before it is acknowledged"

    play(tmp_path, scene)


def test_a_refusal_contains_the_rule_and_the_facts(tmp_path: Path) -> None:
    async def scene(running: InMemoryServer) -> None:
        table, ada, bob = await two_at_a_table(running)
        first, second = in_turn(running, table, ada, bob)
        refusal = await second.refused(table, "draw")
        assert (refusal["code"], refusal["rule"]) == ("not-your-turn", "S2")
        assert refusal["facts"] == {
            "seat": state_of(running, table).seat_of(second.person),
            "turn": state_of(running, table).seat_of(first.person),
        }
        refusal = await first.refused(table, "play", table=["r1 r2 q9"])
        assert refusal["code"] == "bad-tiles"
        refusal = await first.refused(table, "keep")
        assert (refusal["code"], refusal["rule"]) == ("not-now", None)
        refusal = await first.refused("ffffffffffffffff", "draw")
        assert refusal["code"] == "no-table"
        refusal = await first.refused("../x\0", "draw")
        assert refusal["code"] == "no-table"

    play(tmp_path, scene)


def test_a_repeated_command_id_gets_the_same_response_but_runs_once(tmp_path: Path) -> None:
    async def scene(running: InMemoryServer) -> None:
        table, ada, bob = await two_at_a_table(running)
        first, second = in_turn(running, table, ada, bob)
        done = await first.done(table, "draw", "once")
        number = state_of(running, table).number
        again = await first.done(table, "draw", "once")
        assert again == done
        assert state_of(running, table).number == number
        # Other people may use the same command id.
        await second.done(table, "draw", "once")
        assert state_of(running, table).number == number + 1

    play(tmp_path, scene)


def test_a_retry_on_a_new_connection_or_after_a_restart_does_not_run_twice(tmp_path: Path) -> None:
    person: dict[str, Any] = {}

    async def before(running: InMemoryServer) -> None:
        table, ada, bob = await two_at_a_table(running)
        first, _ = in_turn(running, table, ada, bob)
        first.ask(table, "draw", "once")
        await first.close()
        device = await running.client(first.person, first.token)
        person["done"] = await device.done(table, "draw", "once")
        person.update(table=table, person=first.person, token=first.token, number=state_of(running, table).number)

    async def after(running: InMemoryServer) -> None:
        device = await running.client(person["person"], person["token"])
        assert await device.done(person["table"], "draw", "once") == person["done"]
        assert state_of(running, person["table"]).number == person["number"]

    play(tmp_path, before)
    play(tmp_path, after)


@pytest.mark.parametrize("id_", ["", "x" * 65, "a b", "\0", "ä"])
def test_a_command_needs_a_valid_id(tmp_path: Path, id_: str) -> None:
    async def scene(running: InMemoryServer) -> None:
        ada = await running.newcomer("Ada")
        table = await running.table(ada.token)
        ada.say("command", id=id_, table=table, command={"do": "leave"})
        refused = await ada.next("refused")
        assert refused["refusal"]["code"] == "bad-id"
        assert state_of(running, table).phase == "open"

    play(tmp_path, scene)


def test_a_client_that_was_away_briefly_gets_exactly_the_missed_events(tmp_path: Path) -> None:
    async def scene(running: InMemoryServer) -> None:
        table, ada, bob = await two_at_a_table(running)
        first, second = in_turn(running, table, ada, bob)
        seen = state_of(running, table).number
        await second.close()
        await first.done(table, "draw")
        back = await running.client(second.person, second.token)
        back.say("subscribe", table=table, since=seen)
        events = await back.next("events", "view")
        assert events["type"] == "events"
        assert [event["number"] for event in events["events"]] == [seen + 1]
        assert [message["event"] for message in first.messages if message["type"] == "event"][-1]["kind"] == "acted"
        back.say("subscribe", table=table, since=seen + 1)
        assert (await back.next("events"))["events"] == []

    play(tmp_path, scene)


@pytest.mark.parametrize("since", [0, 10**6, 2**53])
def test_a_client_that_is_too_far_behind_or_ahead_gets_a_fresh_view(tmp_path: Path, since: int) -> None:
    async def scene(running: InMemoryServer) -> None:
        table, ada, bob = await two_at_a_table(running)
        for _ in range(RECENT_EVENTS):
            first, _ = in_turn(running, table, ada, bob)
            await first.done(table, "draw")
        ada.say("subscribe", table=table, since=since)
        view = await ada.next("events", "view")
        assert view["type"] == "view"
        assert view["view"]["number"] == state_of(running, table).number

    play(tmp_path, scene)


def test_after_a_restart_a_client_gets_a_fresh_view_and_continues(tmp_path: Path) -> None:
    kept: dict[str, Any] = {}

    async def before(running: InMemoryServer) -> None:
        table, ada, bob = await two_at_a_table(running)
        first, second = in_turn(running, table, ada, bob)
        await first.done(table, "draw")
        kept.update(table=table, number=state_of(running, table).number, who=(second.person, second.token))
        second.say("subscribe", table=table)
        kept["view"] = (await second.next("view"))["view"]

    async def after(running: InMemoryServer) -> None:
        client = await running.client(*kept["who"])
        client.say("subscribe", table=kept["table"], since=kept["number"] - 1)
        view = (await client.next("view"))["view"]
        assert view == kept["view"]
        await client.done(kept["table"], "draw")

    play(tmp_path, before)
    play(tmp_path, after)


def test_two_devices_of_one_person_see_the_same_seat(tmp_path: Path) -> None:
    async def scene(running: InMemoryServer) -> None:
        table, ada, bob = await two_at_a_table(running)
        first, _ = in_turn(running, table, ada, bob)
        tablet = await running.client(first.person, first.token)
        tablet.say("subscribe", table=table)
        view = (await tablet.next("view"))["view"]
        assert len(view["game"]["rack"].split()) == 14
        await tablet.done(table, "draw")
        for client in (first, tablet):
            await client.settle()
            acted = [message["event"] for message in client.messages if message["type"] == "event"][-1]
            assert acted["action"]["drawn_tiles"], "both see which tile was drawn"
        # One device disconnects: the person is still present.
        await tablet.close()
        presence = await first.next("presence")
        seat = state_of(running, table).seat_of(first.person)
        assert seat in presence["seats"]

    play(tmp_path, scene)


def test_presence_contains_the_connected_seats_and_the_number_of_spectators(tmp_path: Path) -> None:
    async def scene(running: InMemoryServer) -> None:
        table, ada, bob = await two_at_a_table(running)
        eve = await running.newcomer("Eve")
        eve.say("subscribe", table=table)
        await eve.next("view")
        presence = await ada.next("presence", spectators=1)
        while presence["seats"] != [0, 1]:
            presence = await ada.next("presence")
        await bob.close()
        presence = await ada.next("presence", seats=[0])
        assert presence["spectators"] == 1
        eve.say("unsubscribe", table=table)
        assert (await ada.next("presence"))["spectators"] == 0

    play(tmp_path, scene)


def test_a_spectator_who_takes_a_seat_is_present_at_once(tmp_path: Path) -> None:
    async def scene(running: InMemoryServer) -> None:
        ada, bob = await running.newcomer("Ada"), await running.newcomer("Bob")
        table = await running.table(ada.token, seats=["person"] * 3)
        for client in (ada, bob):
            client.say("subscribe", table=table)
            await client.next("view")
        await ada.next("presence", seats=[0], spectators=1)
        await bob.done(table, "sit")
        assert (await ada.next("presence", seats=[0, 1]))["spectators"] == 0
        await bob.done(table, "stand")
        assert (await ada.next("presence", seats=[0]))["spectators"] == 1

    play(tmp_path, scene)


def test_spectators_see_no_rack_and_only_tables_that_allow_them(tmp_path: Path) -> None:
    async def scene(running: InMemoryServer) -> None:
        table, *_ = await two_at_a_table(running)
        eve = await running.newcomer("Eve")
        eve.say("subscribe", table=table)
        view = (await eve.next("view"))["view"]
        assert (view["seat"], view["game"]["rack"], view["game"]["seat"]) == (None, "", None)
        closed, *_ = await two_at_a_table(running, spectators=False)
        eve.say("subscribe", table=closed)
        problem = await eve.next("problem", "view")
        assert (problem["type"], problem["code"], problem["table"]) == ("problem", "no-spectators", closed)
        eve.say("subscribe", table="0" * 16)
        assert (await eve.next("problem"))["code"] == "no-table"

    play(tmp_path, scene)


def test_a_visitor_without_a_seat_is_unsubscribed_when_a_private_game_begins(tmp_path: Path) -> None:
    async def scene(running: InMemoryServer) -> None:
        ada, bob, eve = [await running.newcomer(name) for name in ("Ada", "Bob", "Eve")]
        table = await running.table(ada.token, spectators=False)
        eve.say("subscribe", table=table)
        await eve.next("view")
        await bob.done(table, "sit")
        problem = await eve.next("problem")
        assert (problem["code"], problem["table"]) == ("no-spectators", table)
        told = len(eve.messages)
        await ada.done(table, "add", text="a")
        await bob.done(table, "add", text="b")
        assert await eve.settle() == []
        assert len(eve.messages) == told + 1

    play(tmp_path, scene)


def test_a_player_who_leaves_a_table_without_spectators_is_unsubscribed(tmp_path: Path) -> None:
    async def scene(running: InMemoryServer) -> None:
        ada, bob, cyd = [await running.newcomer(name) for name in ("Ada", "Bob", "Cyd")]
        table = await running.table(ada.token, spectators=False, seats=["person"] * 3)
        for client in (bob, cyd):
            await client.done(table, "sit")
        for client in (ada, bob, cyd):
            client.say("subscribe", table=table)
            await client.next("view")
            await client.done(table, "add", text="x")
        await cyd.done(table, "leave")
        assert (await cyd.next("problem"))["code"] == "no-spectators"
        await cyd.settle()
        first, _ = in_turn(running, table, ada, bob)
        await first.done(table, "draw")
        assert await cyd.settle() == []

    play(tmp_path, scene)


# Drafts


async def with_draft(
    running: InMemoryServer, **settings: Any
) -> tuple[str, SocketClient, SocketClient, SocketClient, list[str]]:
    """Return a table, the client in turn, the other one, a spectator, and the rack of the first."""
    table, ada, bob = await two_at_a_table(running, **settings)
    eve = await running.newcomer("Eve")
    eve.say("subscribe", table=table)
    await eve.next("view")
    first, second = in_turn(running, table, ada, bob)
    state = state_of(running, table)
    assert state.game is not None
    rack = [str(tile) for tile in state.game.racks[state.game.turn]]
    for client in (first, second, eve):
        await client.settle()
    return table, first, second, eve, rack


def test_a_draft_is_sent_to_the_others_and_to_spectators_but_not_back(tmp_path: Path) -> None:
    async def scene(running: InMemoryServer) -> None:
        table, first, second, eve, rack = await with_draft(running)
        number = state_of(running, table).number
        first.say("draft", table=table, number=number, sets=[" ".join(rack[:3])])
        for client in (second, eve):
            drafted = await client.next("drafted")
            assert drafted["sets"] == [" ".join(rack[:3])]
            assert (drafted["number"], drafted["seat"]) == (number, state_of(running, table).seat_of(first.person))
        assert not any(message["type"] == "drafted" for message in await first.settle())
        # A new subscriber gets it too, also on another device of the same person.
        tablet = await running.client(first.person, first.token)
        tablet.say("subscribe", table=table)
        assert (await tablet.next("drafted"))["sets"] == [" ".join(rack[:3])]

    play(tmp_path, scene)


def test_a_preview_assesses_a_turn_for_its_sender_alone(tmp_path: Path) -> None:
    async def scene(running: InMemoryServer) -> None:
        table, first, second, eve, rack = await with_draft(running)
        number = state_of(running, table).number
        sets = [" ".join(rack[:2])]
        for client in (first, second):
            client.say("preview", table=table, asked=7, number=number, sets=sets)
            previewed = await client.next("previewed")
            assert (previewed["table"], previewed["asked"]) == (table, 7)
            assert previewed["preview"]["sets"][0]["refusal"]["code"] == "too-few-tiles"
            client.say("judge", table=table, asked=8, sets=sets)
            assert (await client.next("judged"))["judgement"] == previewed["preview"], "as in version 1"
        for client in (first, second, eve):
            assert not any(message["type"] == "drafted" for message in await client.settle())
        eve.say("preview", table=table, asked=1, number=number, sets=[])
        assert (await eve.next("problem"))["code"] == "not-seated"
        first.say("preview", table=table, asked=1, number=number, sets=["r99"])
        assert (await first.next("problem"))["code"] == "bad-tiles"
        first.say("preview", table="0" * 16, asked=1, number=number, sets=[])
        assert (await first.next("problem"))["code"] == "no-table"

    play(tmp_path, scene)


def test_a_shared_preview_of_the_person_in_turn_is_also_a_draft(tmp_path: Path) -> None:
    async def scene(running: InMemoryServer) -> None:
        table, first, second, eve, rack = await with_draft(running)
        number = state_of(running, table).number
        sets = [" ".join(rack[:2])]
        # Neither a plan for the next turn, nor typed words, nor an old arrangement is shared.
        second.say("preview", table=table, asked=1, number=number, sets=sets, share=True)
        first.say("preview", table=table, asked=2, number=number, sets=[], words=f"lay {rack[0]}", share=True)
        first.say("preview", table=table, asked=3, number=number + 1, sets=sets, share=True)
        assert (await second.next("previewed"))["asked"] == 1
        assert [(await first.next("previewed"))["asked"] for _ in range(2)] == [2, 3]
        assert not any(message["type"] == "drafted" for message in await eve.settle())
        first.say("preview", table=table, asked=4, number=number, sets=sets, share=True)
        assert (await first.next("previewed"))["asked"] == 4
        for client in (second, eve):
            drafted = await client.next("drafted")
            assert (drafted["sets"], drafted["number"]) == (sets, number)
        assert not any(message["type"] == "drafted" for message in await first.settle())

    play(tmp_path, scene)


def test_drafts_are_throttled_and_the_last_one_arrives(tmp_path: Path) -> None:
    async def scene(running: InMemoryServer) -> None:
        table, first, second, _, rack = await with_draft(running)
        number = state_of(running, table).number
        for length in range(1, 11):
            first.say("draft", table=table, number=number, sets=[" ".join(rack[:length])])
        await first.settle()
        await second.next("drafted", sets=[" ".join(rack[:10])])
        drafted = [message for message in second.messages if message["type"] == "drafted"]
        assert len(drafted) == 2, "the first at once, then the last one after a pause"

    play(tmp_path, scene)


def test_an_error_in_a_draft_is_logged_without_its_tiles_and_closes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*drafted: object) -> None:
        raise ValueError(f"Something is wrong with {drafted}.")

    async def scene(running: InMemoryServer) -> None:
        table, first, _, _, rack = await with_draft(running)
        monkeypatch.setattr(running.server.host.drafts, "share", broken)
        first.say("draft", table=table, number=state_of(running, table).number, sets=[" ".join(rack[:3])])
        await first.settle()
        await first.done(table, "draw")
        written = "".join((caplog.text, *capfd.readouterr()))
        assert "draft failed" in written
        assert " ".join(rack[:3]) not in written

    play(tmp_path, scene)


def test_a_draft_is_processed_after_the_command_before_it(tmp_path: Path) -> None:
    async def scene(running: InMemoryServer) -> None:
        table, first, second, _, rack = await with_draft(running)
        number = state_of(running, table).number
        game = state_of(running, table).game
        assert game is not None
        other = str(game.racks[1 - game.turn][0])
        first.ask(table, "draw")
        # By then the turn is over.
        first.say("draft", table=table, number=number, sets=[rack[0]])
        await first.next("done")
        second.say("draft", table=table, number=number + 1, sets=[other])
        assert (await first.next("drafted"))["sets"] == [other]
        assert not any(message["type"] == "drafted" for message in await second.settle())

    play(tmp_path, scene)


def test_too_many_drafts_close_the_connection(tmp_path: Path) -> None:
    async def scene(running: InMemoryServer) -> None:
        ada = await running.newcomer("Ada")
        for _ in range(40):
            ada.say("draft", table="0" * 16, number=1, sets=["r1"])
        assert (await ada.next("closing"))["code"] == "too-many"

    play(tmp_path, scene, messages_per_second=3)


def test_drafts_are_not_sent_if_the_table_has_turned_them_off(tmp_path: Path) -> None:
    async def scene(running: InMemoryServer) -> None:
        table, first, second, eve, rack = await with_draft(running, live_drafts=False)
        number = state_of(running, table).number
        first.say("draft", table=table, number=number, sets=[rack[0]])
        await first.settle()
        await asyncio.sleep(0.15)
        assert running.server.host.tables[table].drafts.latest is not None, (
            "the clock knows that a move was begun (U10)"
        )
        late = await running.newcomer("Late")
        late.say("subscribe", table=table)
        await late.next("view")
        for client in (second, eve, late):
            assert not any(message["type"] == "drafted" for message in await client.settle())

    play(tmp_path, scene)


def test_a_draft_with_impossible_tiles_or_out_of_turn_is_ignored(tmp_path: Path) -> None:
    async def scene(running: InMemoryServer) -> None:
        table, first, second, eve, rack = await with_draft(running)
        state = state_of(running, table)
        number = state.number
        assert state.game is not None
        missing = next(str(tile) for tile in state.game.pool if str(tile) not in rack)
        others = [str(tile) for tile in state.game.racks[1 - state.game.turn]]
        bad: list[Any] = [
            {"sets": [missing]},
            {"sets": [rack[0]] * 3},
            {"sets": ["r99"]},
            {"sets": ["<b>hello</b>"]},
            {"sets": [f"{rack[0]}  {rack[1]}"]},
            {"sets": [f"{rack[0]} "]},
            {"sets": [rack[0], ""]},
            {"sets": [rack[0]], "loose": " "},
            {"sets": [rack[0].upper()]} if rack[0] != rack[0].upper() else {"sets": ["j"]},
            {"sets": [], "loose": missing},
            {"sets": [rack[0]], "number": number + 1},
            {"sets": [rack[0]], "number": state.turn_from - 1},
            {"sets": [rack[0]], "number": 10**18},
            {"sets": []},
        ]
        for wrong in bad:
            first.say("draft", **{"table": table, "number": number, **wrong})
        second.say("draft", table=table, number=number, sets=others[:3])
        eve.say("draft", table=table, number=number, sets=[rack[0]])
        eve.say("draft", table="0" * 16, number=number, sets=[rack[0]])
        for client in (first, second, eve):
            assert not any(message["type"] == "drafted" for message in await client.settle())
        assert running.server.host.tables[table].drafts.latest is None

    play(tmp_path, scene)


def test_a_draft_ends_with_its_turn_and_is_never_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draft_relay, "DRAFT_INTERVAL", 1_000)

    async def scene(running: InMemoryServer) -> None:
        table, first, _, eve, rack = await with_draft(running)
        number = state_of(running, table).number
        first.say("draft", table=table, number=number, sets=[rack[0]])
        await eve.next("drafted")
        first.say("draft", table=table, number=number, sets=[" ".join(rack[:2])])
        live = running.server.host.tables[table]
        assert running.server.host.drafts.is_waiting(table)
        await first.done(table, "draw")
        assert live.drafts.latest is None
        async with asyncio.timeout(SOON):
            while running.server.host.drafts.is_waiting(table):
                await asyncio.sleep(0.02)
        await eve.settle()
        drafted = [message for message in eve.messages if message["type"] == "drafted"]
        assert len(drafted) == 1, "what waited to be shown is not shown in the next turn"
        kinds = {type(logged.event).__name__ for logged in await running.server.store.events(table)}
        assert not any("raft" in kind for kind in kinds)

    play(tmp_path, scene)


def test_a_draft_must_contain_the_whole_table(tmp_path: Path) -> None:
    async def scene(running: InMemoryServer) -> None:
        rules = {"opening_threshold": 0, "rack_size": 14}
        table, ada, bob = await two_at_a_table(running, rules=rules)
        from tilewise.bots import UNTIMED, Solid
        from tilewise.game import Play
        from tilewise.tiles import format_tiles
        from tilewise.view import view_of

        while True:
            state = state_of(running, table)
            game = state.game
            assert game is not None
            first, second = in_turn(running, table, ada, bob)
            if game.table:
                break
            action = Solid().choose(view_of(game, game.turn), UNTIMED)
            if isinstance(action, Play):
                await first.done(table, "play", table=[format_tiles(tiles) for tiles in action.table])
            else:
                await first.done(table, "draw")
        await second.settle()
        rack = [str(tile) for tile in game.racks[game.turn]]
        laid = [format_tiles(tiles) for tiles in game.table]
        first.say("draft", table=table, number=state.number, sets=[*laid[1:], rack[0]])
        first.say("draft", table=table, number=state.number, sets=laid)
        await first.settle()
        assert running.server.host.tables[table].drafts.latest is None, "nothing was moved"
        first.say("draft", table=table, number=state.number, sets=laid[1:], loose=laid[0])
        drafted = await second.next("drafted")
        assert (drafted["sets"], drafted["loose"]) == (laid[1:], laid[0])
        # The tiles are back in place: that is sent as well, and still counts as a started move.
        first.say("draft", table=table, number=state.number, sets=laid)
        await second.next("drafted", sets=laid)
        assert running.server.host.tables[table].drafts.latest is not None

    play(tmp_path, scene)


# Absent players


def test_the_others_let_a_computer_player_play_for_an_absent_player_who_may_return(tmp_path: Path) -> None:
    clock = AdjustableClock()

    async def scene(running: InMemoryServer) -> None:
        table, ada, bob = await two_at_a_table(running)
        first, second = in_turn(running, table, ada, bob)
        seat = state_of(running, table).seat_of(first.person)
        assert (await second.refused(table, "substitute", seat=seat))["code"] == "not-absent"
        await second.settle()
        await first.close()
        absence = (await second.next("presence"))["absent"][0]
        assert absence["seat"] == seat
        assert 19_000 < absence["replaceable_from"] - clock.now() <= 20_000
        assert (await second.refused(table, "substitute", seat=seat))["code"] == "not-absent"
        clock.ahead += 20_000
        second.ask(table, "substitute", seat=seat)
        away = await second.next("event")
        assert away["event"]["what"] == "went-away"
        assert (away["event"]["seat"], away["event"]["now"]["away"]) == (seat, True)
        assert away["event"]["now"]["person"] == first.person
        acted = await second.next("event")
        assert (acted["event"]["kind"], acted["event"]["action"]["by"]) == ("acted", "computer")
        back = await running.client(first.person, first.token)
        back.say("subscribe", table=table)
        told = await second.next("event")
        assert (told["event"]["what"], told["event"]["now"]["away"]) == ("came-back", False)

    play(tmp_path, scene, clock, grace=20)


def test_the_turn_of_an_absent_player_times_out_exactly_once(tmp_path: Path) -> None:
    clock = AdjustableClock()

    async def scene(running: InMemoryServer) -> None:
        table, ada, bob = await two_at_a_table(running)
        first, second = in_turn(running, table, ada, bob)
        before = state_of(running, table).number
        clock.ahead += 62_000
        refusal = await first.refused(table, "draw")
        # Either the timer was first, or the command is refused because the time is up.
        assert refusal["rule"] in ("U10", "S2")
        running.server.timers.table_changed(running.server.host.tables[table])
        acted = await second.next("event")
        while acted["event"]["kind"] != "acted":
            acted = await second.next("event")
        assert (acted["event"]["action"]["by"], acted["event"]["action"]["action"]) == ("clock", "out-of-time")
        await asyncio.sleep(0.1)
        assert state_of(running, table).number == before + 1

    play(tmp_path, scene, clock)


# Invalid messages


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{",
        "[]",
        "null",
        "5",
        '"hello"',
        '{"type": "fly"}',
        '{"type": "ping", "more": 1}',
        '{"type": "subscribe"}',
        '{"type": "subscribe", "table": 5}',
        '{"type": "subscribe", "table": "\\ud800"}',
        '{"type": "command", "id": "1", "table": "x", "command": {"do": "fly"}}',
        '{"type": "command", "id": "1", "table": "x", "command": {"do": "sit", "seat": 1.5}}',
        '{"type": "draft", "table": "x", "number": 123456789012345678901234567890, "sets": []}',
        "[" * 10_000,
        b"\xff\xfe",
        b"",
    ],
)
def test_an_invalid_message_gets_a_problem_and_the_connection_stays_open(tmp_path: Path, content: str | bytes) -> None:
    async def scene(running: InMemoryServer) -> None:
        ada = await running.newcomer("Ada")
        ada.say_raw(content)
        problem = await ada.next("problem")
        assert problem["code"] == "bad-message"
        assert len(problem["message"]) < 300
        await ada.settle()

    play(tmp_path, scene)


def test_binary_messages_are_accepted_too(tmp_path: Path) -> None:
    async def scene(running: InMemoryServer) -> None:
        ada = await running.newcomer("Ada")
        ada.say_raw(b'{"type": "ping"}')
        await ada.next("pong")

    play(tmp_path, scene)


def test_a_message_that_is_too_large_closes_the_connection(tmp_path: Path) -> None:
    async def scene(running: InMemoryServer) -> None:
        ada = await running.newcomer("Ada")
        ada.say_raw(json.dumps({"type": "ping", "x": "y" * 20_000}))
        assert (await ada.next("closing"))["code"] == "too-large"

    play(tmp_path, scene)


def test_too_many_messages_close_the_connection_with_a_time_to_reconnect(tmp_path: Path) -> None:
    async def scene(running: InMemoryServer) -> None:
        ada = await running.newcomer("Ada")
        for _ in range(40):
            ada.say("ping")
        closing = await ada.next("closing")
        assert (closing["code"], closing["retry_after"]) == ("too-many", 10_000)

    play(tmp_path, scene, messages_per_second=3)


def test_a_connection_can_follow_a_limited_number_of_sheets(tmp_path: Path) -> None:
    async def scene(running: InMemoryServer) -> None:
        ada = await running.newcomer("Ada")
        sheets = running.server.host.sheets
        ids = [f"sheet-{number}" for number in range(MOST_SHEETS + 1)]
        for number, sheet in enumerate(ids):
            await sheets.store.create(sheet, f"CODE{number:02}", "p1", running.server.host.clock.now())
            ada.say("follow-sheet", sheet=sheet)
        assert (await ada.next("problem"))["code"] == "too-many-sheets"
        # A deleted one no longer counts.
        await sheets.delete(ids[0])
        await ada.next("sheet-deleted")
        ada.say("follow-sheet", sheet=ids[-1])
        await ada.next("sheet-changed", sheet=ids[-1])

    play(tmp_path, scene)


def test_a_client_that_follows_a_sheet_while_the_database_is_away_connects_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def unreadable(sheet: str) -> int:
        raise StorageError("The database is away.")

    async def scene(running: InMemoryServer) -> None:
        ada = await running.newcomer("Ada")
        monkeypatch.setattr(running.server.host.sheets.store, "version", unreadable)
        ada.say("follow-sheet", sheet="0123456789abcdef")
        closing = await ada.next("closing")
        assert (closing["code"], closing["retry_after"]) == ("storage", 2000)

    play(tmp_path, scene)


def test_a_connection_can_subscribe_to_a_limited_number_of_tables(tmp_path: Path) -> None:
    async def scene(running: InMemoryServer) -> None:
        ada = await running.newcomer("Ada")
        tables = [await running.table(ada.token) for _ in range(21)]
        for table in tables:
            ada.say("subscribe", table=table)
        problem = await ada.next("problem")
        assert (problem["code"], problem["table"]) == ("too-many-tables", tables[-1])
        ada.say("unsubscribe", table=tables[0])
        ada.say("subscribe", table=tables[-1])
        await ada.next("view", table=tables[-1])

    play(tmp_path, scene)


# Stopping


def test_a_stopping_server_asks_all_clients_to_reconnect(tmp_path: Path) -> None:
    async def run() -> None:
        async with AsyncExitStack() as stack:
            running = await stack.enter_async_context(in_memory(tmp_path))
            _, ada, bob = await two_at_a_table(running)
            running.clients.clear()
            await asyncio.wait_for(stack.aclose(), SOON)
            for client in (ada, bob):
                closing = await client.next("closing")
                assert closing["code"] == "stopping"
                assert closing["retry_after"] > 0
                await client.close()
                assert client.closed_with is not None

    asyncio.run(run())


def test_a_stopping_server_refuses_new_commands(tmp_path: Path) -> None:
    async def scene(running: InMemoryServer) -> None:
        table, ada, bob = await two_at_a_table(running)
        first, _ = in_turn(running, table, ada, bob)
        running.server.host.stopping = True
        refusal = await first.refused(table, "draw")
        assert refusal["code"] == "stopping"
        assert "again" in refusal["message"]

    play(tmp_path, scene)


def test_a_message_that_is_nested_too_deep_gets_a_problem_and_the_connection_stays_open(api: AnonymousCaller) -> None:
    with api.client.websocket_connect("/api/socket", headers=api.guest("Ada").headers) as socket:
        socket.receive_json()
        socket.send_text("[" * 1000)
        assert socket.receive_json()["code"] == "bad-message"
        socket.send_json({"type": "ping"})
        assert socket.receive_json()["type"] == "pong"


def test_all_connections_of_a_person_share_one_rate_of_messages(tmp_path: Path) -> None:
    with running(tmp_path, messages_per_second=1) as caller:
        headers = caller.guest("Ada").headers
        sent = 0
        for _ in range(6):
            with caller.client.websocket_connect("/api/socket", headers=headers) as socket:
                socket.receive_json()
                for _ in range(9):
                    socket.send_json({"type": "ping"})
                    message = socket.receive_json()
                    if message["type"] == "closing":
                        assert message["code"] == "too-many"
                        assert 40 <= sent <= 45, "four connections' worth of ten seconds"
                        return
                    sent += 1
        raise AssertionError("One person may say as much as six connections.")


def test_a_client_says_that_its_person_reads(tmp_path: Path) -> None:
    async def scene(running: InMemoryServer) -> None:
        table, ada, bob = await two_at_a_table(running)
        await bob.settle()
        ada.say("reading", table=table, reading=True)
        assert (await bob.next("presence"))["reading"] == [0]
        ada.say("reading", table=table, reading=False)
        assert "reading" not in await bob.next("presence")
        ada.say("reading", table="unknown", reading=True)
        assert await ada.settle() is not None

    play(tmp_path, scene)


def test_the_creator_changes_the_tempo_and_everyone_learns_it(tmp_path: Path) -> None:
    async def scene(running: InMemoryServer) -> None:
        table, ada, bob = await two_at_a_table(running, tempo="slow")
        await ada.done(table, "set-tempo", tempo="fast")
        event = (await bob.next("event"))["event"]
        while event.get("what") != "tempo-changed":
            event = (await bob.next("event"))["event"]
        assert event["tempo"] == "fast"
        assert (await bob.refused(table, "set-tempo", tempo="slow"))["code"] == "not-the-maker"
        bob.say("subscribe", table=table)
        assert (await bob.next("view"))["view"]["settings"]["tempo"] == "fast"

    play(tmp_path, scene)
