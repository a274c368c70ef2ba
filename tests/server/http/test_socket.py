"""The WebSocket: messages of a client and the responses to them."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from tests.support.asgi_server import SOON, InMemoryServer, SocketClient, in_memory
from tests.support.hosts import HandClock
from tests.support.socket_scenes import in_turn, state_of, two_at_a_table
from tilewise.server.live_table import RECENT_EVENTS
from tilewise.server.protocol import PROTOCOL, SUPPORTED_PROTOCOLS


async def test_the_first_message_names_the_person_and_the_protocol_version(running: InMemoryServer) -> None:
    person, token = await running.guest("Ada")
    client = await SocketClient(person, token).connect(running.app)
    running.clients.append(client)
    welcome = await client.next("welcome")
    assert welcome == client.messages[0]
    assert (welcome["person"], welcome["name"], welcome["protocol"]) == (person, "Ada", PROTOCOL)
    assert welcome["now"] == running.server.clock.now()


async def test_a_connection_without_a_token_is_closed(running: InMemoryServer) -> None:
    client = await SocketClient("nobody", "p1.0.5.forged").connect(running.app)
    running.clients.append(client)
    assert await client.closed() == 4401
    assert client.raw == []


@pytest.mark.parametrize("version", [0, PROTOCOL + 1, 10**9])
async def test_a_client_of_an_unsupported_version_is_disconnected_with_the_reason(
    running: InMemoryServer, version: int
) -> None:
    ada = await running.newcomer("Ada")
    ada.say("hello", protocol=version)
    closing = await ada.next("closing")
    assert closing["code"] == "protocol"
    assert f"versions {', '.join(map(str, SUPPORTED_PROTOCOLS))} of" in closing["message"]
    assert "retry_after" not in closing
    await ada.closed()


@pytest.mark.parametrize("version", SUPPORTED_PROTOCOLS)
async def test_a_client_of_a_supported_version_stays_connected(running: InMemoryServer, version: int) -> None:
    ada = await running.newcomer("Ada")
    ada.say("hello", protocol=version)
    assert await ada.settle() == []


async def test_a_ping_is_answered_with_the_servers_time(running: InMemoryServer) -> None:
    ada = await running.newcomer("Ada")
    ada.say("ping")
    pong = await ada.next("pong")
    assert pong["now"] == running.server.clock.now()


async def test_a_subscriber_gets_a_view_and_then_every_event_in_order(running: InMemoryServer) -> None:
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


async def test_a_command_gets_done_with_the_number_of_its_last_event(running: InMemoryServer) -> None:
    table, ada, bob = await two_at_a_table(running)
    first, _ = in_turn(running, table, ada, bob)
    done = await first.done(table, "draw")
    assert done["number"] == state_of(running, table).number
    logged = await running.server.store.events(table)
    assert logged[-1].number == done["number"], "it is stored before it is acknowledged"


async def test_a_refusal_contains_the_rule_and_the_facts(running: InMemoryServer) -> None:
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


async def test_a_repeated_command_id_gets_the_same_response_but_runs_once(running: InMemoryServer) -> None:
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


async def test_a_retry_on_a_new_connection_or_after_a_restart_does_not_run_twice(tmp_path: Path) -> None:
    async with in_memory(tmp_path) as running:
        table, ada, bob = await two_at_a_table(running)
        first, _ = in_turn(running, table, ada, bob)
        first.ask(table, "draw", "once")
        await first.close()
        device = await running.client(first.person, first.token)
        done = await device.done(table, "draw", "once")
        number = state_of(running, table).number
    async with in_memory(tmp_path) as running:
        device = await running.client(first.person, first.token)
        assert await device.done(table, "draw", "once") == done
        assert state_of(running, table).number == number


@pytest.mark.parametrize("id_", ["", "x" * 65, "a b", "\0", "ä"])
async def test_a_command_needs_a_valid_id(running: InMemoryServer, id_: str) -> None:
    ada = await running.newcomer("Ada")
    table = await running.table(ada.token)
    ada.say("command", id=id_, table=table, command={"do": "leave"})
    refused = await ada.next("refused")
    assert refused["refusal"]["code"] == "bad-id"
    assert state_of(running, table).phase == "open"


async def test_a_client_that_was_away_briefly_gets_exactly_the_missed_events(running: InMemoryServer) -> None:
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


@pytest.mark.parametrize("since", [0, 10**6, 2**53])
async def test_a_client_that_is_too_far_behind_or_ahead_gets_a_fresh_view(running: InMemoryServer, since: int) -> None:
    table, ada, bob = await two_at_a_table(running)
    for _ in range(RECENT_EVENTS):
        first, _ = in_turn(running, table, ada, bob)
        await first.done(table, "draw")
    ada.say("subscribe", table=table, since=since)
    view = await ada.next("events", "view")
    assert view["type"] == "view"
    assert view["view"]["number"] == state_of(running, table).number


async def test_after_a_restart_a_client_gets_a_fresh_view_and_continues(tmp_path: Path) -> None:
    async with in_memory(tmp_path) as running:
        table, ada, bob = await two_at_a_table(running)
        first, second = in_turn(running, table, ada, bob)
        await first.done(table, "draw")
        number = state_of(running, table).number
        second.say("subscribe", table=table)
        view = (await second.next("view"))["view"]
    async with in_memory(tmp_path) as running:
        client = await running.client(second.person, second.token)
        client.say("subscribe", table=table, since=number - 1)
        assert (await client.next("view"))["view"] == view
        await client.done(table, "draw")


async def test_two_devices_of_one_person_see_the_same_seat(running: InMemoryServer) -> None:
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


async def test_presence_contains_the_connected_seats_and_the_number_of_spectators(running: InMemoryServer) -> None:
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


async def test_a_spectator_who_takes_a_seat_is_present_at_once(running: InMemoryServer) -> None:
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


async def test_spectators_see_no_rack_and_only_tables_that_allow_them(running: InMemoryServer) -> None:
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


async def test_a_visitor_without_a_seat_is_unsubscribed_when_a_private_game_begins(running: InMemoryServer) -> None:
    ada, bob, eve = [await running.newcomer(name) for name in ("Ada", "Bob", "Eve")]
    table = await running.table(ada.token, spectators=False)
    eve.say("subscribe", table=table)
    await eve.next("view")
    await bob.done(table, "sit")
    problem = await eve.next("problem")
    assert (problem["code"], problem["table"]) == ("no-spectators", table)
    told = len(eve.messages)
    await ada.done(table, "deal")
    await ada.done(table, "add", text="a")
    await bob.done(table, "add", text="b")
    assert await eve.settle() == []
    assert len(eve.messages) == told + 1


async def test_a_player_who_leaves_a_table_without_spectators_is_unsubscribed(running: InMemoryServer) -> None:
    ada, bob, cyd = [await running.newcomer(name) for name in ("Ada", "Bob", "Cyd")]
    table = await running.table(ada.token, spectators=False, seats=["person"] * 3)
    for client in (bob, cyd):
        await client.done(table, "sit")
    await ada.done(table, "deal")
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


# Absent players


async def test_the_others_let_a_computer_player_play_for_an_absent_player_who_may_return(tmp_path: Path) -> None:
    clock = HandClock()
    async with in_memory(tmp_path, clock, grace=20) as running:
        table, ada, bob = await two_at_a_table(running)
        first, second = in_turn(running, table, ada, bob)
        seat = state_of(running, table).seat_of(first.person)
        assert (await second.refused(table, "substitute", seat=seat))["code"] == "not-absent"
        await second.settle()
        await first.close()
        absence = (await second.next("presence"))["absent"][0]
        assert absence["seat"] == seat
        assert absence["replaceable_from"] == clock.now() + 20_000
        assert (await second.refused(table, "substitute", seat=seat))["code"] == "not-absent"
        clock.moment += 20_000
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


async def test_the_turn_of_an_absent_player_times_out_exactly_once(tmp_path: Path) -> None:
    clock = HandClock()
    async with in_memory(tmp_path, clock) as running:
        table, ada, bob = await two_at_a_table(running)
        first, second = in_turn(running, table, ada, bob)
        before = state_of(running, table).number
        clock.moment += 62_000
        refusal = await first.refused(table, "draw")
        # Either the timer was first, or the command is refused because the time is up.
        assert refusal["rule"] in ("U10", "S2")
        running.server.timers.table_changed(running.server.host.tables[table])
        acted = await second.next("event")
        while acted["event"]["kind"] != "acted":
            acted = await second.next("event")
        assert (acted["event"]["action"]["by"], acted["event"]["action"]["action"]) == ("clock", "out-of-time")
        running.server.timers.table_changed(running.server.host.tables[table])
        await second.settle()
        await running.server.host.tasks.wait(SOON)
        assert state_of(running, table).number == before + 1


# Stopping


async def test_a_stopping_server_asks_all_clients_to_reconnect(tmp_path: Path) -> None:
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


async def test_a_stopping_server_refuses_new_commands(running: InMemoryServer) -> None:
    table, ada, bob = await two_at_a_table(running)
    first, _ = in_turn(running, table, ada, bob)
    running.server.host.stopping = True
    refusal = await first.refused(table, "draw")
    assert refusal["code"] == "stopping"
    assert "again" in refusal["message"]


async def test_a_client_says_that_its_person_reads(running: InMemoryServer) -> None:
    table, ada, bob = await two_at_a_table(running)
    await bob.settle()
    ada.say("reading", table=table, reading=True)
    assert (await bob.next("presence"))["reading"] == [0]
    ada.say("reading", table=table, reading=False)
    assert "reading" not in await bob.next("presence")
    ada.say("reading", table="unknown", reading=True)
    assert await ada.settle() is not None


async def test_the_creator_changes_the_tempo_and_everyone_learns_it(running: InMemoryServer) -> None:
    table, ada, bob = await two_at_a_table(running, tempo="slow")
    await ada.done(table, "set-tempo", tempo="fast")
    event = (await bob.next("event"))["event"]
    while event.get("what") != "tempo-changed":
        event = (await bob.next("event"))["event"]
    assert event["tempo"] == "fast"
    assert (await bob.refused(table, "set-tempo", tempo="slow"))["code"] == "not-the-maker"
    bob.say("subscribe", table=table)
    assert (await bob.next("view"))["view"]["settings"]["tempo"] == "fast"
