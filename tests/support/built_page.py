"""A small page in place of the one that `web/` builds."""

from __future__ import annotations

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


def small_page() -> dict[str, bytes]:
    """Return the files of a page."""
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
    return {name: content.encode() for name, content in files.items()}
