"""People in the database: names, sessions, and when they were last seen."""

from __future__ import annotations

import pytest

from tests.support.visitors import PASSPHRASE, House, ManualClock
from tilewise.server.people.store import BadName, account_key, checked_name


def test_names_are_compared_regardless_of_capitals_and_widths() -> None:
    assert account_key("Ada") == account_key("ＡＤＡ")
    assert checked_name("  A \n B ") == "A B"
    with pytest.raises(BadName):
        account_key("\ufdfa" * 3)


def test_a_late_change_of_name_does_not_remove_the_account(house: House) -> None:
    ada = house.guest("Ada")
    people = house.server.people
    before = house.do(lambda: people.find(ada.person))
    assert before is not None
    ada.account("Ada")
    after = house.do(lambda: people.rename(before, "Countess", house.server.clock.now()))
    assert after.account == "countess"
    assert house.ask("POST", "/api/sign-in", None, {"name": "countess", "passphrase": PASSPHRASE}).status_code == 200


def test_changes_of_name_are_limited(house: House) -> None:
    ada = house.guest("Ada")
    statuses = [ada.ask("PATCH", "/api/me", {"name": f"Ada {number}"}).status_code for number in range(12)]
    assert statuses == [200] * 10 + [429] * 2


def test_the_time_of_the_last_visit_is_stored(house: House) -> None:
    ada = house.guest("Ada")
    clock = house.server.clock
    assert isinstance(clock, ManualClock)
    clock.at += 7 * 3600 * 1000
    ada.get("/api/me")
    assert ada.get("/api/me/data")["seen_at"] == clock.at


def test_a_session_that_ended_in_another_process_is_closed_here(house: House) -> None:
    ada = house.guest("Ada")

    async def elsewhere() -> None:
        person = await house.server.people.find(ada.person)
        assert person is not None
        await house.server.people.sign_out_everywhere(person)

    with ada.socket() as socket:
        socket.waiting()
        house.do(elsewhere)
        house.do(house.server.connections.check_sessions)
        assert socket.until("closing")[-1]["code"] == "signed-out"
