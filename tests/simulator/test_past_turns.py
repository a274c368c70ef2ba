"""What past turns tell."""

from __future__ import annotations

from tilewise import parse_tiles
from tilewise.game import Action, Announce, Draw, Pass, Play
from tilewise.simulator.past_turns import idle_turns, last_placed
from tilewise.tiles import Tiles
from tilewise.view import SeenAction

TILES = parse_tiles("r10 k10 b10")


def turn(action: Action, placed: Tiles = ()) -> SeenAction:
    return SeenAction(action, placed, 0, (), None, None)


def test_idle_turns_are_counted_since_the_last_play() -> None:
    history = [
        turn(Draw(0)),
        turn(Draw(1)),
        turn(Play(0, ()), TILES),
        turn(Draw(1)),
        turn(Draw(0)),
        turn(Pass(0)),
    ]
    assert idle_turns(history, 2) == [2, 0]
    assert idle_turns([*history, turn(Play(0, ()), TILES)], 2) == [0, 0]


def test_the_last_turn_is_the_last_that_was_taken() -> None:
    assert last_placed([]) == 0
    assert last_placed([turn(Draw(0)), turn(Play(1, ()), TILES)]) == 3
    assert last_placed([turn(Play(1, ()), TILES), turn(Pass(0))]) == 0
    assert last_placed([turn(Play(1, ()), TILES), turn(Announce(0))]) == 3
