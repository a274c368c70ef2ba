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
