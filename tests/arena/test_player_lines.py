"""The lines of external players: they contain what the seat may know, and any answer is understood or refused."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewise import __version__
from tilewise.arena import player_lines as lines
from tilewise.bots import UNTIMED, Beginner, Budget, Clock, Event, play_out
from tilewise.game import Action, Announce, Draw, Game, Pass, Play, Redeal, new_game
from tilewise.profiles import PROFILES
from tilewise.tiles import format_tiles, parse_table
from tilewise.view import View, view_of

DOCUMENT = Path(__file__).parents[2] / "docs" / "external-players.md"


def read(line: bytes) -> Any:
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    return json.loads(line)


class Recorder(Beginner):
    """A beginner that writes down every line an external player in its seat would read."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[tuple[bytes, View | None]] = []

    def choose(self, view: View, clock: Clock) -> Action:
        self.lines.append((lines.choose_line(1, view, clock, is_turn=True), view))
        return super().choose(view, clock)

    def notice(self, event: Event) -> None:
        self.lines.append((lines.event_line(event), None))


@pytest.mark.parametrize("name", PROFILES)
def test_no_line_contains_a_tile_that_the_seat_may_not_know(name: str) -> None:
    """The game is played again with the hidden tiles exchanged: nothing that the seat reads may differ."""
    game = new_game(PROFILES[name], 2, seed=6, starter=0)
    view = view_of(game, 0)
    # Another rack of the opponent, and another pool: the seat sees the same.
    hidden = (*game.racks[1], *game.pool)
    swapped = hidden[::-1]
    size = len(game.racks[1])
    other = replace(game, racks=(game.racks[0], tuple(sorted(swapped[:size]))), pool=swapped[size:])
    assert other.racks[1] != game.racks[1]
    assert lines.choose_line(1, view, UNTIMED, is_turn=True) == lines.choose_line(
        1, view_of(other, 0), UNTIMED, is_turn=True
    )


@pytest.mark.long
@pytest.mark.parametrize("name", PROFILES)
def test_the_tiles_that_others_draw_are_in_no_line(name: str) -> None:
    recorders = [Recorder(), Recorder()]
    game = play_out(new_game(PROFILES[name], 2, seed=6), recorders)
    for seat, recorder in enumerate(recorders):
        contents = [read(line) for line, view in recorder.lines if view is None]
        events = [content for content in contents if content["type"] == "event"]
        assert len(events) == len(game.history)
        for content, result in zip(events, game.history, strict=True):
            own = result.action.seat == seat
            assert content["drawn"] == len(result.drawn)
            assert content["drawn_tiles"] == (format_tiles(result.drawn) if own else "")
        assert contents[-1]["type"] == "end"
        assert contents[-1]["racks"] == [format_tiles(rack) for rack in game.racks]


def sample_lines() -> dict[str, dict[str, Any]]:
    """Return one message of each type."""
    recorder = Recorder()
    game: Game = play_out(new_game(PROFILES["tm-toys"], 2, seed=6), [recorder, Beginner()])
    found = {"hello": read(lines.hello_line(f"tilewise {__version__}"))}
    found["start"] = read(lines.start_line(0, game.profile, "ab12"))
    for line, _ in recorder.lines:
        content = read(line)
        found[content["type"]] = content
    start = view_of(new_game(PROFILES["jumbo"], 2, seed=1), 0)
    found["choose-out-of-turn"] = read(lines.choose_line(2, start, Clock(Budget(2, 50)), is_turn=False))
    return found


def test_every_message_and_field_is_documented() -> None:
    document = DOCUMENT.read_text("utf-8")
    for kind, content in sample_lines().items():
        assert f"`{kind}`" in document, kind
        names = {*content, *content.get("view", {})} - {"type", "profile"}
        assert [name for name in sorted(names) if f"`{name}`" not in document] == []


def test_a_question_states_the_budget() -> None:
    view = view_of(new_game(PROFILES["jumbo"], 2, seed=1), 0)
    content = read(lines.choose_line(7, view, Clock(Budget(2.5, 40)), is_turn=True))
    assert (content["id"], content["seconds"], content["samples"]) == (7, 2.5, 40)
    untimed = read(lines.choose_line(8, view, UNTIMED, is_turn=False))
    assert (untimed["type"], untimed["seconds"], untimed["samples"]) == ("choose-out-of-turn", None, None)


@pytest.mark.parametrize(
    ("answer", "choice"),
    [
        ({"action": "draw"}, Draw(1)),
        ({"action": "pass"}, Pass(1)),
        ({"action": "redeal"}, Redeal(1)),
        ({"action": "announce"}, Announce(1)),
        ({"action": "none"}, None),
        ({"action": "play", "table": ["r3 r4 r5", "k7 b7 o7"]}, Play(1, parse_table("r3 r4 r5 | k7 b7 o7"))),
    ],
)
def test_answers_become_actions_of_the_seat(answer: dict[str, Any], choice: Action | None) -> None:
    assert lines.choice_of(json.dumps(answer).encode(), seat=1) == choice


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"draw",
        b"[]",
        b"{}",
        b'{"action": 5}',
        b'{"action": "give-up"}',
        b'{"action": "out-of-time"}',
        b'{"action": "play"}',
        b'{"action": "play", "table": ["x99"]}',
        b'{"action": "play", "table": [["r3"]]}',
        b"[" * 60_000,
        b"\xff\xfe",
        b'{"action": ' + b"9" * 6000 + b"}",
    ],
)
def test_a_line_that_is_no_answer_is_refused(line: bytes) -> None:
    with pytest.raises(lines.BadLine):
        lines.choice_of(line, seat=0)
    assert not lines.is_answer(line, 1)


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_any_bytes_are_an_answer_or_refused(line: bytes) -> None:
    lines.is_answer(line, 1)
    for read_line in (lines.checked_ready, lambda line: lines.choice_of(line, 0)):
        try:
            read_line(line)
        except lines.BadLine:
            continue


def test_only_the_answer_to_the_latest_question_counts() -> None:
    assert lines.is_answer(b'{"id": 2, "action": "draw"}', 2)
    assert not lines.is_answer(b'{"id": 1, "action": "draw"}', 2)


def test_a_program_must_know_the_version_of_the_protocol() -> None:
    assert lines.checked_ready(b'{"type": "ready", "protocol": 1, "name": "x"}') == "x"
    assert lines.checked_ready(b'{"type": "ready", "protocol": 1}') == ""
    for line in (b'{"type": "ready", "protocol": 2}', b'{"type": "hi", "protocol": 1}', b'{"type": "ready"}', b"hi"):
        with pytest.raises(lines.BadLine):
            lines.checked_ready(line)
