"""The command line: help for every subcommand, options that exclude each other, profiles and house rules."""

from __future__ import annotations

import argparse

import pytest

from tilewise.bots import LEVELS
from tilewise.cli import main
from tilewise.cli.arguments import DEFAULT_PROFILE, parse_arguments, profile_from, reject_together
from tilewise.errors import TilewiseError

SUBCOMMANDS = (
    "play",
    "simulate",
    "replay",
    "verify",
    "rules",
    "check",
    "turn",
    "score",
    "solve",
    "serve",
    "migrate",
    "backup",
    "restore",
    "version",
)


def test_help_names_every_subcommand(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    assert ended.value.code == 0
    out = capsys.readouterr().out
    assert all(f"    {subcommand} " in out for subcommand in SUBCOMMANDS)


@pytest.mark.parametrize("subcommand", SUBCOMMANDS)
def test_every_subcommand_has_help(subcommand: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([subcommand, "--help"])
    assert ended.value.code == 0
    assert f"usage: tilewise {subcommand}" in capsys.readouterr().out


@pytest.mark.parametrize("subcommand", ["play", "simulate"])
def test_help_says_how_every_level_plays(subcommand: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parse_arguments([subcommand, "--help"])
    words = " ".join(capsys.readouterr().out.split())
    for name, level in LEVELS.items():
        assert f"{name} {level.description}" in words


def test_a_setting_that_cannot_be_read_is_refused_in_a_sentence() -> None:
    with pytest.raises(TilewiseError, match="--tempo: tempo should be a whole number, not 'fast'"):
        parse_arguments(["serve", "--tempo", "fast"])


def test_the_profile_is_the_default_one_unless_another_is_named() -> None:
    assert profile_from(parse_arguments(["check"])).name == DEFAULT_PROFILE
    assert profile_from(parse_arguments(["check", "--profile", "jumbo"])).name == "jumbo"


def test_house_rules_change_the_profile() -> None:
    profile = profile_from(parse_arguments(["check", "--rule", "opening_threshold=20", "--rule", "copies=3"]))
    assert (profile.opening_threshold, profile.copies) == (20, 3)


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("-1", -1), ("999999999", 999_999_999)])
def test_a_whole_number_is_read(text: str, number: int) -> None:
    assert parse_arguments(["play", "--opponents", text]).opponents == number


@pytest.mark.parametrize("text", ["", "two", "1.5", "1e3", "٣", "1000000000"])
def test_any_other_text_is_not_a_whole_number(text: str) -> None:
    with pytest.raises(TilewiseError, match="is not a whole number"):
        parse_arguments(["play", "--opponents", text])


def test_options_that_exclude_each_other_are_named_as_they_are_typed() -> None:
    options = argparse.Namespace(batch=True, sets=[], not_opened=True, players=None)
    reject_together(options, "batch", ("sets", "players"))
    with pytest.raises(TilewiseError, match=r"^--batch and --not-opened cannot be used together\.$"):
        reject_together(options, "batch", ("sets", "not_opened"))
