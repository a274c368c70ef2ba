"""The endpoints for chat."""

from __future__ import annotations

import pytest

from tests.support.visitors import House, join


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
