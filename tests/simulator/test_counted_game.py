"""A game as counts of tiles: its pool, its turns and its score."""

from __future__ import annotations

from tilewise import PROFILES, new_game, parse_tiles
from tilewise.simulator import POLICIES, Simulation
from tilewise.simulator.simulation import encoded_set


def test_a_loaded_game_has_its_racks_and_its_pool() -> None:
    game = new_game(PROFILES["tm-toys"], 6, "1")
    simulation = Simulation(game.profile, [POLICIES["wait"]] * 6)
    simulation.load(game)
    assert simulation.racks() == [list(rack) for rack in game.racks]
    assert simulation.pool_size == len(game.pool)


def test_a_seat_that_gave_up_has_no_turn_and_cannot_win() -> None:
    simulation = Simulation(PROFILES["jumbo"], [POLICIES["solid"]] * 3)
    racks = [parse_tiles("r1 r2"), parse_tiles("k1"), parse_tiles("b5 o9")]
    simulation.set_position(racks, parse_tiles("o1 o5"), [], 0, [1, 1, 1], [0, 0, 0], [0, 1, 0], [], None)
    assert [simulation.take_turn()[0] for _ in range(2)] == [0, 2]
    simulation.finish()
    winners, _ = simulation.winners_and_points
    assert winners == (0,)


def test_an_opening_announced_in_time_costs_the_rack_and_not_the_penalty() -> None:
    """C3: a rack that could open loses 200, unless the opening was announced."""
    losses = []
    for announced in (0, 1):
        simulation = Simulation(PROFILES["tm-toys"], [POLICIES["solid"]] * 2)
        racks = [parse_tiles("r4"), parse_tiles("k10 b10 o10")]
        table = [encoded_set(parse_tiles("r1 r2 r3"))]
        simulation.set_position(racks, parse_tiles("o1"), table, 0, [1, 0], [0, announced], [0, 0], [], None)
        simulation.take_turn()
        losses.append(int(simulation.winners_and_points[1][1]))
    assert losses == [-200, -30]
