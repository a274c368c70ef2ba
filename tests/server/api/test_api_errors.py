"""Error responses: every error of the program has a status, a code and a sentence."""

from __future__ import annotations

import pytest

from tilewise.errors import TilewiseError
from tilewise.profiles import RulesError, profile_named
from tilewise.server.api.api_errors import ApiError, TooMuch, api_error, refusal_error
from tilewise.server.tables.refusals import NotPossible, TableReason


def test_the_refusal_of_a_table_keeps_its_code_and_facts() -> None:
    error = refusal_error(NotPossible(TableReason.NO_SUCH_SEAT, seat=7))
    assert (error.status, error.code, error.facts) == (409, "no-such-seat", {"seat": 7})
    assert refusal_error(NotPossible(TableReason.NO_TABLE)).status == 404


def test_rules_that_are_not_valid_say_why() -> None:
    with pytest.raises(RulesError) as raised:
        profile_named("international").with_rules({"copies": 99})
    error = api_error(raised.value)
    assert (error.status, error.code, error.reason) == (400, "rules", raised.value.reason.code)
    assert error.body.message == str(raised.value)


def test_every_other_error_is_a_response_too() -> None:
    itself = ApiError(404, "no-game", "No such game.")
    assert api_error(itself) is itself
    assert api_error(NotPossible(TableReason.CLOSED)).code == "closed"
    assert api_error(TilewiseError("Something.")).code == "bad-input"


def test_a_limit_says_when_to_try_again_in_whole_seconds() -> None:
    assert TooMuch("too-many", "Wait.", 1).headers == {"Retry-After": "1"}
    assert TooMuch("too-many", "Wait.", 2001).headers == {"Retry-After": "3"}
