"""The learned value: whole numbers, the same in compiled and interpreted code; and what it knows of past turns."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from scripts import train_value
from scripts.verify_simulator import difference
from tilewise import PROFILES, new_game, parse_tiles, view_of
from tilewise.bots import Patient, Solid, play_out
from tilewise.bots.patient import opening_features
from tilewise.game import Action, Announce, Draw, Pass, Play
from tilewise.simulator import POLICIES, Simulation
from tilewise.simulator.learned_value import FEATURES, NO_RACK, SHIFT, value_of
from tilewise.simulator.learned_weights import UNITS
from tilewise.simulator.past_turns import idle_turns, last_placed
from tilewise.tiles import Tiles
from tilewise.view import SeenAction

INTERNATIONAL = PROFILES["international"]
ONE = 1 << SHIFT


def test_every_unit_has_a_weight_for_every_feature() -> None:
    assert {len(unit) for unit in UNITS} == {FEATURES + 2}


def test_a_hidden_unit_counts_only_above_zero() -> None:
    inputs = [0] * FEATURES
    inputs[4] = ONE
    features = [0] * FEATURES
    features[4] = 7
    assert value_of(features, [[10, 0, *inputs]], 3) == 73
    assert value_of(features, [[10, -8 * ONE, *inputs]], 3) == 3


def test_the_features_of_a_decision_are_what_the_seat_sees() -> None:
    view = view_of(new_game(INTERNATIONAL, 3, "features", starter=0), 0)
    features = opening_features(view, 3, 11)
    assert (features.players, features.rack, features.placed, features.stuck) == (3, 14, 3, 11)
    assert (features.smallest, features.second, features.largest, features.following) == (NO_RACK, NO_RACK, 14, 14)
    assert (features.opened, features.must_place, features.last_round) == (0, 1, 0)


@pytest.mark.parametrize("profile", ["international", "jumbo", "tm-toys"])
def test_the_learned_policy_plays_the_same_at_a_table(profile: str) -> None:
    for number in range(6):
        policies = [POLICIES[name] for name in ("learned", "solid", "wait2", "learned")][: 2 + number % 3]
        assert difference(PROFILES[profile], policies, f"learned.{number}")[1] is None


def test_a_trial_says_what_opening_won_more_than_waiting() -> None:
    simulation = Simulation(INTERNATIONAL, [POLICIES["learned"], POLICIES["solid"], POLICIES["solid"]])
    decisions = simulation.try_decisions(0, 40, "1")
    assert 0 < len(decisions) <= 40
    assert {result for _, result in decisions} <= {Fraction(-1), Fraction(0), Fraction(1)}
    assert all(0 < features.placed < features.rack for features, _ in decisions)
    assert simulation.try_decisions(0, 40, "1") == decisions


def test_a_network_for_every_opening_only_waits_afterwards() -> None:
    """It plays as `wait2` does."""
    others = [POLICIES["solid"]] * 2
    learned = Simulation(INTERNATIONAL, [POLICIES["learned"], *others])
    learned.set_network((), 1)
    waiting = Simulation(INTERNATIONAL, [POLICIES["wait2"], *others])
    assert learned.play(30, "1") == waiting.play(30, "1")


def test_the_training_starts_from_a_rule_about_tiles_that_stay_stuck() -> None:
    """It opens if at most five tiles would: as a policy can, too."""
    others = [POLICIES["solid"]] * 2
    learned = Simulation(INTERNATIONAL, [POLICIES["learned"], *others])
    learned.set_network(*train_value.first_network())
    rule = Simulation(INTERNATIONAL, [POLICIES["wait2"]._replace(most_stuck=5), *others])
    assert learned.play(30, "1") == rule.play(30, "1")


def test_it_opens_where_that_pays() -> None:
    game = play_out(new_game(INTERNATIONAL, 2, "opens"), [Patient(POLICIES["learned"]), Solid()])
    assert game.opened[0]


def test_training_writes_a_module_with_the_weights(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = tmp_path / "weights.py"
    sizes = ["--rounds", "1", "--trials", "60", "--hidden", "2", "--epochs", "1", "--games", "2"]
    train_value.main([*sizes, "--output", str(output)])
    written: dict[str, object] = {}
    exec(output.read_text(), written)  # noqa: S102
    units = written["UNITS"]
    assert isinstance(units, tuple)
    assert {len(unit) for unit in units} == {FEATURES + 2}
    assert "4 seats, solid" in capsys.readouterr().out


# What past turns tell


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
