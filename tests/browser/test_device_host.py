"""Several people at one device: hand-overs, the clock, and that no hidden tile reaches the page."""

from __future__ import annotations

import gc
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.support.device_page import Message, Page, choice
from tests.support.effort import examples, usually
from tests.support.garbage import earlier_objects_ignored
from tests.support.pure_table import SMALL
from tilewise import __version__
from tilewise.browser import device_host
from tilewise.browser.device_table import DeviceTable
from tilewise.browser.engine import Engine
from tilewise.browser.stored_tables import FORMAT
from tilewise.game import Game
from tilewise.profiles import FIRST_VERSION, PROFILES
from tilewise.records import parse_record
from tilewise.server.clock import SteadyClock
from tilewise.server.tables import commands as do
from tilewise.server.tables.schedule import ADDING_TIME
from tilewise.server.tables.table_state import TableState


def shown_racks(messages: list[Message]) -> list[tuple[int | None, str]]:
    """Return the seat and the rack of every view and event of a game."""
    contents: list[Message] = [message.get("view") or message.get("event") or {} for message in messages]
    games = [content.get("game") for content in contents]
    return [(game["seat"], game["rack"]) for game in games if game is not None and game["ending"] is None]


def last(messages: list[Message], type_: str) -> Message:
    return [message for message in messages if message["type"] == type_][-1]


async def shared(people: int = 2, **settings: Any) -> tuple[Page, str]:
    """Return a page with a game of several people whose tiles are dealt."""
    page = Page()
    table = await page.table(people, **settings)
    assert page.followed(table).state.phase == "playing"
    return page, table


async def test_tiles_are_dealt_at_once_and_shown_to_nobody() -> None:
    page, table = await shared(3)
    assert [seat.name for seat in page.followed(table).state.seats] == ["Ada", "Bo", "Cyd"]
    assert set(shown_racks(page.messages)) == {(None, "")}
    told = last(page.messages, "hand-over")
    assert (told["seat"], told["next"]) == (None, page.game(table).turn)


async def test_only_the_player_whose_turn_it_is_can_take_the_device() -> None:
    page, table = await shared(3)
    turn = page.game(table).turn
    sent = await page.say("take", table=table, seat=(turn + 1) % 3)
    assert [(message["type"], message["code"]) for message in sent] == [("problem", "not-next")]
    sent = await page.say("take", table=table, seat=turn)
    assert [message["type"] for message in sent] == ["view", "hand-over"]
    assert sent[0]["view"]["seat"] == sent[0]["view"]["game"]["seat"] == turn
    assert len(sent[0]["view"]["game"]["rack"].split()) == 14


async def test_while_the_racks_are_hidden_nobody_can_act_or_look() -> None:
    page, table = await shared()
    response = await page.command(table, do.Draw())
    assert response["refusal"]["code"] == "nobody-here"
    sent = await page.say("preview", table=table, asked=1, number=1, sets=[])
    assert [message["code"] for message in sent] == ["nobody-here"]
    status, body = await page.engine.answer("GET", f"/api/tables/{table}/hint")
    assert (status, json.loads(body)["error"]) == (403, "no-hints")


async def test_a_mistaken_hand_over_is_taken_back_and_reveals_nothing() -> None:
    page, table = await shared()
    turn = page.game(table).turn
    await page.say("take", table=table, seat=turn)
    await page.command(table, do.Draw())
    # The player has drawn, still sees the own rack with the new tile, and puts the device down.
    assert shown_racks(page.messages)[-1][0] == turn
    hidden = await page.say("put-down", table=table)
    assert shown_racks(hidden) == [(None, "")]
    # By mistake: takes it again, and sees only the own rack.
    assert {seat for seat, _ in shown_racks(await page.say("take", table=table, seat=turn))} == {turn}
    # The wrong person takes it: one message hides everything again.
    await page.say("put-down", table=table)
    assert {seat for seat, _ in shown_racks(await page.say("take", table=table, seat=1 - turn))} == {1 - turn}
    undone = await page.say("put-down", table=table)
    assert shown_racks(undone) == [(None, "")]
    assert (undone[-1]["seat"], undone[-1]["next"]) == (None, 1 - turn)


async def test_opening_the_table_again_hides_all_racks() -> None:
    page, table = await shared()
    turn = page.game(table).turn
    await page.say("take", table=table, seat=turn)
    opened = await page.say("subscribe", table=table)
    assert shown_racks(opened) == [(None, "")]
    assert (opened[-1]["seat"], opened[-1]["next"]) == (None, turn)


async def test_a_table_of_one_person_is_not_handed_over() -> None:
    page = Page()
    table = await page.table()
    (taken,) = await page.say("take", table=table, seat=0)
    (put_down,) = await page.say("put-down", table=table)
    assert taken["code"] == put_down["code"] == "not-shared"


@pytest.mark.parametrize("profile", usually(("tm-toys", "twist"), PROFILES))
async def test_every_message_shows_only_the_rack_of_the_player_who_holds_the_device(profile: str) -> None:
    page = Page(deals=f"leaks-{profile}")
    seats = ["person", "person", "person", "beginner"]
    table = await page.table(3, profile=profile, seats=seats, rules={"rack_size": 7, "opening_threshold": 0})
    holder: int | None = None
    checked = Counter[int | None]()
    for _ in range(2_000):
        start = len(page.messages)
        if not await page.play_one(table):
            break
        for message in page.messages[start:]:
            if message["type"] == "hand-over":
                holder = message["seat"]
                continue
            for seat, rack in shown_racks([message]):
                # The view after a hand-over comes just before the message that names the new holder.
                known = message.get("view", {}).get("seat") if message["type"] == "view" else holder
                assert seat == known
                assert (rack == "") or seat is not None
                checked[seat] += 1
            action = message.get("event", {}).get("action") or {}
            if action.get("drawn_tiles"):
                assert action["seat"] == holder
    assert page.followed(table).state.phase == "over"
    assert set(checked) == {None, 0, 1, 2}


async def test_the_raw_messages_between_two_players_contain_no_tile_of_any_rack() -> None:
    page, table = await shared(rules={"copies": 1, "jokers": 1})
    for _ in range(6):
        turn = page.game(table).turn
        start = len(page.raw)
        await page.say("put-down", table=table)
        # Everyone saw the tiles that decided who starts, before they went back into the pool.
        hidden = re.sub(r'"start_draws":\[[^]]*]', "", "".join(page.raw[start:]))
        on_table = {str(tile) for tiles in page.game(table).table for tile in tiles}
        racks = {str(tile) for rack in page.game(table).racks for tile in rack} - on_table
        words = set(hidden.replace('"', " ").replace(",", " ").split())
        assert not {tile for tile in racks if tile != "J"} & words
        await page.say("take", table=table, seat=turn)
        await page.command(table, choice(page.game(table), turn, "solid"))


async def test_new_tiles_are_not_shown_to_whoever_starts_the_next_game() -> None:
    page, table = await shared(rules=SMALL, games=2)
    while page.followed(table).state.phase == "playing":
        await page.play_one(table)
    assert page.followed(table).state.phase == "between"
    start = len(page.messages)
    assert (await page.command(table, do.NextGame()))["type"] == "done"
    assert page.followed(table).state.phase == "playing"
    assert set(shown_racks(page.messages[start:])) == {(None, "")}


async def test_people_decide_about_a_redeal_one_after_the_other_s5() -> None:
    page = Page()
    profile = next(name for name, profile in PROFILES.items() if profile.redeal_pairs is not None)
    table = await page.table(2, profile=profile)
    assert page.followed(table).state.phase == "offering"
    assert await page.wait(60_000) == [], "nobody decides for a player who has not seen the tiles"
    for seat in (0, 1):
        assert last(page.messages, "hand-over")["next"] == seat
        await page.say("take", table=table, seat=seat)
        await page.command(table, do.Keep())
    assert page.followed(table).state.phase == "playing"


async def test_a_player_who_leaves_gives_the_device_to_the_others() -> None:
    page, table = await shared(3)
    turn = page.game(table).turn
    await page.say("take", table=table, seat=turn)
    await page.command(table, do.Leave())
    told = last(page.messages, "hand-over")
    assert told["seat"] is None
    assert told["next"] == page.game(table).turn != turn


# The clock (U9, U10)

CLOCK = {"turn_seconds": 30, "clock_from": "first-turn"}


async def test_the_clock_starts_when_the_player_takes_the_device_u9() -> None:
    page, table = await shared(rules=CLOCK)
    turn = page.game(table).turn
    assert await page.wait(300_000) == []
    sent = await page.say("take", table=table, seat=turn)
    assert last(sent, "view")["view"]["game"]["turn_ends"] == page.time.moment + 30_000
    await page.wait(20_000)
    await page.say("put-down", table=table)
    await page.wait(500_000)
    sent = await page.say("take", table=table, seat=turn)
    assert last(sent, "view")["view"]["game"]["turn_ends"] == page.time.moment + 10_000
    told = await page.wait(11_000)
    assert told[0]["event"]["action"]["by"] == "clock"


async def test_the_clock_of_the_next_player_waits_until_the_last_one_hands_the_device_over_u9() -> None:
    page, table = await shared(rules=CLOCK)
    turn = page.game(table).turn
    await page.say("take", table=table, seat=turn)
    await page.command(table, do.Draw())
    await page.wait(100_000)
    await page.say("put-down", table=table)
    await page.wait(100_000)
    assert page.game(table).turn == 1 - turn
    sent = await page.say("take", table=table, seat=1 - turn)
    assert last(sent, "view")["view"]["game"]["turn_ends"] == page.time.moment + 30_000


async def test_moved_tiles_cost_what_the_rules_say_when_the_time_is_up_u10() -> None:
    async def drawn_when_time_is_up(moves: bool) -> int:
        page = Page()
        rules = {**CLOCK, "late_tiles": 3, "late_tiles_unmoved": 1}
        table = await page.table(2, rules=rules)
        turn = page.game(table).turn
        await page.say("take", table=table, seat=turn)
        tile = str(page.game(table).racks[turn][0])
        if moves:
            number = page.followed(table).state.number
            await page.say("preview", table=table, asked=1, number=number, sets=[tile], share=True)
        told = await page.wait(31_000)
        drawn: int = told[0]["event"]["action"]["drawn"]
        return drawn

    assert await drawn_when_time_is_up(moves=True) == 3
    assert await drawn_when_time_is_up(moves=False) == 1


async def test_the_clock_stands_still_while_the_page_is_closed() -> None:
    page = Page()
    table = await page.table(rules=CLOCK, seats=["person", "beginner"])
    await page.command(table, do.Add("a"))
    while page.game(table).turn != 0:
        await page.settle()
    await page.engine.close()
    page.time.moment += 10_000_000
    again = Page(page.log, page.time)
    view = (await again.say("subscribe", table=table))[0]["view"]
    assert view["game"]["turn_ends"] == page.time.moment + 30_000


# Tempo, reading, and tables of other versions


async def test_computer_players_take_their_time_and_wait_for_readers() -> None:
    page = Page(thinking=1000)
    table = await page.table(seats=["person", "beginner"])
    await page.command(table, do.Add("a"))
    while page.game(table).turn == 0:
        await page.command(table, do.Draw())
    assert await page.wait(900) == []
    await page.say("reading", table=table, reading=True)
    assert await page.wait(100_000) == []
    told = await page.say("reading", table=table, reading=False)
    assert [message["type"] for message in told] == ["event"]
    await page.command(table, do.SetTempo("instant"))
    told = await page.say("command", id="faster", table=table, command={"do": "draw"})
    assert [message["type"] for message in told] == ["event", "done", "event"]


async def test_a_table_of_another_version_is_kept_and_says_so() -> None:
    page = Page()
    await page.log.append("d-1", 0, 1, json.dumps({"format": FORMAT + 1, "program": "9.9"}), "{}")
    sent = await page.say("subscribe", table="d-1")
    assert [message["code"] for message in sent] == ["unreadable-table"]
    assert "9.9" in sent[0]["message"]
    response = await page.command("d-1", do.Draw())
    assert response["refusal"]["code"] == "unreadable-table"
    status, _ = await page.engine.answer("GET", "/api/tables/d-1/games/1/1/record")
    assert status == 409
    assert len(await page.log.read("d-1")) == 1


STORED_LOG = Path(__file__).parent / "logs" / "format-1.json"
"""A match of two people and a computer player in its second game. A later version may read another format as well."""


async def test_a_match_that_an_earlier_version_stored_is_read_and_finished() -> None:
    stored = json.loads(STORED_LOG.read_text(encoding="utf-8"))
    table, batches = stored["table"], stored["batches"]
    page = Page()
    number = 0
    for batch in batches:
        last_number = batch["events"][-1]["number"]
        await page.log.append(table, number, last_number, json.dumps(batch), "{}")
        number = last_number
    view = (await page.say("subscribe", table=table))[0]["view"]
    assert (view["number"], view["phase"], view["game_number"]) == (126, "playing", 2)
    await page.play(table)
    state = page.followed(table).state
    assert (state.phase, len(state.results)) == ("over", 3)
    for game in (1, 2, 3):
        answer = await page.engine.answer("GET", f"/api/tables/{table}/games/1/{game}/record.txt")
        assert parse_record(answer.body).names == ("Ada", "Bo", "casual")


async def test_a_table_keeps_the_version_of_the_rules_that_it_began_with() -> None:
    page = Page()
    table = await page.table(follow=False)
    made, *others = await page.stored(table)
    made["event"]["rules_version"] = FIRST_VERSION
    await page.log.delete(table)
    batch = {"format": FORMAT, "program": "0.0.1", "events": [made, *others]}
    await page.log.append(table, 0, len(others) + 1, json.dumps(batch), "{}")
    loaded = await page.engine.host.load(table)
    assert loaded.state.profile.rules_version == FIRST_VERSION
    await page.say("subscribe", table=table)
    await page.play(table)
    programs = [json.loads(text)["program"] for text in await page.log.read(table)]
    assert programs[0] == "0.0.1"
    assert set(programs[1:]) == {__version__}
    assert (await page.engine.host.load(table)).state.profile.rules_version == FIRST_VERSION


async def test_no_state_or_game_of_the_tables_that_were_left_stays_in_memory() -> None:
    def alive() -> int:
        gc.collect()
        return sum(isinstance(each, TableState | Game | DeviceTable) for each in gc.get_objects())

    page = Page()
    with earlier_objects_ignored():
        for _ in range(examples(2, thorough=10)):
            table = await page.table(rules=SMALL)
            await page.play(table)
            assert alive() > 0
            await page.say("unsubscribe", table=table)
        await page.settle()
        assert alive() == 0


async def test_an_unexpected_error_in_a_computer_players_turn_stops_nothing_for_good(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("r7 r8 r9")

    page = Page(thinking=500)
    table = await page.table(seats=["person", "beginner"])
    await page.command(table, do.Add("a"))
    while page.game(table).turn == 0:
        await page.command(table, do.Draw())
    with monkeypatch.context() as patch:
        patch.setattr(device_host, "bot_decision", broken)
        told = await page.wait(10_000)
    assert [(message["type"], message["code"]) for message in told] == [("problem", "failed")]
    assert "r7" not in told[0]["message"]
    assert (await page.wait(10_000))[0]["type"] == "event"


async def test_a_table_goes_on_although_the_clock_of_the_device_was_set_back() -> None:
    page = Page()
    page.time.moment += 10**12
    table = await page.table(follow=False)
    sent: list[str] = []
    clock = SteadyClock()
    engine = Engine(page.log, sent.append, clock)
    await engine.receive(json.dumps({"type": "subscribe", "table": table}))
    assert json.loads(sent[0])["view"]["phase_ends"] - clock.now() <= ADDING_TIME
    await engine.close()
