"""The layout of the repository: file names, sizes, and the files that the pages name."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "tilewise"
MODULES = sorted(path.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py"))

LONGEST_MODULE = 800
"""Lines. A module of 600 lines often has a second subject already."""


def test_no_two_modules_share_a_file_name() -> None:
    """So that a file name alone says what is inside, in an editor's tabs and in a traceback."""
    places = defaultdict(list)
    for module in MODULES:
        if module.name != "__init__.py":
            places[module.name].append(str(module))
    assert {name: found for name, found in places.items() if len(found) > 1} == {}


def test_every_module_can_be_read_in_one_sitting() -> None:
    lines = {str(module): (PACKAGE / module).read_text(encoding="utf-8").count("\n") for module in MODULES}
    assert {module: count for module, count in lines.items() if count > LONGEST_MODULE} == {}


def repository_texts() -> dict[str, str]:
    """Return the text files that people write, by path; without this test."""
    folders = ("benchmarks", "deploy", "docs", "scripts", "src", "tests", "web/src", "web/tests")
    files = [*ROOT.glob("*.*"), *(file for folder in folders for file in (ROOT / folder).rglob("*.*"))]
    written = (".py", ".md", ".toml", ".ts", ".svelte", ".json", ".txt", ".yaml", ".cfg")
    return {
        str(file.relative_to(ROOT)): file.read_text(encoding="utf-8")
        for file in files
        if file.suffix in written and file != Path(__file__).resolve()
    }


def test_nothing_refers_to_files_outside_the_repository() -> None:
    outside = re.compile(r"\bshared/|\bRULES\.md|\brulebooks/|\bSTYLE\.md|\bLANGUAGE\.md")
    assert [name for name, text in repository_texts().items() if outside.search(text)] == []


def test_the_readme_links_every_page() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [page.name for page in (ROOT / "docs").glob("*.md") if f"](docs/{page.name})" not in readme] == []


PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_between_pages_lead_to_files(page: Path) -> None:
    links = re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


RECIPE_FILES = {
    "src/tilewise/bots/thrifty.py",
    "src/tilewise/profiles/club.py",
    "src/tilewise/rulebook/eo.py",
    "tests/bots/test_thrifty.py",
    "web/src/home/AboutPage.svelte",
    "web/src/words/companion/eo.ts",
    "web/src/words/eo.ts",
}
"""Files that a reader of docs/architecture.md would create."""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_files_that_a_page_names_exist(page: Path) -> None:
    """A path in backticks is relative to the repository, to the package or to the server."""
    text = page.read_text(encoding="utf-8")
    paths = re.findall(r"`([\w.-]+/[\w./-]*\.(?:css|json|md|py|svelte|ts|txt))`", text)
    folders = (ROOT, PACKAGE, PACKAGE / "server")
    missing = {path for path in paths if not any((folder / path).exists() for folder in folders)}
    assert missing - RECIPE_FILES == set()
