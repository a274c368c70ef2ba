"""Any input is answered, or is an error; the compiled kernels never crash, and do not leak memory."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scripts.verify_solver import MOST_KILOBYTES, arranged, endure, flaw_of
from tests.support.effort import examples
from tilewise.companion import ERROR_CODES, answer, solve_position
from tilewise.errors import TilewiseError
from tilewise.profiles import PROFILES
from tilewise.solver import Solution, best_play
from tilewise.tiles import FACES, JOKER, Table, format_tiles, parse_table, parse_tiles

pytestmark = pytest.mark.long

CODES = {*ERROR_CODES.values(), "bad-input"}

PLAIN = [name for name, profile in PROFILES.items() if not profile.double_jokers]
SETS = ("r3 r4 r5", "k7 b7 o7", "b10 J b12", "k1 r1 b1 o1", "o4 o5 o6 o7 o8", "J k13 r13", "r9 r8 r10")
SPECIAL_SETS = ("r3 b3 D", "b3 b4 C r6 r7", "r7 M r7", "D o5 o6")

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12) | st.sampled_from(SETS),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
fields = st.sampled_from(("profile", "players", "table", "rack", "goal", "opening", "rules", "other"))
words = st.lists(st.sampled_from(FACES[: JOKER + 1]), max_size=8).map(format_tiles)
special_words = st.lists(st.sampled_from(FACES), max_size=5).map(format_tiles)


@st.composite
def valid_questions(draw: st.DrawFn, special: bool = False) -> dict[str, Any]:
    """Draw a question of the right form; the box may not contain its tiles."""
    question: dict[str, Any] = {
        "profile": "twist" if special else draw(st.sampled_from(PLAIN)),
        "table": draw(
            st.lists(st.sampled_from(SETS + SPECIAL_SETS if special else SETS), max_size=2 if special else 5)
        ),
        "rack": draw(special_words if special else words),
    }
    extras: dict[str, st.SearchStrategy[Any]] = {
        "players": st.integers(2, 4),
        "goal": st.sampled_from(("tiles", "points")),
        "opening": st.booleans(),
        "rules": st.fixed_dictionaries(
            {"opening_threshold": st.integers(0, 100), "joker_penalty": st.integers(0, 1000)}
        ),
    }
    for name in draw(st.sets(st.sampled_from(sorted(extras)))):
        question[name] = draw(extras[name])
    if draw(st.booleans()):
        question["table"] = " | ".join(question["table"])
    return question


@st.composite
def damaged_questions(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a valid question with one to three fields changed, cut or removed."""
    question = draw(valid_questions())
    for _ in range(draw(st.integers(1, 3))):
        name = draw(fields)
        match draw(st.integers(0, 2)):
            case 0:
                question.pop(name, None)
            case 1:
                question[name] = draw(json_values)
            case _ if isinstance(question.get(name), str):
                text = question[name]
                at = draw(st.integers(0, len(text)))
                question[name] = text[:at] + draw(st.text(max_size=3)) + text[at + draw(st.integers(0, 4)) :]
            case _:
                question[draw(st.text(max_size=6))] = draw(json_values)
    return question


def check(question: object) -> bool:
    """Return whether there is an answer and not an error, after checking that it is legal."""
    found = answer(solve_position, question)
    assert isinstance(found, dict)
    if "error" in found:
        assert found.keys() == {"error", "message"}
        assert found["error"] in CODES
        assert found["message"]
        return False
    assert isinstance(question, dict)
    assert found.keys() == {"tiles", "worth", "proven", "placed", "table"}
    profile = PROFILES[question["profile"].lower()].with_rules(question.get("rules", {}))
    table = question["table"]
    before: Table = parse_table(table) if isinstance(table, str) else tuple(map(parse_tiles, table))
    rack = tuple(sorted(parse_tiles(question["rack"])))
    placed, after = parse_tiles(" ".join(found["placed"])), tuple(map(parse_tiles, found["table"]))
    assert found["tiles"] == len(placed)
    solution = Solution(placed, after, found["worth"], found["proven"])
    assert flaw_of(profile, arranged(before), rack, solution, not question.get("opening", False)) is None
    return True


@given(json_values | st.dictionaries(fields, json_values, max_size=6))
def test_any_value_is_answered_with_an_object(question: object) -> None:
    check(question)


@given(valid_questions())
def test_questions_of_the_right_form_get_legal_answers(question: dict[str, Any]) -> None:
    """E1, U3, U6."""
    check(question)


@settings(max_examples=examples(40, thorough=200))
@given(valid_questions(special=True))
def test_questions_with_special_jokers_get_legal_answers(question: dict[str, Any]) -> None:
    """U8, X1, X2, X3."""
    check(question)


@given(damaged_questions())
def test_damaged_questions_get_an_answer_or_an_error(question: dict[str, Any]) -> None:
    check(question)


def test_very_long_texts_are_refused_and_not_solved() -> None:
    question = {"profile": "jumbo", "table": "", "rack": "r3 " * 100_000}
    assert answer(solve_position, question)["error"] == "not-in-box"
    question = {"profile": "jumbo", "table": " | ".join(["r3 r4 r5"] * 50_000), "rack": ""}
    assert answer(solve_position, question)["error"] == "not-in-box"


# The compiled kernels

MOST_SECONDS = 120
"""For some queries, with the start of Python, on a busy machine."""


def alone(code: str) -> subprocess.CompletedProcess[str]:
    """Run code in its own process, so that a crash or an endless search is noticed."""
    start = (
        "from tilewise.errors import TilewiseError\n"
        "from tilewise.solver import openings, plain_solver, special_solver\n"
        "from tilewise.tiles import FACES\n"
    )
    return subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", f"{start}EACH = (1,) * len(FACES)\n{code}"],
        capture_output=True,
        text=True,
        timeout=MOST_SECONDS,
        check=False,
    )


AT_THE_LIMITS = {
    "plain_solver.solve((), (), EACH)": "Answer(placed=(), table=(), total=0, proven=True)",
    "special_solver.solve((), (), EACH)": "Answer(placed=(), table=(), total=0, proven=True)",
    "plain_solver.solve_opening((), EACH, 0)": "None",
    "plain_solver.solve_greatest_opening(())": "Answer(placed=(), table=(), total=0, proven=True)",
    "plain_solver.solve((), (FACES[4],) * 3, EACH)": "Answer(placed=(), table=(), total=0, proven=True)",
    "len(plain_solver.solve((), (FACES[52],) * 4, EACH).placed)": "4",
    "len(plain_solver.solve((), tuple(FACES[:52]) * 3 + (FACES[52],) * 4, EACH).placed)": "160",
}


def test_questions_at_the_limits_of_a_box_are_answered() -> None:
    done = alone("\n".join(f"print({question}, flush=True)" for question in AT_THE_LIMITS))
    answers = done.stdout.splitlines()
    assert dict(zip(AT_THE_LIMITS, answers, strict=False)) == AT_THE_LIMITS, done.stderr
    assert done.returncode == 0


TOO_MUCH = {
    "100 of a face": "plain_solver.solve((), (FACES[4],) * 100, EACH)",
    "100 of a face on the table": "plain_solver.solve(((FACES[4],) * 100,), (), EACH)",
    "100 of a face to place": "plain_solver.solve((), (), EACH, (FACES[4],) * 100)",
    "100 of a face in an opening": "plain_solver.solve_opening((FACES[4],) * 100, EACH, 30)",
    "100 of a face for the greatest opening": "plain_solver.solve_greatest_opening((FACES[4],) * 100)",
    "100 jokers": "plain_solver.solve((), (FACES[52],) * 100, EACH)",
    "8 of every face": "plain_solver.solve((), FACES[:53] * 8, EACH)",
    "face 60": "plain_solver.solve((), (60,), EACH)",
    "face -1": "plain_solver.solve((), (-1,), EACH)",
    "face -1000000": "plain_solver.solve((), (-1000000,), EACH)",
    "a face beyond 64 bits": "plain_solver.solve((), (10**20,), EACH)",
    "a weight beyond 64 bits": "plain_solver.solve((), (FACES[4],), (2**70,) * 56)",
    "too few weights": "plain_solver.solve((), (FACES[4],), (1,) * 3)",
    "a threshold that is a fraction": "openings.find_opening((FACES[4],), 2.5)",
    "no number": "plain_solver.solve((), ('x',), EACH)",
    "100 of a face next to special jokers": "special_solver.solve((), (FACES[4],) * 100, EACH)",
    "100 double jokers": "special_solver.solve((), (FACES[53],) * 100, EACH)",
    "8 double jokers": "special_solver.solve((), (FACES[53],) * 8, EACH)",
    "8 mirrors": "special_solver.solve((), (FACES[55],) * 8, EACH)",
    "face 60 next to special jokers": "special_solver.solve((), (60,), EACH)",
    "face 6000000 next to special jokers": "special_solver.solve((), (6000000,), EACH)",
    "face -1000000 next to special jokers": "special_solver.solve((), (-1000000,), EACH)",
    "too few weights for special jokers": "special_solver.solve((), (FACES[53],), (1,) * 3)",
}


def test_more_than_any_box_contains_is_an_error() -> None:
    """The buffers of the kernels have room for three copies and four jokers of a kind: more would overwrite memory."""
    lines = []
    for name, code in TOO_MUCH.items():
        lines += ["try:", f"    {code}", f"    print('answered: {name}', flush=True)", "except TilewiseError:"]
        lines += [f"    print('refused: {name}', flush=True)"]
    done = alone("\n".join(lines))
    assert done.stdout.splitlines() == [f"refused: {name}" for name in TOO_MUCH], done.stderr
    assert done.returncode == 0


def test_thousands_of_calls_leak_no_memory_and_give_the_same_answers() -> None:
    """`make endure-solver` makes a million calls."""
    calls = examples(5_000, thorough=20_000)
    after = endure(calls)
    assert after.changed == 0
    assert after.special > calls / 40
    assert after.kilobytes < MOST_KILOBYTES


def test_an_error_about_a_weight_leaves_the_solver_usable() -> None:
    with pytest.raises(TilewiseError):
        from_weights({FACES[0]: 10**10})
    assert from_weights({FACES[0]: 10**9}).tiles == 3


def from_weights(weights: dict[Any, int]) -> Solution:
    return best_play(PROFILES["jumbo"], (), FACES[:3], weights)
