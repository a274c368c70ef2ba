"""Every play that the solver returns is legal, under the rules of every box and many house rules."""

from __future__ import annotations

import random

import pytest

from scripts.verify_solver import arranged, flaw_of, random_weights
from tests.support import solver_oracle
from tests.support.effort import examples
from tilewise.profiles import PROFILES, FreedJoker, Profile
from tilewise.solver import Goal, Solution, best_opening, best_play, go_out, least_disturbing_play
from tilewise.tiles import Table, Tiles, format_table, format_tiles

RULES: tuple[FreedJoker, ...] = ("anywhere", "another-set", "new-set")

FAMILIES = {"vienna-de": "four-jokers", "tm-toys": "three-copies", "international": "two-copies", "twist": "twist"}
"""For every kind of box, a profile that has it, and the random positions that fit it."""


def some_rules(rng: random.Random, profile: Profile, freed_joker: FreedJoker) -> Profile:
    """Return the profile with this rule for freed jokers, and others that the solver asks for."""
    rules: dict[str, int | str | None] = {
        "freed_joker": freed_joker,
        "opening_threshold": rng.choice((0, 20, 30)),
        "joker_penalty": rng.choice((20, 30, 50)),
    }
    return profile.with_rules(rules)


def positions(family: str, count: int, seed: int) -> list[tuple[Table, Tiles]]:
    """Return positions with jokers on the table; fewer tiles, if the jokers are special."""
    most = 24 if family == "twist" else 70
    found = []
    for table, rack in solver_oracle.random_positions(family, 60 * count, seed):
        if any(tiles[-1].is_joker for tiles in map(sorted, table)) and len(rack) + sum(map(len, table)) <= most:
            found.append((arranged(table), rack))
            if len(found) == count:
                return found
    raise AssertionError(f"There are only {len(found)} such positions.")


def plays(profile: Profile, table: Table, rack: Tiles, rng: random.Random) -> dict[str, Solution]:
    """Return the plays that the solver proposes to a player who has opened."""
    found = {
        "tiles": best_play(profile, table, rack),
        "points": best_play(profile, table, rack, Goal.POINTS),
        "weights": best_play(profile, table, rack, random_weights(rng)),
        "least disturbing": least_disturbing_play(profile, table, rack).solution,
        "least disturbing points": least_disturbing_play(profile, table, rack, Goal.POINTS).solution,
    }
    out = go_out(profile, table, rack)
    if out is not None and out.placed:
        found["go out"] = out
    return found


@pytest.mark.long
@pytest.mark.parametrize("freed_joker", RULES)
@pytest.mark.parametrize("name", FAMILIES)
def test_the_rules_accept_every_play_that_the_solver_returns(name: str, freed_joker: FreedJoker) -> None:
    """U3, U6, U7, U8: best plays by every goal, going out, least disturbing plays, openings."""
    rng = random.Random(f"legal {name} {freed_joker}")
    placed = 0
    count = examples(3, thorough=12)
    for table, rack in positions(FAMILIES[name], count, 60):
        profile = some_rules(rng, PROFILES[name], freed_joker)
        where = f"{name}, {freed_joker}: {format_table(table)} + {format_tiles(rack)}"
        for query, found in plays(profile, table, rack, rng).items():
            assert flaw_of(profile, table, rack, found, opened=True) is None, f"{query}, {where}"
            placed += bool(found.placed)
        opening = best_opening(profile, table, rack)
        if opening is not None:
            assert flaw_of(profile, table, rack, opening, opened=False) is None, where
    assert placed > count
