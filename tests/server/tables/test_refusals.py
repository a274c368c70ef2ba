"""The refusals of a table: facts for programs, and an English sentence."""

from __future__ import annotations

import pytest

from tests.support.pure_table import playing
from tilewise.server.tables import commands as do
from tilewise.server.tables.refusals import LONGEST_TABLE, NotPossible, TableReason
from tilewise.server.tables.table_state import Phase


def refusal(command: do.AnyCommand) -> NotPossible:
    table = playing()
    with pytest.raises(NotPossible) as caught:
        table.give(table.person_in_turn(), command)
    return caught.value


def test_the_facts_of_a_wrong_moment_are_the_phase_and_not_english() -> None:
    error = refusal(do.Rematch())
    assert error.facts == {"phase": "playing"}
    assert str(error) == "That is not possible now: a game is being played."


@pytest.mark.parametrize("phase", Phase.__args__)  # type: ignore[attr-defined]
def test_every_phase_has_an_english_clause(phase: str) -> None:
    assert "{" not in str(NotPossible(TableReason.NOT_NOW, phase=phase))


def test_the_facts_of_an_unreadable_tile_are_the_word_and_its_position() -> None:
    error = refusal(do.Play(("r3 r4 r5", "r6 r77")))
    assert error.facts == {"word": "r77", "position": 4}
    assert str(error) == "These are not tiles: 'r77' at position 4."
    assert refusal(do.Play(("{" * 500,))).facts["word"] == "{" * 20


def test_a_table_that_is_far_too_long_is_not_even_parsed() -> None:
    error = refusal(do.Play(("r1 " * LONGEST_TABLE,)))
    assert (error.reason, error.facts) == (TableReason.TOO_LONG, {"longest": LONGEST_TABLE})
