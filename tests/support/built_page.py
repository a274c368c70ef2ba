"""A small page in place of the one that `web/` builds."""

from __future__ import annotations

from pathlib import Path
from typing import Final

DOCUMENT: Final = """<!doctype html>
<html lang="en">
  <head>
    <script async src="./assets/preload-1.js"></script>
    <meta charset="utf-8" />
    <link rel="manifest" href="./manifest.webmanifest" />
    <script type="module" src="./assets/index-1.js"></script>
  </head>
  <body>
    <div id="app"></div>
  </body>
</html>
"""


def build_page(folder: Path) -> Path:
    """Write a page and return its folder."""
    files = {
        "index.html": DOCUMENT,
        "sw.js": "// server only",
        "site-sw.js": 'const SITE = JSON.parse("__SITE__");\n',
        "manifest.webmanifest": "{}",
        "assets/index-1.js": "1",
        "assets/preload-1.js": "0",
        "worker/worker-1.js": "2",
        "icons/icon-192.png": "3",
    }
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content, encoding="utf-8")
    return folder
