"""Every rule of docs/rules.md is named by at least one test: in its name, docstring, comments, body or parameters."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

from tilewise.errors import Reason
from tilewise.profiles import PROFILES
from tilewise.scoring import ScoreProblemReason, ScoreReason

TESTS = Path(__file__).parent
RULES = (TESTS.parent / "docs" / "rules.md").read_text(encoding="utf-8")

RULE_IDS = re.findall(r"^- \*\*([A-Z][0-9]+)\b", RULES, re.MULTILINE)
"""Each rule starts with its id in bold, some with a name: **X1 double**."""


@cache
def sources() -> dict[str, list[str]]:
    """Return the text of each test function, with its decorators and comments, by file."""
    return {
        str(path.relative_to(TESTS)): functions_in(path.read_text(encoding="utf-8"))
        for path in sorted(TESTS.rglob("test_*.py"))
        if path != Path(__file__)
    }


def functions_in(text: str) -> list[str]:
    """Return the test functions of a file, methods included; the decorators hold a test's parameters."""
    lines = text.splitlines()
    functions = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            start = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            functions.append("\n".join(lines[start - 1 : node.end_lineno]))
    return functions


def ids_in(text: str) -> set[str]:
    """Return the rule ids in a text that are whole words; of a range such as X1-X4 only its two ends.

    The name of a test function contains them in lower case, between underscores.
    """
    found = set(re.findall(r"(?<![A-Za-z0-9])[ESTUXNC][0-9]{1,2}(?![A-Za-z0-9])", text))
    for name in re.findall(r"def (test_\w+)", text):
        found |= {word.upper() for word in name.split("_") if re.fullmatch(r"[estuxnc][0-9]{1,2}", word)}
    return found


@cache
def named_rules() -> dict[str, set[str]]:
    """Return the rule ids that the tests of each file name."""
    return {file: set().union(*map(ids_in, functions)) for file, functions in sources().items()}


def test_at_least_one_test_names_every_rule() -> None:
    named = set().union(*named_rules().values())
    assert [rule for rule in RULE_IDS if rule not in named] == []


def test_rule_ids_are_numbered_without_gaps() -> None:
    counts = {letter: sum(rule[0] == letter for rule in RULE_IDS) for letter in "ESTUXNC"}
    assert counts == {"E": 3, "S": 6, "T": 5, "U": 13, "X": 5, "N": 2, "C": 7}
    assert [f"{letter}{number}" for letter, count in counts.items() for number in range(1, count + 1)] == RULE_IDS


def test_reasons_name_only_rules_of_the_specification() -> None:
    named = {rule for reason in (*Reason, *ScoreReason, *ScoreProblemReason) for rule in ids_in(reason.rule)}
    assert named <= set(RULE_IDS)


def test_the_specification_lists_the_profiles() -> None:
    assert re.findall(r"^\| `([a-z-]+)` \| .* \| (de|en|pl) \|", RULES, re.MULTILINE) == [
        (profile.name, profile.language) for profile in PROFILES.values()
    ]


def test_tests_name_no_rule_that_does_not_exist() -> None:
    unknown = {file: sorted(named - set(RULE_IDS)) for file, named in named_rules().items()}
    assert {file: rules for file, rules in unknown.items() if rules} == {}


def test_a_rule_id_counts_only_as_a_whole_word() -> None:
    assert ids_in('def test_a(): """T1, U10-U12 and (C4)"""') == {"T1", "U10", "U12", "C4"}
    assert ids_in("def test_by_c5_the_most_games_win(): ...") == {"C5"}
    assert ids_in('x = "AT1 T1x c5 S301" + E10x') == set()


def test_a_rule_id_counts_only_within_a_test() -> None:
    text = '"""T1"""\nRULE = "T2"\n@mark("T3")\ndef test_a():\n    x  # T4\ndef helper():\n    "T5"\n'
    assert [ids_in(function) for function in functions_in(text)] == [{"T3", "T4"}]
