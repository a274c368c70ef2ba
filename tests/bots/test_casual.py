"""The casual player: rearranges a little, and sometimes misses a play."""

from __future__ import annotations

from itertools import combinations

import pytest

from tilewise import PROFILES, Draw, Game, Pass, Play, apply, new_game, view_of
from tilewise.bots import UNTIMED, Casual, Learner, Player, Solid, play_out
from tilewise.sets import TileSet, read_set
from tilewise.solver import best_play
from tilewise.turn import changed_sets


@pytest.mark.parametrize(("kind", "most"), [(Learner, 1), (Casual, 2)])
def test_it_disturbs_few_sets_and_misses_a_play_now_and_then(kind: type[Casual], most: int) -> None:
    """Two sets; the learner one."""
    profile = PROFILES["international"]
    missed = plays = 0
    for seed in range(6):
        game = new_game(profile, 2, seed)
        players = [kind(seed=str(seed)), kind(seed=str(seed))]
        while not game.is_over:
            seat, before = game.turn, game.table
            view = view_of(game, seat)
            action = players[seat].choose(view, UNTIMED)
            if view.has_opened and isinstance(action, Play):
                readings = [reading for tiles in action.table if isinstance(reading := read_set(tiles), TileSet)]
                assert len(changed_sets(before, readings)[0]) <= most
                plays += 1
            elif view.has_opened and isinstance(action, Draw | Pass):
                pairs = (pair for count in range(most + 1) for pair in combinations(before, count))
                missed += any(best_play(profile, pair, view.rack).tiles for pair in pairs)
            game = apply(game, action)
    assert 0 < missed < plays / 2


def test_its_choices_follow_from_its_seed() -> None:
    def play(seed: str) -> Game:
        players: list[Player] = [Casual(seed=seed), Casual(seed=seed), Solid()]
        return play_out(new_game(PROFILES["jumbo"], 3, 5), players)

    assert play("a") == play("a")
    assert play("a") != play("b")
