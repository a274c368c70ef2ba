"""Every generated file of the repository, and the function that generates it.

`scripts/generate` writes them; `tests/test_generated_files.py` fails if one is out of date. The golden games are not
here: they change only on purpose (`make golden`).

    protocol_page     the reference part of docs/protocol.md
    protocol_schema   the JSON Schema of all WebSocket messages
    players_page      the measured tables of docs/players.md
    settings_table    the table of settings in docs/server.md
    page_types        the messages as TypeScript, for the page
    page_data         rule fields, codes and titles as JSON, for the page
    teaching_page     the measured table of docs/what-the-computer-teaches.md
    tile_pictures     its drawings of tiles
    sections          replacing a generated section of a page
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from scripts.generators import (
    page_data,
    page_types,
    players_page,
    protocol_page,
    protocol_schema,
    settings_table,
    teaching_page,
    tile_pictures,
)

ROOT: Final = Path(__file__).resolve().parent.parent.parent

GENERATED: Final[dict[str, Callable[[str], str]]] = {
    "docs/players.md": players_page.generate,
    "docs/protocol.md": protocol_page.generate,
    "docs/protocol.schema.json": protocol_schema.generate,
    "docs/server.md": settings_table.generate,
    "docs/what-the-computer-teaches.md": teaching_page.generate,
    **tile_pictures.GENERATED,
    "web/src/server/protocol.ts": page_types.generate,
    "web/src/server/rules.json": page_data.generate_rules,
    "web/src/server/codes.json": page_data.generate_codes,
    "web/src/server/titles.json": page_data.generate_titles,
}
"""By path: a function from the present text of the file, of which a part may be written by hand, to the new text."""


def outdated_files(root: Path = ROOT) -> dict[Path, str]:
    """Return the files that are missing or out of date, with the text that they should have."""
    outdated = {}
    for name, generate in GENERATED.items():
        path = root / name
        present = path.read_text(encoding="utf-8") if path.exists() else ""
        text = generate(present)
        if text != present:
            outdated[path] = text
    return outdated
