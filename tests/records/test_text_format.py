"""Records as text: what is written can be read again, and damage is noticed."""

from __future__ import annotations

import re
from functools import cache

import pytest

from tests.support.recorded_games import RECORDED, SHORT_NAMES, recorded_game, short_game
from tilewise.game import new_game
from tilewise.profiles import PROFILES
from tilewise.records import RecordError, format_record, parse_record, record_of
from tilewise.records.text_format import checksum

LINES = 21
"""Of the short record."""


@cache
def short_text() -> str:
    return format_record(record_of(short_game(), SHORT_NAMES))


def short_lines() -> list[str]:
    return short_text().splitlines()


def joined(lines: list[str]) -> str:
    """Return the lines as one text, with their old check line."""
    return "\n".join(lines) + "\n"


def joined_with_new_check(lines: list[str]) -> str:
    """Return the lines as one text with a new check line, as a forger would."""
    body = joined(lines[:-1])
    return f"{body}check: {checksum(body)}\n"


def line_of(start: str) -> int:
    """Return the number (from 1) of the line that starts like this."""
    return next(number for number, line in enumerate(short_lines(), start=1) if line.startswith(start))


def with_line(start: str, new: str | None) -> list[str]:
    """Return the lines with one of them changed, or removed."""
    lines = short_lines()
    lines[line_of(start) - 1 : line_of(start)] = [] if new is None else [new]
    return lines


def text_error(text: str) -> RecordError:
    """Return the error for a damaged text, which names an existing line and a reason."""
    with pytest.raises(RecordError) as caught:
        parse_record(text)
    error = caught.value
    place = re.fullmatch(r"line ([0-9]+)", error.where)
    assert place, error
    assert 1 <= int(place[1]) <= text.count("\n") + 1
    assert len(error.why) > 10
    assert str(error) == f"{error.where}: {error.why}"
    return error


@pytest.mark.parametrize("label", RECORDED)
def test_a_text_is_read_as_it_was_written_and_replays_to_the_same_game(label: str) -> None:
    """S6, E3: a record is the profile, the players, the seed, the starter and the actions."""
    game, names = recorded_game(label)
    record = record_of(game, names)
    text = format_record(record)
    again = parse_record(text)
    assert again == record
    assert again.replay() == game
    assert format_record(again) == text
    assert again.names == names


def test_carriage_returns_at_the_ends_of_lines_are_accepted() -> None:
    assert parse_record(short_text().replace("\n", "\r\n")) == parse_record(short_text())


def test_a_last_line_without_a_line_break_is_accepted() -> None:
    assert parse_record(short_text().rstrip("\n")) == parse_record(short_text())


def test_the_short_record_has_every_kind_of_line() -> None:
    """So that the tests of damage cover every header and both ends."""
    words = [re.split(r"[: ]", line)[0] for line in short_lines()]
    actions = [f"{number}." for number in range(1, 8)]
    headers = ["profile", "rules", "rules", "players", "seed", "starter", "name", "name", "name"]
    assert words == ["tilewise", *headers, "", *actions, "", "result", "check"]
    assert len(words) == LINES


def test_a_text_cut_off_after_any_line_is_refused_at_its_end() -> None:
    assert text_error("").where == "line 1"
    for kept in range(1, LINES):
        text = joined(short_lines()[:kept])
        error = text_error(text)
        assert error.where == f"line {len(text.rstrip().splitlines())}"
        assert "cut off" in error.why


def test_a_text_cut_off_within_any_line_is_refused() -> None:
    text = short_text()
    for length in range(len(text) - 1):
        text_error(text[:length])


def test_a_text_without_any_one_of_its_lines_is_refused() -> None:
    for index in range(LINES):
        lines = short_lines()
        del lines[index]
        text_error(joined(lines))


def test_a_text_with_any_line_twice_is_refused() -> None:
    for index in range(LINES):
        lines = short_lines()
        lines.insert(index, lines[index])
        error = text_error(joined(lines))
        if 0 < index < 10:
            assert error.why.endswith("is there twice.")


def test_a_text_with_any_two_lines_swapped_is_refused() -> None:
    for index in range(LINES - 1):
        lines = short_lines()
        lines[index], lines[index + 1] = lines[index + 1], lines[index]
        text_error(joined(lines))


def test_a_text_with_any_character_changed_is_refused() -> None:
    for index in range(LINES):
        lines = short_lines()
        for place in range(len(lines[index])):
            changed = "x" if lines[index][place] != "x" else "y"
            damaged = lines[index][:place] + changed + lines[index][place + 1 :]
            text_error(joined([*lines[:index], damaged, *lines[index + 1 :]]))


@pytest.mark.parametrize("junk", ["x", "check: 0", "result: not over", "1. seat 0 draw"])
def test_a_text_with_anything_after_its_end_is_refused(junk: str) -> None:
    error = text_error(f"{short_text()}{junk}\n")
    assert (error.where, error.why) == ("line 22", "nothing may follow the check line.")


def test_a_text_with_blanks_added_to_any_line_is_refused() -> None:
    for index in range(LINES - 1):
        lines = short_lines()
        lines[index] += "  "
        text_error(joined(lines))


@pytest.mark.parametrize(
    ("header", "value", "why"),
    [
        ("tilewise record", " 2", "a record starts with"),
        ("profile:", " chess", "There is no profile 'chess'"),
        ("profile:", None, "the header 'profile' is missing."),
        ("rules version:", " 3", "this game was played by version 3 of the rules"),
        ("rules version:", " new", "'new' is not a whole number."),
        ("rules:", " late_tiles=many", "late_tiles must be a whole number"),
        ("rules:", " gift_tiles=added", "no gift tiles"),
        ("rules:", " castling=1", "There is no rule 'castling'"),
        ("rules:", " late_tiles", "field=value"),
        ("rules:", " late_tiles=30 late_tiles=30", "given twice"),
        ("players:", " 5", "jumbo is for 2 to 4 players, not for 5."),
        ("players:", " three", "'three' is not a whole number."),
        ("players:", " -3", "'-3' is not a whole number."),
        ("players:", " 1234567890", "is not a whole number."),
        ("players:", None, "the header 'players' is missing."),
        ("seed:", " a b", "A seed consists"),
        ("seed:", " " + "9" * 101, "A seed consists"),
        ("seed:", None, "the header 'seed' is missing."),
        ("starter:", " 3", "the seats are 0 to 2, not 3."),
        ("starter:", " first", "'first' is not a whole number."),
        ("name 0:", " " + "x" * 41, "A name has 1 to 40 printable characters"),
        ("name 0:", " A\u2028B", "A name has 1 to 40 printable characters"),
        ("name 1:", None, "either every seat has a name, in order, or none has."),
        ("name 2:", None, "either every seat has a name, in order, or none has."),
        ("result:", " won", "'won' is not a result."),
        ("result:", " draw; winners 0; scores 1 2 3", "is not a result."),
        ("result:", " pool; winners 7; scores 1 2 3", "the seats are 0 to 2, not 7."),
        ("result:", " pool; winners 0; scores 1/0 2 3", "'1/0' is not a number of points."),
        ("1. seat 1", " castle", "'castle' is not an action."),
        ("1. seat 1", " draw two", "'draw two' is not an action."),
        ("1. seat 1", " out-of-time", "'out-of-time' is not an action."),
        ("1. seat 1", " play r3 r44", "numbers go from 1 to 13"),
        ("1. seat 1", " play r3 | | r4", "A bar is next to an empty set"),
    ],
)
def test_an_invalid_header_result_or_action_is_refused_at_its_line(header: str, value: str | None, why: str) -> None:
    """E3, S6: even with a new check line."""
    error = text_error(joined_with_new_check(with_line(header, None if value is None else header + value)))
    if value is None and header.startswith("name"):
        assert error.where == f"line {line_of('name 0')}"
    elif value is None:
        # The line after the headers, now that one is missing.
        assert error.where == "line 10"
    else:
        assert error.where == f"line {line_of(header)}"
    assert why in error.why


@pytest.mark.parametrize(
    ("header", "value"),
    [
        ("profile:", " vienna-de"),
        ("profile:", " tm-toys"),
        ("rules version:", " 1"),
        ("rules version:", None),
        ("rules:", " late_tiles=29 redeal_pairs=none wrong_play=penalty"),
        ("rules:", " late_tiles=30 redeal_pairs=none wrong_play=penalty joker_penalty=31"),
        ("rules:", None),
        ("players:", " 4"),
        ("seed:", " shore"),
        ("starter:", " 0"),
        ("starter:", None),
        ("name 0:", " Anna"),
    ],
)
def test_a_header_changed_to_another_valid_one_is_noticed(header: str, value: str | None) -> None:
    """By an action that is no longer legal, by the result, or else by the check."""
    text_error(joined(with_line(header, None if value is None else header + value)))


@pytest.mark.parametrize("header", ["players: 3", "name 1: Bo", "judge: Ann", "name: Ann", "profile jumbo", "seed:"])
def test_a_header_twice_or_unknown_is_refused_at_its_line(header: str) -> None:
    lines = short_lines()
    lines.insert(10, header)
    error = text_error(joined_with_new_check(lines))
    assert error.where == "line 11"
    assert error.why.endswith(("is there twice.", "is not a header."))


def test_a_result_that_the_actions_do_not_lead_to_is_refused_despite_a_correct_check() -> None:
    """C4: scores and winners follow from the actions."""
    line = short_lines()[line_of("result:") - 1]
    head, scores = line.split("scores ")
    first, *rest = scores.split()
    winner = re.search(r"winners ([0-9])", line)
    assert winner
    wrong = [
        "result: not over",
        line.replace("pool;", "out;"),
        line.replace("pool;", "given-up;"),
        line.replace(f"winners {winner[1]}", f"winners {(int(winner[1]) + 1) % 3}"),
        line.replace(f"winners {winner[1]}", "winners 0 1"),
        f"{head}scores +1 {' '.join(rest)}",
        f"{head}scores {first}",
        f"{head}scores {scores} 0",
    ]
    for changed in wrong:
        error = text_error(joined_with_new_check(with_line("result:", changed)))
        assert (error.where, error.why) == (
            f"line {line_of('result:')}",
            "the result is not what the actions lead to.",
        )


def test_an_unfinished_record_that_claims_a_result_is_refused() -> None:
    lines = format_record(record_of(new_game(PROFILES["jumbo"], 2, 1))).splitlines()
    lines[-2] = "result: pool; winners 0; scores +1 -1"
    error = text_error(joined_with_new_check(lines))
    assert (error.where, error.why) == ("line 7", "the result is not what the actions lead to.")


def test_a_wrong_check_is_refused_at_its_line() -> None:
    error = text_error(joined(with_line("check:", "check: 0123456789abcdef")))
    assert error.where == "line 21"
    assert "changed or damaged" in error.why


def test_a_legal_but_different_action_is_noticed_by_the_check_or_by_the_result() -> None:
    """U9: moved or unmoved costs the same here, so every later action stays legal."""
    lines = with_line("4. seat", "4. seat 1 out-of-time moved")
    assert text_error(joined(lines)).where == "line 21"
    lines = with_line("1. seat", "1. seat 1 out-of-time moved")
    error = text_error(joined_with_new_check(lines))
    assert int(error.where.removeprefix("line ")) > line_of("1. seat")


def test_an_illegal_action_is_refused_at_its_line_with_the_rule_it_breaks() -> None:
    """S2: the wrong seat; U13: no draw from an empty pool; N1: nothing after the end."""
    cases = [
        ("1. seat", "1. seat 0 draw", "S2"),
        ("6. seat", "6. seat 1 draw", "U13"),
        ("1. seat", "1. seat 9 draw", "E3"),
        ("1. seat", "1. seat 1 pass", "U1"),
        ("1. seat", "1. seat 1 redeal", "S5"),
        ("1. seat", "1. seat 1 announce", "C3"),
    ]
    for start, changed, rule in cases:
        error = text_error(joined_with_new_check(with_line(start, changed)))
        assert error.where == f"line {line_of(start)}"
        assert error.why.endswith(f"({rule})")
    lines = short_lines()
    lines.insert(line_of("7. seat"), "8. seat 1 pass")
    error = text_error(joined_with_new_check(lines))
    assert (error.where, error.why) == (f"line {line_of('7. seat') + 1}", "The game is over. (N1)")


def test_an_action_with_the_wrong_number_is_refused_at_its_line() -> None:
    error = text_error(joined_with_new_check(with_line("3. seat", "4. seat 0 draw")))
    assert (error.where, error.why) == (
        f"line {line_of('3. seat')}",
        "action 3 should come here, not action 4.",
    )


def test_a_line_among_the_actions_that_is_not_an_action_is_refused_at_its_line() -> None:
    error = text_error(joined_with_new_check(with_line("3. seat", "then seat 0 drew")))
    assert (error.where, error.why) == (f"line {line_of('3. seat')}", "'then seat 0 drew' is not an action.")


def test_another_line_in_place_of_the_result_is_refused() -> None:
    error = text_error(joined_with_new_check(with_line("result:", "outcome: not over")))
    assert (error.where, error.why) == (
        "line 20",
        "the line 'result' should come here, not 'outcome: not over'.",
    )


def test_shares_that_do_not_divide_evenly_stay_exact_in_a_record() -> None:
    """C4: they are fractions and are never rounded."""
    points = ("-7", "+7/2", "+7/2")
    lines = with_line("result:", f"result: pool; winners 1 2; scores {' '.join(points)}")
    error = text_error(joined_with_new_check(lines))
    # The result can be read; only the actions lead elsewhere.
    assert error.why == "the result is not what the actions lead to."
