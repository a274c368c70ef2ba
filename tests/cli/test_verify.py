"""`tilewise verify`: what it proves about a deal, what it cannot prove, and its exit codes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.fair_records import SECRET, fair_record
from tilewise.cli import main
from tilewise.fairness import digest_of
from tilewise.records import Record, format_record, record_to_json


def verify(tmp_path: Path, record: Record, *options: str, as_json: bool = False) -> int:
    file = tmp_path / "game.txt"
    file.write_text(record_to_json(record) if as_json else format_record(record), encoding="utf-8")
    return main(["verify", str(file), *options])


@pytest.mark.parametrize("as_json", [False, True])
def test_verify_proves_a_deal_and_names_what_it_cannot_prove(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], as_json: bool
) -> None:
    assert verify(tmp_path, fair_record(), as_json=as_json) == 0
    output = " ".join(capsys.readouterr().out.split())
    assert "The secret matches the digest in the record." in output
    assert "the texts added by seat 0 and seat 2." in output
    assert "--digest" in output
    assert "--added" in output
    assert "cannot be seen in a record" in output
    assert "The deal is proven" in output


def test_verify_compares_the_record_with_a_players_notes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert verify(tmp_path, fair_record(), "--digest", digest_of(SECRET).upper(), "--added", "0", "one") == 0
    output = " ".join(capsys.readouterr().out.split())
    assert "The digest is the one you saw before the deal" in output
    assert "Seat 0 added one: nobody who lacked that text" in output
    assert "--digest" not in output


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--digest", "0" * 64], "not the one you saw"),
        (["--added", "0", "two"], "Seat 0 added two, but the record says one."),
        (["--added", "1", "two"], "Seat 1 added two, but the record says nothing."),
    ],
)
def test_verify_finds_a_difference_from_a_players_notes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str], sentence: str
) -> None:
    assert verify(tmp_path, fair_record(), *options) == 1
    output = " ".join(capsys.readouterr().out.split())
    assert sentence in output
    assert "The deal is not proven." in output
    assert "ok" not in output.split()


def test_verify_finds_a_changed_secret(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = fair_record()
    assert record.fair is not None
    assert verify(tmp_path, replace(record, fair=replace(record.fair, digest=digest_of("other")))) == 1
    assert "does not match the digest that was published" in " ".join(capsys.readouterr().out.split())


def test_verify_finds_a_seed_that_does_not_follow(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = fair_record()
    assert record.fair is not None
    assert verify(tmp_path, replace(record, fair=replace(record.fair, additions=("one", None, None)))) == 1
    assert "does not follow" in capsys.readouterr().out


def test_verify_does_not_call_a_deal_proven_that_the_server_chose_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert verify(tmp_path, fair_record(additions=(None, None, None))) == 1
    assert "the server chose it alone" in " ".join(capsys.readouterr().out.split())


def test_verify_says_that_a_record_has_no_proof(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert verify(tmp_path, replace(fair_record(), fair=None)) == 1
    assert "no proof" in capsys.readouterr().out


@pytest.mark.parametrize("options", [["--digest", "x"], ["--added", "7", "x"], ["--added", "a", "x"]])
def test_verify_explains_unusable_options(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str]
) -> None:
    assert verify(tmp_path, fair_record(), *options) == 2
    assert capsys.readouterr().err.startswith("tilewise: ")
