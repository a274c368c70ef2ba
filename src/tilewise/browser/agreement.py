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
from typing import Any, Final, NamedTuple

import msgspec

from tilewise.bots import LEVELS, Budget, Clock, seat_players
from tilewise.bots.games import next_action, notify
from tilewise.browser.engine import Engine
from tilewise.browser.event_log import MemoryLog
from tilewise.browser.stored_tables import decode_batch
from tilewise.browser.turn_questions import HintQuestion, PreviewQuestion, hint_at, preview_at
from tilewise.companion import solve_position
from tilewise.game import Draw, Pass, Play, apply, new_game
from tilewise.profiles import PROFILES
from tilewise.server.api.hint_answers import solver_request
from tilewise.server.tables.bot_turns import BotRequest, choose_action
from tilewise.server.tables.events import StoredEvent
from tilewise.server.tables.table_settings import PERSON, TableSettings
from tilewise.server.tables.table_state import TableState
from tilewise.tiles import format_tiles
from tilewise.view import View, view_of

START: Final = 1_800_000_000_000
"""The time at which all games are played: nothing takes any."""

CLOCK: Final = Clock(Budget(samples=16))
"""Samples instead of seconds, so that a fast machine chooses as a slow one does."""


def position_digests(number: int, first: int = 0) -> list[str]:
    """Return a digest of the answers in each of some positions: the solver's, previews, a hint, computer players.

    The positions are the turns of seeded games of every profile, from the given one on.
    """
    return [position_digest(view) for view in islice(positions(), first, first + number)]


def position_digest(view: View) -> str:
    """Return a digest of the answers in a position."""
    return _digest(_position_answers(view))


async def game_digests(number: int, first: int = 0) -> list[str]:
    """Return a digest of everything that an engine sends in each of some seeded games, from the given one on."""
    return [_digest((await played_game(seed)).messages) for seed in range(first, first + number)]


async def event_digests(number: int, first: int = 0) -> list[str]:
    """Return a digest of the stored events of each of some seeded games, from the given one on."""
    return [events_digest((await played_game(seed)).events) for seed in range(first, first + number)]


def events_digest(events: Sequence[StoredEvent]) -> str:
    """Return a digest of what happened at a table: not of when, and not of the ids of commands."""
    return _digest(msgspec.to_builtins([stored.event for stored in events]))


def joint_digest(digests: Sequence[str]) -> str:
    """Return one digest for all of them.

    >>> joint_digest(["a", "b"]) == joint_digest(["ab"])
    False
    """
    return _digest(list(digests))


def _digest(content: Any) -> str:
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:16]


# Positions


def positions() -> Iterator[View]:
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
    answers += _turn_answers(view)
    for level in LEVELS:
        choice = choose_action(BotRequest(level, "agreement", view, is_turn=True), CLOCK)
        answers.append(_command(choice))
    return answers


def _turn_answers(view: View) -> list[Any]:
    """Return a hint, and previews of arrangements: the best one, and some that are hardly ever legal."""
    table = tuple(map(format_tiles, view.table))
    position: dict[str, Any] = {
        "settings": TableSettings(view.profile.name, seats=(PERSON,) * view.players, hints=True),
        "table": table,
        "rack": format_tiles(view.rack),
        "opened": view.has_opened,
    }
    hint = hint_at(HintQuestion(**position, number=0))
    some = format_tiles(view.rack[:3])
    longer = tuple(f"{tiles} {view.rack[0]}" if number == 0 else tiles for number, tiles in enumerate(table))
    arrangements = (hint.table, table, (*table, some), longer, (*table[1:], some))
    previews = [preview_at(PreviewQuestion(**position, sets=sets)) for sets in arrangements]
    typed = preview_at(PreviewQuestion(**position, sets=table, words=f"lay {some}"))
    answers: list[Any] = msgspec.to_builtins([hint, *previews, typed])
    return answers


# Games


class _StillClock:
    def now(self) -> int:
        return START


async def _never(_: float) -> None:
    await asyncio.get_running_loop().create_future()


class PlayedGame(NamedTuple):
    """What an engine sent and stored in a game."""

    messages: list[str]
    events: list[StoredEvent]


def game_settings(seed: int) -> TableSettings:
    """Return the settings of a seeded game: a person and computer players of every level."""
    profile = PROFILES[list(PROFILES)[seed % len(PROFILES)]]
    players = profile.player_counts[seed % len(profile.player_counts)]
    seats = (PERSON, *islice(cycle(LEVELS), players - 1))
    return TableSettings(profile.name, seats=seats, chat=False, live_drafts=False)


def game_secrets(seed: int) -> Iterator[str]:
    """Yield the secrets that the deals of a seeded game follow from."""
    return (f"agreement-{seed}-{number}" for number in count())


async def played_game(seed: int) -> PlayedGame:
    """Play a seeded game on an engine."""
    sent: list[str] = []
    log, secrets = MemoryLog(), game_secrets(seed)
    engine = Engine(log, sent.append, _StillClock(), _never, lambda _: 0, lambda: next(secrets))
    settings = msgspec.to_builtins(game_settings(seed))
    body = {**settings, "people": [{"name": "Ada"}], "id": f"agreement-{seed}"}
    created = await engine.answer("POST", "/api/tables", json.dumps(body))
    table = json.loads(created.body)["table"]
    await engine.receive(json.dumps({"type": "subscribe", "table": table}))
    for number in count():
        state = engine.host.tables[table].state
        command = next_command(state)
        if state.phase == "over":
            break
        if command is None:
            # A computer player's turn is stored soon.
            await asyncio.sleep(0)
            continue
        await engine.receive(json.dumps({"type": "command", "id": f"c{number}", "table": table, "command": command}))
    await engine.close()
    events = [stored for text in await log.read(table) for stored in decode_batch(text).events]
    # The ids of commands count how often the loop ran, which may differ.
    return PlayedGame([text for text in sent if '"type":"done"' not in text], events)


def next_command(state: TableState) -> dict[str, Any] | None:
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
