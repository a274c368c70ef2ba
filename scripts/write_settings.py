"""Writes the table of settings in docs/server.md from their one list; with --check it only says whether it differs."""

from __future__ import annotations

import dataclasses
import sys
from pathlib import Path

from tilewise.server.settings import PREFIX, Settings

DOCS = Path(__file__).parent.parent / "docs" / "server.md"
BEGIN, END = "<!-- settings: written by make docs -->\n", "<!-- end of settings -->\n"


def table() -> str:
    """Every setting, as a table in Markdown."""
    lines = ["| flag | variable | default | what it is |", "| --- | --- | --- | --- |"]
    for field in dataclasses.fields(Settings):
        flag, default = field.name.replace("_", "-"), field.default
        shown = {True: "yes", False: "no"}[default] if isinstance(default, bool) else str(default)
        default_cell = f"`{shown}`" if shown else ""
        lines.append(f"| `--{flag}` | `{PREFIX}{field.name.upper()}` | {default_cell} | {field.metadata['about']} |")
    return "\n".join(lines) + "\n"


def written(text: str) -> str:
    """The page with the table as it is now; raises ValueError if it has no place for one."""
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"{DOCS.name} has no place for the settings: {BEGIN.strip()} ... {END.strip()}")
    return f"{before}{BEGIN}\n{table()}\n{END}{after}"


def main() -> int:
    """Write the page, or check it."""
    text = DOCS.read_text(encoding="utf-8")
    new = written(text)
    if "--check" in sys.argv:
        if new != text:
            print("docs/server.md does not show the settings as they are: run make docs.", file=sys.stderr)
        return int(new != text)
    DOCS.write_text(new, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
