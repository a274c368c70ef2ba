"""Reasons with a name: a stable code for programs, and an English sentence whose braces name the facts."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from tilewise.tiles import TilewiseError


class NamedReason(Enum):
    """What reasons derive from that are none of the game's rules."""

    def __init__(self, code: str, sentence: str) -> None:
        self.code = code
        self.sentence = sentence


class RuleReason(Enum):
    """What reasons derive from that come from a rule: they also have its id in RULES.md."""

    def __init__(self, code: str, rule: str, sentence: str) -> None:
        self.code = code
        self.rule = rule
        self.sentence = sentence


class ReasonError(TilewiseError):
    """An error with a named reason and its facts; `str()` is the English sentence."""

    def __init__(self, reason: NamedReason, facts: Mapping[str, int | str] | None = None) -> None:
        self.reason = reason
        self.facts = dict(facts or {})
        super().__init__(reason, self.facts)

    def __str__(self) -> str:
        return self.reason.sentence.format(**self.facts)
