"""Train the learned value in the simulator, and write its weights.

    python -m scripts.train_value                        one round, three minutes
    python -m scripts.train_value --trials 20000 --keep

The first policy opens if at most five tiles would then stay stuck, and waits until it can go out; `--keep` starts from
the weights as they are. In each round the policy of the round before sits at many tables, against members of the panel
and against itself. Each trial plays one game twice, with the same tiles: in one decision the player opens or waits, and
then follows its policy. The network learns what opening won more often, and so becomes the policy of the next round.
All chance follows from `--seed`. Needs NumPy, which comes with the development tools.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tilewise import PROFILES
from tilewise.simulator import POLICIES, Simulation
from tilewise.simulator.learned_value import FEATURES, SHIFT, Features
from tilewise.simulator.learned_weights import BIAS, UNITS

WEIGHTS = Path(__file__).parent.parent / "src" / "tilewise" / "simulator" / "learned_weights.py"

CHUNK = 250
"""Trials at one table."""

INPUT_SCALE, OUTPUT_SCALE = 1 << 14, 1 << 14
"""What weights are multiplied by before they are rounded."""

Array = NDArray[np.float64]


class Network(NamedTuple):
    """The weights as whole numbers."""

    units: tuple[tuple[int, ...], ...]
    bias: int


def first_network() -> Network:
    """Return a network that is for every opening after which at most five tiles would stay stuck."""
    inputs = [0] * FEATURES
    inputs[Features._fields.index("stuck")] = -1 << SHIFT
    return Network(((1, 6 << SHIFT, *inputs),), 0)


def lineup(chance: random.Random) -> tuple[str, list[str]]:
    """Return a profile and the policies of a table of three to six; the first is the learned one."""
    profile = chance.choice(["international"] * 8 + ["vienna-de", "vienna-en", "jumbo", "tm-toys", "tm-toys"])
    seats = chance.choice([3, 4, 4, 4, 4, 4])
    if profile == "tm-toys" and chance.random() < 0.4:
        seats = chance.choice([5, 6])
    others = list(POLICIES)
    kind = chance.random()
    if kind < 0.4:
        return profile, ["learned", *["solid"] * (seats - 1)]
    if kind < 0.7:
        return profile, ["learned", *[chance.choice(others)] * (seats - 1)]
    return profile, ["learned", *(chance.choice(others) for _ in range(seats - 1))]


def trials_of(network: Network, trials: int, seed: str) -> tuple[Array, Array]:
    """Return the features and the results of many trials."""
    chance = random.Random(seed)
    features: list[Features] = []
    results: list[float] = []
    while len(results) < trials:
        profile, names = lineup(chance)
        simulation = Simulation(PROFILES[profile], [POLICIES[name] for name in names])
        simulation.set_network(*network)
        for decision, result in simulation.try_decisions(0, CHUNK, f"{seed}.{len(results)}"):
            features.append(decision)
            results.append(float(result))
    return np.array(features, dtype=np.float64), np.array(results, dtype=np.float64)


def fitted(features: Array, results: Array, hidden: int, epochs: int, seed: int) -> Network:
    """Fit a network to the results by least squares (Adam), and round its weights."""
    chance = np.random.default_rng(seed)
    mean, spread = features.mean(axis=0), features.std(axis=0) + 1e-9
    inputs = (features - mean) / spread
    weights = [
        chance.normal(0, (2 / FEATURES) ** 0.5, (FEATURES, hidden)),
        np.zeros(hidden),
        chance.normal(0, 0.1 / hidden**0.5, hidden),
        np.array(results.mean()),
    ]
    first, second = [np.zeros_like(one) for one in weights], [np.zeros_like(one) for one in weights]
    held_out = len(results) // 10
    steps, batch = 0, 512
    for epoch in range(epochs):
        rate = 0.003 * (1 - epoch / epochs)
        order = held_out + chance.permutation(len(results) - held_out)
        for at in range(0, len(order), batch):
            rows = order[at : at + batch]
            slopes = _slopes(weights, inputs[rows], results[rows])
            steps += 1
            for i, slope in enumerate(slopes):
                first[i] = 0.9 * first[i] + 0.1 * slope
                second[i] = 0.999 * second[i] + 0.001 * slope * slope
                step = first[i] / (1 - 0.9**steps) / (np.sqrt(second[i] / (1 - 0.999**steps)) + 1e-8)
                weights[i] = weights[i] - rate * (step + 0.02 * weights[i] * (i != 3))
    guess = np.maximum(0, inputs[:held_out] @ weights[0] + weights[1]) @ weights[2] + weights[3]
    kept, opens = results[:held_out], guess > 0
    won = kept[opens].sum() / held_out, -kept[~opens].sum() / held_out
    print(
        f"  held out: variance {kept.var():.4f}, left {((kept - guess) ** 2).mean():.4f}; opens {opens.mean():.3f}; "
        f"wins {won[0]:+.4f} by opening and {won[1]:+.4f} by waiting"
    )
    return _rounded(weights, mean, spread)


def _slopes(weights: Sequence[Array], inputs: Array, results: Array) -> list[Array]:
    """Return the gradient of half the mean squared error."""
    before = inputs @ weights[0] + weights[1]
    active = np.maximum(0, before)
    error = (active @ weights[2] + weights[3] - results) / len(results)
    back = np.outer(error, weights[2]) * (before > 0)
    return [inputs.T @ back, back.sum(axis=0), active.T @ error, np.array(error.sum())]


def _rounded(weights: Sequence[Array], mean: Array, spread: Array) -> Network:
    """Return the weights for features as they are, as whole numbers."""
    inputs = weights[0] / spread[:, None]
    biases = weights[1] - mean @ inputs
    units = tuple(
        (
            round(float(weights[2][i]) * OUTPUT_SCALE),
            round(float(biases[i]) * INPUT_SCALE),
            *(round(float(one) * INPUT_SCALE) for one in inputs[:, i]),
        )
        for i in range(len(biases))
    )
    return Network(units, round(float(weights[3]) * OUTPUT_SCALE * (INPUT_SCALE >> SHIFT)))


def win_rate(network: Network, other: str, seats: int, games: int, profile: str = "international") -> float:
    """Return the share of games that the learned policy wins among players of another, in percent."""
    simulation = Simulation(PROFILES[profile], [POLICIES["learned"], *[POLICIES[other]] * (seats - 1)])
    simulation.set_network(*network)
    return 100 * float(simulation.play(games, f"trained.{other}").wins[0]) / games


def write(network: Network, path: Path) -> None:
    """Write the module with the weights."""
    units = "".join(f"    {unit},\n" for unit in network.units)
    path.write_text(
        '"""The weights of the learned value, written by `scripts.train_value`."""\n\n'
        "# ruff: noqa: E501\n# fmt: off\n"
        "from typing import Final\n\n"
        f"UNITS: Final = (\n{units})\n"
        '"""Of each hidden unit the weight of its output, its bias, and the weights of its inputs."""\n\n'
        f"BIAS: Final = {network.bias}\n",
        encoding="utf-8",
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Train, measure and write."""
    parser = argparse.ArgumentParser(description="Train the learned value.")
    parser.add_argument("--rounds", type=int, default=1, help="rounds of training (1)")
    parser.add_argument("--trials", type=int, default=200_000, help="trials of each round (200000)")
    parser.add_argument("--hidden", type=int, default=20, help="hidden units (20)")
    parser.add_argument("--epochs", type=int, default=10, help="passes over the trials (10)")
    parser.add_argument("--games", type=int, default=4000, help="games to measure each round with (4000)")
    parser.add_argument("--seed", default="1", help="what all chance follows from (1)")
    parser.add_argument("--keep", action="store_true", help="start from the weights as they are")
    parser.add_argument("--output", type=Path, default=WEIGHTS, help="the module to write")
    options = parser.parse_args(arguments)
    network, start = Network(UNITS, BIAS) if options.keep else first_network(), time.monotonic()
    for number in range(options.rounds):
        features, results = trials_of(network, options.trials, f"{options.seed}.{number}")
        print(f"round {number}: {len(results)} trials, {time.monotonic() - start:.0f} s", flush=True)
        network = fitted(features, results, options.hidden, options.epochs, number)
        write(network, options.output)
        for seats, other in ((4, "solid"), (4, "wait2"), (4, "cap24"), (4, "wait3"), (3, "solid")):
            print(f"  {seats} seats, {other}: {win_rate(network, other, seats, options.games):.1f} %", flush=True)


if __name__ == "__main__":
    main()
