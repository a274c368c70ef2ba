"""check, turn, score and solve on the command line and with --batch; rules and version."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.support.effort import examples
from tests.support.hypothesis_profiles import NOT_CHECKED
from tests.support.processes import killed_on_failure
from tests.support.terminal import TIMEOUT_SECONDS, is_error_line, run_main, run_with_input
from tilewise.cli import main, tools
from tilewise.profiles import PROFILES, RULE_FIELDS
from tilewise.rulebook import LANGUAGES

TOOLS = ("check", "turn", "score")
EMOJI = "\N{GRINNING FACE}"


# One request on the command line


def test_check_says_what_a_set_is_and_what_its_joker_stands_for(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run_main(capsys, "check", "r3 r4 J", "k7 b7 o7")
    assert (code, err) == (0, "")
    first, second = out.splitlines()
    assert "run" in first
    assert "12" in first
    assert "r5" in first
    assert "group" in second
    assert "21" in second


def test_check_ends_with_1_if_one_set_is_invalid(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run_main(capsys, "check", "r3 r4 r5", "r3 r4 r6")
    assert code == 1
    assert "not a set" in out.splitlines()[1]
    assert "5" in out.splitlines()[1]


def test_check_knows_the_special_jokers_of_the_profile_only(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_main(capsys, "check", "--profile", "twist", "D r5 r6")[0] == 0
    code, out, _ = run_main(capsys, "check", "--profile", "jumbo", "D r5 r6")
    assert code == 1
    assert "box of jumbo" in out


def test_check_understands_a_set_without_quotes(capsys: pytest.CaptureFixture[str]) -> None:
    # Quotes are easily forgotten, and three results about single tiles would help nobody.
    code, out, _ = run_main(capsys, "check", "r3", "r4", "r5")
    assert code == 0
    assert "run" in out


def test_turn_ends_with_0_for_a_legal_and_1_for_an_illegal_turn(capsys: pytest.CaptureFixture[str]) -> None:
    legal = ["turn", "--before", "r3 r4 r5", "--rack", "r6 k1", "--after", "r3 r4 r5 r6"]
    code, out, err = run_main(capsys, *legal)
    assert (code, err) == (0, "")
    assert "r6" in out
    code, out, _ = run_main(capsys, *legal, "--not-opened")
    assert code == 1
    assert "U3" in out


def test_solve_finds_a_tile_that_fits_beside_a_joker_u7(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run_main(capsys, "solve", "--profile", "twist", "--table", "D b5 b6", "--rack", "b7 o13")
    assert (code, err) == (0, "")
    assert out.splitlines()[0].startswith("Place b7, worth 7")


@pytest.mark.parametrize(
    ("proven", "options", "sentence"),
    [
        (True, [], "No tile can be placed."),
        (True, ["--opening"], "No opening."),
        (False, [], "No play found (with these jokers that is not certain)."),
    ],
)
def test_solve_says_whether_it_is_certain_that_there_is_no_play(
    proven: bool,
    options: list[str],
    sentence: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tools, "solve_position", lambda _: {"tiles": 0, "proven": proven})
    _, out, _ = run_main(capsys, "solve", "--table", "C b3 b4", "--rack", "k6 k7", *options)
    assert out == f"{sentence}\n"


@pytest.mark.parametrize(
    ("profile", "to", "draws"), [("vienna-de", "pool", 3), ("jumbo", "pool", 5), ("tm-toys", "rack", 1)]
)
def test_turn_says_where_leftover_tiles_go_u12(
    profile: str, to: str, draws: int, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = run_main(capsys, "turn", "--profile", profile, "--leftover", "r3 k5")
    assert code == 0
    assert f"the {to}" in out
    assert f"draws {draws}" in out


def test_score_counts_a_game_c2(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run_main(capsys, "score", "--racks", "", "r5 k10 J", "b1")
    assert code == 0
    lines = out.splitlines()
    assert lines == [
        "seat 0: 46, wins (C2). The sum of what the others lost.",
        "seat 1: -45 (C1). The rack r5 k10 J is worth 45.",
        "seat 2: -1 (C1). The rack b1 is worth 1.",
    ]


def test_score_keeps_shares_exact_c4(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run_main(capsys, "score", "--profile", "tm-toys", "--racks", "r1", "b1", "r8", "--ended", "pool")
    assert code == 0
    assert out.count("7/2") == 2


def test_score_counts_the_printed_match_c6(capsys: pytest.CaptureFixture[str]) -> None:
    games = ("+24 -5 -16 -3", "-6 -11 +22 -5", "-32 -13 -2 +47")
    code, out, _ = run_main(capsys, "score", *(word for game in games for word in ("--game", game)))
    assert code == 0
    totals = [line.split(":")[1].split(",")[0].strip().lstrip("+") for line in out.splitlines()]
    assert totals == ["-14", "-29", "4", "39"]


def test_score_prints_the_big_points_that_decide_a_match_c6(capsys: pytest.CaptureFixture[str]) -> None:
    games = ("--game", "10 -4 -6", "--game", "-3 8 -5", "--game", "-20 21 -1")
    code, out, _ = run_main(capsys, "score", "--profile", "tm-toys", *games)
    assert code == 0
    assert out.splitlines() == [
        "seat 0: big points 1, small points -13, place 2",
        "seat 1: big points 2, small points 25, place 1",
        "seat 2: big points 0, small points -12, place 3",
    ]


def test_score_names_the_game_that_does_not_add_up_c7(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run_main(capsys, "score", "--game", "+24 -5 -16 -3", "--game", "-6 11 +22 -5")
    assert code == 1
    *totals, problem = out.splitlines()
    assert len(totals) == 4
    assert problem.startswith("Game 2 (C7): The scores add up to +22, not to 0. With -11 in place of +11 ")


def test_score_refuses_an_empty_rack_with_an_empty_pool(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run_main(capsys, "score", "--racks", "", "r5", "--ended", "pool")
    assert (code, out) == (2, "")
    assert "Change the ending" in err


def test_score_refuses_more_tiles_than_the_box_has(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run_main(capsys, "score", "--racks", "", "r5 r5 r5")
    assert (code, out) == (2, "")
    assert is_error_line(err)


# Rules and version


@pytest.mark.parametrize("profile", PROFILES)
def test_rules_are_printed_in_three_languages(profile: str, capsys: pytest.CaptureFixture[str]) -> None:
    texts = {}
    for language in LANGUAGES:
        code, texts[language], err = run_main(capsys, "rules", profile, "--lang", language)
        assert (code, err) == (0, "")
        assert texts[language].startswith("# ")
    assert len(set(texts.values())) == len(LANGUAGES)
    _, default, _ = run_main(capsys, "rules", profile)
    assert default == texts[PROFILES[profile].language]


def test_rules_include_house_rules(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run_main(capsys, "rules", "jumbo", "--lang", "en", "--rule", "opening_threshold=47")
    assert code == 0
    assert "47" in out


def test_version_names_tilewise_and_python(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run_main(capsys, "version")
    assert (code, err) == (0, "")
    assert out.startswith("tilewise ")
    assert sys.version.split()[0] in out
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == out


# Batches


def printed(tool: str, text: str, *arguments: str) -> list[str]:
    """Return the lines that a batch prints, after checking that it ends without an error."""
    done = run_with_input(text, tool, "--batch", *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.split("\n")[:-1]


def results(tool: str, *payloads: object, arguments: Sequence[str] = ()) -> list[dict[str, Any]]:
    lines = printed(tool, "".join(f"{json.dumps(payload)}\n" for payload in payloads), *arguments)
    return [json.loads(line) for line in lines]


def result(tool: str, payload: object, *arguments: str) -> dict[str, Any]:
    (only,) = results(tool, payload, arguments=arguments)
    return only


# Good requests


def test_check_reads_a_set() -> None:
    found = result("check", {"profile": "jumbo", "set": "r3 r4 J"})
    assert found == {"valid": True, "kind": "run", "value": 12, "stands_for": ["r3", "r4", "r5"]}
    found = result("check", {"profile": "jumbo", "set": "r3 r4 b5"})
    assert found["valid"] is False
    assert found["reason"] == "neither-group-nor-run"


def test_turn_judges_a_turn() -> None:
    payload = {"profile": "jumbo", "before": "r3 r4 r5", "rack": "r6 J", "after": "r3 r4 r5 r6", "opened": True}
    assert result("turn", payload) == {"legal": True, "placed": ["r6"]}
    refused = result("turn", {**payload, "opened": False})
    assert (refused["legal"], refused["rule"], refused["reason"]) == (False, "U3", "table-touched")


def test_turn_says_where_leftover_tiles_go_in_a_batch_u12() -> None:
    assert result("turn", {"profile": "jumbo", "leftover": "r5 k3"}) == {"leftover_to": "pool", "draws": 5}


def test_score_counts_a_game_and_a_match() -> None:
    racks = {"profile": "tm-toys", "racks": ["r1", "r5", "r10", "r10 b5"], "ended": "pool"}
    assert result("score", racks)["scores"] == [27, -4, -9, -14]
    games = [{"scores": [24, -5, -16, -3]}, {"scores": [-6, -11, 22, -5]}, {"scores": [-32, -13, -2, 47]}]
    found = result("score", {"profile": "jumbo", "games": games})
    assert found == {"totals": [-14, -29, 4, 39], "ranks": [3, 4, 2, 1]}


def test_a_line_without_a_profile_uses_the_one_of_the_command_line() -> None:
    payload = {"set": "D r5 r6"}
    assert result("check", payload, "--profile", "twist")["valid"] is True
    assert result("check", payload, "--profile", "jumbo")["reason"] == "not-in-box"
    assert result("check", {**payload, "profile": "twist"}, "--profile", "jumbo")["valid"] is True


def test_a_line_without_a_profile_uses_the_house_rules_of_the_command_line() -> None:
    payload = {"before": "", "rack": "r1 r2 r3", "after": "r1 r2 r3", "opened": False}
    assert result("turn", payload)["reason"] == "opening-too-low"
    assert result("turn", payload, "--rule", "opening_threshold=0")["legal"] is True
    assert result("turn", {**payload, "rules": {"opening_threshold": 0}})["legal"] is True


def test_results_come_in_order_and_an_error_stops_nothing() -> None:
    good, bad = {"set": "r3 r4 r5"}, {"set": "r3 r44"}
    found = results("check", good, bad, good, 5, good)
    assert ["error" in one for one in found] == [False, True, False, True, False]


def test_blank_lines_are_ignored_and_the_last_line_needs_no_newline() -> None:
    assert printed("check", "") == []
    assert printed("check", "\n  \n\t\n") == []
    assert len(printed("check", '\n{"set": "r3 r4 r5"}\n\n{"set": "r3"}')) == 2
    assert len(printed("check", '{"set": "r3 r4 r5"}\r\n\r\n{"set": "r3"}\r\n')) == 2


# Bad requests


@pytest.mark.parametrize(
    ("tool", "payload", "code"),
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
def test_a_wrong_request_gets_an_object_with_code_and_message(tool: str, payload: object, code: str) -> None:
    found = result(tool, payload)
    assert set(found) == {"error", "message"}
    assert found["error"] == code
    assert found["message"].endswith(".")
    assert "\n" not in found["message"]


@pytest.mark.parametrize("tool", TOOLS)
@pytest.mark.parametrize(
    "line", ["{", "nonsense", "{}{}", '{"set":', "\x00", "[" * 100_000, "9" * 5000, "'r3'", "\ufeff{}"]
)
def test_a_line_that_is_not_json_gets_an_object(tool: str, line: str) -> None:
    (found,) = map(json.loads, printed(tool, f"{line}\n"))
    assert found["error"] in ("bad-json", "bad-field")


def test_a_deeply_nested_line_gets_an_object() -> None:
    # Just below Python's own limit a line can still be read, but not be quoted any more.
    depths = range(800, 1010, 3)
    for shape in ('{{"set": {}}}', '{{"set": "r3", "rules": {{"gift_tiles": {}}}}}'):
        text = "".join(shape.format("[" * depth + "]" * depth) + "\n" for depth in depths)
        found = [json.loads(line) for line in printed("check", text)]
        assert len(found) == len(depths)
        assert all("error" in one for one in found)


def test_scores_too_large_to_write_get_an_object() -> None:
    most = 10**4299
    found = result("score", {"games": [{"scores": [9 * most, 1]}, {"scores": [9 * most, 1]}]})
    assert "error" in found


def test_a_very_long_line_gets_a_short_message() -> None:
    for payload in ({"set": "x" * 100_000}, {"set": "r3", "profile": "x" * 100_000}, {"set": ["x"] * 100_000}):
        assert len(result("check", payload)["message"]) < 300
    assert result("check", {"set": "r3 " * 100_000})["valid"] is False


def test_a_wrong_profile_on_the_command_line_ends_the_batch_at_once(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for tool in TOOLS:
        assert main([tool, "--batch", "--profile", "nope"]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith("tilewise: ")


# Any request


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


REQUESTS = st.fixed_dictionaries(
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
    REQUESTS.map(json.dumps),
    _json_values().map(json.dumps),
    st.text(max_size=40).map(lambda text: text.replace("\n", " ")),
    st.just(""),
)
FUZZ = settings(
    max_examples=examples(40, thorough=400),
    # Of the fixtures of all tests of the command: no example changes the home folder.
    suppress_health_check=(*NOT_CHECKED, HealthCheck.function_scoped_fixture),
)


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
@given(payload=REQUESTS)
def test_a_result_does_not_depend_on_the_lines_around_it(payload: dict[str, Any]) -> None:
    alone = result("check", payload)
    assert results("check", "noise", payload, {})[1] == alone


# Through a real pipe


def _pipe(tool: str, content: bytes, **options: Any) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "tilewise", tool, "--batch"],
        input=content,
        capture_output=True,
        timeout=TIMEOUT_SECONDS,
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


def test_each_result_is_written_before_the_next_line_is_read() -> None:
    started = subprocess.Popen(
        [sys.executable, "-m", "tilewise", "check", "--batch"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    with killed_on_failure(started) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for tiles, valid in (("r3 r4 r5", True), ("r3 r4", False)):
            process.stdin.write(json.dumps({"set": tiles}) + "\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["valid"] is valid
        process.stdin.close()
        assert process.wait(TIMEOUT_SECONDS) == 0


def test_batch_output_on_an_ascii_terminal_loses_no_character(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    done = _pipe("check", b'{"set": "\\u00e4"}\n')
    assert done.stdout.isascii()
    # A payload mark in the place of a letter would be another text.
    assert "\u00e4" in json.loads(done.stdout)["message"]
