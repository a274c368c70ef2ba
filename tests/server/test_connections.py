"""Connections of sessions that have ended."""

from __future__ import annotations

from tests.support.visitors import House


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
