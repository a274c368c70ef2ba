"""Filling templates."""

from __future__ import annotations

import pytest

from tilewise.profiles import PROFILES
from tilewise.rulebook import LANGUAGES, PHRASES, rules_text
from tilewise.rulebook.de import GERMAN
from tilewise.rulebook.templates import TemplateFiller, bracketed

TWIST, JUMBO = PROFILES["twist"], PROFILES["jumbo"]


def test_a_list_ends_with_the_word_for_and() -> None:
    filler = TemplateFiller(GERMAN, TWIST)
    assert [filler.join("abc"[:n]) for n in (1, 2, 3)] == ["a", "a und b", "a, b und c"]


@pytest.mark.parametrize(
    ("language", "rules", "sentence"),
    [
        ("en", {"rack_size": 1}, "Everyone takes 1 tile onto"),
        ("en", {"jokers": 1}, "Add 1 joker."),
        ("en", {"turn_seconds": 90}, "1 minute and 30 seconds"),
        ("en", {"turn_seconds": 3 * 24 * 3600}, "3 days"),
        ("de", {"rack_size": 1}, "Alle stellen 1 Stein so auf"),
        ("de", {"rack_size": 2}, "Alle stellen 2 Steine so auf"),
        ("de", {"copies": 3}, "Ihr spielt mit 156 Steinen"),
        ("de", {"redeal_pairs": 1}, "mindestens 1 Paar?"),
        ("de", {"redeal_pairs": 2}, "mindestens 2 Paare?"),
        ("de", {"redeal_pairs": 2}, "auf Wunsch ab 2 Paaren"),
        ("de", {"turn_seconds": 7201}, "2 Stunden und 1 Sekunde"),
        ("de", {"opening_threshold": 1}, "mindestens 1 Punkt wert"),
        ("pl", {"rack_size": 1}, "Każdy bierze 1 kostkę na"),
        ("pl", {"rack_size": 3}, "Każdy bierze 3 kostki na"),
        ("pl", {"rack_size": 12}, "Każdy bierze 12 kostek na"),
        ("pl", {"rack_size": 22}, "Każdy bierze 22 kostki na"),
        ("pl", {"copies": 1, "rack_size": 10}, "Weźcie 52 kostki"),
        ("pl", {"copies": 3}, "Weźcie 156 kostek"),
        ("pl", {"jokers": 1}, "Dodajcie 1 jokera."),
        ("pl", {"jokers": 4}, "Dodajcie 4 jokery."),
        ("pl", {"double_jokers": 1}, "1 joker podwójny"),
        ("pl", {"mirror_jokers": 3}, "3 jokery lustrzane"),
        ("pl", {"redeal_pairs": 1}, "co najmniej 1 parę"),
        ("pl", {"redeal_pairs": 5}, "co najmniej 5 par?"),
        ("pl", {"opening_threshold": 22}, "co najmniej 22 punkty."),
        ("pl", {"turn_seconds": 62}, "1 minutę i 2 sekundy"),
        ("pl", {"turn_seconds": 5 * 3600 + 5 * 60}, "5 godzin i 5 minut"),
    ],
)
def test_nouns_agree_with_their_numbers(language: str, rules: dict[str, int], sentence: str) -> None:
    assert sentence in rules_text(JUMBO.with_rules({"redeal_pairs": None} | rules), language)


def test_empty_templates_are_left_out() -> None:
    filler = TemplateFiller(GERMAN, JUMBO)
    assert filler.fill("a", "", "b {rack_size}") == "a b 14"
    assert filler.rule("X1 X4", "a") == "a [X1] [X4]"
    assert bracketed("C4") == "[C4]"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_title_of_an_unknown_box_is_its_name(language: str) -> None:
    filler = TemplateFiller(PHRASES[language], TWIST)
    assert filler.title(TWIST) == PHRASES[language].titles["twist"]
    assert filler.title(type(TWIST)(**{**TWIST.as_dict(), "name": "grandmother's"})) == "grandmother's"
