"""What the browser's client takes from the server is up to date, and the built pages are served strictly."""

import subprocess
import sys
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from tilewise.server.http import pages
from tilewise.server.http.security import CONTENT_POLICY

ROOT = Path(__file__).parent.parent


def test_the_types_codes_and_rules_of_the_browser_are_up_to_date() -> None:
    checked = subprocess.run(
        [sys.executable, str(ROOT / "scripts/export-web"), "--check"], capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stderr


def test_the_lock_file_names_no_registry() -> None:
    assert '"resolved"' not in (ROOT / "web/package-lock.json").read_text("utf-8")


@pytest.fixture
def client() -> TestClient:
    return TestClient(Starlette(routes=pages.ROUTES))


def test_the_page_is_asked_for_again_and_its_files_are_kept(client: TestClient) -> None:
    page = client.get("/")
    assert page.status_code == 200
    assert page.headers["cache-control"] == "no-cache"
    for name in (path.name for path in (pages.STATIC / "assets").iterdir()):
        answer = client.get(f"/assets/{name}")
        assert answer.headers["cache-control"] == pages.FOREVER
    assert client.get("/assets/none.js").status_code == 404


def test_the_policy_allows_nothing_within_the_page(client: TestClient) -> None:
    assert "unsafe" not in CONTENT_POLICY
    page = client.get("/").text
    assert "<style" not in page
    assert "style=" not in page
    assert "onclick" not in page
    assert "https://" not in page
