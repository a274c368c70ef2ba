"""Simulations: the same games as at a table, turn by turn."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import pytest

from scripts.verify_simulator import difference, policies_for
from tests.support import interpreted_solver
from tests.support.effort import examples
from tilewise import PROFILES, new_game, parse_tiles
from tilewise.bots import Solid, play_out
from tilewise.errors import TilewiseError
from tilewise.simulator import POLICIES, Policy, Simulation, is_supported
from tilewise.simulator.counted_position import MOST_TILES_PLACED
from tilewise.simulator.simulation import encoded_set, seed_words

SUPPORTED = ["vienna-de", "vienna-en", "jumbo", "tm-toys", "international"]

GAMES = examples(20, thorough=60)
"""Games of each profile that are compared here; `make verify-simulator` compares thousands."""


def test_all_profiles_but_the_one_with_special_jokers_are_supported() -> None:
    assert [name for name, profile in PROFILES.items() if is_supported(profile)] == SUPPORTED


@pytest.mark.parametrize("players", [0, 1, 5, 7, 100_000])
def test_a_number_of_players_that_the_profile_is_not_for_is_refused(players: int) -> None:
    with pytest.raises(TilewiseError, match="2 to 4 players"):
        Simulation(PROFILES["international"], [POLICIES["solid"]] * players)


def test_games_that_cannot_go_on_are_refused() -> None:
    simulation = Simulation(PROFILES["jumbo"], named(["solid", "solid"]))
    over = play_out(new_game(PROFILES["jumbo"], 2, 1), [Solid(), Solid()])
    for game in (new_game(PROFILES["twist"], 2, 1), new_game(PROFILES["jumbo"], 3, 1), over):
        with pytest.raises(TilewiseError, match="a game of jumbo with 2 players that is not over"):
            simulation.load(game)
    with pytest.raises(TilewiseError, match="from 0 on, not -1"):
        simulation.play(-1, "1")


def named(names: Iterable[str]) -> list[Policy]:
    return [POLICIES[name] for name in names]


def test_an_unsupported_profile_is_refused() -> None:
    with pytest.raises(TilewiseError, match="does not know all rules of twist"):
        Simulation(PROFILES["twist"], [POLICIES["solid"]] * 2)


@pytest.mark.long
@pytest.mark.parametrize("name", SUPPORTED)
def test_games_in_the_simulator_are_those_at_a_table_turn_by_turn(name: str) -> None:
    """U3, U6, U7, N1, N2, C1-C4: racks, sets, endings and scores, with every policy in every seat."""
    profile = PROFILES[name]
    for number in range(GAMES):
        players = profile.player_counts[number % len(profile.player_counts)]
        assert difference(profile, named(policies_for(players, number)), f"test.{number}")[1] is None


def test_a_set_with_one_tile_between_jokers_is_the_same_set_at_a_table() -> None:
    """T5, U7: in this game somebody lays `J b12 J`, which could be a run and is read as a group."""
    names = ["wait2", "wait", "cap24", "cap12", "solid", "wait2"]
    assert difference(PROFILES["tm-toys"], named(names), "simulator.574")[1] is None


@pytest.mark.long
@pytest.mark.parametrize(
    "changes",
    [
        {"opening_threshold": 0},
        {"empty_pool": "passes", "pool_score": "difference"},
        {"empty_pool": "last-round", "pool_tie": "fewest-tiles"},
        {"gift_tiles_in_box": 2, "gift_tiles": "added", "freed_joker": "another-set"},
        {"rack_size": 7, "redeal_pairs": 1},
    ],
    ids=str,
)
def test_house_rules_are_those_at_a_table(changes: dict[str, object]) -> None:
    profile = PROFILES["international"].with_rules(changes)
    for number in range(12):
        assert difference(profile, named(policies_for(2 + number % 3, number)), f"house.{number}")[1] is None


@pytest.mark.parametrize("name", ["vienna-de", "international", "jumbo"])
def test_a_player_who_watches_plays_the_same_at_a_table(name: str) -> None:
    watching = POLICIES["wait4"]._replace(watches=True)
    for number in range(6):
        policies = [watching, *named(["wait2", "wait", "wait2"])][: 2 + number % 3]
        assert difference(PROFILES[name], policies, f"watching.{number}")[1] is None


def test_a_player_of_another_policy_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison can fail: one seat holds its jokers only in the simulator."""
    policies = named(["solid", "solid"])
    other = Policy(opens_with_fewest=True, holds_jokers=False)
    loaded = Simulation.load

    def load(simulation: Simulation, game: object) -> None:
        simulation.set_policies([other, other])
        loaded(simulation, game)  # type: ignore[arg-type]

    monkeypatch.setattr(Simulation, "load", load)
    differences = [difference(PROFILES["jumbo"], policies, f"other.{number}")[1] for number in range(5)]
    assert any(differences)


def test_the_same_seed_gives_the_same_games_and_another_seed_others() -> None:
    simulation = Simulation(PROFILES["tm-toys"], [POLICIES["wait"], POLICIES["solid"], POLICIES["cap12"]])
    first, other = simulation.play(30, "a"), simulation.play(30, "b")
    assert simulation.play(30, "a") == first != other


def test_the_wins_add_up_to_the_games_and_the_points_to_zero() -> None:
    results = Simulation(PROFILES["international"], [POLICIES["wait2"]] * 4).play(40, "1")
    assert sum(results.wins) == 40
    assert sum(results.points) == 0


def test_waiting_beats_the_best_play_of_every_turn() -> None:
    results = Simulation(PROFILES["international"], [POLICIES["wait"], POLICIES["solid"]]).play(300, "1")
    assert results.wins[0] > 285


def test_a_simulation_without_the_exact_solver_plays_on_where_u7_leaves_doubt() -> None:
    """U7: every play is legal, because `set_position` of another simulation accepts every table."""
    profile = PROFILES["international"]
    simulation = Simulation(profile, [POLICIES["solid"]] * 2)
    for number in range(40):
        simulation.load(new_game(profile, 2, f"fast.{number}"))
        simulation.finish()
        winners, points = simulation.winners_and_points
        assert winners
        assert sum(points) == 0


@pytest.mark.long
@pytest.mark.parametrize("with_cython", [False, pytest.param(True, marks=pytest.mark.thorough)])
def test_the_interpreted_simulator_plays_the_same_games(with_cython: bool) -> None:
    interpreted = interpreted_solver.load(with_cython)["simulator.simulation"]
    policies = [POLICIES["wait"], POLICIES["solid"]]
    one = Simulation(PROFILES["jumbo"], policies).play(2, "same")
    other = interpreted.Simulation(PROFILES["jumbo"], policies).play(2, "same")
    assert tuple(one) == tuple(other)


def test_where_u7_forbids_every_play_the_exact_solver_has_none() -> None:
    """U7: the joker would go back into its set."""
    simulation = Simulation(PROFILES["international"], [POLICIES["solid"]] * 2)
    sets = [encoded_set(parse_tiles("r3 J r5"))]
    simulation.set_position([parse_tiles("r4"), parse_tiles("k1")], (), sets, 0, [1, 1], [0, 0], [0, 0], [], None)
    assert simulation.answer_exactly(parse_tiles("r4"), MOST_TILES_PLACED, False) is None
    placed, after = simulation.answer_exactly(parse_tiles("r6"), MOST_TILES_PLACED, False) or ((), [])
    assert (placed, after) == (parse_tiles("r6"), [encoded_set(parse_tiles("r3 J r5 r6"))])


def test_sets_of_jokers_alone_are_encoded_too() -> None:
    """T4."""
    assert encoded_set(parse_tiles("J J J")) == (1, 13, 3, 0, 3)


def test_what_is_not_a_set_is_refused() -> None:
    with pytest.raises(TilewiseError, match="consists of sets"):
        encoded_set(parse_tiles("r1 r2"))


def test_seeds_become_four_words() -> None:
    words = seed_words("1")
    assert words != seed_words("2")
    assert all(0 <= word < 1 << 32 for word in words)


def test_points_are_whole_or_shared() -> None:
    """C4: shares stay exact."""
    profile = PROFILES["vienna-de"]
    simulation = Simulation(profile, [POLICIES["wait2"]] * 3)
    simulation.set_position(
        [parse_tiles("r5"), parse_tiles("k5"), parse_tiles("b6 o9")],
        (),
        [],
        0,
        [1, 1, 1],
        [0, 0, 0],
        [0, 0, 0],
        [1, 2],
        None,
    )
    simulation.take_turn()
    assert simulation.winners_and_points == ((0, 1), (Fraction(15, 2), Fraction(15, 2), Fraction(-15)))


# Games as counts of tiles


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
