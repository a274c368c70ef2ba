"""What the event log of a table allows to be sent to a person, and whether messages keep to it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tilewise.fairness import digest_of
from tilewise.game import Game, Play
from tilewise.server.tables.events import Committed, Dealt, StoredEvent
from tilewise.server.tables.table_state import TableState, replay_table
from tilewise.tiles import Tiles, format_tiles

TILE = r"(?:[krbo](?:1[0-3]|[1-9])|[JDCM])"
TILES = re.compile(rf"(?<![\w-]){TILE}(?: {TILE})+(?![\w-])")
"""Two tiles or more, in notation."""


@dataclass
class Allowed:
    """What the event log of a table allows to be sent, at every event number."""

    log: list[StoredEvent]

    def __post_init__(self) -> None:
        self.states: dict[int, TableState] = {}
        state: TableState | None = None
        for logged in self.log:
            state = replay_table("", [logged], state)
            self.states[logged.number] = state
        self.last = self.log[-1].number

    def secrets_before_end(self) -> list[tuple[str, str, int, int]]:
        """Each secret and seed, with the numbers of the events that created it and that ended its game."""
        found = []
        for logged in self.log:
            if isinstance(logged.event, Committed | Dealt):
                what = logged.event.secret if isinstance(logged.event, Committed) else logged.event.seed
                end = next(
                    (n for n, s in self.states.items() if n > logged.number and s.game is not None and s.game.is_over),
                    self.last + 1,
                )
                found.append((type(logged.event).__name__, what, logged.number, end))
        return found


PUBLIC = {"table", "placed", "sets", "jokers", "loose", "start_draws", "shown"}
OWN = {"rack", "drawn_tiles", "final_racks", "scores"}


def tile_texts(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield every text in a message that contains tiles, and its path."""
    if isinstance(value, dict):
        for name, item in value.items():
            yield from tile_texts(item, (*path, str(name)))
    elif isinstance(value, list):
        for item in value:
            yield from tile_texts(item, path)
    elif isinstance(value, str) and re.search(rf"(?<![\w-]){TILE}(?![\w-])", value):
        yield path, value


def game_of(allowed: Allowed, number: int) -> Game:
    game = allowed.states[number].game
    assert game is not None
    return game


def check_game(sent: dict[str, Any], game: Game, viewer: int | None) -> None:
    own: Tiles = () if viewer is None else game.racks[viewer]
    assert sent["seat"] == viewer
    assert sent["rack"] == format_tiles(own)
    assert sent["table"] == [format_tiles(tiles) for tiles in game.table]
    assert sent["pool"] == len(game.pool)
    assert sent["rack_sizes"] == [len(rack) for rack in game.racks]
    assert sent["final_racks"] == ([format_tiles(rack) for rack in game.racks] if game.is_over else [])
    assert sent["start_draws"] == [{str(seat): str(tile) for seat, tile in drawn.items()} for drawn in game.start_draws]
    assert bool(sent["scores"]) == game.is_over
    if viewer is None:
        assert not sent["may_redeal"]
        assert not sent["may_announce"]


def check_action(sent: dict[str, Any], game: Game, place: int, viewer: int | None) -> None:
    happened = game.history[place]
    assert sent["seat"] == happened.action.seat
    assert sent["drawn"] == len(happened.drawn)
    own = happened.action.seat == viewer and happened.drawn
    assert sent.get("drawn_tiles") == (format_tiles(happened.drawn) if own else None)
    assert sent["placed"] == format_tiles(happened.placed)
    laid = happened.action.table if isinstance(happened.action, Play) else None
    assert sent.get("table") == (None if laid is None else [format_tiles(tiles) for tiles in laid])
    check_pairs(sent, happened.shown_pairs)


def check_pairs(sent: dict[str, Any], shown: Tiles) -> None:
    """A player who takes a redeal shows the pairs that allow it, and no player ever shows anything else (S5)."""
    assert sent.get("shown", "") == format_tiles(shown)
    if sent["action"] == "redeal":
        assert len(shown) >= 6
        assert set(Counter(shown).values()) == {2}
    else:
        assert not shown


def check_fair(sent: dict[str, Any] | None, state: TableState) -> None:
    if sent is None:
        return
    assert state.fair is not None
    over = state.game is not None and state.game.is_over
    assert sent["secret"] == (state.fair.secret if over else None)
    assert sent["digest"] == digest_of(state.fair.secret)


def check_event(event: dict[str, Any], allowed: Allowed, person: str) -> None:
    number = event["number"]
    state = allowed.states[number]
    viewer = state.seat_of(person)
    check_fair(event.get("fair"), state)
    if "game" in event:
        check_game(event["game"], game_of(allowed, number), viewer)
    if event.get("action"):
        check_action(event["action"], game_of(allowed, number), -1, viewer)


def check_message(message: dict[str, Any], allowed: Allowed, person: str) -> None:
    """Compare a message with what the event log allows; raises AssertionError."""
    kind = message["type"]
    for path, text in tile_texts(message):
        # A refusal is about the person's own play; a play that cost tiles was visible on the table.
        known = PUBLIC | OWN | {"facts", "message"} if kind == "refused" or "wrong" in path else PUBLIC | OWN
        assert known & set(path), f"tiles in a new place, {path}: {text}"
    if kind == "view":
        view = message["view"]
        state = allowed.states[view["number"]]
        viewer = state.seat_of(person)
        assert view["seat"] == viewer
        check_fair(view["fair"], state)
        if view["game"] is not None:
            game = game_of(allowed, view["number"])
            check_game(view["game"], game, viewer)
            count = len(view["last_actions"])
            for place, action in enumerate(view["last_actions"], start=-count):
                check_action(action, game, place, viewer)
    elif kind == "event":
        check_event(message["event"], allowed, person)
    elif kind == "events":
        for event in message["events"]:
            check_event(event, allowed, person)
    elif kind == "drafted":
        state = allowed.states[message["number"]]
        assert state.game is not None
        assert message["seat"] == state.game.turn
        # The tiles of the table, and those of their rack that the player shows.
        shown = Counter(" ".join((*message["sets"], message.get("loose", ""))).split())
        laid = Counter(str(tile) for tiles in state.game.table for tile in tiles)
        assert 1 <= (shown - laid).total() <= 2
        assert shown - laid <= Counter(map(str, state.game.racks[state.game.turn]))
    else:
        assert kind in {
            "welcome",
            "done",
            "refused",
            "presence",
            "pong",
            "problem",
            "closing",
            "said",
            "talk",
            "hand-over",
        }


def last_number(message: dict[str, Any]) -> int:
    """Return the highest event number in a message; 0 if it has none."""
    if message["type"] == "view":
        return int(message["view"]["number"])
    if message["type"] == "event":
        return int(message["event"]["number"])
    if message["type"] == "events":
        return max((int(event["number"]) for event in message["events"]), default=0)
    return int(message.get("number", 0))
