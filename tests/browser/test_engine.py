"""The engine of a page: the messages of the WebSocket protocol, answered on the device."""

from __future__ import annotations

import asyncio
import json
from itertools import product
from typing import Any

import msgspec
import pytest

from tests.support.device_page import FailingLog, Message, Page
from tests.support.effort import usually
from tests.support.pure_table import SMALL
from tilewise import __version__
from tilewise.browser.event_log import LogError
from tilewise.profiles import PROFILES
from tilewise.server import protocol as wire
from tilewise.server.tables import commands as do
from tilewise.server.tables.decisions import close_abandoned
from tilewise.server.tables.events import StoredEvent
from tilewise.server.tables.table_state import replay_table
from tilewise.server.tables.views import table_view


def types(messages: list[Message]) -> list[str]:
    return [message["type"] for message in messages]


def seats_of(profile: str, people: int = 1) -> list[str]:
    """Return seats for some people and as many computer players as the box needs."""
    computers = max(PROFILES[profile].min_players - people, people == 1)
    return ["person"] * people + ["casual"] * computers


async def test_a_page_that_says_hello_is_welcome() -> None:
    page = Page()
    hello = await page.say("hello", protocol=wire.PROTOCOL)
    assert types(hello) == ["welcome"]
    assert (hello[0]["person"], hello[0]["version"]) == ("device-1", __version__)
    assert types(await page.say("hello", protocol=99)) == ["closing"]
    assert types(await page.say("ping")) == ["pong"]


async def test_no_score_sheet_is_shared_on_a_device() -> None:
    page = Page()
    sheet = "0123456789abcdef"
    assert await page.say("follow-sheet", sheet=sheet) == [{"type": "sheet-deleted", "sheet": sheet}]
    assert await page.say("unfollow-sheet", sheet=sheet) == []


async def test_what_is_not_a_message_is_a_problem() -> None:
    page = Page()
    await page.engine.receive("nonsense")
    await page.engine.receive('{"type": "unknown"}')
    assert [message["code"] for message in page.messages] == ["bad-message", "bad-message"]


async def test_a_subscriber_gets_the_view_of_the_only_seat_and_missed_events_afterwards() -> None:
    page = Page()
    table = await page.table(follow=False)
    first = await page.say("subscribe", table=table)
    await page.command(table, do.Add("a"))
    again = await page.say("subscribe", table=table, since=first[0]["view"]["number"])
    assert types(first) == ["view", "presence"]
    assert (first[0]["view"]["seat"], first[0]["view"]["phase"], first[1]["seats"]) == (0, "dealing", [0])
    assert types(again) == ["events", "presence"]
    assert again[0]["events"][0]["what"] == "added"
    assert again[0]["events"][-1]["number"] == page.followed(table).state.number


async def test_messages_about_a_table_that_is_not_on_the_device_are_problems_of_it() -> None:
    page = Page()
    for table in ("d-0123456789abcdef", "0123456789abcdef"):
        await page.say("subscribe", table=table)
        await page.say("preview", table=table, asked=1, number=1, sets=[])
        await page.say("judge", table=table, asked=1, sets=[])
        await page.say("take", table=table, seat=0)
        await page.say("put-down", table=table)
        await page.say("unsubscribe", table=table)
        await page.say("reading", table=table, reading=True)
        await page.say("draft", table=table, number=1, sets=[])
    assert {(message["type"], message["code"]) for message in page.messages} == {("problem", "no-table")}
    assert len(page.messages) == 10


async def test_a_command_is_refused_with_the_reason_of_the_rules_or_of_the_table() -> None:
    page = Page(thinking=1000)
    table = await page.table()
    await page.command(table, do.Add("a"))
    assert (await page.command(table, do.Play(("r1 r2",))))["refusal"]["rule"], "the rules refused it"
    responses = [
        await page.command(table, do.NextGame()),
        await page.command(table, do.Draw(), "bad id"),
        await page.command("d-unknown", do.Draw()),
        await page.command(table, do.Substitute(1)),
    ]
    codes = [response["refusal"]["code"] for response in responses]
    assert codes == ["not-now", "bad-id", "no-table", "not-absent"]


async def test_a_repeated_command_is_carried_out_once_even_after_a_reload() -> None:
    page = Page()
    table = await page.table()
    first = await page.command(table, do.Add("a"), "same")
    second = await page.command(table, do.Add("a"), "same")
    await page.engine.close()
    again = Page(page.log, page.time)
    third = await again.command(table, do.Add("a"), "same")
    assert first["number"] == second["number"] == third["number"]


async def test_a_turn_in_progress_is_assessed_as_on_a_server() -> None:
    page = Page()
    table = await page.table()
    await page.command(table, do.Add("a"))
    number = page.followed(table).state.number
    preview = await page.say("preview", table=table, asked=7, number=number, sets=["r3 r4 r5"], share=True)
    wrong = await page.say("preview", table=table, asked=8, number=number, sets=["r33"])
    judged = await page.say("judge", table=table, asked=9, sets=[])
    assert (preview[0]["type"], preview[0]["asked"]) == ("previewed", 7)
    assert preview[0]["preview"]["sets"][0]["kind"] == "run"
    assert (wrong[0]["type"], wrong[0]["code"]) == ("problem", "bad-tiles")
    assert (judged[0]["type"], judged[0]["asked"]) == ("judged", 9)


async def test_nobody_chats_on_one_device() -> None:
    page = Page()
    table = await page.table()
    (said,) = await page.say("say", table=table, text="hi")
    (reacted,) = await page.say("react", table=table, reaction="wow")
    assert said["code"] == reacted["code"] == "chat-off"


# Whole games


@pytest.mark.parametrize(
    ("profile", "people"),
    usually((("jumbo", 3), ("tm-toys", 2), *product(PROFILES, [1])), product(PROFILES, [1, 2, 3])),
)
async def test_a_whole_game_is_played_on_a_device(profile: str, people: int) -> None:
    rules = {"rack_size": 7, "opening_threshold": 0}
    page = Page(deals=f"{profile}-{people}")
    table = await page.table(people, profile=profile, seats=seats_of(profile, people), rules=rules)
    await page.play(table)
    events = [msgspec.convert(event, StoredEvent) for event in await page.stored(table)]
    state = replay_table(table, events)
    assert state == page.followed(table).state
    assert state.phase == "over"
    shown = [message["event"]["number"] for message in page.messages if message["type"] == "event"]
    assert shown == sorted(set(shown))
    assert shown[-1] == state.number


async def test_a_match_has_several_games_and_a_rematch_needs_one_press() -> None:
    page = Page()
    for people in (1, 2):
        table = await page.table(people, rules=SMALL, games=2)
        await page.play(table)
        assert (await page.command(table, do.Rematch()))["type"] == "done"
        assert page.followed(table).state.match == 2
        await page.play(table)
        status, body = await page.engine.answer("GET", "/api/me/tables")
        assert status == 200
        games = json.loads(body)[0]["games"]
        assert [(game["match"], game["game"]) for game in games] == [(1, 1), (1, 2), (2, 1), (2, 2)]
        page.engine.host.unload(table)
        page.time.moment += 1


# Reloading


@pytest.mark.parametrize("people", [1, 2])
async def test_a_table_survives_a_reload_after_every_event(people: int) -> None:
    page = Page()
    table = await page.table(people, rules={**SMALL, "turn_seconds": None}, games=2)
    reloads = 0
    while await page.play_one(table):
        state = page.followed(table).state
        await page.engine.close()
        page = Page(page.log, page.time, deals=f"reload-{reloads}")
        reloads += 1
        assert (await page.engine.host.load(table)).state == state
        view = (await page.say("subscribe", table=table))[0]["view"]
        # Where several people share the device, nobody holds it after a reload.
        expected = table_view(state, 0 if people == 1 else None)
        assert view == msgspec.json.decode(msgspec.json.encode(expected))
    assert reloads > 10


async def test_a_snapshot_loads_a_long_match_to_the_same_state() -> None:
    page = Page()
    table = await page.table(rules=SMALL, games=3)
    while len(page.followed(table).state.results) < 2 or page.followed(table).state.phase != "playing":
        await page.play_one(table)
    texts = await page.log.read(table)
    assert sum('"snapshot"' in text for text in texts) == 2
    other = Page(page.log, page.time)
    loaded = await other.engine.host.load(table)
    assert loaded.state == page.followed(table).state
    assert [game for game, _ in loaded.finished] == [game for game, _ in page.followed(table).finished]


# Memory


async def test_nothing_stays_in_memory_of_tables_that_the_page_has_left() -> None:
    page, before = Page(), asyncio.all_tasks()
    for _ in range(3):
        table = await page.table(rules=SMALL)
        await page.play(table)
        await page.say("unsubscribe", table=table)
        await page.settle()
        assert page.engine.host.tables == {}
        assert asyncio.all_tasks() == before


# A log that fails


@pytest.mark.parametrize("problem", ["full", "blocked", "failed"])
async def test_a_command_that_cannot_be_stored_is_refused_and_nothing_is_told(problem: Any) -> None:
    log = FailingLog()
    page = Page(log)
    table = await page.table()
    before = page.followed(table).state
    log.problems = [problem]
    sent = await page.say("command", id="c", table=table, command={"do": "add", "text": "a"})
    assert types(sent) == ["refused"]
    assert sent[0]["refusal"]["code"] == f"device-{problem}"
    assert "try again" in sent[0]["refusal"]["message"]
    assert page.followed(table).state is before
    again = await page.say("command", id="c", table=table, command={"do": "add", "text": "a"})
    assert "done" in types(again)


async def test_a_computer_player_whose_turn_cannot_be_stored_tries_again_and_says_so_once() -> None:
    log = FailingLog()
    page = Page(log, thinking=500)
    table = await page.table(seats=["person", "beginner"])
    await page.command(table, do.Add("a"))
    while page.game(table).turn == 0:
        await page.command(table, do.Draw())
    number = page.followed(table).state.number
    log.problems = ["full", "full"]
    told = await page.wait(3_600)
    assert [message["code"] for message in told] == ["device-full"]
    assert page.followed(table).state.number == number
    told = await page.wait(6_000)
    assert types(told)[0] == "event"
    assert page.followed(table).state.number > number


async def test_every_event_is_stored_before_it_is_told() -> None:
    log = FailingLog()
    page = Page(log)
    stored: list[int] = []
    log.after = lambda: stored.append(len(page.messages))
    table = await page.table(rules=SMALL)
    await page.play(table)
    last = 0
    batches = [json.loads(text)["events"][-1]["number"] for text in await log.read(table)]
    for sent, number in zip(stored, batches, strict=True):
        told = [message["event"]["number"] for message in page.messages[:sent] if message["type"] == "event"]
        assert max(told, default=0) <= last, "an event was told before it was stored"
        last = number


async def test_a_table_that_the_browser_deletes_while_it_is_played_is_stored_again() -> None:
    page = Page()
    table = await page.table(rules=SMALL)
    for _ in range(4):
        await page.play_one(table)
    events = await page.stored(table)
    await page.log.delete(table)
    await page.play(table)
    stored = await page.stored(table)
    assert stored[: len(events)] == events
    again = Page(page.log, page.time)
    assert (await again.engine.host.load(table)).state == page.followed(table).state


async def test_a_table_that_the_person_deletes_does_not_come_back() -> None:
    page = Page()
    table = await page.table(rules=SMALL)
    await page.play_one(table)
    held = page.followed(table)
    assert (await page.engine.answer("DELETE", f"/api/tables/{table}")).status == 204
    # As if a computer player's turn had still been on its way.
    with pytest.raises(LogError):
        await page.engine.host._store(held, lambda state: close_abandoned(state, state.at + 1, state.at + 1))
    assert await page.log.tables() == []


async def test_two_tabs_with_the_same_table_play_one_game() -> None:
    first = Page()
    table = await first.table(rules=SMALL)
    second = Page(first.log, first.time, deals="other")
    await second.say("subscribe", table=table)
    for turn in range(1000):
        page = (first, second)[turn % 2]
        if not await page.play_behind(table):
            break
    stored = [msgspec.convert(each, StoredEvent) for each in await first.stored(table)]
    assert replay_table(table, stored).phase == "over"
    for page in (first, second):
        # The page has heard of every event, in order and once.
        await page.say("subscribe", table=table, since=page.followed(table).state.number)
        told = [message["event"]["number"] for message in page.messages if message["type"] == "event"]
        assert told == list(range(told[0], told[-1] + 1))
