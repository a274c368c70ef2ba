"""Play-outs: hidden tiles dealt at random, and the game finished by policies."""

from __future__ import annotations

import pytest

from tilewise import PROFILES, parse_tiles
from tilewise.simulator import POLICIES, Simulation
from tilewise.simulator.playouts import DRAWS, PASSES, PLAYS
from tilewise.simulator.simulation import encoded_set, seed_words
from tilewise.tiles import Tiles

SEED = seed_words("play-outs")


def prepared(rack: Tiles, hidden: Tiles, other: int, policies: tuple[str, str] = ("solid", "solid")) -> Simulation:
    """Return a simulation of seat 0 with this rack, against a rack of `other` hidden tiles."""
    simulation = Simulation(PROFILES["international"], [POLICIES[name] for name in policies])
    table = [encoded_set(parse_tiles("r1 r2 r3"))] * 2
    simulation.set_position([rack, ()], (), table, 0, [1, 1], [0, 0], [0, 0], [], None)
    simulation.set_base(0, hidden, [len(rack), other], [None, None])
    return simulation


def test_the_same_seed_gives_the_same_samples_in_any_portions() -> None:
    simulation = prepared(parse_tiles("r5 k9"), parse_tiles("r4 k1 k2 b3 b9 o9 o10 r8"), 3)
    whole = simulation.play_samples(DRAWS, 0, 0, 20, SEED, 0)
    first = simulation.play_samples(DRAWS, 0, 0, 8, SEED, 0)
    second = simulation.play_samples(DRAWS, 0, 8, 12, SEED, 0)
    assert whole == (first[0] + second[0], first[1] + second[1])
    assert len(set(whole[1])) > 1


def test_a_rack_just_emptied_wins_every_sample() -> None:
    """N1."""
    simulation = prepared((), parse_tiles("k1 k5 b9"), 2)
    won, scored = simulation.play_samples(PLAYS, 1, 0, 10, SEED, 0)
    assert won == [60] * 10
    assert all(points > 0 for points in scored)


def test_with_an_empty_pool_every_sample_has_the_same_racks() -> None:
    """N2: all hidden tiles are on the other rack, and nobody can place anything."""
    simulation = prepared(parse_tiles("k9"), parse_tiles("b11 o5"), 2)
    won, scored = simulation.play_samples(PASSES, 0, 0, 5, SEED, 0)
    assert won == [60] * 5
    assert scored == [60 * 7] * 5


TABLE = parse_tiles("r1 r2 r3 r1 r2 r3")


@pytest.mark.parametrize(("tries", "times"), [(0, range(5, 100)), (50, range(1))])
def test_tiles_that_a_seat_would_have_placed_before_its_draw_are_exchanged(tries: int, times: range) -> None:
    """The other player could place nothing and drew, so it cannot have both r4 and go out at once."""
    hidden = parse_tiles("r4 r4 k1 k5 k12")
    simulation = prepared(parse_tiles("b1 b2 b4 o1 o2 o4 k13"), hidden, 2, ("wait", "solid"))
    simulation.set_base(0, hidden, [7, 2], [None, (1, TABLE)])
    _, scored = simulation.play_samples(DRAWS, 0, 0, 100, SEED, tries)
    assert sum(points == -60 * (27 + drawn) for points in scored for drawn in (1, 5, 12)) in times


def test_a_seat_that_drew_before_others_placed_may_fit_now() -> None:
    """When it drew, the table had no place for r4."""
    hidden = parse_tiles("r4 r4 k1 k5 k12")
    simulation = prepared(parse_tiles("b1 b2 b4 o1 o2 o4 k13"), hidden, 2, ("wait", "solid"))
    simulation.set_base(0, hidden, [7, 2], [None, (1, parse_tiles("b5 b6 b7"))])
    _, scored = simulation.play_samples(DRAWS, 0, 0, 100, SEED, 50)
    assert sum(points == -60 * (27 + drawn) for points in scored for drawn in (1, 5, 12)) >= 5


@pytest.mark.parametrize(("tries", "opens"), [(0, True), (50, False)])
def test_a_seat_that_could_not_open_has_no_opening(tries: int, opens: bool) -> None:
    """U3: all that lies in the pool makes no set."""
    hidden = parse_tiles("k11 k12 k13 b1 b3 b5 b9")
    simulation = Simulation(PROFILES["vienna-en"], [POLICIES["wait"], POLICIES["solid"]])
    table = [encoded_set(parse_tiles("r1 r2 r3"))]
    simulation.set_position([parse_tiles("o2 o13"), ()], (), table, 0, [1, 0], [0, 0], [0, 0], [], None)
    simulation.set_base(0, hidden, [2, 3], [None, (0, None)])
    _, scored = simulation.play_samples(DRAWS, 0, 0, 200, SEED, tries)
    # Whoever opens with the whole rack has won before seat 0 draws a second tile.
    assert any(points == -60 * (15 + drawn) for points in scored for drawn in (1, 3, 5, 9)) == opens
