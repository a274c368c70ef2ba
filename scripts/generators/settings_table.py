"""The table of settings in docs/server.md."""

from __future__ import annotations

import dataclasses
from typing import Any

from scripts.generators.sections import replace_section
from tilewise.server.settings import PREFIX, Settings


def generate(page: str) -> str:
    """Return the page with a table of all settings."""
    lines = ["| flag | variable | default | what it is |", "| --- | --- | --- | --- |"]
    for field in dataclasses.fields(Settings):
        flag, variable = field.name.replace("_", "-"), f"{PREFIX}{field.name.upper()}"
        lines.append(f"| `--{flag}` | `{variable}` | {_default(field.default)} | {field.metadata['about']} |")
    return replace_section(page, "settings", "\n".join(lines) + "\n")


def _default(value: Any) -> str:
    text = {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
    return f"`{text}`" if text else ""
