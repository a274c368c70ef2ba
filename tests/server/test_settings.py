"""The settings: one list for flags, environment variables and docs/server.md."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import pytest

from tilewise.cli.arguments import parse_arguments
from tilewise.errors import TilewiseError
from tilewise.server.settings import Settings, settings_from

ROOT = Path(__file__).parents[2]
NAMES = [field.name for field in dataclasses.fields(Settings)]


@pytest.mark.parametrize("name", NAMES)
def test_the_docs_list_the_flag_and_the_variable(name: str) -> None:
    docs = (ROOT / "docs" / "server.md").read_text(encoding="utf-8")
    assert f"| `--{name.replace('_', '-')}` | `TILEWISE_{name.upper()}` |" in docs


def test_every_setting_is_used() -> None:
    source = "\n".join(
        file.read_text(encoding="utf-8")
        for file in (ROOT / "src").rglob("*.py")
        if file != ROOT / "src/tilewise/server/settings.py"
    )
    unused = {name for name in NAMES if not re.search(rf"\bsettings\.{name}\b", source)}
    assert not unused


@pytest.mark.parametrize("name", NAMES)
def test_every_setting_is_a_flag_and_a_variable(name: str) -> None:
    default = getattr(Settings(), name)
    text = {bool: "no" if default else "yes", int: "7", float: "7", str: "debug" if name == "log_level" else "json"}[
        type(default)
    ]
    if name == "public_url":
        text = "https://tiles.example"
    chosen = parse_arguments(["serve", f"--{name.replace('_', '-')}", text])
    by_flag = settings_from({name: getattr(chosen, name)}, {})
    by_variable = settings_from({}, {f"TILEWISE_{name.upper()}": text})
    assert getattr(by_flag, name) == getattr(by_variable, name)
    assert getattr(by_flag, name) != default


def test_a_flag_wins_over_a_variable() -> None:
    assert settings_from({"port": 1}, {"TILEWISE_PORT": "2"}).port == 1


@pytest.mark.parametrize(
    ("variables", "sentence"),
    [
        ({"TILEWISE_PROT": "1"}, "There is no setting TILEWISE_PROT"),
        ({"TILEWISE_PORT": "many"}, "port should be a whole number, not 'many'."),
        ({"TILEWISE_PORT": "70000"}, "The port must be between 0 and 65535, not 70000."),
        ({"TILEWISE_MIGRATE": "perhaps"}, "migrate should be yes or no"),
        ({"TILEWISE_LOG_LEVEL": "loud"}, "log_level must be debug, info, warning or error."),
        ({"TILEWISE_GRACE": "-1"}, "grace must not be negative."),
        ({"TILEWISE_PUBLIC_URL": "tiles.example"}, "public_url must begin with http:// or https://."),
    ],
)
def test_an_invalid_setting_is_refused_with_a_sentence(variables: dict[str, str], sentence: str) -> None:
    with pytest.raises(TilewiseError) as refused:
        settings_from({}, variables)
    assert sentence in str(refused.value)
