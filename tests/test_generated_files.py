"""Every generated file is up to date: `scripts/generate` would change nothing."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from scripts.generators import GENERATED, ROOT, outdated_files
from scripts.generators.protocol_schema import message_schema
from scripts.generators.sections import begin_mark, end_mark, replace_section
from tests.support.served import environment


@pytest.mark.parametrize("name", GENERATED)
def test_a_generated_file_is_up_to_date(name: str) -> None:
    present = (ROOT / name).read_text(encoding="utf-8")
    assert GENERATED[name](present) == present, f"{name} is out of date: run scripts/generate"


def test_the_command_checks_without_writing() -> None:
    command = [sys.executable, "-m", "scripts.generators", "--check"]
    checked = subprocess.run(command, cwd=ROOT, env=environment(), capture_output=True, text=True, check=False)
    assert (checked.returncode, checked.stderr) == (0, "")


def test_files_that_are_missing_or_changed_are_outdated(tmp_path: Path) -> None:
    for name in GENERATED:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    assert outdated_files(tmp_path) == {}
    missing, changed = tmp_path / "web/src/server/rules.json", tmp_path / "docs/server.md"
    missing.unlink()
    changed.write_text(changed.read_text(encoding="utf-8").replace("TILEWISE_PORT", "TILEWISE_PROT"), encoding="utf-8")
    assert outdated_files(tmp_path) == {
        path: (ROOT / path.relative_to(tmp_path)).read_text(encoding="utf-8") for path in (changed, missing)
    }


def test_only_the_section_of_a_page_is_replaced() -> None:
    page = f"Above\n{begin_mark('list')}old\n{end_mark('list')}Below\n"
    assert replace_section(page, "list", "new\n") == f"Above\n{begin_mark('list')}\nnew\n\n{end_mark('list')}Below\n"


@pytest.mark.parametrize("page", ["# Something else\n", begin_mark("list"), end_mark("list")])
def test_a_page_without_the_section_is_not_overwritten(page: str) -> None:
    with pytest.raises(ValueError, match="The page has no section"):
        replace_section(page, "list", "new\n")


def test_two_message_types_of_one_name_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    first = msgspec.defstruct("Ping", [("a", int)], module="tilewise.a", tag="first")
    second = msgspec.defstruct("Ping", [("b", int)], module="tilewise.b", tag="second")
    monkeypatch.setattr("tilewise.server.protocol.AnyClientMessage", first | second)
    with pytest.raises(ValueError, match="Two types of messages are called Ping"):
        message_schema()


def test_the_lock_file_of_the_page_names_no_registry() -> None:
    """So that `npm ci` uses the registry that the machine is configured for."""
    assert '"resolved"' not in (ROOT / "web/package-lock.json").read_text(encoding="utf-8")
