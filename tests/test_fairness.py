"""The proof of a deal: digest, seed and additions, in records as text and JSON."""

from __future__ import annotations

import json
from dataclasses import replace
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.fair_records import ADDED, SECRET, fair_record
from tilewise.errors import TilewiseError
from tilewise.fairness import FairDeal, checked_addition, checked_digest, digest_of, fair_seed
from tilewise.records import (
    RecordError,
    format_record,
    parse_record,
    record_from_json,
    record_to_json,
)
from tilewise.records.text_format import checksum

texts = st.from_regex(r"[0-9A-Za-z_-]{1,64}", fullmatch=True)


def test_digest_and_seed_are_what_the_page_says() -> None:
    assert digest_of(SECRET) == sha256(f"tilewise-fair-1/{SECRET}".encode()).hexdigest()
    assert fair_seed(SECRET, ADDED) == sha256(f"tilewise-fair-1/{SECRET}/one/./Three_-3".encode()).hexdigest()


@given(st.lists(st.none() | texts, min_size=2, max_size=4), st.lists(st.none() | texts, min_size=2, max_size=4))
def test_different_additions_give_different_seeds(some: list[str | None], others: list[str | None]) -> None:
    assert (fair_seed("s", some) == fair_seed("s", others)) == (some == others)


@pytest.mark.parametrize("text", ["", ".", "a/b", "a b", "ä", "x" * 65, "a\n"])
def test_what_is_added_is_a_plain_short_text(text: str) -> None:
    with pytest.raises(TilewiseError, match="1 to 64 letters"):
        checked_addition(text)
    with pytest.raises(TilewiseError):
        fair_seed("s", [text])


@pytest.mark.parametrize("text", ["", "A" * 64, "0" * 63, "0" * 65, "0" * 64 + "\n"])
def test_a_digest_is_64_digits(text: str) -> None:
    with pytest.raises(TilewiseError, match="64 lower-case hexadecimal digits"):
        checked_digest(text)


def test_a_record_with_its_proof_is_read_back_the_same_as_text_and_as_json() -> None:
    record = fair_record()
    assert parse_record(format_record(record)) == record
    assert record_from_json(record_to_json(record)) == record
    headers = format_record(record).split("\n\n")[0].splitlines()
    assert headers[-4:] == [
        f"digest: {digest_of(SECRET)}",
        f"secret: {SECRET}",
        "added 0: one",
        "added 2: Three_-3",
    ]


def test_a_record_without_a_proof_has_no_trace_of_one() -> None:
    record = replace(fair_record(), fair=None)
    assert not any(word in format_record(record) for word in ("digest", "secret", "added"))
    assert "fair" not in json.loads(record_to_json(record))


def with_headers(*changes: tuple[str, str]) -> str:
    body = format_record(fair_record()).rpartition("check: ")[0]
    for old, new in changes:
        assert old in body
        body = body.replace(old, new)
    return f"{body}check: {checksum(body)}\n"


@pytest.mark.parametrize(
    ("changes", "line", "why"),
    [
        ([(f"digest: {digest_of(SECRET)}\n", "")], 10, "'digest' is missing"),
        ([(f"secret: {SECRET}\n", "")], 11, "'secret' is missing"),
        ([(f"digest: {digest_of(SECRET)}", "digest: 12")], 9, "64 lower-case hexadecimal digits"),
        ([(f"secret: {SECRET}", "secret: a/b")], 10, "1 to 64 letters"),
        ([("added 0: one", "added 3: one")], 11, "the seats are 0 to 2"),
        ([("added 0: one", "added 00: one")], 11, "not 00"),
        ([("added 0: one", "added 0: .")], 11, "1 to 64 letters"),
        ([("added 0: one", "added 2: one")], 12, "there twice"),
    ],
)
def test_a_damaged_proof_is_named_with_its_line(changes: list[tuple[str, str]], line: int, why: str) -> None:
    with pytest.raises(RecordError, match=why) as caught:
        parse_record(with_headers(*changes))
    assert caught.value.where in (f"line {line}", f"line {line + 1}", f"line {line + 2}")


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"fair": None}, "named fields"),
        ({"fair": {"digest": digest_of(SECRET), "secret": SECRET}}, "'additions' is missing"),
        ({"fair": {"digest": digest_of(SECRET), "secret": SECRET, "additions": ["x"]}}, "3 texts"),
        ({"fair": {"digest": digest_of(SECRET), "secret": SECRET, "additions": ["x", 5, None]}}, "3 texts"),
        ({"fair": {"digest": digest_of(SECRET), "secret": SECRET, "additions": ["x", "/", None]}}, "1 to 64 letters"),
        ({"fair": {"digest": 5, "secret": SECRET, "additions": []}}, "should be a string"),
    ],
)
def test_a_damaged_proof_in_json_is_named_with_its_place(change: dict[str, object], why: str) -> None:
    content = json.loads(record_to_json(fair_record())) | change
    with pytest.raises(RecordError, match=why) as caught:
        record_from_json(json.dumps(content))
    assert caught.value.where == "fair"


# The proof


def test_a_proof_holds_only_for_its_secret_its_texts_and_its_seed() -> None:
    deal = FairDeal(digest_of(SECRET), SECRET, ("one", None))
    seed = fair_seed(SECRET, ("one", None))
    assert deal.flaw(seed) is None
    assert deal.flaw("1") == "The seed of the game does not follow from the secret and the texts of the seats."
    other = replace(deal, additions=("two", None))
    assert other.flaw(seed) == deal.flaw("1")
    exchanged = FairDeal(deal.digest, "another", deal.additions)
    assert exchanged.flaw(seed) == "The secret does not match the digest that was published before the deal."
