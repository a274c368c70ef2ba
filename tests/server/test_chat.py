"""Chat and reactions at tables, muting and blocking people, and turning chat off."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.visitors import House, ManualClock, join, of_type
from tilewise.server.chat import MESSAGES_AT_ONCE
from tilewise.server.people.chat_log import LONGEST_TEXT, RECENT


def said(messages: list[Any]) -> list[str]:
    return [message["text"] for message in of_type(messages, "said")]


def problems(messages: list[Any]) -> list[str]:
    return [message["code"] for message in of_type(messages, "problem")]


def wait(house: House, milliseconds: int) -> None:
    clock = house.server.clock
    assert isinstance(clock, ManualClock)
    clock.at += milliseconds


def test_a_message_is_stored_and_sent_to_everyone_at_the_table(house: House) -> None:
    ada, bob, eve = house.guest("Ada"), house.guest("Bob"), house.guest("Eve")
    table = ada.table()
    with ada.socket() as a, bob.socket() as b, eve.socket() as e:
        for socket, sits in ((a, False), (b, True), (e, False)):
            join(socket, table, sits)
        (own,) = of_type(a.ask("say", table=table, text=" hello\nBob "), "said")
        assert own == {
            "type": "said",
            "table": table,
            "person": ada.person,
            "name": "Ada",
            "at": house.server.clock.now(),
            "text": "hello Bob",
            "chat": own["chat"],
        }
        assert own["chat"] > 0
        assert of_type(b.waiting(), "said") == of_type(e.waiting(), "said") == [own]
        assert [one["text"] for one in bob.get(f"/api/tables/{table}/chat")["said"]] == ["hello Bob"]


def test_a_client_that_subscribes_later_gets_the_latest_messages(house: House) -> None:
    ada, bob = house.guest("Ada"), house.guest("Bob")
    table = ada.table()
    with ada.socket() as a:
        join(a, table)
        for number in range(RECENT + 3):
            wait(house, 10_000)
            a.ask("say", table=table, text=f"number {number}")
    with bob.socket() as b:
        (talk,) = of_type(b.ask("subscribe", table=table), "talk")
        texts = [one["text"] for one in talk["said"]]
        assert texts == [f"number {number}" for number in range(3, RECENT + 3)]
    first = talk["said"][0]["chat"]
    older = bob.get(f"/api/tables/{table}/chat?before={first}&limit=2")["said"]
    assert [one["text"] for one in older] == ["number 1", "number 2"]


def test_the_latest_messages_are_sent_again_when_notifications_may_be_lost(house: House) -> None:
    ada, bob = house.guest("Ada"), house.guest("Bob")
    table = ada.table()
    with ada.socket() as a, bob.socket() as b:
        join(a, table)
        join(b, table, sit=True)
        bob.ask("PUT", f"/api/me/blocks/{ada.person}", {"how": "mute"})
        # As another process stores it whose notification was lost.
        house.do(lambda: house.server.host.chat.messages.add(table, ada.person, "Ada", 5, "hello"))
        house.do(house.server.host.chat.send_recent)
        (talk,) = of_type(a.waiting(), "talk")
        assert [one["text"] for one in talk["said"]] == ["hello"]
        assert of_type(b.waiting(), "talk") == []


def test_reactions_are_sent_but_not_stored(house: House) -> None:
    ada, bob = house.guest("Ada"), house.guest("Bob")
    table = ada.table()
    with ada.socket() as a, bob.socket() as b:
        join(a, table)
        join(b, table)
        a.ask("react", table=table, reaction="well-played")
        (reaction,) = of_type(b.waiting(), "said")
        assert reaction["text"] == "well-played"
        assert "chat" not in reaction
        assert problems(a.ask("react", table=table, reaction="rude")) == ["bad-message"]
    assert bob.get(f"/api/tables/{table}/chat")["said"] == []


def test_spectators_can_read_but_not_write(house: House) -> None:
    ada, eve = house.guest("Ada"), house.guest("Eve")
    table = ada.table()
    with eve.socket() as e:
        assert problems(e.ask("say", table=table, text="hi")) == ["not-followed"]
        join(e, table)
        assert problems(e.ask("say", table=table, text="hi")) == ["not-seated"]
        assert problems(e.ask("react", table=table, reaction="wow")) == ["not-seated"]


def test_a_table_can_be_without_chat(house: House) -> None:
    ada = house.guest("Ada")
    table = ada.table(chat=False)
    with ada.socket() as a:
        join(a, table)
        assert problems(a.ask("say", table=table, text="hi")) == ["chat-off"]
        assert problems(a.ask("react", table=table, reaction="wow")) == ["chat-off"]
        assert ada.get(f"/api/tables/{table}/chat")["said"] == []


def test_a_person_can_turn_all_chat_off(house: House) -> None:
    ada, bob = house.guest("Ada"), house.guest("Bob")
    table = ada.table()
    with ada.socket() as a, bob.socket() as b:
        join(a, table)
        join(b, table, sit=True)
        assert bob.ask("PATCH", "/api/me", {"chat": False}).json()["chat"] is False
        a.ask("say", table=table, text="one")
        a.ask("react", table=table, reaction="wow")
        assert said(b.waiting()) == []
        assert of_type(b.ask("subscribe", table=table), "talk") == []
        bob.ask("PATCH", "/api/me", {"chat": True})
        a.ask("say", table=table, text="two")
        assert said(b.waiting()) == ["two"]


@pytest.mark.parametrize("how", ["mute", "block"])
def test_messages_of_a_muted_or_blocked_person_are_not_sent_to_the_one_who_did_it(house: House, how: str) -> None:
    ada, bob, eve = house.guest("Ada"), house.guest("Bob"), house.guest("Eve")
    table = ada.table(seats=["person"] * 3)
    with ada.socket() as a, bob.socket() as b, eve.socket() as e:
        for socket, sits in ((a, False), (b, True), (e, False)):
            join(socket, table, sits)
        a.ask("say", table=table, text="before")
        b.waiting()
        assert bob.ask("PUT", f"/api/me/blocks/{ada.person}", {"how": how}).status_code == 200
        a.ask("say", table=table, text="secret")
        a.ask("react", table=table, reaction="oops")
        assert said(b.waiting()) == []
        assert said(e.waiting()) == ["before", "secret", "oops"]
        assert of_type(b.ask("subscribe", table=table), "talk") == []
        assert bob.get(f"/api/tables/{table}/chat")["said"] == []
        assert bob.get("/api/me/blocks")["blocks"] == [{"person": ada.person, "name": "Ada", "how": how}]
        assert bob.ask("DELETE", f"/api/me/blocks/{ada.person}").status_code == 204
        a.ask("say", table=table, text="after")
        assert said(b.waiting()) == ["after"]


def test_the_limit_counts_all_connections_of_a_person_together(house: House) -> None:
    ada = house.guest("Ada")
    table = ada.table()
    with ada.socket() as one, ada.socket() as two:
        join(one, table)
        join(two, table)
        answers = []
        for number in range(MESSAGES_AT_ONCE + 2):
            answers += problems((one, two)[number % 2].ask("say", table=table, text="x"))
        assert answers == ["too-fast"] * 2
        wait(house, 2000)
        assert problems(one.ask("say", table=table, text="x")) == []


def test_messages_that_are_empty_too_long_or_invisible_are_refused(house: House) -> None:
    ada = house.guest("Ada")
    table = ada.table()
    with ada.socket() as a:
        join(a, table)
        assert problems(a.ask("say", table=table, text=" \n\x00\u202e ")) == ["nothing-said"]
        assert problems(a.ask("say", table=table, text="x" * (LONGEST_TEXT + 1))) == ["too-long"]
        assert said(a.ask("say", table=table, text="x" * LONGEST_TEXT)) == ["x" * LONGEST_TEXT]


# Over HTTP


def test_a_person_can_block_only_other_people_who_exist(house: House) -> None:
    ada = house.guest("Ada")
    assert ada.ask("PUT", "/api/me/blocks/p123", {}).status_code == 404
    assert ada.ask("PUT", f"/api/me/blocks/{ada.person}", {}).status_code == 409
    assert ada.ask("DELETE", "/api/me/blocks/p123").status_code == 204


def test_the_chat_of_a_table_without_spectators_is_for_its_players(house: House) -> None:
    ada, bob, eve = house.guest("Ada"), house.guest("Bob"), house.guest("Eve")
    table = ada.table(spectators=False)
    with ada.socket() as a, bob.socket() as b:
        join(a, table)
        a.ask("say", table=table, text="hi")
        join(b, table, sit=True)
    assert eve.ask("GET", f"/api/tables/{table}/chat").status_code == 403
    assert len(bob.get(f"/api/tables/{table}/chat")["said"]) == 1
    assert eve.ask("GET", "/api/tables/none/chat").status_code == 404


@pytest.mark.parametrize("query", ["before=0", "before=x", "limit=0", "limit=201", "before=99999999999999", "more=1"])
def test_an_invalid_query_string_is_refused(house: House, query: str) -> None:
    ada = house.guest("Ada")
    assert ada.ask("GET", f"/api/tables/{ada.table()}/chat?{query}").status_code == 400
