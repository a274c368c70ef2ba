"""The page at `/` is complete and loads nothing from other servers. Its behaviour is tested in `web/tests`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from tests.support.http_server import AnonymousCaller, assert_error
from tests.support.served import served
from tilewise.server.http import pages
from tilewise.server.http.built_page import page_files
from tilewise.server.http.security import CONTENT_POLICY

FILES = page_files()
ASSETS = [name for name in FILES if name.startswith("assets/")]


def test_only_the_page_and_its_assets_are_served(tmp_path: Path) -> None:
    with served(tmp_path / "tables.db") as server:
        status, page = server.get("/")
        assert status == 200
        assert page == FILES["index.html"]
        loaded = re.findall(r'(?:src|href)="\./(assets/[^"]+)"', page.decode())
        assert loaded
        for name in loaded:
            assert server.get(f"/{name}") == (200, FILES[name])
        for name in ("../index.html", "%2e%2e/index.html", "%2e%2e/%2e%2e/pages.py", "pages.py", ""):
            assert server.get(f"/assets/{name}")[0] == 404


def test_nothing_is_loaded_from_other_servers() -> None:
    for name, content in FILES.items():
        if name.endswith((".html", ".js", ".css")):
            assert not re.search(r"""(?:src|href|url|import)\s*[=(]?\s*["']?(?:https?:)?//""", content.decode()), name


@pytest.fixture
def client() -> TestClient:
    return TestClient(Starlette(routes=pages.ROUTES))


def test_browsers_cache_the_assets_but_not_the_page(client: TestClient) -> None:
    page = client.get("/")
    assert page.status_code == 200
    assert page.headers["cache-control"] == "no-cache"
    for name in ASSETS:
        assert client.get(f"/{name}").headers["cache-control"] == pages.FOREVER
    assert client.get("/assets/none.js").status_code == 404


def test_assets_are_compressed_for_browsers_that_say_so_except_fonts(client: TestClient) -> None:
    for name in ASSETS:
        plain = client.get(f"/{name}", headers={"accept-encoding": "identity"})
        compressed = client.get(f"/{name}", headers={"accept-encoding": "br, gzip"})
        assert plain.content == compressed.content == FILES[name]
        assert plain.headers["content-type"] == compressed.headers["content-type"]
        assert "content-encoding" not in plain.headers
        assert ("content-encoding" in compressed.headers) == (not name.endswith(".woff2"))


def test_the_page_needs_no_exception_from_the_content_policy(client: TestClient) -> None:
    assert "unsafe" not in CONTENT_POLICY
    page = client.get("/").text
    for inline in ("<style", "style=", "onclick", "https://"):
        assert inline not in page


def test_the_page_and_its_files_have_the_content_security_policy(api: AnonymousCaller) -> None:
    page = api.get("/")
    loaded = re.findall(r'(?:src|href)="\./(assets/[^"]+)"', page.text)
    assert loaded
    for response in (page, *(api.get(f"/{name}") for name in loaded)):
        assert response.status_code == 200
        assert response.headers["content-security-policy"] == CONTENT_POLICY


def test_a_browser_gets_a_page_at_an_unknown_address_and_a_program_an_error(api: AnonymousCaller) -> None:
    browser = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    for path in ("/nowhere", "/a/b/c", "/index.php"):
        response = api.client.get(path, headers=browser)
        assert response.status_code == 404
        assert response.headers["content-type"].startswith("text/html")
        assert response.headers["content-security-policy"] == CONTENT_POLICY
        assert '<div id="app" data-unknown>' in response.text
        loaded = re.findall(r'(?:src|href)="([^"]+)"', response.text)
        assert loaded
        assert all(name.startswith("/") for name in loaded)
        assert_error(api.client.get(path), 404, "nothing-here")
    for path in ("/api/nowhere", "/assets/nothing.js"):
        assert api.client.get(path, headers=browser).headers["content-type"] != "text/html; charset=utf-8"
    assert_error(api.client.post("/nowhere", headers=browser), 404, "nothing-here")


def test_the_page_can_be_installed_as_an_app(api: AnonymousCaller) -> None:
    page = api.client.get("/").text
    assert '<link rel="manifest" href="./manifest.webmanifest" />' in page
    response = api.client.get("/manifest.webmanifest")
    assert response.headers["content-type"] == "application/manifest+json"
    manifest = response.json()
    assert (manifest["name"], manifest["display"], manifest["start_url"]) == ("Tilewise", "standalone", "./")
    assert {icon["sizes"] for icon in manifest["icons"]} == {"192x192", "512x512"}
    assert "maskable" in {icon["purpose"] for icon in manifest["icons"]}
    for name in (*(icon["src"][1:] for icon in manifest["icons"]), "/icons/apple-180.png", "/icons/badge-96.png"):
        icon = api.client.get(name)
        assert icon.headers["content-type"] == "image/png"
        width = int.from_bytes(icon.content[16:20], "big")
        assert f"-{width}.png" in name


def test_the_service_worker_stores_the_files_of_the_build_and_is_never_stale(api: AnonymousCaller) -> None:
    response = api.client.get("/sw.js")
    assert response.headers["content-type"].startswith("text/javascript")
    assert response.headers["cache-control"] == "no-cache"
    stored = set(re.findall(r"assets/[\w.-]+", response.text))
    assert stored == {*ASSETS}
    assert not re.search(r"__[A-Z]+__", response.text), "the build fills in files and version"
    assert "/api" not in response.text
