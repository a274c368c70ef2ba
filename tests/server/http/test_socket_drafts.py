"""The WebSocket: drafts and previews of turns."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.support.asgi_server import InMemoryServer, SocketClient, in_memory
from tests.support.socket_scenes import in_turn, state_of, two_at_a_table
from tilewise.server import draft_relay


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


async def test_a_draft_is_sent_to_the_others_and_to_spectators_but_not_back(running: InMemoryServer) -> None:
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


async def test_a_preview_assesses_a_turn_for_its_sender_alone(running: InMemoryServer) -> None:
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


async def test_a_shared_preview_of_the_person_in_turn_is_also_a_draft(running: InMemoryServer) -> None:
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


async def test_drafts_are_throttled_and_the_last_one_arrives(tmp_path: Path) -> None:
    async with in_memory(tmp_path) as running:
        table, first, second, _, rack = await with_draft(running)
        number = state_of(running, table).number
        for length in range(1, 11):
            first.say("draft", table=table, number=number, sets=[" ".join(rack[:length])])
        await first.settle()
        await second.next("drafted", sets=[" ".join(rack[:10])])
        drafted = [message for message in second.messages if message["type"] == "drafted"]
        assert len(drafted) == 2, "the first at once, then the last one after a pause"


async def test_an_error_in_a_draft_is_logged_without_its_tiles_and_closes_nothing(
    running: InMemoryServer,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    def broken(*drafted: object) -> None:
        raise ValueError(f"Something is wrong with {drafted}.")

    table, first, _, _, rack = await with_draft(running)
    monkeypatch.setattr(running.server.host.drafts, "share", broken)
    first.say("draft", table=table, number=state_of(running, table).number, sets=[" ".join(rack[:3])])
    await first.settle()
    await first.done(table, "draw")
    written = "".join((caplog.text, *capfd.readouterr()))
    assert "draft failed" in written
    assert " ".join(rack[:3]) not in written


async def test_a_draft_is_processed_after_the_command_before_it(running: InMemoryServer) -> None:
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


async def test_too_many_drafts_close_the_connection(tmp_path: Path) -> None:
    async with in_memory(tmp_path, messages_per_second=3) as running:
        ada = await running.newcomer("Ada")
        for _ in range(40):
            ada.say("draft", table="0" * 16, number=1, sets=["r1"])
        assert (await ada.next("closing"))["code"] == "too-many"


async def test_drafts_are_not_sent_if_the_table_has_turned_them_off(running: InMemoryServer) -> None:
    table, first, second, eve, rack = await with_draft(running, live_drafts=False)
    number = state_of(running, table).number
    first.say("draft", table=table, number=number, sets=[rack[0]])
    await first.settle()
    assert not running.server.host.drafts.is_waiting(table)
    assert running.server.host.tables[table].drafts.latest is not None, "the clock knows that a move was begun (U10)"
    late = await running.newcomer("Late")
    late.say("subscribe", table=table)
    await late.next("view")
    for client in (second, eve, late):
        assert not any(message["type"] == "drafted" for message in await client.settle())


async def test_a_draft_with_impossible_tiles_or_out_of_turn_is_ignored(running: InMemoryServer) -> None:
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


async def test_a_draft_ends_with_its_turn_and_is_never_stored(
    running: InMemoryServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(draft_relay, "DRAFT_INTERVAL", 3_600_000)
    table, first, _, eve, rack = await with_draft(running)
    number = state_of(running, table).number
    first.say("draft", table=table, number=number, sets=[rack[0]])
    await eve.next("drafted")
    first.say("draft", table=table, number=number, sets=[" ".join(rack[:2])])
    live, drafts = running.server.host.tables[table], running.server.host.drafts
    assert drafts.is_waiting(table)
    await first.done(table, "draw")
    assert live.drafts.latest is None
    # The end of the interval.
    drafts._send(table)
    await eve.settle()
    drafted = [message for message in eve.messages if message["type"] == "drafted"]
    assert len(drafted) == 1, "what waited to be shown is not shown in the next turn"
    kinds = {type(logged.event).__name__ for logged in await running.server.store.events(table)}
    assert not any("raft" in kind for kind in kinds)


async def test_a_draft_must_contain_the_whole_table(running: InMemoryServer) -> None:
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
