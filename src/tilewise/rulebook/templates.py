"""Filling the templates of a language with the facts of a profile."""

from __future__ import annotations

from collections.abc import Iterable
from string import Formatter
from typing import Any, Final

from tilewise.profiles import Profile
from tilewise.rulebook.facts import facts_of
from tilewise.rulebook.phrases import Phrases

TIME: Final = "time"
"""The format of a number of seconds; every other format is a noun of the language."""

_UNITS: Final = (("day", 24 * 3600), ("hour", 3600), ("minute", 60), ("second", 1))
"""Nouns that every language has, and how many seconds each is."""


class Wording(Formatter):
    """A profile told in a language.

    >>> from tilewise.profiles import PROFILES
    >>> from tilewise.rulebook.en import ENGLISH
    >>> wording = Wording(ENGLISH, PROFILES["jumbo"])
    >>> wording.fill("{rack_size:tile} in {turn_seconds:time}")
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
        """Fill templates and put them one behind the other, leaving out empty ones."""
        return " ".join(self.vformat(template, (), self._facts | more) for template in templates if template)

    def rule(self, ids: str, *templates: str, **more: str) -> str:
        """Fill templates and put the rules' ids behind them, each in brackets."""
        return f"{self.fill(*templates, **more)} {bracketed(ids)}"

    def title(self, profile: Profile) -> str:
        """Return what a profile's box is called in this language."""
        return self.phrases.titles.get(profile.name, profile.name)

    def listing(self, parts: Iterable[str]) -> str:
        """Join the parts of a sentence, the last one with the language's word for it."""
        *first, last = parts
        return f"{', '.join(first)}{self.phrases.last_comma}{last}" if first else last

    def format_field(self, value: Any, format_spec: str) -> str:
        """Write a number alone, with its noun, or as a time."""
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
        return self.listing(parts)


def bracketed(ids: str) -> str:
    """Put each of several rule ids into brackets.

    >>> bracketed("X1 X4")
    '[X1] [X4]'
    """
    return " ".join(f"[{rule}]" for rule in ids.split())
