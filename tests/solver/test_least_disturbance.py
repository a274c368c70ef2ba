"""The least disturbing play: the best play that leaves the most sets unchanged, as moves of a hand."""

from __future__ import annotations

from itertools import combinations

import pytest

from tests.support.printed_examples import EXAMPLES, Example
from tilewise import PROFILES, LegalTurn, Play, Table, Tiles, apply, new_game, parse_table, parse_tiles, view_of
from tilewise.bots import UNTIMED, Solid
from tilewise.draft import Draft
from tilewise.solver import best_play, least_disturbing_play
from tilewise.solver.steps import Step


def positions(profile: str, players: int, seeds: range) -> list[tuple[Table, Tiles]]:
    """Return positions of players who have opened, from games of solid players."""
    found = []
    for seed in seeds:
        game = new_game(PROFILES[profile], players, seed)
        while not game.is_over:
            action = Solid().choose(view_of(game, game.turn), UNTIMED)
            if game.opened[game.turn] and isinstance(action, Play):
                found.append((game.table, game.racks[game.turn]))
            game = apply(game, action)
    return found


def follow(draft: Draft, steps: tuple[Step, ...]) -> Draft:
    """Make the moves in a draft; raises Refused if that is impossible."""
    for step in steps:
        if step.verb == "lay":
            draft = draft.lay(step.tiles)
            continue
        number = _number_of(draft, step.to)
        if step.verb == "split":
            draft = draft.move(number, step.tiles, None)
        elif step.verb == "take":
            draft = draft.take(number, step.tiles)
        elif step.verb == "add":
            draft = draft.add(number, step.tiles)
        else:
            draft = draft.join(number, _number_of(draft, step.tiles))
    return draft


def _number_of(draft: Draft, tiles: Tiles) -> int:
    wanted = sorted(tiles)
    return next(number for number, current in enumerate(draft.sets, start=1) if sorted(current) == wanted)


def draft_for(profile: str, table: Table, rack: Tiles) -> Draft:
    return Draft(PROFILES[profile], True, table, rack, table)


@pytest.mark.long
@pytest.mark.parametrize(
    ("profile", "players"), [("international", 2), ("international", 4), ("tm-toys", 6), ("twist", 3)]
)
def test_the_least_disturbing_play_is_as_good_as_the_best_and_its_steps_make_it(profile: str, players: int) -> None:
    for table, rack in positions(profile, players, range(2)):
        best = best_play(PROFILES[profile], table, rack)
        play = least_disturbing_play(PROFILES[profile], table, rack)
        assert (play.solution.tiles, play.solution.worth) == (best.tiles, best.worth)
        end = follow(draft_for(profile, table, rack), play.steps).assessment.verdict
        assert isinstance(end, LegalTurn)
        assert end.placed == play.solution.placed


@pytest.mark.long
def test_no_best_play_leaves_more_sets_unchanged() -> None:
    """Every smaller choice of sets to disturb is tried here, and none is enough."""
    checked = 0
    for table, rack in positions("international", 3, range(3)):
        play = least_disturbing_play(PROFILES["international"], table, rack)
        disturbed = len(table) - play.kept
        if disturbed > 3:
            continue
        checked += 1
        for count in range(disturbed):
            for chosen in combinations(table, count):
                found = best_play(PROFILES["international"], chosen, rack)
                assert (found.tiles, found.worth) < (play.solution.tiles, play.solution.worth)
    assert checked > 30


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_the_printed_examples_can_be_played_in_steps(example: Example) -> None:
    play = least_disturbing_play(PROFILES["international"], example.table, example.rack)
    assert play.solution.tiles >= len(example.placed)
    end = follow(draft_for("international", example.table, example.rack), play.steps).assessment.verdict
    assert isinstance(end, LegalTurn)


@pytest.mark.parametrize(
    ("table", "rack", "steps"),
    [
        ("r3 r4 r5 | k7 b7 o7 r7", "r6 k1", ["Add r6 to r3 r4 r5."]),
        ("", "r3 r4 r5", ["Lay r3 r4 r5."]),
        ("r3 r4 r5 r6 r7 r8", "r5 r6", ["Split r7 r8 off r3 r4 r5 r6 r7 r8.", "Add r5 r6 to r7 r8."]),
        ("r4 b4 k4 o4 | k9 b9 o9", "b3 b5", ["Take b4 from r4 b4 k4 o4.", "Lay b3 b4 b5."]),
    ],
)
def test_steps_are_the_moves_of_a_hand(table: str, rack: str, steps: list[str]) -> None:
    play = least_disturbing_play(PROFILES["international"], parse_table(table), parse_tiles(rack))
    assert [str(step) for step in play.steps] == steps


def test_where_nothing_can_be_placed_nothing_is_disturbed() -> None:
    table = parse_table("r3 r4 r5")
    play = least_disturbing_play(PROFILES["international"], table, parse_tiles("k1 k9"))
    assert (play.solution.table, play.kept, play.moved, play.steps) == (table, 1, 0, ())
