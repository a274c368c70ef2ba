"""The messages between the server and the worker process of computer players."""

from __future__ import annotations

import pytest

from tilewise.bots import Clock
from tilewise.game import Announce, Draw, Play, new_game
from tilewise.profiles import PROFILES
from tilewise.server.bot_worker import decode_response, encode_request, respond
from tilewise.server.tables.bot_turns import BUDGET, BotRequest
from tilewise.tiles import parse_table
from tilewise.view import view_of


@pytest.mark.parametrize(
    "action", [Draw(1), Announce(0), Play(2, parse_table("r3 r4 r5 | k7 b7 o7 | J D C")), None], ids=str
)
def test_every_choice_survives_the_way_back(action: Draw | Announce | Play | None) -> None:
    game = new_game(PROFILES["international"], 3, 1)
    request = BotRequest("beginner", "0", view_of(game, 0), is_turn=True)
    received: list[BotRequest] = []

    def choose(sent: BotRequest, clock: Clock) -> Draw | Announce | Play | None:
        received.append(sent)
        assert clock.remaining() <= BUDGET.seconds
        return action

    line = respond(encode_request(request), choose)
    assert b"\n" not in line
    assert decode_response(line + b"\n") == action
    assert received == [request]


def test_a_request_is_one_line() -> None:
    game = new_game(PROFILES["twist"], 4, 1)
    assert b"\n" not in encode_request(BotRequest("solid", "0", view_of(game, 3), is_turn=False))
