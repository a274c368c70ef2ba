"""The choices of one colour at one number, in the interpreted module, whose fields Python can see."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from tests.support import interpreted_solver
from tilewise.solver.encoding import NO_RUNS, RUN_STATES, STATE_NUMBERS
from tilewise.solver.plain_choices import (
    CHOICE_SIZE,
    END_AT,
    PLACE,
    PLACED_AT,
    STATES_AT,
    most_groups,
    tile_counts,
)
from tilewise.tiles import FACES, parse_table, parse_tiles

BLACK = 0


class Choice(NamedTuple):
    in_runs: int
    in_groups: int
    jokers: int
    following: tuple[int, int, int]


@pytest.fixture(scope="module")
def choices_class() -> Any:
    return interpreted_solver.load(with_cython=False)["plain_choices"].ColourChoices


def choices(cls: Any, table: str, rack: str, number: int, state: int = NO_RUNS, jokers: int = 0) -> set[Choice]:
    """List the choices of black at a number."""
    position = cls()
    position.ask(parse_table(table), tuple(sorted(parse_tiles(rack))), (1,) * len(FACES))
    return {choice for choice, _ in listed(position, number, state, jokers)}


def listed(position: Any, number: int, state: int = NO_RUNS, jokers: int = 0) -> list[tuple[Choice, int]]:
    """List the choices of black at a number in the position, each with its tiles from the rack."""
    position._note_surroundings()
    groups = position.most_groups[8 * position.tiles_at[number - 1] + jokers]
    choices = position._list_choices(number, BLACK, state, jokers, groups)
    places = range(choices & PLACE, choices >> END_AT & PLACE, CHOICE_SIZE)
    records = (position.choices[place : place + CHOICE_SIZE] for place in places)
    return [
        (Choice(code & 7, code >> 3 & 7, code >> 6 & 7, RUN_STATES[sums >> STATES_AT]), sums >> PLACED_AT & 31)
        for sums, code, _, _ in records
    ]


def test_a_tile_goes_into_a_run_or_a_group_or_stays_on_the_rack(choices_class: Any) -> None:
    found = choices(choices_class, "", "k3 k4 k5 r3 b3", 3)
    assert found == {Choice(1, 0, 0, (1, 0, 0)), Choice(0, 1, 0, (0, 0, 0)), Choice(0, 0, 0, (0, 0, 0))}


def test_a_tile_of_the_table_does_not_stay_behind(choices_class: Any) -> None:
    """U6."""
    found = choices(choices_class, "k3 k4 k5", "r3 b3", 3)
    assert found == {Choice(1, 0, 0, (1, 0, 0)), Choice(0, 1, 0, (0, 0, 0))}


def test_no_run_begins_that_cannot_become_long_enough(choices_class: Any) -> None:
    """T2, T3."""
    assert choices(choices_class, "", "k3 k4", 3) == {Choice(0, 0, 0, (0, 0, 0))}
    assert choices(choices_class, "", "k12 k13", 12) == {Choice(0, 0, 0, (0, 0, 0))}


def test_a_tile_prolongs_a_long_run_rather_than_stay_on_the_rack(choices_class: Any) -> None:
    found = choices(choices_class, "", "k3 k4 k5 k6 r6 b6", 6, STATE_NUMBERS[0, 0, 1])
    # Nothing can prolong the run after that: it does not count any more.
    assert found == {Choice(1, 0, 0, (0, 0, 0)), Choice(0, 1, 0, (0, 0, 0))}


def test_a_joker_fills_a_gap_in_a_short_run(choices_class: Any) -> None:
    """T4."""
    found = choices(choices_class, "", "k3 k5 J", 4, STATE_NUMBERS[1, 0, 0], jokers=1)
    assert found == {Choice(0, 0, 1, (0, 1, 0))}


def test_a_choice_says_how_many_tiles_come_from_the_rack(choices_class: Any) -> None:
    position = choices_class()
    position.ask(parse_table("k3 k4 k5"), parse_tiles("k3 k4 k5"), (1,) * len(FACES))
    assert sorted((choice.in_runs, placed) for choice, placed in listed(position, 3)) == [(1, 0), (2, 1)]


@pytest.mark.parametrize(
    ("tiles", "jokers", "groups"),
    [((1, 1, 1, 0), 0, 1), ((1, 1, 0, 0), 0, 0), ((1, 1, 0, 0), 1, 1), ((2, 2, 1, 1), 0, 2), ((2, 2, 1, 0), 0, 1)],
)
def test_a_number_has_as_many_groups_as_its_tiles_and_jokers_allow(
    tiles: tuple[int, ...], jokers: int, groups: int
) -> None:
    """T1, T4."""
    assert most_groups()[8 * tile_counts().index(tiles) + jokers] == groups
