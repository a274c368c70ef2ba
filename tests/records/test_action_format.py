"""Actions as text, as words and as plain values."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from tilewise.errors import TilewiseError
from tilewise.game import Action, Announce, Draw, GiveUp, Pass, Play, Redeal, TimeOut
from tilewise.records.action_format import (
    VERBS,
    action_from_dict,
    action_from_text,
    action_from_words,
    action_to_dict,
    action_to_text,
    action_verb,
    action_words,
)
from tilewise.tiles import parse_table

TABLE = parse_table("r3 r4 r5 | k7 b7 o7")
FORMS: list[tuple[Action, str, dict[str, Any]]] = [
    (
        Play(0, TABLE),
        "seat 0 play r3 r4 r5 | k7 b7 o7",
        {"seat": 0, "action": "play", "table": ["r3 r4 r5", "k7 b7 o7"]},
    ),
    (Play(0, ()), "seat 0 play", {"seat": 0, "action": "play", "table": []}),
    (Draw(1), "seat 1 draw", {"seat": 1, "action": "draw"}),
    (Pass(2), "seat 2 pass", {"seat": 2, "action": "pass"}),
    (Redeal(3), "seat 3 redeal", {"seat": 3, "action": "redeal"}),
    (Announce(4), "seat 4 announce", {"seat": 4, "action": "announce"}),
    (GiveUp(5), "seat 5 give-up", {"seat": 5, "action": "give-up"}),
    (TimeOut(0, True), "seat 0 out-of-time moved", {"seat": 0, "action": "out-of-time", "moved": True}),
    (TimeOut(0, False), "seat 0 out-of-time unmoved", {"seat": 0, "action": "out-of-time", "moved": False}),
]


def test_the_forms_cover_every_kind_of_action() -> None:
    assert {type(action) for action, _, _ in FORMS} == set(get_args(Action))
    assert {action_verb(action) for action, _, _ in FORMS} == set(VERBS)


@pytest.mark.parametrize(("action", "text", "content"), FORMS)
def test_an_action_is_the_same_after_every_round_trip(action: Action, text: str, content: dict[str, Any]) -> None:
    assert (action_to_text(action), action_to_dict(action)) == (text, content)
    assert action_from_text(text) == action_from_dict(content) == action
    verb, rest = action_words(action)
    assert verb == action_verb(action)
    assert action_from_words(action.seat, verb, rest) == action


@pytest.mark.parametrize(
    "text",
    [
        "",
        "draw",
        "seat draw",
        "seat 1",
        "seat 100 draw",
        "seat -1 draw",
        "seat 1 castle",
        "seat 1 draw two",
        "seat 1 out-of-time",
        "seat 1 out-of-time late",
        "seat 1 play r3 r44",
        "seat 1 play r3 | ",
    ],
)
def test_a_text_that_is_not_an_action_is_refused(text: str) -> None:
    with pytest.raises(TilewiseError):
        action_from_text(text)


def test_the_words_that_are_not_an_action_are_named_and_cut_short() -> None:
    with pytest.raises(TilewiseError, match=r"^'castle king' is not an action\.$"):
        action_from_words(0, "castle", "king")
    with pytest.raises(TilewiseError, match=rf"^'{'x' * 40}' is not an action\.$"):
        action_from_text("x" * 1000)


@pytest.mark.parametrize(
    "content",
    [
        "seat 1 draw",
        {},
        {"seat": 0},
        {"seat": "0", "action": "draw"},
        {"seat": True, "action": "draw"},
        {"seat": 0, "action": "castle"},
        {"seat": 0, "action": "play"},
        {"seat": 0, "action": "play", "table": "r3 r4 r5"},
        {"seat": 0, "action": "play", "table": ["r3 r44"]},
        {"seat": 0, "action": "out-of-time"},
        {"seat": 0, "action": "out-of-time", "moved": 1},
    ],
)
def test_plain_values_that_are_not_an_action_are_refused(content: object) -> None:
    with pytest.raises(TilewiseError):
        action_from_dict(content)
