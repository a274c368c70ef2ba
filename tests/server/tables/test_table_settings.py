"""The settings of a table: which are valid, and why others are not."""

from __future__ import annotations

import pytest

from tilewise.profiles import RulesError
from tilewise.server.tables.table_settings import TableSettings, check_settings


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        (TableSettings(seats=("beginner", "beginner")), "at least one seat for a person"),
        (TableSettings(seats=("person", "genius")), "one of beginner"),
        (TableSettings(seats=("person",)), "player"),
        (TableSettings(seats=("person",) * 9), "player"),
        (TableSettings(games=0), "match has 1 to"),
        (TableSettings(profile="chess"), "chess"),
        (TableSettings(rules={"colour": 3}), "colour"),
    ],
)
def test_invalid_settings_are_refused_with_a_sentence(settings: TableSettings, sentence: str) -> None:
    with pytest.raises(RulesError, match=sentence):
        check_settings(settings)


def test_house_rules_need_to_suit_only_the_seats_of_the_table() -> None:
    """Thirty tiles each are enough for two players, but not for four."""
    rules: dict[str, int | str | None] = {"rack_size": 30}
    assert check_settings(TableSettings(rules=rules)).rack_size == 30
    with pytest.raises(RulesError) as error:
        check_settings(TableSettings(rules=rules, seats=("person",) * 4))
    assert error.value.facts["players"] == 4
    with pytest.raises(RulesError) as error:
        check_settings(TableSettings(rules={**rules, "copies": 1}, seats=("person",) * 4))
    assert error.value.facts["players"] == 4, "the seats of the table, although three players are too many already"


def test_house_rules_about_the_number_of_players_are_kept() -> None:
    rules: dict[str, int | str | None] = {"rack_size": 30, "max_players": 4}
    with pytest.raises(RulesError) as error:
        check_settings(TableSettings(rules=rules))
    assert error.value.facts["players"] == 4
