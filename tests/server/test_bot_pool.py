"""Computer players in worker processes: fair, within a time limit, and never in the way of others."""

from __future__ import annotations

import asyncio
import dataclasses
import errno
from pathlib import Path

import pytest

from tilewise.bots import Clock
from tilewise.game import Announce, Draw, Pass, Play, new_game
from tilewise.profiles import PROFILES
from tilewise.server.bot_pool import BotPoolClosed, InlineBotPool, WorkerBotPool
from tilewise.server.bot_worker import decode_response, encode_request, respond
from tilewise.server.tables.bot_turns import BUDGET, BotRequest
from tilewise.tiles import parse_table
from tilewise.view import view_of

SLOW = "tests.support.slow_bot_worker"
LONG = 60.0
"""Seconds: a time limit that no request of these tests reaches."""


def request(level: str, seed: int = 1) -> BotRequest:
    game = new_game(PROFILES["international"].with_rules({"opening_threshold": 0}), 2, seed)
    return BotRequest(level, "0", view_of(game, game.turn), is_turn=True)


async def test_a_worker_chooses_as_a_player_in_this_process_does() -> None:
    pool = WorkerBotPool(workers=1, time_limit=LONG)
    requests = [request(level, seed) for level in ("beginner", "casual", "solid") for seed in (1, 2)]
    choices = [await pool.choose(each) for each in requests]
    assert choices == [await InlineBotPool().choose(each) for each in requests]
    assert any(isinstance(choice, Play) for choice in choices)
    out_of_turn = request("beginner")._replace(is_turn=False)
    assert await pool.choose(out_of_turn) is None
    await pool.close()


async def test_no_worker_is_started_before_a_computer_player_plays() -> None:
    pool = WorkerBotPool(workers=3)
    assert [worker.pid for worker in pool._workers] == [None] * 3
    await pool.choose(request("beginner"))
    await pool.choose(request("beginner"))
    assert sum(worker.pid is not None for worker in pool._workers) == 1, "one after the other needs only one"
    await pool.close()
    assert [worker.pid for worker in pool._workers] == [None] * 3


async def test_a_slow_player_does_not_delay_others_while_a_worker_is_free(tmp_path: Path) -> None:
    pool, released = WorkerBotPool(workers=2, time_limit=LONG, module=SLOW), tmp_path / "released"
    slow = asyncio.create_task(pool.choose(request(f"slow {released}")))
    for seed in range(5):
        await pool.choose(request("quick", seed))
    assert not slow.done()
    released.touch()
    assert await slow == await InlineBotPool().choose(request("beginner"))
    await pool.close()


async def test_requests_are_served_in_the_order_of_their_arrival(tmp_path: Path) -> None:
    pool, released, order = WorkerBotPool(workers=1, time_limit=LONG, module=SLOW), tmp_path / "released", []

    async def choose(number: int, level: str) -> None:
        await pool.choose(request(level))
        order.append(number)

    choices = [asyncio.create_task(choose(number, f"slow {released}")) for number in range(6)]
    await asyncio.sleep(0)
    released.touch()
    await asyncio.gather(*choices)
    assert order == list(range(6))
    await pool.close()


@pytest.mark.parametrize("level", ["slow /nowhere", "crash", "garbage"])
async def test_a_player_that_does_not_answer_draws_and_its_worker_is_replaced(level: str) -> None:
    pool = WorkerBotPool(workers=1, time_limit=0.2 if level.startswith("slow") else LONG, module=SLOW)
    stuck = request(level)
    assert await pool.choose(stuck) == Draw(stuck.view.turn)
    pool._time_limit = LONG
    assert await pool.choose(request("quick")) == await InlineBotPool().choose(request("beginner"))
    await pool.close()


async def test_where_no_worker_can_be_started_a_player_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    async def unable(*_: object, **__: object) -> None:
        raise OSError(errno.EMFILE, "Too many open files")

    pool = WorkerBotPool(workers=1, time_limit=LONG, module=SLOW)
    with monkeypatch.context() as patched:
        patched.setattr(asyncio, "create_subprocess_exec", unable)
        assert await pool.choose(request("quick")) == Draw(request("quick").view.turn)
    assert await pool.choose(request("quick")) == await InlineBotPool().choose(request("beginner"))
    await pool.close()


async def test_the_fallback_is_legal_with_an_empty_pool_and_out_of_turn() -> None:
    pool = WorkerBotPool(workers=1, time_limit=LONG, module=SLOW)
    stuck = request("crash")
    assert await pool.choose(stuck._replace(is_turn=False)) is None
    empty = dataclasses.replace(stuck.view, pool_size=0, may_pass=True)
    assert await pool.choose(stuck._replace(view=empty)) == Pass(empty.turn)
    await pool.close()


async def test_closing_ends_choices_in_progress_and_those_that_wait() -> None:
    pool = WorkerBotPool(workers=1, time_limit=LONG, module=SLOW)
    await pool.choose(request("quick"))
    choices = [asyncio.create_task(pool.choose(request("slow /nowhere"))) for _ in range(3)]
    await asyncio.sleep(0)
    await pool.close()
    results = await asyncio.gather(*choices, return_exceptions=True)
    assert [type(result) for result in results] == [BotPoolClosed] * 3
    with pytest.raises(BotPoolClosed):
        await pool.choose(request("quick"))


async def test_a_choice_that_is_cancelled_does_not_answer_the_next_request() -> None:
    pool = WorkerBotPool(workers=1, time_limit=LONG, module=SLOW)
    await pool.choose(request("quick"))
    cancelled = asyncio.create_task(pool.choose(request("slow /nowhere")))
    await asyncio.sleep(0)
    cancelled.cancel()
    await asyncio.gather(cancelled, return_exceptions=True)
    assert await pool.choose(request("quick", 2)) == await InlineBotPool().choose(request("beginner", 2))
    await pool.close()


# The messages to and from a worker


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
