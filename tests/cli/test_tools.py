"""check, turn and score with --batch: one JSON object in, one out; errors are objects, never a traceback."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tilewise.cli import main
from tilewise.profiles import PROFILES, RULE_FIELDS

TOOLS = ("check", "turn", "score")
EMOJI = "\N{GRINNING FACE}"


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def printed(tool: str, text: str, *arguments: str) -> list[str]:
    """The lines that a batch prints; it always ends well and complains about nothing."""
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(sys, "stdin", io.StringIO(text))
        patched.setattr(sys, "stdout", out)
        patched.setattr(sys, "stderr", err)
        code = main([tool, "--batch", *arguments])
    assert code == 0
    assert err.getvalue() == ""
    return out.getvalue().split("\n")[:-1]


def answers(tool: str, *questions: object, arguments: Sequence[str] = ()) -> list[dict[str, Any]]:
    lines = printed(tool, "".join(f"{json.dumps(question)}\n" for question in questions), *arguments)
    return [json.loads(line) for line in lines]


def answer(tool: str, question: object, *arguments: str) -> dict[str, Any]:
    (only,) = answers(tool, question, arguments=arguments)
    return only


# Good questions


def test_check_answers_about_a_set() -> None:
    found = answer("check", {"profile": "jumbo", "set": "r3 r4 J"})
    assert found == {"valid": True, "kind": "run", "value": 12, "stands_for": ["r3", "r4", "r5"]}
    found = answer("check", {"profile": "jumbo", "set": "r3 r4 b5"})
    assert found["valid"] is False
    assert found["reason"] == "neither-group-nor-run"


def test_turn_answers_about_a_turn() -> None:
    question = {"profile": "jumbo", "before": "r3 r4 r5", "rack": "r6 J", "after": "r3 r4 r5 r6", "opened": True}
    assert answer("turn", question) == {"legal": True, "placed": ["r6"]}
    refused = answer("turn", {**question, "opened": False})
    assert (refused["legal"], refused["rule"], refused["reason"]) == (False, "U3", "table-touched")


def test_turn_answers_about_leftover_tiles_u12() -> None:
    assert answer("turn", {"profile": "jumbo", "leftover": "r5 k3"}) == {"leftover_to": "pool", "draws": 5}


def test_score_answers_about_a_game_and_a_match() -> None:
    racks = {"profile": "tm-toys", "racks": ["r1", "r5", "r10", "r10 b5"], "ended": "pool"}
    assert answer("score", racks)["scores"] == [27, -4, -9, -14]
    games = [{"scores": [24, -5, -16, -3]}, {"scores": [-6, -11, 22, -5]}, {"scores": [-32, -13, -2, 47]}]
    found = answer("score", {"profile": "jumbo", "games": games})
    assert found == {"totals": [-14, -29, 4, 39], "ranks": [3, 4, 2, 1]}


def test_a_question_without_a_profile_is_asked_by_the_one_of_the_command_line() -> None:
    question = {"set": "D r5 r6"}
    assert answer("check", question, "--profile", "twist")["valid"] is True
    assert answer("check", question, "--profile", "jumbo")["reason"] == "not-in-box"
    assert answer("check", {**question, "profile": "twist"}, "--profile", "jumbo")["valid"] is True


def test_house_rules_of_the_command_line_hold_for_every_question_without_a_profile() -> None:
    question = {"before": "", "rack": "r1 r2 r3", "after": "r1 r2 r3", "opened": False}
    assert answer("turn", question)["reason"] == "opening-too-low"
    assert answer("turn", question, "--rule", "opening_threshold=0")["legal"] is True
    assert answer("turn", {**question, "rules": {"opening_threshold": 0}})["legal"] is True


def test_answers_come_in_the_order_of_the_questions_and_an_error_stops_nothing() -> None:
    good, bad = {"set": "r3 r4 r5"}, {"set": "r3 r44"}
    found = answers("check", good, bad, good, 5, good)
    assert ["error" in one for one in found] == [False, True, False, True, False]


def test_blank_lines_are_no_questions_and_the_last_line_needs_no_end() -> None:
    assert printed("check", "") == []
    assert printed("check", "\n  \n\t\n") == []
    assert len(printed("check", '\n{"set": "r3 r4 r5"}\n\n{"set": "r3"}')) == 2
    assert len(printed("check", '{"set": "r3 r4 r5"}\r\n\r\n{"set": "r3"}\r\n')) == 2


# Bad questions


@pytest.mark.parametrize(
    ("tool", "question", "code"),
    [
        ("check", [], "bad-field"),
        ("check", None, "bad-field"),
        ("check", {}, "bad-field"),
        ("check", {"set": 5}, "bad-field"),
        ("check", {"set": "r3", "profile": ["jumbo"]}, "bad-field"),
        ("check", {"set": "r3", "profile": "nope"}, "rules"),
        ("check", {"set": "r3", "rules": {"nope": 1}}, "rules"),
        ("check", {"set": "r3", "rules": {"gift_tiles": {}}}, "rules"),
        ("check", {"set": "r3", "rules": {"copies": True}}, "rules"),
        ("check", {"set": "r3", "rules": []}, "bad-field"),
        ("check", {"set": f"r3 {EMOJI}"}, "notation"),
        ("turn", {}, "bad-field"),
        ("turn", {"leftover": None}, "bad-field"),
        ("turn", {"before": "", "rack": "", "after": ""}, "bad-field"),
        ("turn", {"before": "", "rack": "", "after": "", "opened": 1}, "bad-field"),
        ("turn", {"before": "", "rack": "", "after": "", "opened": True, "players": 10**30}, "rules"),
        ("turn", {"before": "r3 |", "rack": "", "after": "", "opened": True}, "notation"),
        ("turn", {"before": "r3 r4", "rack": "", "after": "", "opened": True}, "bad-input"),
        ("score", {"racks": ["", "r1"]}, "bad-field"),
        ("score", {"racks": ["", "r1"], "ended": "late"}, "bad-field"),
        ("score", {"racks": ["r1", "r1"], "ended": "out"}, "bad-input"),
        ("score", {"racks": ["", "r1"], "ended": "out", "opened": [True]}, "bad-field"),
        ("score", {"games": []}, "bad-field"),
        ("score", {"games": [[]]}, "bad-field"),
        ("score", {"games": [{"scores": [1.5, 2]}]}, "bad-field"),
        ("score", {"games": [{"scores": ["1/0", 2]}]}, "bad-input"),
        ("score", {"games": [{"scores": [1, 2], "winners": [2]}]}, "bad-field"),
    ],
)
def test_a_wrong_question_gets_an_object_with_code_and_sentence(tool: str, question: object, code: str) -> None:
    found = answer(tool, question)
    assert set(found) == {"error", "message"}
    assert found["error"] == code
    assert found["message"].endswith(".")
    assert "\n" not in found["message"]


@pytest.mark.parametrize("tool", TOOLS)
@pytest.mark.parametrize(
    "line", ["{", "nonsense", "{}{}", '{"set":', "\x00", "[" * 100_000, "9" * 5000, "'r3'", "\ufeff{}"]
)
def test_a_line_that_is_no_json_gets_an_object(tool: str, line: str) -> None:
    (found,) = map(json.loads, printed(tool, f"{line}\n"))
    assert found["error"] in ("bad-json", "bad-field")


def test_a_list_in_a_list_in_a_list_gets_an_object_however_deep() -> None:
    # Just below Python's own limit a line can still be read, but not be quoted any more.
    depths = range(800, 1010, 3)
    for shape in ('{{"set": {}}}', '{{"set": "r3", "rules": {{"gift_tiles": {}}}}}'):
        text = "".join(shape.format("[" * depth + "]" * depth) + "\n" for depth in depths)
        found = [json.loads(line) for line in printed("check", text)]
        assert len(found) == len(depths)
        assert all("error" in one for one in found)


def test_scores_too_large_to_be_written_get_an_object() -> None:
    most = 10**4299
    found = answer("score", {"games": [{"scores": [9 * most, 1]}, {"scores": [9 * most, 1]}]})
    assert "error" in found


def test_a_very_long_line_is_answered_in_a_short_sentence() -> None:
    for question in ({"set": "x" * 100_000}, {"set": "r3", "profile": "x" * 100_000}, {"set": ["x"] * 100_000}):
        assert len(answer("check", question)["message"]) < 300
    assert answer("check", {"set": "r3 " * 100_000})["valid"] is False


def test_a_wrong_profile_on_the_command_line_ends_the_batch_before_it_begins(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for tool in TOOLS:
        assert main([tool, "--batch", "--profile", "nope"]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith("tilewise: ")


# Any question


def _json_values() -> st.SearchStrategy[Any]:
    any_text = st.text(st.characters(), max_size=12)  # lone surrogates too: JSON can spell them
    leaves = st.none() | st.booleans() | st.integers() | st.floats() | any_text
    return st.recursive(
        leaves, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(any_text, inner, max_size=3)
    )


TILES = st.lists(
    st.sampled_from(
        [f"{colour}{number}" for colour in "krbo" for number in range(1, 14)] + ["J", "D", "C", "M", "r14"]
    ),
    max_size=8,
).map(" ".join)
TABLES = st.lists(TILES, max_size=4).map(" | ".join)
POINTS = st.integers(-300, 300) | st.sampled_from(["+24", "-7/2", "1/0", "x"])


def _mostly(sensible: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.one_of(sensible, sensible, sensible, _json_values())


QUESTIONS = st.fixed_dictionaries(
    {},
    optional={
        "profile": _mostly(st.sampled_from(list(PROFILES))),
        "rules": _mostly(st.dictionaries(st.sampled_from(RULE_FIELDS), _mostly(st.integers(0, 9)), max_size=3)),
        "players": _mostly(st.integers(1, 7)),
        "set": _mostly(TILES),
        "before": _mostly(TABLES),
        "rack": _mostly(TILES),
        "after": _mostly(TABLES),
        "opened": _mostly(st.booleans() | st.lists(st.booleans(), max_size=6)),
        "leftover": _mostly(TILES),
        "racks": _mostly(st.lists(TILES, max_size=6)),
        "ended": _mostly(st.sampled_from(["out", "pool", "given-up"])),
        "announced": _mostly(st.lists(st.booleans(), max_size=6)),
        "games": _mostly(
            st.lists(
                st.fixed_dictionaries(
                    {"scores": st.lists(POINTS, max_size=6)}, optional={"winners": st.lists(st.integers(-1, 6))}
                ),
                max_size=3,
            )
        ),
    },
)
LINES = st.one_of(
    QUESTIONS.map(json.dumps),
    _json_values().map(json.dumps),
    st.text(max_size=40).map(lambda text: text.replace("\n", " ")),
    st.just(""),
)
FUZZ = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.mark.parametrize("tool", TOOLS)
@FUZZ
@given(lines=st.lists(LINES, max_size=6))
@example(lines=["NaN"])
@example(lines=['{"rules": {"copies": Infinity}, "set": ""}'])
@example(lines=['{"set": "\\ud800", "profile": "\\udfff"}'])
def test_every_line_that_is_not_blank_gets_exactly_one_object(tool: str, lines: list[str]) -> None:
    found = printed(tool, "\n".join(lines))
    assert len(found) == sum(1 for line in lines if line.strip())
    for line in found:
        content = json.loads(line)
        assert isinstance(content, dict)
        assert ("error" in content) == ("message" in content and "valid" not in content and "legal" not in content)


@FUZZ
@given(question=QUESTIONS)
def test_an_answer_does_not_depend_on_the_lines_around_it(question: dict[str, Any]) -> None:
    alone = answer("check", question)
    assert answers("check", "noise", question, {})[1] == alone


# Through a real pipe


def _pipe(tool: str, content: bytes, **options: Any) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "tilewise", tool, "--batch"],
        input=content,
        capture_output=True,
        timeout=30,
        check=False,
        **options,
    )


@pytest.mark.parametrize("tool", TOOLS)
def test_binary_noise_gets_an_object_for_each_line(tool: str) -> None:
    noise = bytes(range(256)) * 3 + b"\n\xff\xfe\x00{\n" + '{"set": "\u2028"}\n'.encode("utf-16")
    done = _pipe(tool, noise)
    assert (done.returncode, done.stderr) == (0, b"")
    for line in done.stdout.decode().splitlines():
        assert isinstance(json.loads(line), dict)


def test_each_answer_is_given_before_the_next_question_is_asked() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "tilewise", "check", "--batch"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for tiles, valid in (("r3 r4 r5", True), ("r3 r4", False)):
            process.stdin.write(json.dumps({"set": tiles}) + "\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["valid"] is valid
        process.stdin.close()
        assert process.wait(20) == 0


def test_answers_are_whole_json_on_an_ascii_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    done = _pipe("check", b'{"set": "\\u00e4"}\n')
    assert done.stdout.isascii()
    # A question mark in the place of a letter would be another text.
    assert "\u00e4" in json.loads(done.stdout)["message"]
