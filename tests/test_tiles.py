"""Tiles and their notation (E1)."""

from __future__ import annotations

import copy
import pickle

import pytest

from tilewise.errors import TilewiseError
from tilewise.tiles import (
    COLOUR_CHANGE,
    DOUBLE,
    FACES,
    JOKER,
    JOKERS,
    MIRROR,
    NUMBERED,
    Colour,
    NotationError,
    Tile,
    format_table,
    format_tiles,
    parse_table,
    parse_tiles,
)


def test_there_are_thirteen_numbers_in_four_colours_and_four_kinds_of_jokers() -> None:
    """E1, E2."""
    assert len(set(NUMBERED)) == len(NUMBERED) == 52
    assert {(tile.colour, tile.number) for tile in NUMBERED} == {(c, n) for c in Colour for n in range(1, 14)}
    assert FACES == NUMBERED + JOKERS
    assert JOKERS == (JOKER, DOUBLE, COLOUR_CHANGE, MIRROR)


@pytest.mark.parametrize(
    ("word", "colour", "number"),
    [("k1", Colour.BLACK, 1), ("r7", Colour.RED, 7), ("b10", Colour.BLUE, 10), ("o13", Colour.ORANGE, 13)],
)
def test_a_numbered_tile_is_written_as_the_letter_of_its_colour_and_its_number(
    word: str, colour: Colour, number: int
) -> None:
    """E1."""
    tile = Tile.parse(word)
    assert (tile.colour, tile.number) == (colour, number)
    assert tile == Tile.of(colour, number)
    assert str(tile) == word
    assert not tile.is_joker
    assert not tile.is_special


@pytest.mark.parametrize(("letter", "joker"), [("J", JOKER), ("D", DOUBLE), ("C", COLOUR_CHANGE), ("M", MIRROR)])
def test_a_joker_is_written_as_a_letter_and_has_neither_colour_nor_number(letter: str, joker: Tile) -> None:
    """E2."""
    tile = Tile.parse(letter)
    assert tile == joker
    assert str(tile) == letter
    assert tile.is_joker
    assert (tile.colour, tile.number) == (None, 0)
    assert tile.is_special == (letter != "J")


def test_every_face_reads_back_as_it_is_written_in_any_case() -> None:
    """E1."""
    for tile in FACES:
        assert Tile.parse(str(tile).upper()) == Tile.parse(str(tile).lower()) == tile
    assert parse_tiles("R3 r3 K13 k13 j J") == parse_tiles("r3 r3 k13 k13 J J")


def test_the_order_of_faces_is_by_colour_then_number_then_the_jokers() -> None:
    shuffled = parse_tiles("M o1 r13 k2 J r1 b5 C k1 D")
    assert format_tiles(sorted(shuffled)) == "k1 k2 r1 r13 b5 o1 J D C M"


def test_a_tile_shows_itself_by_its_name() -> None:
    tile = Tile.parse("b12")
    assert repr(tile) == "Tile('b12')"
    assert f"{tile}" == "b12"
    assert f"{tile:>5}|" == "  b12|"


@pytest.mark.parametrize("number", [0, 14, -1])
def test_no_tile_has_a_number_beyond_1_to_13(number: int) -> None:
    """E1."""
    with pytest.raises(TilewiseError, match=f"between 1 and 13, not {number}"):
        Tile.of(Colour.RED, number)


def test_two_tiles_of_one_face_are_equal_and_hash_alike() -> None:
    one, other = Tile.parse("r7"), Tile.parse("R7")
    assert one == other
    assert len({one, other}) == 1
    assert one != Tile.parse("b7")
    assert one != Tile.parse("r8")


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_tiles_survive_pickling_and_copying(protocol: int) -> None:
    for back in (pickle.loads(pickle.dumps(FACES, protocol)), copy.deepcopy(FACES)):  # noqa: S301
        assert back == FACES
        assert all(type(tile) is Tile for tile in back)
        assert format_tiles(back) == format_tiles(FACES)
        assert [hash(tile) for tile in back] == [hash(tile) for tile in FACES]


@pytest.mark.parametrize(
    ("text", "word", "position", "hint"),
    [
        ("r0", "r0", 1, "numbers go from 1 to 13"),
        ("r3 r14", "r14", 4, "numbers go from 1 to 13"),
        ("r3  x5 r4", "x5", 5, "write k, r, b or o"),
        ("  7r", "7r", 3, "write k, r, b or o"),
        ("r3 r4 | k7", "|", 7, "write k, r, b or o"),
        ("r3 r", "r", 4, "write k, r, b or o"),
        ("r3 -", "-", 4, "write k, r, b or o"),
        ("J\tJJ", "JJ", 3, "write k, r, b or o"),
        ("r-3", "r-3", 1, "write k, r, b or o"),
        ("r3 r٣", "r٣", 4, "write k, r, b or o"),
    ],
)
def test_a_word_that_is_not_a_tile_is_named_with_its_position_from_1(
    text: str, word: str, position: int, hint: str
) -> None:
    """E1."""
    with pytest.raises(NotationError) as caught:
        parse_tiles(text)
    assert (caught.value.word, caught.value.position) == (word, position)
    assert hint in str(caught.value)
    assert str(caught.value).endswith(f"at position {position}.")


def test_a_single_word_that_is_not_a_tile_is_at_position_1() -> None:
    with pytest.raises(NotationError) as caught:
        Tile.parse("q9")
    assert (caught.value.word, caught.value.position) == ("q9", 1)


@pytest.mark.parametrize("text", ["", "r3 r4", " r3"])
def test_one_tile_is_one_word(text: str) -> None:
    with pytest.raises(NotationError):
        Tile.parse(text)


def test_a_very_long_word_is_cut_in_the_message_but_not_in_the_error() -> None:
    with pytest.raises(NotationError) as caught:
        parse_tiles("r3 " + "z" * 500)
    assert len(str(caught.value)) < 150
    assert caught.value.word == "z" * 500


def test_a_notation_error_survives_pickling() -> None:
    with pytest.raises(NotationError) as caught:
        parse_tiles("r3 r44")
    back = pickle.loads(pickle.dumps(caught.value))  # noqa: S301
    assert (back.word, back.position, str(back)) == ("r44", 4, str(caught.value))


def test_tiles_keep_the_order_in_which_they_are_written() -> None:
    assert format_tiles(parse_tiles("r5 r3   J\nr4")) == "r5 r3 J r4"
    assert parse_tiles("") == parse_tiles("  ") == ()


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("r3 r4 r5 | k7 b7 o7", "r3 r4 r5 | k7 b7 o7"),
        ("R3 R4 R5|K7 B7 O7|j j j", "r3 r4 r5 | k7 b7 o7 | J J J"),
        ("r3 r4 r5", "r3 r4 r5"),
        ("   ", ""),
        ("", ""),
    ],
)
def test_a_table_is_sets_between_bars(text: str, written: str) -> None:
    table = parse_table(text)
    assert format_table(table) == written
    assert parse_table(written) == table


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("| r3 r4 r5", 1),
        ("  | r3 r4 r5", 3),
        ("r3 r4 r5 |", 10),
        ("r3 r4 r5 | ", 10),
        ("r3||r4", 3),
        ("r3 r4 r5 |  | k7 b7 o7", 10),
        ("|", 1),
    ],
)
def test_a_bar_next_to_an_empty_set_is_named_with_its_position(text: str, position: int) -> None:
    with pytest.raises(NotationError, match="next to an empty set") as caught:
        parse_table(text)
    assert caught.value.word == "|"
    assert text[caught.value.position - 1] == "|"
    assert caught.value.position == position


def test_a_wrong_word_in_a_later_set_is_counted_from_the_start_of_the_table() -> None:
    with pytest.raises(NotationError) as caught:
        parse_table("r3 r4 r5 | k7 q7")
    assert (caught.value.word, caught.value.position) == ("q7", 15)


# One object per face


@pytest.mark.parametrize("tile", FACES, ids=str)
def test_the_repr_of_a_tile_creates_that_very_tile(tile: Tile) -> None:
    assert eval(repr(tile)) is tile  # noqa: S307
    assert Tile(str(tile).upper()) is Tile(str(tile).lower()) is Tile(int(tile)) is tile


def test_every_tile_is_true() -> None:
    """Even the black 1, which is 0 as an integer."""
    assert all(FACES)


@pytest.mark.parametrize("tile", FACES, ids=str)
def test_a_tile_is_the_same_object_after_pickling_and_copying(tile: Tile) -> None:
    assert pickle.loads(pickle.dumps(tile)) is tile  # noqa: S301
    assert copy.copy(tile) is copy.deepcopy(tile) is tile


@pytest.mark.parametrize("number", [-1, len(FACES), 99, 7.0, None])
def test_there_is_no_tile_beyond_the_faces(number: int) -> None:
    with pytest.raises(TilewiseError, match=f"^There is no tile {number}: the faces are numbered from 0 to 55"):
        Tile(number)


@pytest.mark.parametrize("word", ["", "r0", "r14", "x7", "7"])
def test_a_word_that_names_no_tile_is_a_notation_error(word: str) -> None:
    with pytest.raises(NotationError, match=f"^'{word}' is not a tile "):
        Tile(word)
