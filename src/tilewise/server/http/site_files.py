"""The files of a site: everything of the page that needs no server, for any web host and under any path.

The names of the engine's files end in .js and .bin. Hosts disagree about .mjs and .gz: some send the one with a type
that browsers refuse as a script, and the other as if the browser had to decompress it.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Mapping
from typing import Final

import tilewise
from tilewise.profiles import PROFILES
from tilewise.rulebook import LANGUAGES, rules_text
from tilewise.server.http.built_page import NoPage, page_files
from tilewise.server.http.engine_files import packed_files
from tilewise.server.http.pages import ENGINE_POLICY
from tilewise.server.http.security import CONTENT_POLICY

DOCUMENT: Final = "index.html"
SERVICE_WORKER: Final = "sw.js"

BUILT_WORKER: Final = "site-sw.js"
"""The service worker of a site as it is built from `web/`: it does not know the files yet."""

PLACEHOLDER: Final = "__SITE__"
"""Where the built service worker has the list of the files."""

NO_JEKYLL: Final = ".nojekyll"
"""Tells GitHub Pages to publish all files as they are."""

PAGE_POLICY: Final = "; ".join(part for part in CONTENT_POLICY.split("; ") if not part.startswith("frame-ancestors"))
"""The policy in the document. Browsers accept everything but frame-ancestors there.

WebAssembly is not allowed in it: the engine's worker is a file of its own, to which the document's policy does not
apply. It gets its policy from the service worker.
"""


def packed_site(page: Mapping[str, bytes] | None = None) -> dict[str, bytes]:
    """Return the content of every file by its path; the same sources make the same files. Raises NoPage.

    The service worker is the last one, and the document the one before it: a host that receives them in this order
    never announces files that it does not have.
    """
    built = page_files() if page is None else page
    document, worker = _text(built, DOCUMENT), _text(built, BUILT_WORKER)
    files = {name: built[name] for name in sorted(built) if name not in (DOCUMENT, SERVICE_WORKER, BUILT_WORKER)}
    files |= rules_files()
    engine = engine_files()
    version = _version({**files, **engine, DOCUMENT: document.encode(), SERVICE_WORKER: worker.encode()})
    site = {"version": version, "files": ["./", *sorted(files)], "policy": ENGINE_POLICY}
    return {
        NO_JEKYLL: b"",
        **files,
        **engine,
        DOCUMENT: mark_document(document, version).encode(),
        SERVICE_WORKER: worker.replace(PLACEHOLDER, json.dumps(site).replace('"', '\\"')).encode(),
    }


def rules_files() -> dict[str, bytes]:
    """Return the rules of every profile in every language, as the HTTP API returns them."""
    return {
        f"rules/{name}.{language}.json": json.dumps(
            {"profile": name, "language": language, "text": rules_text(profile, language), "differences": []}
        ).encode()
        for name, profile in PROFILES.items()
        for language in LANGUAGES
    }


def engine_files() -> dict[str, bytes]:
    """Return the files of the engine with their list.

    Browsers load the script themselves, so it is there as it is. It is also there compressed, for the service worker:
    the first visit loads a megabyte less from a host that does not compress.
    """
    files: dict[str, bytes] = {}
    parts: dict[str, dict[str, object]] = {}
    for part, packed in packed_files().items():
        stem = packed.name.partition(".")[0]
        files[f"engine/{stem}.bin"] = packed.content
        parts[part] = {"name": f"{stem}.bin", "size": len(packed.content)}
        if packed.is_script:
            files[f"engine/{stem}.js"] = gzip.decompress(packed.content)
            parts[part] |= {"name": f"{stem}.js", "packed": f"{stem}.bin"}
    return {**files, "engine/files.json": json.dumps({"version": tilewise.__version__, "files": parts}).encode()}


def mark_document(document: str, version: str) -> str:
    """Return the document with its policy first, and marked as a site, so that the page asks no server."""
    policy = f'<meta http-equiv="Content-Security-Policy" content="{PAGE_POLICY}" />'
    referrer = '<meta name="referrer" content="same-origin" />'
    guarded = document.replace("<head>", f"<head>\n    {policy}\n    {referrer}", 1)
    return guarded.replace('<div id="app">', f'<div id="app" data-site="{version}">')


def _text(page: Mapping[str, bytes], name: str) -> str:
    if name not in page:
        raise NoPage(name)
    return page[name].decode()


def _version(files: dict[str, bytes]) -> str:
    digest = hashlib.sha256()
    for name, content in sorted(files.items()):
        digest.update(f"{name}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()[:12]
