"""The texts of every language, and Polish plurals."""

from __future__ import annotations

import pytest

from tests.support.rulebook_texts import placeholders, templates_of
from tilewise.profiles import PROFILES
from tilewise.rulebook import LANGUAGES, PHRASES
from tilewise.rulebook.en import ENGLISH
from tilewise.rulebook.facts import facts_of
from tilewise.rulebook.pl import polish_plural
from tilewise.rulebook.templates import TIME

TWIST = PROFILES["twist"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_template_names_facts_and_nouns_that_exist(language: str) -> None:
    phrases = PHRASES[language]
    given = {"title", "special", "subject", "here", "there", "times", "large_times"}
    for where, template in templates_of(phrases).items():
        for name, spec in placeholders(template):
            assert name in facts_of(TWIST) or name in given, where
            assert spec in phrases.nouns or spec in ("", TIME), where


def test_every_template_names_the_same_facts_in_every_language() -> None:
    english = {where: {name for name, _ in placeholders(text)} for where, text in templates_of(ENGLISH).items()}
    for phrases in PHRASES.values():
        assert {
            where: {name for name, _ in placeholders(text)} for where, text in templates_of(phrases).items()
        } == english


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_noun_has_every_form_and_every_noun_is_used(language: str) -> None:
    phrases = PHRASES[language]
    forms = {phrases.plural(n) for n in range(200)}
    assert all(len(noun) == len(forms) for noun in phrases.nouns.values())
    used = {spec for template in templates_of(phrases).values() for _, spec in placeholders(template)}
    assert set(phrases.nouns) - used == {"day", "hour", "minute", "second"}
    assert set(phrases.titles) == set(PROFILES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_empty_or_left_in_english(language: str) -> None:
    texts = templates_of(PHRASES[language])
    assert all(text.strip() for text in texts.values())
    if language != "en":
        same = {where for where, text in templates_of(ENGLISH).items() if text == texts[where]}
        assert all(where.startswith("Differences.") and "{" in texts[where] for where in same)


# Polish plurals


def test_polish_counts_in_three_forms() -> None:
    forms = {n: polish_plural(n) for n in range(131)}
    assert [n for n, form in forms.items() if form == 0] == [1]
    assert [n for n, form in forms.items() if form == 1][:9] == [2, 3, 4, 22, 23, 24, 32, 33, 34]
    assert all(forms[n] == 2 for n in (0, 5, 11, 12, 13, 14, 15, 21, 25, 31, 100, 101, 111, 112, 113, 114))
    assert all(forms[n] == 1 for n in (102, 103, 104, 122))
