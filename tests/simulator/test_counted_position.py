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


@pytest.mark.parametrize(
    ("table", "tile", "after"),
    [
        ("r3 r4 r5", "r6", "r3 r4 r5 r6"),
        ("r3 r4 r5", "r2", "r2 r3 r4 r5"),
        ("r3 r4 r5 r6 r7", "r5", "r3 r4 r5 | r5 r6 r7"),
        ("k7 b7 o7", "r7", "k7 r7 b7 o7"),
        ("r3 r4 r5 r6 | k9 b9 o9", "r4", None),
        ("r4 J r6", "r7", "r4 J r6 r7"),
    ],
)
def test_with_an_empty_pool_a_single_tile_is_laid_where_a_set_has_room(
    table: str, tile: str, after: str | None
) -> None:
    """N2: the game ends if nobody can place anything."""
    simulation = Simulation(PROFILES["international"], [POLICIES["wait4"]] * 2)
    sets = [encoded_set(tiles) for tiles in parse_table(table)]
    racks = [parse_tiles(f"{tile} k1"), parse_tiles("b2")]
    simulation.set_position(racks, (), sets, 0, [1, 1], [0, 0], [0, 0], [], None)
    assert simulation.take_turn() == (0, after is not None)
    assert simulation.table_of(FACES) == parse_table(after or table)
    assert simulation.ending_name == "pool"


def test_the_game_goes_on_while_a_rack_has_a_whole_set() -> None:
    """N2."""
    simulation = Simulation(PROFILES["international"], [POLICIES["wait4"]] * 2)
    sets = [encoded_set(parse_tiles("k11 k12 k13"))]
    racks = [parse_tiles("k1"), parse_tiles("b2 b3 b4 k5")]
    simulation.set_position(racks, (), sets, 0, [1, 1], [0, 0], [0, 0], [], None)
    assert simulation.take_turn() == (0, 0)
    assert simulation.ending_name is None
    assert simulation.take_turn() == (1, 3)
    assert simulation.ending_name == "pool"
