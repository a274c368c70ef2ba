"""The engine as a browser gets it: its own sources, msgspec, nothing else, and no compiled code. Same answers."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.support.effort import examples
from tilewise.browser.agreement import event_digests, game_digests, joint_digest, position_digests
from tilewise.profiles import PROFILES
from tilewise.server.http.engine_files import package_archive

ALONE = """
import json, sys

class OnlyMsgspec:
    def find_spec(self, name, path=None, target=None):
        top = name.partition(".")[0]
        if top in sys.stdlib_module_names or top in ("msgspec", "tilewise", "_pyodide_core"):
            return None
        raise ModuleNotFoundError(f"A page has no {name}.", name=name)

sys.meta_path.insert(0, OnlyMsgspec())
import asyncio
import tilewise.solver.plain_search
from tilewise.browser.agreement import game_digests, position_digests
from tilewise.browser.engine import Engine

positions, games = map(int, sys.argv[1:])
print(json.dumps({
    "kernel": tilewise.solver.plain_search.__file__,
    "modules": sorted({name.partition(".")[0] for name in sys.modules} - set(sys.stdlib_module_names)),
    "positions": position_digests(positions),
    "games": asyncio.run(game_digests(games)),
}))
"""


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package as it is sent to a page, next to msgspec."""
    folder = tmp_path_factory.mktemp("package")
    with zipfile.ZipFile(io.BytesIO(package_archive())) as archive:
        archive.extractall(folder)
    (folder / "msgspec").symlink_to(Path(msgspec.__file__).parent)
    return folder


def run_alone(package: Path, positions: int, games: int, hash_seed: str) -> dict[str, Any]:
    """Run the engine's package in a Python without any other package."""
    environment = {**os.environ, "PYTHONPATH": str(package), "PYTHONHASHSEED": hash_seed}
    command = [sys.executable, "-S", "-c", ALONE, str(positions), str(games)]
    done = subprocess.run(command, env=environment, cwd=package, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


async def test_the_package_of_a_page_needs_only_msgspec_and_answers_as_this_program_does(package: Path) -> None:
    positions, games = examples(12, thorough=60), examples(2, thorough=len(PROFILES))
    alone = run_alone(package, positions, games, "1")
    assert alone["kernel"].endswith(".py"), "a page has no compiled code"
    assert [name for name in alone["modules"] if not name.startswith("_")] == ["msgspec", "tilewise"]
    assert alone["positions"] == position_digests(positions)
    assert alone["games"] == await game_digests(games)


async def test_digests_depend_on_the_seed_and_on_nothing_else() -> None:
    positions = position_digests(16)
    assert position_digests(8, 8) == positions[8:]
    assert len(set(positions)) == 16
    games = await game_digests(2)
    assert await game_digests(1, 1) == games[1:]
    events = await event_digests(2)
    assert await event_digests(1, 1) == events[1:]
    assert len({*events, *games}) == 4


def test_a_joint_digest_differs_if_any_of_them_does() -> None:
    assert joint_digest(["a", "b"]) == joint_digest(("a", "b"))
    assert len({joint_digest(each) for each in (["a", "b"], ["b", "a"], ["a"], ["ab"], [])}) == 5
