"""The texts of the rulebook, and what tests read from them."""

from __future__ import annotations

import re
from dataclasses import fields
from string import Formatter

from tilewise.profiles import Profile
from tilewise.rulebook import PHRASES, rules_text
from tilewise.rulebook.phrases import Phrases


def rule_ids(text: str) -> set[str]:
    """Return the rule ids in brackets."""
    return set(re.findall(r"\[([A-Z]\d+)\]", text))


def chapters_text(profile: Profile, language: str) -> str:
    """Return the rules without the differences from other boxes."""
    heading = PHRASES[language].headings.other_boxes
    return rules_text(profile, language).partition(f"## {heading}")[0]


def templates_of(phrases: Phrases) -> dict[str, str]:
    """Return every template of a language by its place."""
    parts = (phrases.headings, phrases.rules, phrases.differences)
    return {f"{type(part).__name__}.{f.name}": getattr(part, f.name) for part in parts for f in fields(part)}


def placeholders(template: str) -> list[tuple[str, str]]:
    """Return the name and the format of each placeholder."""
    return [(name, spec or "") for _, name, spec, _ in Formatter().parse(template) if name is not None]


def assert_reads_well(text: str) -> None:
    """Fail if a text has a brace, a missing value or punctuation in the wrong place."""
    assert not re.search(r"[{}]|None|  | [.,;:]|\.\.|-\d", text), text
