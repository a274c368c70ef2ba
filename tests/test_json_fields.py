"""Fields of JSON objects, checked one by one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tilewise.errors import TilewiseError
from tilewise.json_fields import FieldError, Fields, is_whole

GIVEN = Fields(
    {
        "name": "twist",
        "players": 4,
        "opened": True,
        "racks": ["r1", ""],
        "winners": [0, 2],
        "flags": [True, False],
        "rules": {"copies": 3},
    }
)


def test_each_kind_of_field_is_given_back_as_it_is() -> None:
    assert GIVEN.value("players") == 4
    assert GIVEN.text("name") == "twist"
    assert GIVEN.whole("players") == 4
    assert GIVEN.flag("opened") is True
    assert GIVEN.items("racks") == ["r1", ""]
    assert GIVEN.texts("racks") == ["r1", ""]
    assert GIVEN.wholes("winners") == [0, 2]
    assert GIVEN.flags("flags", 2, default=True) == [True, False]
    assert GIVEN.mapping("rules") == {"copies": 3}
    assert "players" in GIVEN
    assert "seed" not in GIVEN


def test_a_missing_field_takes_its_default() -> None:
    assert GIVEN.text("seed", "7") == "7"
    assert GIVEN.text("seed", "") == ""
    assert GIVEN.whole("seed", 0) == 0
    assert GIVEN.flag("seed", default=False) is False
    assert GIVEN.flags("seed", 3, default=True) == [True, True, True]
    assert GIVEN.mapping("seed") == {}


def test_a_given_field_never_takes_its_default() -> None:
    assert GIVEN.text("name", "jumbo") == "twist"
    assert GIVEN.whole("players", 2) == 4
    assert GIVEN.flag("opened", default=False) is True
    with pytest.raises(FieldError):
        Fields({"players": None}).whole("players", 2)


@pytest.mark.parametrize("read", [Fields.value, Fields.text, Fields.whole, Fields.flag, Fields.items, Fields.texts])
def test_a_missing_field_without_a_default_is_named(read: Callable[[Fields, str], Any]) -> None:
    with pytest.raises(FieldError, match=r"^The field 'seed' is missing\.$"):
        read(GIVEN, "seed")


@pytest.mark.parametrize(
    ("read", "value", "wanted"),
    [
        (Fields.text, 4, "a string, not 4"),
        (Fields.whole, "four", "a whole number, not 'four'"),
        (Fields.whole, True, "a whole number, not True"),
        (Fields.whole, 4.0, "a whole number, not 4.0"),
        (Fields.flag, 1, "true or false, not 1"),
        (Fields.flag, "yes", "true or false, not 'yes'"),
        (Fields.items, "r1", "a list, not 'r1'"),
        (Fields.texts, ["r1", 2], "a list of strings, not ['r1', 2]"),
        (Fields.texts, None, "a list, not None"),
        (Fields.wholes, [1, True], "a list of whole numbers, not [1, True]"),
        (Fields.mapping, [1], "an object, not [1]"),
    ],
)
def test_a_field_of_the_wrong_kind_is_named_with_what_it_should_be(
    read: Callable[[Fields, str], Any], value: object, wanted: str
) -> None:
    with pytest.raises(FieldError) as caught:
        read(Fields({"thing": value}), "thing")
    assert str(caught.value) == f"The field 'thing' should be {wanted}."


@pytest.mark.parametrize("value", [[True], [True, False, True], [True, 1], "yes"])
def test_flags_are_as_many_as_there_are_seats(value: object) -> None:
    with pytest.raises(FieldError, match="should be a list"):
        Fields({"opened": value}).flags("opened", 2, default=True)


@pytest.mark.parametrize("content", [None, [], "r3 r4 r5", 7])
def test_something_without_named_fields_is_refused_by_what_it_is(content: object) -> None:
    with pytest.raises(FieldError, match=r"^A game should be an object with named fields, not ") as caught:
        Fields(content, "A game")
    assert isinstance(caught.value, TilewiseError)


def test_a_long_value_is_cut_in_the_message() -> None:
    with pytest.raises(FieldError) as caught:
        Fields({"players": "x" * 1000}).whole("players")
    assert len(str(caught.value)) < 120


def test_true_and_false_are_not_whole_numbers() -> None:
    assert is_whole(0)
    assert is_whole(-3)
    assert not is_whole(False)
    assert not is_whole(1.0)
    assert not is_whole("1")
