"""The built page: one archive in git, which `make web` writes, so that an installation needs no Node.

One file, because nobody reads minified scripts: a reviewer sees one line for it, and a search in the repository does
not find them. Names in it contain a digest of the content, so that browsers keep what has not changed. It is not
compressed, so that git stores only what changes between two versions.
"""

from __future__ import annotations

import gzip
import zipfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

from tilewise.errors import TilewiseError

ARCHIVE: Final = Path(__file__).parent / "page.zip"


class NoPage(TilewiseError):
    """The page is not built, or was built by an earlier version."""

    def __init__(self, missing: str) -> None:
        super().__init__(f"The page has no {missing}. Build it with `make web`, and try again.")


@cache
def page_files() -> Mapping[str, bytes]:
    """Return the content of every file of the page by its path. Raises NoPage."""
    try:
        with zipfile.ZipFile(ARCHIVE) as archive:
            return MappingProxyType({name: archive.read(name) for name in archive.namelist()})
    except FileNotFoundError:
        raise NoPage(ARCHIVE.name) from None


def page_file(name: str) -> bytes:
    """Return the content of a file that the page must have. Raises NoPage."""
    try:
        return page_files()[name]
    except KeyError:
        raise NoPage(name) from None


@cache
def compressed(name: str) -> bytes:
    """Return a file of the page, compressed once for all visitors."""
    return gzip.compress(page_file(name))
