"""The chapters: every profile and every house rule in three languages."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.support.rulebook_texts import assert_reads_well, chapters_text, rule_ids
from tilewise.profiles import PROFILES, RULE_FIELDS, Profile, RulesError
from tilewise.rulebook import LANGUAGES, PHRASES, differences, rules_text
from tilewise.rulebook.templates import TemplateFiller
from tilewise.sets import TileSet, read_set
from tilewise.tiles import parse_tiles

VIENNA, TM_TOYS, TWIST, JUMBO = (PROFILES[name] for name in ("vienna-de", "tm-toys", "twist", "jumbo"))

EVERY_BOX = "E1 E2 E3 S1 S2 S3 S4 S5 S6 T1 T2 T3 T4 T5 U1 U2 U3 U4 U5 U6 U7 U9 U10 U11 U12 U13 N1 N2 C1 C2 C4 C5 C6 C7"
SPECIAL_JOKERS = "U8 X1 X2 X3 X4 X5"

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
    "freed_joker": (JUMBO, ("another-set", "new-set")),
    "turn_seconds": (TWIST, (None, 1, 2, 5, 30, 61, 90, 120, 3600, 14 * 24 * 3600)),
    "clock_from": (TWIST, ("first-turn",)),
    "late_tiles": (TM_TOYS, (2, 5, 22, 30)),
    "late_tiles_unmoved": (JUMBO, (0, 1, 2)),
    "wrong_play": (JUMBO, ("penalty",)),
    "leftover_tiles": (JUMBO, ("pool", "rack")),
    "empty_pool": (JUMBO, ("passes", "stuck", "must-place")),
    "joker_penalty": (JUMBO, (0, 1, 22, 1000)),
    "unopened_penalty": (TM_TOYS, (0, 1, 22, 1000)),
    "missed_opening_penalty": (TM_TOYS, (0, 1, 22, 1000)),
    "pool_score": (JUMBO, ("rack", "difference")),
    "pool_tie": (JUMBO, ("shared",)),
    "match_by": (JUMBO, ("games-won", "big-points")),
}
"""For every field, a box where it has an effect, and values other than the printed one."""

SPECIAL_EXAMPLES = {
    "double_jokers": "`D r5 r6`",
    "colour_change_jokers": "`b3 b4 C r6 r7`",
    "mirror_jokers": "`k3 k4 M k4 k3`",
}


def chapter(profile: Profile, language: str, heading: str) -> str:
    """Return the text of a chapter; empty if the rules have no such chapter."""
    return rules_text(profile, language).partition(f"## {heading}\n")[2].partition("\n## ")[0]


def items_of(profile: Profile, language: str, rule: str) -> list[str]:
    """Return the items of a rule."""
    return [line for line in chapters_text(profile, language).splitlines() if line.endswith(f" [{rule}]")]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)
class TestEveryBoxInEveryLanguage:
    def test_has_a_title_and_a_note_of_independence(self, profile: Profile, language: str) -> None:
        text = rules_text(profile, language)
        title = PHRASES[language].titles[profile.name]
        assert text.startswith("# ")
        assert text.splitlines()[0].endswith(title)
        assert "Rummikub" not in text.splitlines()[0]
        assert text.rstrip().endswith(PHRASES[language].rules.independent)
        assert_reads_well(text)

    def test_contains_every_rule_that_applies(self, profile: Profile, language: str) -> None:
        expected = set(EVERY_BOX.split())
        expected |= set(SPECIAL_JOKERS.split()) if profile.mirror_jokers else set()
        expected |= {"C3"} if profile.unopened_penalty else set()
        assert rule_ids(chapters_text(profile, language)) == expected

    def test_ends_every_rule_with_its_id(self, profile: Profile, language: str) -> None:
        strategy = chapter(profile, language, PHRASES[language].headings.strategy)
        text = rules_text(profile, language).replace(strategy, "")
        items = [line for line in text.splitlines() if line.startswith("- ")]
        notation, *without = [item for item in items if not re.search(r" \[[A-Z]\d+\]$", item)]
        assert notation == f"- {PHRASES[language].rules.notation}"
        assert without == []

    def test_lists_the_differences_from_each_other_box(self, profile: Profile, language: str) -> None:
        text = rules_text(profile, language)
        for other in PROFILES.values():
            quoted = re.search(rf"[“„]{re.escape(PHRASES[language].titles[other.name])}[”“]", text)
            assert bool(quoted) == (other != profile)
            for sentence in differences(profile, other, language):
                assert f"- {sentence}\n" in text

    def test_has_no_house_rules_as_printed(self, profile: Profile, language: str) -> None:
        assert PHRASES[language].headings.house_rules not in rules_text(profile, language)

    def test_depends_on_the_name_only_for_the_title(self, profile: Profile, language: str) -> None:
        """A box with another name and the same fields has the same text; its title is its name."""
        unnamed = Profile(**{**profile.as_dict(), "name": "grandmother's"})
        title = PHRASES[language].titles[profile.name]
        assert chapters_text(unnamed, language) == chapters_text(profile, language).replace(title, "grandmother's")
        same = PHRASES[language].rules.same_rules.format(title=title)
        assert same in rules_text(unnamed, language)


def test_every_rule_field_has_a_change_to_test() -> None:
    assert set(CHANGES) == set(RULE_FIELDS)


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("field", RULE_FIELDS)
def test_a_house_rule_changes_the_rules_and_is_listed(field: str, language: str) -> None:
    printed, values = CHANGES[field]
    texts = {chapters_text(printed, language)}
    for value in values:
        house = printed.with_rules({field: value})
        texts.add(chapters_text(house, language))
        found = differences(house, printed, language)
        whole = rules_text(house, language)
        listed = whole.partition(f"## {PHRASES[language].headings.house_rules}\n")[2]
        assert found
        assert all(sentence in listed for sentence in found)
        assert_reads_well(whole)
    assert len(texts) == len(values) + 1, "two values read the same"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_house_rule_without_effect_makes_no_section(language: str) -> None:
    text = rules_text(JUMBO.with_rules({"large_game_copies": 2}), language)
    assert PHRASES[language].headings.house_rules not in text


@pytest.mark.parametrize("language", LANGUAGES)
class TestSpecialJokers:
    def test_are_explained_only_for_boxes_with_them(self, language: str) -> None:
        heading = f"## {PHRASES[language].headings.special_jokers}\n"
        for profile in PROFILES.values():
            assert (heading in rules_text(profile, language)) == (profile is TWIST)

    def test_are_explained_one_by_one(self, language: str) -> None:
        """X1, X2, X3: a kind that the box lacks is neither explained nor shown."""
        for kept, example in SPECIAL_EXAMPLES.items():
            others = [kind for kind in SPECIAL_EXAMPLES if kind != kept]
            text = chapters_text(TWIST.with_rules(dict.fromkeys(others, 0)), language)
            assert example in text
            for kind in others:
                assert SPECIAL_EXAMPLES[kind] not in text
            letters = {"double_jokers": "`D`", "colour_change_jokers": "`C`", "mirror_jokers": "`M`"}
            assert [kind for kind, letter in letters.items() if letter in text] == [kept]

    def test_mention_each_other_only_if_the_box_has_both(self, language: str) -> None:
        """X3."""
        texts = PHRASES[language].rules
        for field, sentence in (
            ("double_jokers", texts.mirror_double),
            ("colour_change_jokers", texts.mirror_colour_change),
        ):
            assert sentence in chapters_text(TWIST, language)
            assert sentence not in chapters_text(TWIST.with_rules({field: 0}), language)

    def test_may_be_the_only_jokers(self, language: str) -> None:
        text = chapters_text(TWIST.with_rules({"jokers": 0}), language)
        assert "T4" in rule_ids(text)
        assert "`J`" not in text


@pytest.mark.parametrize("language", LANGUAGES)
class TestWhatTheBooksAdvise:
    def test_is_a_chapter_of_the_strategy_that_the_book_prints(self, language: str) -> None:
        texts, heading = PHRASES[language].rules, PHRASES[language].headings.strategy
        joker = TemplateFiller(PHRASES[language], VIENNA).fill(texts.keep_joker)
        whole = [texts.hold_back, texts.keep_fourth, joker]
        printed = {
            "vienna-de": whole,
            "vienna-en": whole,
            "jumbo": [texts.hold_back, joker],
            "tm-toys": [],
            "international": whole,
            "twist": [texts.mirror_duplicates],
        }
        for name, sentences in printed.items():
            found = chapter(PROFILES[name], language, heading)
            assert found.strip() == "\n".join(f"- {sentence}" for sentence in sentences)

    def test_says_nothing_about_tiles_that_the_box_lacks(self, language: str) -> None:
        heading = PHRASES[language].headings.strategy
        assert not chapter(TWIST.with_rules({"mirror_jokers": 0}), language, heading)
        without = chapter(JUMBO.with_rules({"jokers": 0}), language, heading)
        assert without.strip() == f"- {PHRASES[language].rules.hold_back}"

    def test_has_piles_of_seven_if_racks_are_dealt_in_piles(self, language: str) -> None:
        """S3: 14 piles and one of 8; in the large game 22 and one of 6. The scan of `international` has no piles."""
        (item,) = items_of(TM_TOYS, language, "S3")
        assert re.search(r"\(14 × 7 \+ 8; .* 22 × 7 \+ 6\)", item)
        (item,) = items_of(JUMBO, language, "S3")
        assert "(14 × 7 + 8)" in item
        assert "22" not in item
        assert "(16 × 7)" in items_of(TWIST, language, "S3")[0]
        for profile in (PROFILES["international"], JUMBO.with_rules({"rack_size": 13})):
            assert "× 7" not in items_of(profile, language, "S3")[0]

    def test_has_gift_tiles_as_more_jokers_or_in_their_place(self, language: str) -> None:
        """E2."""
        for name, profile in PROFILES.items():
            gift = TemplateFiller(PHRASES[language], profile).fill(PHRASES[language].rules.gift_off)
            assert (gift in chapters_text(profile, language)) == name.startswith("vienna-")

    def test_has_openings_with_any_set_until_that_is_the_rule(self, language: str) -> None:
        """U4."""
        advised = PHRASES[language].rules.any_set_advised
        for profile in PROFILES.values():
            assert (advised in chapters_text(profile, language)) == (profile is TM_TOYS)
        assert advised not in chapters_text(TM_TOYS.with_rules({"opening_threshold": 0}), language)

    def test_has_other_clocks_while_there_is_one(self, language: str) -> None:
        """U9."""
        for profile in PROFILES.values():
            (item,) = items_of(profile, language, "U9")
            assert ("30" in item and "40" in item) == (profile is TM_TOYS)
        assert "40" not in items_of(TM_TOYS.with_rules({"turn_seconds": None}), language, "U9")[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_goes_out_or_draws_the_last_tile_says_so(language: str) -> None:
    """N1, U13."""
    texts = PHRASES[language].rules
    for profile in PROFILES.values():
        assert texts.call_out in items_of(profile, language, "N1")[-1]
        assert texts.last_tile in items_of(profile, language, "U13")[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_announced_tile_is_set_apart_where_openings_are_announced(language: str) -> None:
    """C3."""
    for profile in PROFILES.values():
        apart = PHRASES[language].rules.announced_tile in chapters_text(profile, language)
        assert apart == (profile.unopened_penalty is not None)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_box_without_jokers_does_not_mention_freeing_them(language: str) -> None:
    text = chapters_text(JUMBO.with_rules({"jokers": 0}), language)
    assert PHRASES[language].rules.no_jokers in text
    assert rule_ids(text).isdisjoint({"T4", "T5", "U7"})


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_a_clock_no_penalty_for_time_is_mentioned(language: str) -> None:
    text = chapters_text(JUMBO.with_rules({"turn_seconds": None}), language)
    assert PHRASES[language].rules.no_clock in text
    assert "U10" not in rule_ids(text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_penalty_of_no_tiles_is_never_written_as_a_number(language: str) -> None:
    """U10-U12 with a penalty of 0."""
    for leftover in ("pool", "pool-and-draw", "rack"):
        rules = {"late_tiles": 0, "late_tiles_unmoved": 0, "wrong_play": "penalty", "leftover_tiles": leftover}
        text = chapters_text(TM_TOYS.with_rules(rules), language)
        for rule in ("U10", "U11", "U12"):
            (item,) = [line for line in text.splitlines() if line.endswith(f"[{rule}]")]
            assert "0" not in item.removesuffix(f"[{rule}]")


def test_a_large_game_for_all_is_described_as_the_only_one() -> None:
    text = chapters_text(TM_TOYS.with_rules({"large_game_from": 2}), "en")
    assert "156 tiles" in text
    assert "4 jokers" in text
    assert "104" not in text
    assert "From" not in text.partition("## Getting ready")[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_example_is_a_set(language: str) -> None:
    examples = {quoted for quoted in rules_text(TWIST, language).split("`")[1::2] if " " in quoted}
    assert len(examples) == 10
    for example in examples:
        assert isinstance(read_set(parse_tiles(example)), TileSet), example


@pytest.mark.parametrize("language", ["fr", "EN", ""])
def test_an_unknown_language_is_refused_with_the_languages_there_are(language: str) -> None:
    with pytest.raises(RulesError, match=rf"the languages are {', '.join(LANGUAGES)}\.$"):
        rules_text(TWIST, language)
    with pytest.raises(RulesError, match=rf"the languages are {', '.join(LANGUAGES)}\.$"):
        differences(TWIST, JUMBO, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_clock_that_the_book_suggests_is_not_suggested_again_u9(language: str) -> None:
    suggestion = PHRASES[language].rules.clocks_advised
    assert suggestion in rules_text(TM_TOYS, language)
    for seconds in (30, 40, None):
        assert suggestion not in rules_text(TM_TOYS.with_rules({"turn_seconds": seconds}), language)
