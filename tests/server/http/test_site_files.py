"""The files of a site are complete and work under any path. `web/tests` opens them in a browser."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

import pytest

from tests.support.built_page import small_page
from tilewise.profiles import PROFILES
from tilewise.rulebook import LANGUAGES, rules_text
from tilewise.server.http import engine_files as packed
from tilewise.server.http import site_files
from tilewise.server.http.built_page import NoPage
from tilewise.server.http.pages import ENGINE_POLICY
from tilewise.server.http.security import CONTENT_POLICY

STATIC_SUFFIXES = {".html", ".js", ".json", ".css", ".png", ".svg", ".woff2", ".webmanifest", ".bin", ""}
"""Names that every web host sends as they are; unlike .mjs and .gz."""


@pytest.fixture
def page() -> dict[str, bytes]:
    """A page as `web/` builds it."""
    return small_page()


def _site(files: dict[str, bytes]) -> dict[str, object]:
    """Return what the service worker knows."""
    text = re.search(r'JSON\.parse\("(.*)"\)', files["sw.js"].decode())
    assert text is not None
    site: dict[str, object] = json.loads(text[1].replace('\\"', '"'))
    return site


def test_the_same_page_makes_the_same_files_and_every_change_another_version(page: dict[str, bytes]) -> None:
    files = site_files.packed_site(page)
    assert files == site_files.packed_site(page)
    for name in ("index.html", "site-sw.js", "assets/index-1.js"):
        page[name] += b"\n"
        changed = site_files.packed_site(page)
        assert _site(changed)["version"] != _site(files)["version"], name
        files = changed


def test_the_service_worker_knows_every_file_and_the_version_of_the_document(page: dict[str, bytes]) -> None:
    files = site_files.packed_site(page)
    site = _site(files)
    listed = {"index.html" if name == "./" else name for name in site["files"]}  # type: ignore[attr-defined]
    assert listed | site_files.engine_files().keys() == files.keys() - {"sw.js", ".nojekyll"}
    assert f'<div id="app" data-site="{site["version"]}">' in files["index.html"].decode()


def test_a_host_that_copies_the_files_in_order_announces_none_before_it_has_it(page: dict[str, bytes]) -> None:
    assert list(site_files.packed_site(page))[-2:] == ["index.html", "sw.js"]


def test_the_worker_of_a_server_and_the_template_are_not_published(page: dict[str, bytes]) -> None:
    files = site_files.packed_site(page)
    assert "site-sw.js" not in files
    assert b"server only" not in files["sw.js"]


def test_the_policy_of_the_document_is_the_servers_without_web_assembly(page: dict[str, bytes]) -> None:
    document = site_files.packed_site(page)["index.html"].decode()
    policy = re.search(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)"', document)
    assert policy is not None
    # Browsers ignore frame-ancestors in a document, with a warning in the console.
    assert set(policy[1].split("; ")) == set(CONTENT_POLICY.split("; ")) - {"frame-ancestors 'none'"}
    assert "wasm" not in policy[1]
    assert _site(site_files.packed_site(page))["policy"] == ENGINE_POLICY
    assert document.index("Content-Security-Policy") < document.index("<script")


def test_every_host_knows_the_types_of_the_files(page: dict[str, bytes]) -> None:
    files = site_files.packed_site(page)
    assert {Path(name).suffix for name in files} <= STATIC_SUFFIXES
    # GitHub Pages hides names that begin with an underscore, unless it is told not to.
    assert ".nojekyll" in files


def test_the_engine_is_that_of_the_server() -> None:
    files = site_files.engine_files()
    listed = json.loads(files["engine/files.json"])["files"]
    names = [file[key] for file in listed.values() for key in ("name", "packed") if key in file]
    assert {f"engine/{name}" for name in names} == files.keys() - {"engine/files.json"}
    for part, file in packed.packed_files().items():
        content = files[f"engine/{listed[part]['name']}"]
        assert listed[part]["size"] == len(file.content)
        assert content == (gzip.decompress(file.content) if part == "script" else file.content)


def test_the_script_is_there_compressed_too_for_hosts_that_do_not_compress() -> None:
    files = site_files.engine_files()
    script = json.loads(files["engine/files.json"])["files"]["script"]
    assert gzip.decompress(files[f"engine/{script['packed']}"]) == files[f"engine/{script['name']}"]
    assert sum(file["size"] for file in json.loads(files["engine/files.json"])["files"].values()) < 5_000_000


def test_the_rules_of_every_profile_are_there_in_every_language() -> None:
    files = site_files.rules_files()
    assert len(files) == len(PROFILES) * len(LANGUAGES)
    assert json.loads(files["rules/twist.pl.json"])["text"] == rules_text(PROFILES["twist"], "pl")


def test_no_file_is_named_from_the_root(page: dict[str, bytes]) -> None:
    document = site_files.packed_site(page)["index.html"].decode()
    assert re.findall(r'(?:src|href)="/', document) == []


@pytest.mark.parametrize("missing", ["index.html", "site-sw.js"])
def test_a_page_that_is_not_built_is_reported(page: dict[str, bytes], missing: str) -> None:
    del page[missing]
    with pytest.raises(NoPage, match=f"has no {missing}. Build it with `make web`"):
        site_files.packed_site(page)
