"""The engine's files are complete, small, and the same for the same sources. `web/tests` tests the engine itself."""

from __future__ import annotations

import ast
import gzip
import io
import json
import threading
import time
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

import tilewise
from tests.support.http_server import AnonymousCaller
from tilewise.server.http import engine_files, pages
from tilewise.server.http.built_page import page_files
from tilewise.server.http.security import CONTENT_POLICY

ROOT = Path(__file__).parents[3]
VERSIONS = json.loads((engine_files.RUNTIME / "versions.json").read_text(encoding="utf-8"))

WORKER = [name for name in page_files() if name.startswith("worker/")]

LARGEST = 5_000_000
"""Bytes that a browser may have to load."""


@pytest.fixture
def client() -> TestClient:
    return TestClient(Starlette(routes=pages.ROUTES))


def packed_package() -> bytes:
    """Return the package as it is served."""
    return gzip.decompress(engine_files.packed_files()["package"].content)


def _listed(client: TestClient) -> dict[str, dict[str, object]]:
    files: dict[str, dict[str, object]] = client.get("/engine/files.json").json()["files"]
    return files


def test_every_listed_file_is_served_for_ever_and_the_list_never_from_a_cache(client: TestClient) -> None:
    response = client.get("/engine/files.json")
    assert response.headers["cache-control"] == "no-cache"
    assert response.json()["version"] == tilewise.__version__
    for part, file in response.json()["files"].items():
        answer = client.get(f"/engine/{file['name']}", headers={"accept-encoding": "identity"})
        assert answer.status_code == 200, part
        assert answer.headers["cache-control"] == pages.FOREVER
        content = answer.content if part == "script" else gzip.decompress(answer.content)
        assert content == gzip.decompress(engine_files.packed_files()[part].content)
    assert client.get("/engine/none.wasm.gz").status_code == 404


def test_the_script_is_sent_compressed_to_browsers(client: TestClient) -> None:
    file = _listed(client)["script"]
    with client.stream("GET", f"/engine/{file['name']}", headers={"accept-encoding": "gzip, br"}) as answer:
        assert answer.headers["content-encoding"] == "gzip"
        assert answer.headers["content-type"].startswith("text/javascript")
        assert answer.headers["content-length"] == str(file["size"])


def test_the_engine_is_small() -> None:
    assert WORKER
    worker = sum(len(page_files()[name]) for name in WORKER)
    assert worker + sum(len(file.content) for file in engine_files.packed_files().values()) <= LARGEST


def test_the_files_are_packed_once_however_many_ask_for_them_at_the_same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    packed = []
    together = threading.Barrier(8)

    def archive() -> bytes:
        packed.append(b"")
        time.sleep(0.05)
        return b""

    def ask(_: int) -> object:
        together.wait()
        return engine_files.packed_files()

    monkeypatch.setattr(engine_files, "package_archive", archive)
    engine_files._packed_files.cache_clear()
    try:
        with ThreadPoolExecutor(8) as threads:
            files = list(threads.map(ask, range(8)))
    finally:
        engine_files._packed_files.cache_clear()
    assert len(packed) == 1
    assert all(each is files[0] for each in files)


def test_webassembly_is_allowed_only_in_the_worker(api: AnonymousCaller) -> None:
    assert "wasm-unsafe-eval" not in CONTENT_POLICY
    assert CONTENT_POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'") == pages.ENGINE_POLICY
    for name in WORKER:
        assert api.get(f"/{name}").headers["content-security-policy"] == pages.ENGINE_POLICY
    for path in ("/", "/engine/files.json"):
        assert api.get(path).headers["content-security-policy"] == CONTENT_POLICY


def test_the_package_contains_the_browser_modules_and_neither_command_nor_http() -> None:
    names = zipfile.ZipFile(io.BytesIO(packed_package())).namelist()
    assert {"tilewise/__init__.py", "tilewise/browser/__init__.py", "tilewise/browser/event_log.py"} <= set(names)
    assert not [
        name for name in names if name.startswith(("tilewise/cli/", "tilewise/server/http/", "tilewise/server/store/"))
    ]


def test_the_package_is_the_same_for_the_same_sources() -> None:
    assert engine_files.package_archive() == packed_package()


def test_the_runtime_contains_every_module_that_the_package_imports() -> None:
    library = zipfile.ZipFile(io.BytesIO(gzip.decompress((engine_files.RUNTIME / "library.zip.gz").read_bytes())))
    known = {name.partition(".py")[0].removesuffix("/__init__").replace("/", ".") for name in library.namelist()}
    # `collections` itself adds `collections.abc`.
    known |= {*VERSIONS["built_in_modules"], "collections.abc", "msgspec", "msgspec.json", "msgspec.structs"}
    imported = {(module, path.name) for path in engine_files.package_modules() for module in _modules(path)}
    assert not {(module, file) for module, file in imported if module not in known}


def _modules(path: Path) -> set[str]:
    """Return the modules outside this package that a file imports wherever it runs: not in `if` or `try`."""
    tree = ast.parse(path.read_bytes())
    branches = [node for node in ast.walk(tree) if isinstance(node, ast.Try | ast.If)]
    optional = {id(node) for branch in branches for node in ast.walk(branch)}
    nodes = [node for node in ast.walk(tree) if id(node) not in optional]
    found = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    found |= {node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module is not None}
    return {name for name in found if name.partition(".")[0] != "tilewise"}


def test_the_runtime_has_the_pinned_version_of_pyodide() -> None:
    package = json.loads((ROOT / "web/package.json").read_text(encoding="utf-8"))
    assert VERSIONS["pyodide"] == package["devDependencies"]["pyodide"]
