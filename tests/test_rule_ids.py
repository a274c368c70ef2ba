"""Every rule of RULES.md stands in a test: in a test's name, docstring, comments or body, or in its parameters."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
RULES = TESTS.parent.parent / "shared" / "RULES.md"
"""Outside the repository: checked where it is there."""


def ids(letter: str, last: int) -> list[str]:
    return [f"{letter}{number}" for number in range(1, last + 1)]


RULE_IDS = [
    *ids("E", 3),  # equipment
    *ids("S", 6),  # set-up
    *ids("T", 5),  # sets
    *ids("U", 13),  # a turn
    *ids("X", 5),  # special jokers
    *ids("N", 2),  # the end
    *ids("C", 6),  # scoring
]


@cache
def sources() -> dict[str, list[str]]:
    """The text of each test function, with its decorators and comments, by file."""
    found = {}
    for path in sorted(TESTS.glob("test_*.py")):
        if path.name != Path(__file__).name:
            found[path.name] = functions_in(path.read_text(encoding="utf-8"))
    return found


def functions_in(text: str) -> list[str]:
    """Cut the test functions out of a file, those of classes too; the decorators carry a test's parameters."""
    lines = text.splitlines()
    functions = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            start = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            functions.append("\n".join(lines[start - 1 : node.end_lineno]))
    return functions


def ids_in(text: str) -> set[str]:
    """The rule ids that stand in a text as words of their own; of a range such as X1-X4 only the two that stand there.

    In a function's name words are parted by underscores, and written small.
    """
    found = set(re.findall(r"(?<![A-Za-z0-9])[ESTUXNC][0-9]{1,2}(?![A-Za-z0-9])", text))
    for name in re.findall(r"def (test_\w+)", text):
        found |= {word.upper() for word in name.split("_") if re.fullmatch(r"[estuxnc][0-9]{1,2}", word)}
    return found


@pytest.mark.parametrize("rule", RULE_IDS)
def test_the_rule_stands_in_at_least_one_test(rule: str) -> None:
    naming = [file for file, functions in sources().items() if any(rule in ids_in(text) for text in functions)]
    assert naming, f"No test names rule {rule}."


def test_the_list_of_rules_is_that_of_the_specification() -> None:
    """RULES.md begins each rule with its id in bold, some with a name: **X1 double**."""
    if RULES.exists():
        bold = re.findall(r"\*\*([A-Z][0-9]+)\b[^*]*\*\*", RULES.read_text(encoding="utf-8"))
        assert sorted(bold) == sorted(RULE_IDS)
    assert len(set(RULE_IDS)) == len(RULE_IDS) == 40


def test_tests_name_no_rule_that_does_not_exist() -> None:
    for file, functions in sources().items():
        for text in functions:
            unknown = ids_in(text) - set(RULE_IDS)
            assert not unknown, f"{file}: {sorted(unknown)}"


def test_a_rule_id_counts_as_a_word_of_its_own() -> None:
    assert ids_in('def test_a(): """T1, U10-U12 and (C4)"""') == {"T1", "U10", "U12", "C4"}
    assert ids_in("def test_by_c5_the_most_games_win(): ...") == {"C5"}
    assert ids_in('x = "AT1 T1x c5 S301" + E10x') == set()


def test_a_rule_id_counts_only_within_a_test() -> None:
    text = '"""T1"""\nRULE = "T2"\n@mark("T3")\ndef test_a():\n    x  # T4\ndef helper():\n    "T5"\n'
    assert [ids_in(function) for function in functions_in(text)] == [{"T3", "T4"}]
