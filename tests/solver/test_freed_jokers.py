"""The best play where a freed joker may not go anywhere (U7)."""

from __future__ import annotations

import pytest

from tests.support.solver_positions import rack_of
from tilewise.profiles import PROFILES, FreedJoker
from tilewise.solver import Goal, best_play, freed_jokers, go_out, least_disturbing_play, playable_tiles
from tilewise.solver.goals import weights_of
from tilewise.solver.solution import GAVE_UP
from tilewise.tiles import parse_table
from tilewise.turn import LegalTurn, judge_turn

RULES: tuple[FreedJoker, ...] = ("anywhere", "another-set", "new-set")
WEIGHTS = weights_of(Goal.TILES, PROFILES["jumbo"])


@pytest.mark.parametrize(
    ("table", "rack", "placed"),
    [
        # The joker would go back into its set, or into another old one.
        ("r3 J r5", "r4", {"anywhere": "r4", "another-set": "", "new-set": ""}),
        ("r3 J r5 | k7 k8 k9", "r4", {"anywhere": "r4", "another-set": "r4", "new-set": ""}),
        # A joker from the rack may go anywhere, and the fourth colour frees nothing.
        ("r3 r4 r5 | k7 b7 J", "r6 J", {"anywhere": "r6 J", "another-set": "r6 J", "new-set": "r6 J"}),
        ("k7 b7 J", "o7", {"anywhere": "o7", "another-set": "o7", "new-set": "o7"}),
        # The joker makes a new set with two tiles from the rack.
        ("r3 J r5", "r4 k9 b9", {"anywhere": "r4 k9 b9", "another-set": "r4 k9 b9", "new-set": "r4 k9 b9"}),
        # The set may grow at the joker's end, or be taken apart.
        ("r3 r4 J", "r6", {"anywhere": "r6", "another-set": "r6", "new-set": "r6"}),
        ("r3 r4 J", "r5", {"anywhere": "r5", "another-set": "", "new-set": ""}),
        ("r3 r4 r5 J", "k5 b5", {"anywhere": "k5 b5", "another-set": "k5 b5", "new-set": "k5 b5"}),
        # A set of nothing but jokers continues nothing, and nothing continues it.
        ("J J J | r3 r4 r5", "r6 k8 b8", {"anywhere": "r6 k8 b8", "another-set": "r6 k8 b8", "new-set": "r6 k8 b8"}),
        # A set with all tiles of an old one is new if an equal one continues that.
        (
            "r3 r4 r5 | k1 J k3",
            "r3 r4 r5 k2 r2",
            {"anywhere": "r2 r3 r4 r5 k2", "another-set": "r2 r3 r4 r5 k2", "new-set": "r2 r3 r4 r5 k2"},
        ),
        # Several jokers, which the search fixes in more than one order.
        (
            "b10 J k10 | J k7 k8 | k1 k2 J | o11 o12 J",
            "b11 o2",
            {"anywhere": "b11", "another-set": "b11", "new-set": ""},
        ),
        # Two equal sets, of which another one continues each.
        ("b2 J b4 | b2 J b4 | o13 k13 b13", "k2 b3", {"anywhere": "b3", "another-set": "b3", "new-set": ""}),
        # Jokers of one set leave for two others.
        (
            "J b6 J J | r7 J k7",
            "k8 r7 r11 b1 b7 b9 b11 b13",
            dict.fromkeys(RULES, "b7 b9 b11 b13"),
        ),
    ],
)
def test_the_best_play_frees_a_joker_only_to_where_it_may_go(
    table: str, rack: str, placed: dict[FreedJoker, str]
) -> None:
    """U7."""
    before, held = parse_table(table), rack_of(rack)
    for rule in RULES:
        profile = PROFILES["tm-toys"].with_rules({"freed_joker": rule})
        found = best_play(profile, before, held)
        assert (found.placed, found.proven) == (rack_of(placed[rule]), True), rule
        if found.placed:
            assert isinstance(judge_turn(profile, before, held, found.table, opened=True), LegalTurn)


def test_going_out_and_playable_tiles_ask_where_the_joker_goes() -> None:
    """U7, N1."""
    table = parse_table("r3 J r5 | k7 k8 k9")
    new_set = PROFILES["jumbo"].with_rules({"freed_joker": "new-set"})
    another_set = PROFILES["jumbo"].with_rules({"freed_joker": "another-set"})
    assert go_out(new_set, table, rack_of("r4")) is None
    assert playable_tiles(new_set, table, rack_of("r4 k10"), opened=True) == rack_of("k10")
    found = go_out(another_set, table, rack_of("r4"))
    assert found is not None
    assert found.proven
    assert playable_tiles(another_set, table, rack_of("r4 k10"), opened=True) == rack_of("r4 k10")


def test_the_least_disturbing_play_is_legal_too() -> None:
    """U7: joined, both runs would be one that continues the first, and the joker would arrive in it."""
    profile = PROFILES["jumbo"].with_rules({"freed_joker": "new-set"})
    table, rack = parse_table("r3 r4 r5 | k9 J b9 o9"), rack_of("r7 r8")
    play = least_disturbing_play(profile, table, rack)
    assert play.solution.placed == rack_of("r7 r8")
    assert isinstance(judge_turn(profile, table, rack, play.solution.table, opened=True), LegalTurn)


def test_a_search_that_gives_up_returns_a_legal_play_that_is_not_proven(monkeypatch: pytest.MonkeyPatch) -> None:
    """U7."""
    monkeypatch.setattr(freed_jokers, "MOST_BOUNDS", 3)
    table, rack = parse_table("r3 J r5 | k7 k8 k9"), rack_of("r4 k10 b12")
    found = freed_jokers.solve(table, rack, WEIGHTS, (), "new-set")
    assert found is not None
    assert (found.placed, found.proven) == (rack_of("k10"), False)
    assert freed_jokers.is_legal("new-set", table, found.table)
    assert freed_jokers.solve(table, rack_of("k10"), WEIGHTS, rack_of("r4"), "new-set") is GAVE_UP


def test_where_nothing_is_forbidden_the_answer_is_that_of_the_plain_kernel() -> None:
    table, rack = parse_table("r3 J r5"), rack_of("r4")
    assert freed_jokers.solve(table, rack, WEIGHTS) == freed_jokers.solve(table, rack, WEIGHTS, (), "anywhere")
    assert freed_jokers.solve(parse_table("r3 r4 r5"), rack_of("k1"), WEIGHTS, rack_of("k9"), "new-set") is None
