"""Racks and table as counts of tiles: positions go in and come out unchanged."""

from __future__ import annotations

import pytest

from tilewise import PROFILES, parse_table, parse_tiles
from tilewise.simulator import POLICIES, Simulation
from tilewise.simulator.counted_position import CountedPosition
from tilewise.simulator.simulation import encoded_set
from tilewise.tiles import FACES

TABLES = ("r3 J r5 | k7 b7 o7", "J k2 k3 | r9 b9 J | o1 o2 o3 o4", "k11 k12 k13 | k13 r13 b13 o13")


@pytest.mark.parametrize("text", TABLES)
def test_a_table_is_what_was_set(text: str) -> None:
    simulation = Simulation(PROFILES["international"], [POLICIES["wait"]] * 2)
    sets = [encoded_set(tiles) for tiles in parse_table(text)]
    racks = [parse_tiles("r1 J"), parse_tiles("k1 k1")]
    simulation.set_position(racks, parse_tiles("b1"), sets, 1, [0, 0], [0, 0], [0, 0], [], None)
    assert simulation.table_of(FACES) == parse_table(text)
    assert simulation.racks() == [list(rack) for rack in racks]
    assert (simulation.seat_to_play, simulation.pool_size, simulation.ending_name) == (1, 1, None)


def test_the_exact_solver_is_left_to_the_simulation() -> None:
    with pytest.raises(NotImplementedError):
        CountedPosition().answer_exactly((), 0, False)
