"""Reading a set and judging a turn take at most some milliseconds, whatever the tiles are.

The inputs are the worst that people sent and that `make worst-inputs` found. Work is counted in calls.
"""

from __future__ import annotations

from collections import Counter
from itertools import chain
from random import Random
from typing import Any

import pytest

from scripts.worst_inputs import BOX, change_draft, make_turn
from tests.support.work import CALLS_PER_MILLISECOND, calls_of
from tilewise.assessment import assess_turn
from tilewise.companion import check_set, check_turn
from tilewise.draft import Draft
from tilewise.errors import Refusal
from tilewise.profiles import PROFILES, FreedJoker
from tilewise.server.tables.preview import preview_draft
from tilewise.sets import TileSet, read_set
from tilewise.solver import can_open, openings, special_solver
from tilewise.solver.goals import NO_WEIGHTS
from tilewise.solver.solution import GAVE_UP
from tilewise.tiles import parse_table, parse_tiles
from tilewise.turn import judge_turn

LARGEST: dict[str, Any] = {"double_jokers": 4, "colour_change_jokers": 4, "mirror_jokers": 4, "jokers": 4, "copies": 3}
"""House rules with as many jokers and copies as there can be."""

HARD_SETS = [
    "C D k13 k5 k3 k2 k12 J D C k13 C C D D M b10 b11 J J k4 J k1",
    "J r6 D J J M r7 D C r8 C C r9 r10 D J D",
    "C C b3 D M k1 D J C J C",
    "D C C C D D k2 J C M",
    "D J D D J J D J r1 C C C C M b13",
    "D J J D D C r1 b3 J D C C J C M r5 r5",
]


@pytest.fixture(autouse=True)
def forget_readings() -> None:
    read_set.cache_clear()


@pytest.mark.parametrize("text", HARD_SETS)
def test_reading_a_set_takes_less_than_a_millisecond(text: str) -> None:
    """T5, X1-X3: the jokers of one set may lie in millions of ways."""
    calls_of(lambda: read_set(parse_tiles(text)), CALLS_PER_MILLISECOND)


def test_a_set_is_not_read_if_no_box_has_so_many_tiles() -> None:
    """T2, X3: 13 numbers on each side of a mirror are the most."""
    numbers = [f"r{number}" for number in range(1, 14)]
    longest = parse_tiles(" ".join([*numbers, "M", *reversed(numbers)]))
    assert isinstance(read_set(longest), TileSet)
    assert str(read_set((*longest, *parse_tiles("J")))) == "No set has more than 27 tiles; this one has 28: divide it."
    endless = parse_tiles("r1 D C r9 r11 J D r2 J D r13 J J D D J D M J J J " * 50)
    calls_of(lambda: read_set(endless), 20)


def test_checking_sixty_hard_sets_takes_some_milliseconds() -> None:
    text = "r1 D C r9 r11 J D r2 J D r13 J M J"
    sets = [f"{text} {tile}" for tile in HARD_SETS[0].split() if tile[0] in "kb"] + HARD_SETS
    question = {"profile": "twist", "rules": LARGEST, "sets": (sets * 8)[:60]}
    calls_of(lambda: check_set(question), 10 * CALLS_PER_MILLISECOND)


@pytest.mark.parametrize(
    ("profile", "text", "reason"),
    [("twist", "J J J r3", "too-many-of-face"), ("jumbo", "r3 J D", "not-in-box"), ("tm-toys", "J J J r3", None)],
)
def test_a_set_with_more_jokers_than_the_largest_box_is_refused(profile: str, text: str, reason: str | None) -> None:
    """E2: before it is read; tm-toys has four jokers in the box for six."""
    assert check_set({"profile": profile, "set": text}).get("reason") == reason


HARD_TURNS: list[tuple[FreedJoker, str, str]] = [
    (
        "new-set",
        (
            "J r5 r6 | r7 r8 r9 | r10 r11 r12 | r2 r3 r4 | r5 r6 r7 | r8 r9 r10 | r11 r12 r13 | r2 r3 r4 | r5 r6 r7"
            " | r8 r9 r10 | r11 r12 r13 | r2 r3 r4 | J b5 b6 | b7 b8 b9 | b10 b11 b12 | b2 b3 b4 | b5 b6 b7 | b8 b9 b10"
            " | b11 b12 b13 | b2 b3 b4 | b5 b6 b7 | b8 b9 b10 | b11 b12 b13 | b2 b3 b4"
        ),
        (
            "J r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 | r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 J"
            " | J r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 | b2 b3 b4 b5 b6 b7 b8 b9 b10 b11 b12 J"
            " | b2 b3 b4 b5 b6 b7 b8 b9 b10 b11 b12 b13 | b1 b2 b3 b4 b5 b6 b7 b8 b9 b10 b11 b12 b13"
        ),
    ),
    (
        "new-set",
        (
            "b6 b3 J b5 | b2 b3 b4 b5 | b6 b7 b8 | b2 b3 b4 | b8 b9 b10 | b11 b12 b13 | o5 o6 o7 | o4 o5 o6"
            " | b9 b6 b7 b8 | b11 b12 b13 b10 | b5 J b7 | o5 o6 o7 | o2 o3 o4 | o8 o9 o10"
            " | b12 b13 b10 b11 | o1 o2 J o4"
        ),
        (
            "o1 o2 o3 o4 | o8 o9 o10 J | J b2 b3 b4 b5 b6 b7 b8 b9 b10 b11 b12 b13"
            " | b7 b8 b9 b10 b2 b3 b4 b5 b6 b11 b12 b13 | o7 o8 o9 J o1 o2 J o4 o5 o6 | o8 o9 o10 o11"
            " | b9 b10 b11 b12 b13 b5 b6 b7 b8 b1 b2 b3 b4 | o5 o6 o7 | o2 o3 o4 o5 o6 o7"
        ),
    ),
    (
        "new-set",
        (
            "r10 r11 r12 | r11 r12 r13 | r2 r3 r4 | b7 b8 b9 | b10 b11 b12 | b5 b6 b7 | b11 b12 b13"
            " | r8 r9 r10 r5 r6 r7 | b2 b3 b4 | b8 b9 b10 b5 b6 b7 | J r5 r6 | r8 r9 r10 r11 r12 r13"
            " | b11 b12 b13 b9 b10 | b2 b3 b4 J b8 b5 b6 | r5 r6 r7 r2 r3 r4 | r7 r8 r9"
        ),
        (
            "J r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 | b2 b3 b4 b5 b6 b7 b8 b9 b10 b11 b12 J"
            " | b1 b2 b3 b4 b5 b6 b7 b8 b9 b10 b11 b12 b13 | J r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12"
            " | r2 r3 r4 r5 r13 r6 r7 r8 r9 r10 r11 r12 | b2 b3 b4 b5 J b6 b7 b8 b9 b10 b11 b12 b13"
        ),
    ),
]
"""The rule for freed jokers (U7), and tables that leave millions of ways to say which set continues which."""


@pytest.mark.parametrize(("rule", "before", "after"), HARD_TURNS, ids=range(len(HARD_TURNS)))
def test_judging_a_turn_takes_some_milliseconds(rule: FreedJoker, before: str, after: str) -> None:
    """U7, U8."""
    profile = PROFILES["twist"].with_rules({"freed_joker": rule, **LARGEST})
    old, new = parse_table(before), parse_table(after)
    rack = tuple(tile for tiles in new for tile in tiles)
    calls_of(lambda: judge_turn(profile, old, rack, new, opened=True), 6 * CALLS_PER_MILLISECOND)


@pytest.mark.parametrize("opened", [False, True])
def test_previewing_a_turn_with_hard_sets_takes_some_milliseconds(opened: bool) -> None:
    table = parse_table("r3 r4 r5 | k7 b7 o7")
    sets = (*table, *map(parse_tiles, HARD_SETS))
    rack = tuple(tile for tiles in sets for tile in tiles)
    draft = Draft(PROFILES["twist"].with_rules(LARGEST), opened, table, rack, sets)
    calls_of(lambda: preview_draft(draft, "add k1"), 10 * CALLS_PER_MILLISECOND)
    assert assess_turn(draft.profile, table, rack, sets, opened).refusal is not None


def test_a_turn_with_more_tiles_than_the_box_is_not_read() -> None:
    """E1, E2: neither before the turn nor after it."""
    hard = " | ".join(HARD_SETS[2:] * 10)
    question = {
        "profile": "twist",
        "before": "r3 r4 r5",
        "rack": "r6",
        "after": f"r3 r4 r5 r6 | {hard}",
        "opened": True,
    }
    answers = []
    calls_of(lambda: answers.append(check_turn(question)), CALLS_PER_MILLISECOND)
    assert (answers[0]["legal"], answers[0]["reason"]) == (False, "too-many-of-face")


@pytest.mark.parametrize(
    ("text", "threshold"),
    [
        ("J J J J D D D D C C C C M M M M r1 k2", 30),
        ("k8 D D k7 J C C o5 C k12 r1 b10 o8 r3 C M o10 b8 r6 J J M J M D D M", 50),
    ],
)
def test_a_rack_with_many_jokers_can_open_without_a_search(
    text: str, threshold: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """C3: three jokers are a set worth 39; the kernel takes half a second for such a rack."""

    def search(*_: object, **__: object) -> Refusal:
        raise AssertionError("searched")

    monkeypatch.setattr(special_solver, "solve_opening", search)
    assert can_open(parse_tiles(text), threshold)


def test_an_exhaustive_search_for_an_opening_tries_a_limited_number_of_choices(monkeypatch: pytest.MonkeyPatch) -> None:
    """C3: where the kernel gives up, choices are counted, so that everybody gets the same answer."""
    rack = parse_tiles("r9 D r12 k1 k2 k3")
    monkeypatch.setattr(special_solver, "solve_opening", lambda *question: GAVE_UP)
    assert openings.opening_answer(rack, NO_WEIGHTS, 30) is not None
    monkeypatch.setattr(openings, "_MOST_CHOICES", 0)
    assert openings.opening_answer(rack, NO_WEIGHTS, 30) is None


def test_the_search_for_hard_inputs_leaves_tiles_on_the_rack_to_add_to_a_set() -> None:
    random = Random(1)
    turn = make_turn(random)
    turns = [turn := change_draft(random, turn) for _ in range(20)]
    assert 0 < sum(bool(turn.rest) for turn in turns) < 20
    for one in turns:
        assert Counter(chain(one.rest, *one.after)) <= BOX
