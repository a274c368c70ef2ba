"""The rules of a profile in our own words, in three languages, written from the profile's fields.

chapters    the chapters of a rulebook
comparison  how two profiles differ
facts       the facts that the templates may name
templates   filling the templates of a language
phrases     the texts that every language needs
en          the texts in English
de          the texts in German
pl          the texts in Polish
"""

from typing import Final

from tilewise.profiles import Profile, RulesError, RulesReason
from tilewise.rulebook.chapters import rulebook_text
from tilewise.rulebook.comparison import compare_profiles
from tilewise.rulebook.de import GERMAN
from tilewise.rulebook.en import ENGLISH
from tilewise.rulebook.phrases import Phrases
from tilewise.rulebook.pl import POLISH

PHRASES: Final[dict[str, Phrases]] = {"en": ENGLISH, "de": GERMAN, "pl": POLISH}
"""The texts by language."""

LANGUAGES: Final = tuple(PHRASES)


def rules_text(profile: Profile, language: str) -> str:
    """Return the rules of a profile in Markdown; raises RulesError for an unknown language.

    >>> from tilewise.profiles import PROFILES
    >>> rules_text(PROFILES["jumbo"], "en").splitlines()[0]
    '# Tile rummy: Jumbo edition'
    """
    return rulebook_text(_phrases(language), profile)


def differences(profile: Profile, other: Profile, language: str) -> list[str]:
    """Return a sentence for each rule in which two profiles differ; raises RulesError for an unknown language.

    >>> from tilewise.profiles import PROFILES
    >>> twist = PROFILES["twist"]
    >>> differences(twist, twist.with_rules({"opening_threshold": 0}), "en")
    ['Opening: here at least 30 points; there any set. [U3]']
    """
    return compare_profiles(_phrases(language), profile, other)


def _phrases(language: str) -> Phrases:
    phrases = PHRASES.get(language)
    if phrases is None:
        known = ", ".join(LANGUAGES)
        raise RulesError(RulesReason.NO_SUCH_LANGUAGE, {"language": repr(language), "known": known})
    return phrases


__all__ = ["LANGUAGES", "PHRASES", "differences", "rules_text"]
