"""The learned value: what opening now wins more often than waiting, judged by a small neural network.

A patient player asks it when it could open. Once it has opened it only waits: laying some tiles early never won more in
training. The network has one layer of hidden units and whole numbers only, so that compiled and interpreted code agree
on every machine. Its weights are data, the module `learned_weights`, which `scripts.train_value` writes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from tilewise.simulator.learned_weights import BIAS, UNITS

NO_RACK: Final = 25
"""Stands for the rack of an opponent who has not opened: it will not go out soon."""

MOST_IDLE: Final = 8
"""More turns without a play tell nothing new."""

LOOKS_PATIENT: Final = 3
"""Turns in a row without a play that quick players rarely have."""

SHIFT: Final = 8
"""The bits of a hidden unit that its output leaves out: they keep the numbers small."""


class Features(NamedTuple):
    """What the learned value knows of a decision."""

    players: int
    pool: int
    table: int
    """Tiles on the table."""
    rack: int
    jokers: int
    """On the own rack."""
    placed: int
    """Tiles of the opening."""
    stuck: int
    """Tiles that would stay on the rack after the opening and the best play then, but for U7."""
    smallest: int
    """The smallest rack of an opponent who has opened."""
    second: int
    """The second smallest."""
    largest: int
    """The largest rack of an opponent."""
    following: int
    """The rack of the next opponent."""
    opened: int
    """Opponents who have opened."""
    idle: int
    """Their turns since they last placed something, added up."""
    waiting: int
    """Those of them who look patient."""
    last_round: int
    """Whether there is a last round (N2)."""
    must_place: int
    """Whether whoever can place must, once the pool is empty (N2)."""
    unopened_penalty: int
    """Whether a player who never opened loses more (C3)."""


FEATURES: Final = len(Features._fields)


def value_of(features: Sequence[int], units: Iterable[Sequence[int]] = UNITS, bias: int = BIAS) -> int:
    """Return what opening is worth, more than waiting; the unit is of no account, only the sign decides.

    >>> value_of([1] * FEATURES, [[2, 0, *[256] * FEATURES]], 5)
    39
    """
    total = bias
    for output, unit_bias, *inputs in units:
        hidden = unit_bias + sum(weight * feature for weight, feature in zip(inputs, features, strict=True))
        total += output * (max(0, hidden) >> SHIFT)
    return total
