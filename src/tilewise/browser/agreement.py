"""Digests of what the program answers for seeds, to compare two ways of running it: in a page and on a server.

Equal digests mean equal answers. If they differ, the digests of single seeds say where to look.
`scripts/engine_digests.py` prints them for this machine.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Iterator, Sequence
from itertools import count, cycle, islice
from typing import Any, Final

from tilewise.bots import LEVELS, Budget, Clock, seat_players
from tilewise.bots.games import next_action, notify
from tilewise.browser.engine import Engine
from tilewise.browser.event_log import MemoryLog
from tilewise.companion import solve_position
from tilewise.game import Draw, Pass, Play, apply, new_game
from tilewise.profiles import PROFILES
from tilewise.server.api.hint_answers import solver_request
from tilewise.server.tables.bot_turns import BotRequest, choose_action
from tilewise.server.tables.table_state import TableState
from tilewise.tiles import format_tiles
from tilewise.view import View, view_of

START: Final = 1_800_000_000_000
"""The time at which all games are played: nothing takes any."""

CLOCK: Final = Clock(Budget(samples=16))
"""Samples instead of seconds, so that a fast machine chooses as a slow one does."""


def position_digests(number: int, first: int = 0) -> list[str]:
    """Return a digest of the solver's and the computer players' answers in each of some positions.

    The positions are the turns of seeded games of every profile, from the given one on.
    """
    return [_digest(_position_answers(view)) for view in islice(_views(), first, first + number)]


async def game_digests(number: int, first: int = 0) -> list[str]:
    """Return a digest of everything that an engine sends in each of some seeded games, from the given one on."""
    return [_digest(await _messages_of_game(seed)) for seed in range(first, first + number)]


def joint_digest(digests: Sequence[str]) -> str:
    """Return one digest for all of them.

    >>> joint_digest(["a", "b"]) == joint_digest(["ab"])
    False
    """
    return _digest(list(digests))


def _digest(content: Any) -> str:
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:16]


# Positions


def _views() -> Iterator[View]:
    """Yield the view of the player in turn, turn after turn and game after game."""
    for seed, name in zip(count(), cycle(PROFILES), strict=False):
        profile = PROFILES[name]
        players = profile.player_counts[seed % len(profile.player_counts)]
        game = new_game(profile, players, f"agreement-{seed}")
        seats = seat_players(list(islice(cycle(LEVELS), players)), game)
        while not game.is_over:
            yield view_of(game, game.turn)
            game = apply(game, next_action(game, seats, lambda: CLOCK))
            notify(game, seats)


def _position_answers(view: View) -> list[Any]:
    question = solver_request(view)
    answers: list[Any] = [question, solve_position({**question, "steps": False})]
    answers.append(solve_position({**question, "goal": "points", "steps": False}))
    for level in LEVELS:
        choice = choose_action(BotRequest(level, "agreement", view, is_turn=True), CLOCK)
        answers.append(_command(choice))
    return answers


# Games


class _StillClock:
    def now(self) -> int:
        return START


async def _never(_: float) -> None:
    await asyncio.get_running_loop().create_future()


async def _messages_of_game(seed: int) -> list[str]:
    """Play a game of a person and computer players on an engine; return all messages."""
    profile = PROFILES[list(PROFILES)[seed % len(PROFILES)]]
    sent: list[str] = []
    secrets = (f"agreement-{seed}-{number}" for number in count())
    engine = Engine(MemoryLog(), sent.append, _StillClock(), _never, lambda _: 0, lambda: next(secrets))
    players = profile.player_counts[seed % len(profile.player_counts)]
    seats = ["person", *islice(cycle(LEVELS), players - 1)]
    body = {"profile": profile.name, "seats": seats, "people": [{"name": "Ada"}], "id": f"agreement-{seed}"}
    created = await engine.answer("POST", "/api/tables", json.dumps(body))
    table = json.loads(created.body)["table"]
    await engine.receive(json.dumps({"type": "subscribe", "table": table}))
    for number in count():
        state = engine.host.tables[table].state
        command = _next_command(state)
        if state.phase == "over":
            break
        if command is None:
            # A computer player's turn is stored soon.
            await asyncio.sleep(0)
            continue
        await engine.receive(json.dumps({"type": "command", "id": f"c{number}", "table": table, "command": command}))
    await engine.close()
    # The ids of commands count how often the loop ran, which may differ.
    return [text for text in sent if '"type":"done"' not in text]


def _next_command(state: TableState) -> dict[str, Any] | None:
    """Return the next command of the person on the first seat; None while computer players act."""
    match state.phase:
        case "dealing":
            return {"do": "add", "text": "agreement"}
        case "offering" if len(state.kept) == state.settings.players - 1 and 0 not in state.kept:
            return {"do": "keep"}
        case "playing" if state.game is not None and state.game.turn == 0:
            request = BotRequest("casual", "agreement", view_of(state.game, 0), is_turn=True)
            return _command(choose_action(request, CLOCK))
        case _:
            return None


def _command(action: object) -> dict[str, Any]:
    match action:
        case Play(table=table):
            return {"do": "play", "table": [format_tiles(tiles) for tiles in table]}
        case Draw():
            return {"do": "draw"}
        case Pass():
            return {"do": "pass"}
        case _:
            raise TypeError(f"{action!r} is not the action of a turn.")
