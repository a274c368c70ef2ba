"""The page at `/`: there, whole, and with nothing from elsewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from served import served

from tilewise.bots import LEVELS
from tilewise.profiles import PROFILES
from tilewise.server.web.pages import KINDS

STATIC = Path(__file__).parents[2] / "src" / "tilewise" / "server" / "web" / "static"


def test_the_page_and_what_belongs_to_it_are_served_and_nothing_else(tmp_path: Path) -> None:
    with served(tmp_path / "tables.db") as server:
        status, page = server.get("/")
        assert status == 200
        assert page == (STATIC / "index.html").read_bytes()
        for name in re.findall(r'(?:src|href)="/static/([^"]+)"', page.decode()):
            assert server.get(f"/static/{name}") == (200, (STATIC / name).read_bytes())
        for name in ("../pages.py", "%2e%2e/pages.py", "pages.py", ""):
            assert server.get(f"/static/{name}")[0] == 404


def test_every_file_is_known() -> None:
    assert set(KINDS) == {file.name for file in STATIC.iterdir()}


@pytest.mark.parametrize("name", sorted(KINDS))
def test_nothing_is_loaded_from_elsewhere(name: str) -> None:
    text = (STATIC / name).read_text(encoding="utf-8")
    assert not re.search(r"""(?:src|href|url|import)\s*[=(]?\s*["']?(?:https?:)?//""", text)


def test_every_profile_and_level_can_be_chosen() -> None:
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    assert set(re.findall(r'<option value="([^"]+)"', page)) == set(PROFILES)
    assert all(re.search(rf"<option[^>]*>{level}</option>", page) for level in LEVELS)
