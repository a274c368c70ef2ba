"""Every parser returns a value that can be written again, or raises TilewiseError, whatever its input."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewise.bots import Beginner, next_action
from tilewise.companion import ERROR_CODES, answer, check_set, check_turn, count_sheet, score_games
from tilewise.errors import TilewiseError
from tilewise.game import Draw, Game, GiveUp, Play, TimeOut, apply, new_game
from tilewise.instructions import Verb, parse_instruction
from tilewise.points import parse_points, signed
from tilewise.position import parse_position, position_of, position_of_view
from tilewise.profiles import PROFILES, RULE_FIELDS, Profile, RulesError
from tilewise.profiles.house_rules import format_house_rules, parse_house_rules
from tilewise.records import (
    RecordError,
    format_record,
    parse_record,
    record_from_json,
    record_of,
    record_to_json,
)
from tilewise.tiles import FACES, Tile, format_table, format_tiles, parse_table, parse_tiles
from tilewise.view import view_of

pytestmark = pytest.mark.long

TOOLS = {"check": check_set, "turn": check_turn, "score": score_games, "sheet": count_sheet}

tiles = st.sampled_from(FACES)
some_tiles = st.lists(tiles, max_size=8).map(tuple)
full_tables = st.lists(st.lists(tiles, min_size=1, max_size=6).map(tuple), max_size=6).map(tuple)
any_text = st.text() | st.text(st.characters()) | st.text("krboJDCM0123456789 |;/?-=.:\n\r\t")


@cache
def games() -> tuple[Game, ...]:
    """Return games to record: in progress, with house rules, given up, with a wrong play."""
    in_progress = []
    for name, profile in PROFILES.items():
        game = new_game(profile, 2, seed=f"fuzz-{name}")
        for _ in range(24):
            game = apply(game, next_action(game, [Beginner()] * 2))
        in_progress.append(game)
    game = new_game(PROFILES["tm-toys"].with_rules({"opening_threshold": 0, "turn_seconds": 30}), 3, 7, starter=2)
    game = apply(game, Play(2, (game.racks[2][:2],)))
    game = apply(game, TimeOut(0, True))
    game = apply(game, Draw(1))
    game = apply(game, GiveUp(0))
    return (*in_progress, game, apply(game, GiveUp(2)))


def record_texts() -> list[str]:
    return [format_record(record_of(game, names(game))) for game in games()]


def record_jsons() -> list[str]:
    return [record_to_json(record_of(game, names(game))) for game in games()]


def names(game: Game) -> tuple[str, ...]:
    return ("Zoë", "Bo: 2", "李")[: game.players] if game.players == 3 else ()


def position_texts() -> list[str]:
    whole = [str(position_of(game)) for game in games()]
    return whole + [str(position_of_view(view_of(game, seat))) for game in games() for seat in (None, 0)]


INSTRUCTIONS = [
    "lay r3 r4 r5",
    "add r6, J to 2 at the start",
    "move r5 from 1 to new",
    "take k13 from 3",
    "split 2 after r5",
    "join 1 and 2",
    "sort by colour",
    "give up",
    "done!",
    "k7 b7 o7",
    "?",
]


@st.composite
def damaged(draw: st.DrawFn, valid: Callable[[], list[str]]) -> str:
    """Draw a valid text and damage it in one to four places."""
    text = draw(st.sampled_from(valid()))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 12)))
        piece = draw(st.text(max_size=4) | st.text(st.characters(), max_size=2) | st.just(text[start:end] * 2) | bits)
        text = text[:start] + piece + text[end:]
    return text


bits = st.sampled_from(
    (
        "",
        " ",
        "\n",
        "\r\n",
        "\x0b",
        "\u2028",
        "|",
        " | | ",
        ";",
        "/",
        "?",
        "-",
        "=none",
        "9" * 30,
        "r7",
        "J",
        "٣",
        "²",
        "\0",
    )
)
plain_values = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12)
any_json = st.recursive(
    plain_values | st.sampled_from((10**30, -(10**30), "\ud800")),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


def parsed_or_refused(parse: Callable[[Any], Any], text: object) -> Any:
    """Return what was parsed, or None for a TilewiseError with a message."""
    try:
        return parse(text)
    except TilewiseError as error:
        assert str(error).strip()  # noqa: PT017
        return None


# Tiles, sets, tables


@given(text=any_text | damaged(lambda: [str(tile) for tile in FACES]))
def test_any_text_is_a_tile_or_a_tilewise_error(text: str) -> None:
    """E1, E2."""
    tile = parsed_or_refused(Tile.parse, text)
    assert tile is None or Tile.parse(str(tile)) == tile


@pytest.mark.parametrize("tile", FACES, ids=str)
def test_every_tile_is_read_as_it_is_written_in_any_case(tile: Tile) -> None:
    """E1, E2."""
    assert Tile.parse(str(tile)) == Tile.parse(str(tile).upper()) == Tile.parse(str(tile).lower()) == tile


@given(text=any_text | damaged(lambda: ["r3 r4 r5", "J D C M", "k13 b1 o7 r2 r2"]))
def test_any_text_is_tiles_or_a_tilewise_error(text: str) -> None:
    found = parsed_or_refused(parse_tiles, text)
    assert found is None or parse_tiles(format_tiles(found)) == found


@given(held=some_tiles)
def test_tiles_are_read_as_they_are_written(held: tuple[Tile, ...]) -> None:
    assert parse_tiles(format_tiles(held)) == held


@given(text=any_text | damaged(lambda: ["r3 r4 r5 | k7 b7 o7", "J D C M|k13 b1 o7", ""]))
def test_any_text_is_a_table_or_a_tilewise_error(text: str) -> None:
    found = parsed_or_refused(parse_table, text)
    assert found is None or (parse_table(format_table(found)) == found and all(found))


@given(table=full_tables)
def test_a_table_is_read_as_it_is_written(table: tuple[tuple[Tile, ...], ...]) -> None:
    assert parse_table(format_table(table)) == table


# Positions and records


@given(text=any_text | damaged(position_texts))
def test_any_text_is_a_position_or_a_tilewise_error(text: str) -> None:
    position = parsed_or_refused(parse_position, text)
    assert position is None or parse_position(str(position)) == position


@given(text=any_text | damaged(record_texts))
def test_any_text_is_a_record_or_a_record_error(text: str) -> None:
    try:
        record = parse_record(text)
    except RecordError as error:
        assert error.where.startswith("line ")  # noqa: PT017
    else:
        # Only line breaks and the space at the end may differ.
        assert format_record(record).rstrip() == text.replace("\r\n", "\n").rstrip()


@given(text=any_text | damaged(record_jsons))
def test_any_text_is_a_json_record_or_a_record_error(text: str) -> None:
    try:
        record = record_from_json(text)
    except RecordError as error:
        assert error.where  # noqa: PT017
    else:
        assert record_from_json(record_to_json(record)) == record


@given(data=st.data(), value=any_json)
def test_a_json_record_with_any_value_in_any_place_is_a_record_or_a_record_error(
    data: st.DataObject, value: object
) -> None:
    content = json.loads(data.draw(st.sampled_from(record_jsons())))
    place: Any = content
    while True:
        keys: list[Any] = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = data.draw(st.sampled_from(keys))
        if isinstance(place[key], dict | list) and place[key] and data.draw(st.booleans()):
            place = place[key]
        else:
            break
    place[key] = value
    try:
        record = record_from_json(json.dumps(content))
    except RecordError as error:
        assert error.where  # noqa: PT017
    else:
        assert record_from_json(record_to_json(record)) == record


def test_json_nested_to_any_depth_is_a_record_error() -> None:
    """A depth that the JSON parser still accepts must not be too deep for the error message."""
    whole = json.loads(record_jsons()[0])
    for depth in range(880, 1010):
        for field in whole:
            text = json.dumps({**whole, field: "DEEP"}).replace('"DEEP"', "[" * depth + "]" * depth)
            with pytest.raises(RecordError):
                record_from_json(text)


# House rules, instructions, points


@given(words=st.lists(any_text | damaged(lambda: ["turn_seconds=none", "gift_tiles=added", "copies=2"]), max_size=4))
def test_any_words_are_house_rules_or_a_rules_error(words: list[str]) -> None:
    found = parsed_or_refused(parse_house_rules, words)
    if found is not None:
        assert parse_house_rules(f"{k}={'none' if v is None else v}" for k, v in found.items()) == found
        for profile in PROFILES.values():
            parsed_or_refused(profile.with_rules, found)


field_values = st.none() | st.integers(-2, 40) | st.sampled_from(("off", "added", "passes", "rack", "shared", "x", ""))


@given(name=st.sampled_from(sorted(PROFILES)), changes=st.dictionaries(st.sampled_from(RULE_FIELDS), field_values))
def test_valid_house_rules_are_read_as_they_are_written(name: str, changes: dict[str, Any]) -> None:
    try:
        profile = PROFILES[name].with_rules(changes)
    except RulesError:
        profile = PROFILES[name]
    assert PROFILES[name].with_rules(parse_house_rules(format_house_rules(profile).split())) == profile


WORDS = ("off", "added", "left-of-last", "after-opening", "penalty", "rack", "pool", "last-round", "passes", "shared")
MORE_WORDS = (
    "highest-tile",
    "difference",
    "all-minus",
    "fewest-tiles",
    "big-points",
    "score",
    "refused",
    "another-set",
)


@pytest.mark.parametrize("field", RULE_FIELDS)
def test_a_change_of_any_single_field_is_read_as_it_is_written(field: str) -> None:
    changed = 0
    for printed in PROFILES.values():
        for value in (None, *range(6), *WORDS, *MORE_WORDS):
            for more in ({}, {"missed_opening_penalty": 1}, {"unopened_penalty": 1}):
                profile = changed_if_valid(printed, {**more, field: value})
                changed += profile != printed
                assert printed.with_rules(parse_house_rules(format_house_rules(profile).split())) == profile
    assert changed


def changed_if_valid(printed: Profile, changes: dict[str, Any]) -> Profile:
    """Return the profile with some changes, or as printed if the changes are invalid."""
    try:
        return printed.with_rules(changes)
    except RulesError:
        return printed


@given(text=any_text | damaged(lambda: INSTRUCTIONS))
def test_any_text_is_an_instruction_or_a_tilewise_error(text: str) -> None:
    instruction = parsed_or_refused(parse_instruction, text)
    assert instruction is None or isinstance(instruction.verb, Verb)


@given(
    verb=st.sampled_from([verb for verb in Verb if verb is not Verb.SORT]),
    data=st.data(),
    named=some_tiles,
    source=st.none() | st.integers(0, 999),
    target=st.none() | st.integers(0, 999),
    numbers=st.lists(st.integers(0, 999), max_size=3),
    at=st.sampled_from((None, "start", "end")),
)
def test_an_instruction_is_read_as_it_is_typed(
    verb: Verb,
    data: st.DataObject,
    named: tuple[Tile, ...],
    source: int | None,
    target: int | None,
    numbers: list[int],
    at: str | None,
) -> None:
    words: Iterable[str | None] = (
        data.draw(st.sampled_from(verb.value)),
        *(str(number) for number in numbers),
        format_tiles(named),
        None if source is None else f"from set {source}",
        None if target is None else f"to #{target}.",
        at,
    )
    instruction = parse_instruction(" ".join(word for word in words if word is not None))
    assert instruction.verb is verb
    assert (instruction.tiles, instruction.numbers) == (named, tuple(numbers))
    assert (instruction.source, instruction.target, instruction.at) == (source, target, at)


@given(text=any_text | damaged(lambda: ["+24", "-5", "0", "+27/2", "-1000000/999999999"]))
def test_any_text_is_points_or_a_tilewise_error(text: str) -> None:
    points = parsed_or_refused(parse_points, text)
    assert points is None or parse_points(signed(points)) == points


@given(points=st.fractions(-999_999_999, 999_999_999, max_denominator=999_999_999))
def test_points_are_read_as_they_are_written(points: Fraction) -> None:
    """C4: shares stay exact. No game leads to a numerator of more than nine digits."""
    if abs(points.numerator) < 10**9:
        assert parse_points(signed(points)) == points


# The companion


SETS = ("r3 r4 r5", "J r4 r5", "k7 b7 o7", "k7 b7 D", "b3 b4 C r6", "r7 M r7", "r5 r3 J", "r3 r4", "r3 r4 r6", "")
TABLES = ("", "r3 r4 r5", "r3 r4 r5 | k7 b7 o7", "r3 J r5 | r7 b7 k7 o7", "r3 r4 | k7 b7 o7", "r3 r4 r5 r6 | k7 b7 o7")
tile_words = st.sampled_from(SETS) | st.lists(tiles, max_size=7).map(format_tiles)
table_words = st.sampled_from(TABLES) | full_tables.map(format_table)
house_rules = st.dictionaries(st.sampled_from(RULE_FIELDS), field_values, max_size=2)
points_lists = st.lists(st.integers(-99, 99) | st.sampled_from(("27/2", "+3", "x", 1.5)), min_size=2, max_size=3)
more_about_scores = {"winners": st.lists(st.integers(-1, 3)), "ended": st.sampled_from(("out", "pool", "given-up"))}
games_played = st.fixed_dictionaries({"scores": points_lists}, optional=more_about_scores)
sheet_racks = st.fixed_dictionaries(
    {},
    optional={
        "tiles": tile_words,
        "worth": st.integers(0, 99),
        "size": st.integers(0, 9),
        "opened": st.booleans(),
        "could_open": st.booleans(),
        "announced": st.booleans(),
    },
)
sheet_games = st.fixed_dictionaries(
    {},
    optional={
        "ended": st.sampled_from(("out", "pool", "given-up")),
        "out": st.integers(-1, 2),
        "starter": st.integers(-1, 2),
        "racks": st.lists(sheet_racks, min_size=2, max_size=2),
        "scores": st.lists(st.none() | st.integers(-99, 99), min_size=2, max_size=2),
    },
)
flags = st.lists(st.booleans(), min_size=2, max_size=3)
turn_fields: dict[str, st.SearchStrategy[Any]] = {
    "before": table_words,
    "after": table_words,
    "rack": tile_words | st.just("r6 k7 b7 J"),
    "opened": st.booleans(),
}
FIELDS: dict[str, tuple[dict[str, st.SearchStrategy[Any]], ...]] = {
    "check": ({"set": tile_words},),
    "turn": (
        turn_fields,
        {**turn_fields, "players": st.integers(1, 5)},
        {**turn_fields, "before": st.just("r3 r4 r5"), "rack": st.just("r6 k1"), "after": st.just("r3 r4 r5 r6")},
        {"leftover": tile_words},
    ),
    "score": (
        {"racks": st.lists(tile_words, min_size=2, max_size=3), "ended": st.sampled_from(("out", "pool", "given-up"))},
        {"racks": st.just(["", "r1 r2"]), "ended": st.just("out"), "opened": flags, "announced": flags},
        {"scores": points_lists},
        {"scores": points_lists, **more_about_scores},
        {"games": st.lists(games_played, max_size=3)},
    ),
    "sheet": ({"players": st.just(2) | st.integers(1, 3), "games": st.lists(sheet_games, max_size=3)},),
}
"""The fields of the questions for each tool, with values that are mostly valid."""


@st.composite
def questions(draw: st.DrawFn, tool: str) -> dict[str, Any]:
    """Draw a question that is often valid; in some, one field is missing or has any value."""
    question: dict[str, Any] = {"profile": draw(st.sampled_from((*PROFILES, "chess")))}
    for field, values in draw(st.sampled_from(FIELDS[tool])).items():
        question[field] = draw(values)
    if draw(st.integers(0, 3)) == 3:
        question["rules"] = draw(house_rules)
    if draw(st.booleans()):
        field = draw(st.sampled_from(sorted(question)))
        if draw(st.booleans()):
            del question[field]
        else:
            question[field] = draw(any_json)
    return question


@pytest.mark.parametrize("tool", TOOLS)
@given(data=st.data())
def test_any_question_to_a_tool_gets_an_answer_that_is_json(tool: str, data: st.DataObject) -> None:
    """Never an exception: the answer to an invalid question has an error code and a message."""
    question = data.draw(questions(tool) | questions(tool) | any_json)
    answered = answer(TOOLS[tool], question)
    assert json.loads(json.dumps(answered)) == answered
    if "error" in answered:
        assert answered["error"] in (*ERROR_CODES.values(), "bad-input")
        assert answered["message"].strip()
    else:
        assert answered.keys() & {"valid", "legal", "leftover_to", "scores", "totals"}


@pytest.mark.parametrize("tool", TOOLS)
def test_a_question_nested_to_any_depth_gets_an_answer(tool: str) -> None:
    """A depth that the JSON parser still accepts must not be too deep for the answer."""
    for depth in range(880, 1010):
        try:
            deep = json.loads("[" * depth + "]" * depth)
        except RecursionError:
            break
        for question in (
            deep,
            {"profile": deep, "set": "r3 r4 r5"},
            {"profile": "jumbo", "rules": deep, "set": "r3 r4 r5"},
            {"profile": "jumbo", "rules": {"copies": deep}, "set": "r3 r4 r5"},
            {"profile": "jumbo", "set": deep, "before": deep, "racks": deep},
            {"profile": "jumbo", "games": deep, "players": deep},
            {"profile": "jumbo", "games": [{"scores": [deep, 1]}], "leftover": deep},
        ):
            assert isinstance(answer(TOOLS[tool], question), dict)


def test_scores_that_are_too_large_are_refused_as_numbers_and_as_texts() -> None:
    """Python refuses to write integers of thousands of digits."""
    games_won = [{"scores": [9 * 10**4298, 0]}, {"scores": [9 * 10**4298, 0]}]
    assert answer(score_games, {"profile": "jumbo", "games": [{"scores": ["1" * 10, "0"]}]})["error"] == "bad-input"
    assert answer(score_games, {"profile": "jumbo", "games": games_won})["error"] in ("bad-input", "bad-field")


def test_racks_that_the_box_cannot_fill_are_not_scored() -> None:
    """E1, E2: with any number of jokers, the search for a missed opening (C3) would take forever."""
    for profile, racks in (("jumbo", ["", "r1 r1 r1"]), ("jumbo", ["", "J J J"]), ("tm-toys", ["", "M"])):
        question = {"profile": profile, "racks": racks, "ended": "out", "opened": [True, False]}
        assert answer(score_games, question)["error"] == "not-in-box"
        game = {"ended": "out", "out": 0, "racks": [{}, {"tiles": racks[1], "opened": False}]}
        (counted,) = answer(count_sheet, {"profile": profile, "players": 2, "games": [game]})["games"]
        assert counted["problem"]["reason"] == "too-many-tiles"
