"""Filling the templates of a language with the facts of a profile."""

from __future__ import annotations

from collections.abc import Iterable
from string import Formatter
from typing import Any, Final

from tilewise.profiles import Profile
from tilewise.rulebook.facts import facts_of
from tilewise.rulebook.phrases import Phrases

TIME: Final = "time"
"""The format for a number of seconds; every other format is a noun of the language."""

_UNITS: Final = (("day", 24 * 3600), ("hour", 3600), ("minute", 60), ("second", 1))
"""Nouns that every language has, with their length in seconds."""


class TemplateFiller(Formatter):
    """Fills the templates of a language with the facts of a profile.

    >>> from tilewise.profiles import PROFILES
    >>> from tilewise.rulebook.en import ENGLISH
    >>> filler = TemplateFiller(ENGLISH, PROFILES["jumbo"])
    >>> filler.fill("{rack_size:tile} in {turn_seconds:time}")
    '14 tiles in 1 minute'
    """

    def __init__(self, phrases: Phrases, profile: Profile) -> None:
        self.phrases = phrases
        self.profile = profile
        facts = facts_of(profile)
        facts["times"] = phrases.times[facts["copies"] - 1]
        facts["large_times"] = phrases.times[facts["large_game_copies"] - 1]
        self._facts = facts

    def fill(self, *templates: str, **more: str) -> str:
        """Fill templates and join them with spaces, leaving out empty ones."""
        return " ".join(self.vformat(template, (), self._facts | more) for template in templates if template)

    def rule(self, ids: str, *templates: str, **more: str) -> str:
        """Fill templates and append the ids of their rules, each in brackets."""
        return f"{self.fill(*templates, **more)} {bracketed(ids)}"

    def title(self, profile: Profile) -> str:
        """Return the title of a profile's box in this language."""
        return self.phrases.titles.get(profile.name, profile.name)

    def join(self, parts: Iterable[str]) -> str:
        """Join the parts of a list, the last one with the word for "and"."""
        *first, last = parts
        return f"{', '.join(first)}{self.phrases.last_separator}{last}" if first else last

    def format_field(self, value: Any, format_spec: str) -> str:
        """Format a number on its own, with its noun, or as a time."""
        if not format_spec:
            return str(value)
        return self._time(value) if format_spec == TIME else self._counted(value, format_spec)

    def _counted(self, number: int, noun: str) -> str:
        return f"{number} {self.phrases.nouns[noun][self.phrases.plural(number)]}"

    def _time(self, seconds: int) -> str:
        parts = []
        for noun, length in _UNITS:
            count, seconds = divmod(seconds, length)
            if count:
                parts.append(self._counted(count, noun))
        return self.join(parts)


def bracketed(ids: str) -> str:
    """Put each of several rule ids in brackets.

    >>> bracketed("X1 X4")
    '[X1] [X4]'
    """
    return " ".join(f"[{rule}]" for rule in ids.split())
