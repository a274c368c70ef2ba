"""The rulebook: every profile and every house rule told in three languages."""

import re
from dataclasses import fields
from itertools import permutations
from string import Formatter
from typing import Any

import pytest

from tilewise.profiles import PROFILES, RULE_FIELDS, Profile, RulesError
from tilewise.rulebook import LANGUAGES, differences, rules_text
from tilewise.rulebook.de import GERMAN
from tilewise.rulebook.en import ENGLISH
from tilewise.rulebook.facts import facts_of
from tilewise.rulebook.phrases import Phrases
from tilewise.rulebook.pl import POLISH, polish_plural
from tilewise.rulebook.templates import TIME, Wording
from tilewise.sets import TileSet, read_set
from tilewise.tiles import parse_tiles

PHRASES = dict(zip(LANGUAGES, (ENGLISH, GERMAN, POLISH), strict=True))
VIENNA, TM_TOYS, TWIST, JUMBO = (PROFILES[name] for name in ("vienna-de", "tm-toys", "twist", "jumbo"))

EVERY_BOX = "E1 E2 E3 S1 S2 S3 S4 S5 S6 T1 T2 T3 T4 T5 U1 U2 U3 U4 U5 U6 U7 U9 U10 U11 U12 U13 N1 N2 C1 C2 C4 C5 C6"
SPECIAL_JOKERS = "U8 X1 X2 X3 X4 X5"

# Every field, on a box where it has an effect, with values other than the printed one.
CHANGES: dict[str, tuple[Profile, tuple[Any, ...]]] = {
    "min_players": (JUMBO, (3, 4)),
    "max_players": (JUMBO, (2, 3, 5)),
    "copies": (TWIST, (1, 3)),
    "jokers": (JUMBO, (0, 1, 3, 4)),
    "double_jokers": (TWIST, (0, 1, 3, 4)),
    "colour_change_jokers": (TWIST, (0, 1, 3, 4)),
    "mirror_jokers": (TWIST, (0, 1, 3, 4)),
    "large_game_from": (TM_TOYS, (2, 3, 4, 6)),
    "large_game_copies": (TM_TOYS, (2,)),
    "large_game_jokers": (TM_TOYS, (0, 1, 2, 3)),
    "gift_tiles_in_box": (VIENNA, (0, 1, 3, 4)),
    "gift_tiles": (VIENNA, ("added", "instead")),
    "rack_size": (VIENNA, (1, 2, 5, 12, 13, 21, 22)),
    "redeal_pairs": (TM_TOYS, (None, 1, 2, 4, 5, 7)),
    "next_starter": (JUMBO, ("left-of-last",)),
    "opening_threshold": (TWIST, (0, 1, 2, 5, 12, 22, 50, 100)),
    "turn_seconds": (TWIST, (None, 1, 2, 5, 30, 61, 90, 120, 3600, 14 * 24 * 3600)),
    "clock_from": (TWIST, ("first-turn",)),
    "late_tiles": (TM_TOYS, (2, 5, 22, 30)),
    "late_tiles_unmoved": (JUMBO, (0, 1, 2)),
    "wrong_play": (JUMBO, ("penalty",)),
    "leftover_tiles": (JUMBO, ("pool", "rack")),
    "empty_pool": (JUMBO, ("passes",)),
    "joker_penalty": (JUMBO, (0, 1, 22, 1000)),
    "unopened_penalty": (TM_TOYS, (0, 1, 22, 1000)),
    "missed_opening_penalty": (TM_TOYS, (0, 1, 22, 1000)),
    "pool_score": (JUMBO, ("rack", "difference")),
    "pool_tie": (JUMBO, ("shared",)),
    "match_by": (JUMBO, ("games-won", "big-points")),
}

SPECIAL_EXAMPLES = {
    "double_jokers": "`D r5 r6`",
    "colour_change_jokers": "`b3 b4 C r6 r7`",
    "mirror_jokers": "`k3 k4 M k4 k3`",
}


def rule_ids(text: str) -> set[str]:
    return set(re.findall(r"\[([A-Z]\d+)\]", text))


def chapters(profile: Profile, language: str) -> str:
    """The rules alone, without the differences to other boxes."""
    heading = PHRASES[language].headings.other_boxes
    return rules_text(profile, language).partition(f"## {heading}")[0]


def templates(phrases: Phrases) -> dict[str, str]:
    parts = (phrases.headings, phrases.rules, phrases.contrasts)
    return {f"{type(part).__name__}.{f.name}": getattr(part, f.name) for part in parts for f in fields(part)}


def holes(template: str) -> list[tuple[str, str]]:
    return [(name, spec or "") for _, name, spec, _ in Formatter().parse(template) if name is not None]


def check_reads_well(text: str) -> None:
    assert not re.search(r"[{}]|None|  | [.,;:]|\.\.|-\d", text), text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)
class TestEveryBoxInEveryLanguage:
    def test_has_a_text_with_a_title_and_a_note_of_independence(self, profile: Profile, language: str) -> None:
        text = rules_text(profile, language)
        title = PHRASES[language].titles[profile.name]
        assert text.startswith("# ")
        assert text.splitlines()[0].endswith(title)
        assert "Rummikub" not in text.splitlines()[0]
        assert text.rstrip().endswith(PHRASES[language].rules.independent)
        check_reads_well(text)

    def test_tells_every_rule_that_applies(self, profile: Profile, language: str) -> None:
        expected = set(EVERY_BOX.split())
        expected |= set(SPECIAL_JOKERS.split()) if profile.mirror_jokers else set()
        expected |= {"C3"} if profile.unopened_penalty else set()
        assert rule_ids(chapters(profile, language)) == expected

    def test_ends_every_rule_with_its_id(self, profile: Profile, language: str) -> None:
        items = [line for line in rules_text(profile, language).splitlines() if line.startswith("- ")]
        notation, *without = [item for item in items if not re.search(r" \[[A-Z]\d+\]$", item)]
        assert notation == f"- {PHRASES[language].rules.notation}"
        assert without == []

    def test_lists_the_differences_to_each_other_box(self, profile: Profile, language: str) -> None:
        text = rules_text(profile, language)
        for other in PROFILES.values():
            quoted = re.search(rf"[“„]{re.escape(PHRASES[language].titles[other.name])}[”“]", text)
            assert bool(quoted) == (other != profile)
            for sentence in differences(profile, other, language):
                assert f"- {sentence}\n" in text

    def test_has_no_house_rules_as_printed(self, profile: Profile, language: str) -> None:
        assert PHRASES[language].headings.house_rules not in rules_text(profile, language)

    def test_does_not_depend_on_the_name_beyond_the_title(self, profile: Profile, language: str) -> None:
        """An unnamed box with the same fields reads the same, and its title falls back to its name."""
        unnamed = Profile(**{**profile.as_dict(), "name": "grandmother's"})
        title = PHRASES[language].titles[profile.name]
        assert chapters(unnamed, language) == chapters(profile, language).replace(title, "grandmother's")
        same = PHRASES[language].rules.same_rules.format(title=title)
        assert same in rules_text(unnamed, language)


def test_every_rule_field_has_a_change_to_test() -> None:
    assert set(CHANGES) == set(RULE_FIELDS)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("field", RULE_FIELDS)
def test_a_house_rule_changes_the_rules_and_is_listed(field: str, language: str) -> None:
    printed, values = CHANGES[field]
    texts = {chapters(printed, language)}
    for value in values:
        house = printed.with_rules({field: value})
        texts.add(chapters(house, language))
        found = differences(house, printed, language)
        whole = rules_text(house, language)
        listed = whole.partition(f"## {PHRASES[language].headings.house_rules}\n")[2]
        assert found
        assert all(sentence in listed for sentence in found)
        check_reads_well(whole)
    assert len(texts) == len(values) + 1, "two values read the same"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_box_and_itself_have_no_differences(language: str) -> None:
    for profile in PROFILES.values():
        assert differences(profile, profile, language) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_two_boxes_differ_and_both_are_told(language: str) -> None:
    for profile, other in permutations(PROFILES.values(), 2):
        ours, theirs = differences(profile, other, language), differences(other, profile, language)
        assert ours
        assert ours != theirs
        assert [rule_ids(sentence) for sentence in ours] == [rule_ids(sentence) for sentence in theirs]


def test_a_difference_says_how_it_is_here_and_there() -> None:
    without = TWIST.with_rules({"opening_threshold": 0})
    assert differences(TWIST, without, "en") == ["Opening: here at least 30 points; there any set. [U3]"]
    assert differences(without, TWIST, "de") == ["Eröffnung: hier jede Kombination; dort mindestens 30 Punkte. [U3]"]
    assert differences(TWIST, without, "pl") == ["Otwarcie: tutaj co najmniej 30 punktów; tam dowolny układ. [U3]"]


def test_fields_without_effect_make_no_difference() -> None:
    """A large game that nobody can play, a clock that does not run, jokers that gift tiles replace."""
    untimed = TWIST.with_rules({"turn_seconds": None})
    gifts = VIENNA.with_rules({"gift_tiles": "instead"})
    for base, change in (
        (JUMBO, {"large_game_copies": 2}),
        (JUMBO, {"large_game_from": 5}),
        (untimed, {"clock_from": "first-turn"}),
        (gifts, {"jokers": 4}),
    ):
        assert differences(base, base.with_rules(change), "en") == []
        assert chapters(base, "en") == chapters(base.with_rules(change), "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_house_rule_without_effect_makes_no_section(language: str) -> None:
    text = rules_text(JUMBO.with_rules({"large_game_copies": 2}), language)
    assert PHRASES[language].headings.house_rules not in text


@pytest.mark.parametrize("language", LANGUAGES)
class TestSpecialJokers:
    def test_are_told_only_for_boxes_with_them(self, language: str) -> None:
        heading = f"## {PHRASES[language].headings.special_jokers}\n"
        for profile in PROFILES.values():
            assert (heading in rules_text(profile, language)) == (profile is TWIST)

    def test_are_told_each_for_itself(self, language: str) -> None:
        """X1, X2, X3: a kind that the box lacks is neither explained nor shown."""
        for kept, example in SPECIAL_EXAMPLES.items():
            others = [kind for kind in SPECIAL_EXAMPLES if kind != kept]
            text = chapters(TWIST.with_rules(dict.fromkeys(others, 0)), language)
            assert example in text
            for kind in others:
                assert SPECIAL_EXAMPLES[kind] not in text
            letters = {"double_jokers": "`D`", "colour_change_jokers": "`C`", "mirror_jokers": "`M`"}
            assert [kind for kind, letter in letters.items() if letter in text] == [kept]

    def test_may_be_the_only_jokers(self, language: str) -> None:
        text = chapters(TWIST.with_rules({"jokers": 0}), language)
        assert "T4" in rule_ids(text)
        assert "`J`" not in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_box_without_jokers_says_nothing_of_freeing_them(language: str) -> None:
    text = chapters(JUMBO.with_rules({"jokers": 0}), language)
    assert PHRASES[language].rules.no_jokers in text
    assert rule_ids(text).isdisjoint({"T4", "T5", "U7"})


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_clock_nobody_runs_out_of_time(language: str) -> None:
    text = chapters(JUMBO.with_rules({"turn_seconds": None}), language)
    assert PHRASES[language].rules.no_clock in text
    assert "U10" not in rule_ids(text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_penalty_tiles_are_never_told_as_a_number(language: str) -> None:
    """U10-U12 with a penalty of 0, wherever a penalty is told."""
    for leftover in ("pool", "pool-and-draw", "rack"):
        rules = {"late_tiles": 0, "late_tiles_unmoved": 0, "wrong_play": "penalty", "leftover_tiles": leftover}
        text = chapters(TM_TOYS.with_rules(rules), language)
        for rule in ("U10", "U11", "U12"):
            (item,) = [line for line in text.splitlines() if line.endswith(f"[{rule}]")]
            assert "0" not in item.removesuffix(f"[{rule}]")


def test_the_large_game_for_all_is_told_as_the_only_one() -> None:
    text = chapters(TM_TOYS.with_rules({"large_game_from": 2}), "en")
    assert "156 tiles" in text
    assert "4 jokers" in text
    assert "104" not in text
    assert "From" not in text.partition("## Getting ready")[0]


@pytest.mark.parametrize(
    ("profile", "scores"),
    [
        ("vienna-de", "+30, −5, −10, −15"),
        ("international", "+27, −4, −9, −14"),
        ("tm-toys", "+27, −4, −9, −14"),
        ("jumbo", "−1, −5, −10, −15"),
    ],
)
def test_the_example_for_an_empty_pool_follows_the_profile(profile: str, scores: str) -> None:
    """C4."""
    for language in LANGUAGES:
        assert scores in chapters(PROFILES[profile], language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_example_is_a_set(language: str) -> None:
    examples = {quoted for quoted in rules_text(TWIST, language).split("`")[1::2] if " " in quoted}
    assert len(examples) == 8
    for example in examples:
        assert isinstance(read_set(parse_tiles(example)), TileSet), example


def test_polish_counts_in_three_forms() -> None:
    forms = {n: polish_plural(n) for n in range(131)}
    assert [n for n, form in forms.items() if form == 0] == [1]
    assert [n for n, form in forms.items() if form == 1][:9] == [2, 3, 4, 22, 23, 24, 32, 33, 34]
    assert all(forms[n] == 2 for n in (0, 5, 11, 12, 13, 14, 15, 21, 25, 31, 100, 101, 111, 112, 113, 114))
    assert all(forms[n] == 1 for n in (102, 103, 104, 122))


@pytest.mark.parametrize(
    ("language", "rules", "sentence"),
    [
        ("en", {"rack_size": 1}, "Everyone takes 1 tile onto"),
        ("en", {"jokers": 1}, "Add 1 joker."),
        ("en", {"turn_seconds": 90}, "1 minute and 30 seconds"),
        ("en", {"turn_seconds": 3 * 24 * 3600}, "3 days"),
        ("de", {"rack_size": 1}, "Alle nehmen 1 Stein auf"),
        ("de", {"rack_size": 2}, "Alle nehmen 2 Steine auf"),
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


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_template_names_facts_and_nouns_that_exist(language: str) -> None:
    phrases = PHRASES[language]
    given = {"title", "special", "subject", "here", "there", "times", "large_times"}
    for where, template in templates(phrases).items():
        for name, spec in holes(template):
            assert name in facts_of(TWIST) or name in given, where
            assert spec in phrases.nouns or spec in ("", TIME), where


def test_every_template_tells_the_same_facts_in_every_language() -> None:
    english = {where: {name for name, _ in holes(text)} for where, text in templates(ENGLISH).items()}
    for phrases in (GERMAN, POLISH):
        assert {where: {name for name, _ in holes(text)} for where, text in templates(phrases).items()} == english


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_noun_has_every_form_and_every_noun_is_used(language: str) -> None:
    phrases = PHRASES[language]
    forms = {phrases.plural(n) for n in range(200)}
    assert all(len(noun) == len(forms) for noun in phrases.nouns.values())
    used = {spec for template in templates(phrases).values() for _, spec in holes(template)}
    assert set(phrases.nouns) - used == {"day", "hour", "minute", "second"}
    assert set(phrases.titles) == set(PROFILES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_empty_or_left_in_english(language: str) -> None:
    texts = templates(PHRASES[language])
    assert all(text.strip() for text in texts.values())
    if language != "en":
        same = {where for where, text in templates(ENGLISH).items() if text == texts[where]}
        assert all(where.startswith("Contrasts.") and "{" in texts[where] for where in same)


def test_a_list_ends_with_the_word_for_and() -> None:
    wording = Wording(GERMAN, TWIST)
    assert [wording.listing("abc"[:n]) for n in (1, 2, 3)] == ["a", "a und b", "a, b und c"]


@pytest.mark.parametrize("language", ["fr", "EN", ""])
def test_an_unknown_language_is_refused_with_the_languages_there_are(language: str) -> None:
    with pytest.raises(RulesError, match=r"the languages are en, de, pl\.$"):
        rules_text(TWIST, language)
    with pytest.raises(RulesError, match=r"the languages are en, de, pl\.$"):
        differences(TWIST, JUMBO, language)
