"""Fair tiles: the proof of a deal, in records and by `tilewise verify` (issue 4, section 6; docs/fairness.md)."""

from __future__ import annotations

import json
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tilewise.bots import Beginner, play_out
from tilewise.cli import main
from tilewise.errors import TilewiseError
from tilewise.fairness import FairDeal, checked_addition, checked_digest, digest_of, fair_seed
from tilewise.game import new_game
from tilewise.profiles import PROFILES
from tilewise.records import (
    Record,
    RecordError,
    format_record,
    parse_record,
    record_from_json,
    record_of,
    record_to_json,
)
from tilewise.records.text_format import checksum

SECRET = "5ecret" * 10
ADDED = ("one", None, "Three_-3")


def fair_record(secret: str = SECRET, additions: tuple[str | None, ...] = ADDED) -> Record:
    game = new_game(PROFILES["jumbo"], 3, fair_seed(secret, additions))
    done = play_out(game, [Beginner()] * 3)
    return record_of(done, ("Ada", "casual", "Cyd"), FairDeal(digest_of(secret), secret, additions))


texts = st.from_regex(r"[0-9A-Za-z_-]{1,64}", fullmatch=True)


def test_digest_and_seed_are_what_the_page_says() -> None:
    assert digest_of(SECRET) == sha256(f"tilewise-fair-1/{SECRET}".encode()).hexdigest()
    assert fair_seed(SECRET, ADDED) == sha256(f"tilewise-fair-1/{SECRET}/one/./Three_-3".encode()).hexdigest()


@settings(derandomize=True)
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
    with pytest.raises(TilewiseError, match="64 hexadecimal digits"):
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
        ([(f"digest: {digest_of(SECRET)}\n", "")], 9, "'digest' is missing"),
        ([(f"secret: {SECRET}\n", "")], 10, "'secret' is missing"),
        ([(f"digest: {digest_of(SECRET)}", "digest: 12")], 8, "64 hexadecimal digits"),
        ([(f"secret: {SECRET}", "secret: a/b")], 9, "1 to 64 letters"),
        ([("added 0: one", "added 3: one")], 10, "the seats are 0 to 2"),
        ([("added 0: one", "added 00: one")], 10, "not 00"),
        ([("added 0: one", "added 0: .")], 10, "1 to 64 letters"),
        ([("added 0: one", "added 2: one")], 11, "there twice"),
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
        ({"fair": {"digest": 5, "secret": SECRET, "additions": []}}, "should be a text"),
    ],
)
def test_a_damaged_proof_in_json_is_named_with_its_place(change: dict[str, object], why: str) -> None:
    content = json.loads(record_to_json(fair_record())) | change
    with pytest.raises(RecordError, match=why) as caught:
        record_from_json(json.dumps(content))
    assert caught.value.where == "fair"


# The command


def verify(tmp_path: Path, record: Record, *options: str, as_json: bool = False) -> int:
    file = tmp_path / "game.txt"
    file.write_text(record_to_json(record) if as_json else format_record(record), encoding="utf-8")
    return main(["verify", str(file), *options])


@pytest.mark.parametrize("as_json", [False, True])
def test_verify_proves_a_deal_and_says_what_it_cannot_prove(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], as_json: bool
) -> None:
    assert verify(tmp_path, fair_record(), as_json=as_json) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "The secret matches the digest in the record." in said
    assert "the texts added by seat 0 and seat 2." in said
    assert "--digest" in said
    assert "--added" in said
    assert "cannot be seen in a record" in said
    assert "The deal is proven" in said


def test_verify_compares_with_what_a_player_has_noted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert verify(tmp_path, fair_record(), "--digest", digest_of(SECRET).upper(), "--added", "0", "one") == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "The digest is the one you saw before the deal" in said
    assert "Seat 0 added one: without that text nobody" in said
    assert "--digest" not in said


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--digest", "0" * 64], "not the one you saw"),
        (["--added", "0", "two"], "Seat 0 added two, but the record says one."),
        (["--added", "1", "two"], "Seat 1 added two, but the record says nothing."),
    ],
)
def test_verify_finds_what_a_player_has_noted_otherwise(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str], sentence: str
) -> None:
    assert verify(tmp_path, fair_record(), *options) == 1
    said = " ".join(capsys.readouterr().out.split())
    assert sentence in said
    assert "The deal is not proven." in said
    assert "ok" not in said.split()


def test_verify_finds_a_secret_that_was_exchanged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = fair_record()
    assert record.fair is not None
    assert verify(tmp_path, replace(record, fair=replace(record.fair, digest=digest_of("other")))) == 1
    assert "not the one whose digest was shown" in " ".join(capsys.readouterr().out.split())


def test_verify_finds_a_seed_that_does_not_follow(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = fair_record()
    assert record.fair is not None
    assert verify(tmp_path, replace(record, fair=replace(record.fair, additions=("one", None, None)))) == 1
    assert "does not follow" in capsys.readouterr().out


def test_verify_does_not_call_a_deal_proven_to_which_nobody_added_anything(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert verify(tmp_path, fair_record(additions=(None, None, None))) == 1
    assert "the server chose it alone" in " ".join(capsys.readouterr().out.split())


def test_verify_says_so_when_there_is_no_proof(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert verify(tmp_path, replace(fair_record(), fair=None)) == 1
    assert "no proof" in capsys.readouterr().out


@pytest.mark.parametrize("options", [["--digest", "x"], ["--added", "7", "x"], ["--added", "a", "x"]])
def test_verify_explains_what_cannot_be_used(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str]
) -> None:
    assert verify(tmp_path, fair_record(), *options) == 2
    assert capsys.readouterr().err.startswith("tilewise: ")
