"""`tilewise site`: the page as files for any web host, without a server."""

from __future__ import annotations

import argparse
import json
import shlex
from pathlib import Path, PurePosixPath
from typing import Final

from tilewise.errors import TilewiseError

LIST: Final = "tilewise-site.json"
"""The list of the files that this command has written, by which it knows them the next time."""


def run_site(options: argparse.Namespace) -> int:
    """Write the site and print what to do with it; raises TilewiseError if the folder has other content."""
    from tilewise.server.http.site_files import packed_site

    folder = Path(options.folder)
    written = _written_before(folder)
    files = packed_site()
    foreign = [name for name in files if name not in written and (folder / name).exists()]
    if foreign:
        raise TilewiseError(f"{folder} has a file {foreign[0]} of its own. Move it away, or choose another folder.")
    _write(folder, files, written)
    megabytes = sum(map(len, files.values())) / 1e6
    print(f"The site is in {folder}: {len(files)} files, {megabytes:.1f} MB. Copy the folder to any web host.")
    print("  Try it:   " + shlex.join(["python3", "-m", "http.server", "--directory", str(folder), "8014"]))
    print("            then open http://127.0.0.1:8014")
    print("  Update:   run the same command again. Players get the new version between two games.")
    return 0


def _written_before(folder: Path) -> set[str]:
    """Return the files that this command wrote into the folder; raises TilewiseError if others did."""
    if folder.exists() and not folder.is_dir():
        raise TilewiseError(f"{folder} is a file. Choose a new folder.")
    try:
        return {_inside(name) for name in json.loads((folder / LIST).read_text(encoding="utf-8"))}
    except FileNotFoundError:
        # Hidden files belong to tools: an empty repository is an empty folder.
        if folder.exists() and any(not path.name.startswith(".") for path in folder.iterdir()):
            raise TilewiseError(f"{folder} has other content. Choose a new folder, or an empty one.") from None
        return set()
    except (TypeError, ValueError):
        raise TilewiseError(f"{folder / LIST} is damaged. Remove the folder, or choose another one.") from None


def _inside(name: str) -> str:
    """Return a listed name; raises ValueError if it leads out of the folder, where nothing may be removed."""
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts:
        raise ValueError(name)
    return name


def _write(folder: Path, files: dict[str, bytes], written: set[str]) -> None:
    """Write the files in their order, and remove those of an earlier version."""
    folder.mkdir(parents=True, exist_ok=True)
    # Written first: if this is interrupted, the next run knows all files.
    listed = folder / LIST
    listed.write_text(json.dumps(sorted(written | files.keys()), indent=0), encoding="utf-8")
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        # An unchanged file keeps its time, so that only changes are uploaded.
        if not path.is_file() or path.read_bytes() != content:
            path.write_bytes(content)
    for name in sorted(written - files.keys()):
        (folder / name).unlink(missing_ok=True)
    listed.write_text(json.dumps(sorted(files), indent=0), encoding="utf-8")
