"""Reasons, refusals and the errors that carry them."""

import pickle
from string import Formatter

import pytest

from tilewise.errors import Reason, ReasonError, Refusal, Refused, in_english, listed
from tilewise.profiles import PROFILES
from tilewise.profiles.rule_errors import RulesReason
from tilewise.scoring import ScoreProblemReason, ScoreReason
from tilewise.sets import TileSet, read_set
from tilewise.tiles import parse_table, parse_tiles
from tilewise.turn import LegalTurn, judge_turn

REASONS = (*Reason, *ScoreReason, *ScoreProblemReason, *RulesReason)


def test_a_refusal_is_false_so_that_a_truth_test_never_accepts_an_illegal_turn() -> None:
    refused = judge_turn(PROFILES["jumbo"], (), parse_tiles("r3 r4"), parse_table("r3 r4"), opened=True)
    assert isinstance(refused, Refusal)
    assert not refused
    legal = judge_turn(PROFILES["jumbo"], (), parse_tiles("r3 r4 r5"), parse_table("r3 r4 r5"), opened=True)
    assert isinstance(legal, LegalTurn)
    assert legal


def test_tiles_that_are_not_a_set_are_false_and_a_set_is_true() -> None:
    assert not read_set(parse_tiles("r3 r4 r6"))
    assert isinstance(read_set(parse_tiles("r3 r4 r5")), TileSet)
    assert read_set(parse_tiles("r3 r4 r5"))


def test_a_refused_action_carries_its_refusal_through_pickling() -> None:
    refused = Refused(Refusal(Reason.INVALID_SET, {"set": "r3 r5 r6"}, Refusal(Reason.GAP, {"missing": (4,)})))
    back = pickle.loads(pickle.dumps(refused))  # noqa: S301
    assert (back.refusal, str(back)) == (refused.refusal, "r3 r5 r6 is not a set: This run lacks 4.")


def test_an_error_with_a_reason_has_its_facts_and_survives_pickling() -> None:
    error = ReasonError(RulesReason.WRONG_GAMES, {"most": 9, "games": 10})
    back = pickle.loads(pickle.dumps(error))  # noqa: S301
    assert (back.reason, back.facts, str(back)) == (error.reason, error.facts, str(error))


def test_facts_are_values_and_only_the_sentence_joins_them_in_words() -> None:
    refusal = Refusal(Reason.GAP, {"missing": (5, 6, 7)})
    assert refusal.facts["missing"] == (5, 6, 7)
    assert str(refusal) == in_english(Reason.GAP, refusal.facts) == "This run lacks 5, 6 and 7."


@pytest.mark.parametrize(("numbers", "text"), [((5,), "5"), ((5, 6), "5 and 6"), ((4, 5, 6, 7), "4, 5, 6 and 7")])
def test_numbers_are_listed_with_commas_and_and(numbers: tuple[int, ...], text: str) -> None:
    assert listed(numbers) == text


@pytest.mark.parametrize("kind", [Reason, ScoreReason, RulesReason])
def test_every_code_names_one_reason(kind: type[Reason | ScoreReason | RulesReason]) -> None:
    codes = [reason.code for reason in kind]
    assert len(set(codes)) == len(codes)


def test_every_reason_is_a_sentence_with_named_facts() -> None:
    for reason in REASONS:
        names = [name for _, name, _, _ in Formatter().parse(reason.sentence) if name is not None]
        assert all(name.isidentifier() for name in names), reason
        assert reason.sentence.endswith(".") or names[-1] == "cause", reason
