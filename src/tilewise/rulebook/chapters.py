"""The chapters of a rulebook: the sentences that a profile's fields select, with the ids of their rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tilewise.profiles import PROFILES, Profile, house_rules_of
from tilewise.rulebook.comparison import compare_profiles, special_jokers
from tilewise.rulebook.facts import ADVISED_CLOCKS, PILE, always_large, sometimes_large
from tilewise.rulebook.phrases import Headings, Phrases
from tilewise.rulebook.templates import TemplateFiller
from tilewise.tiles import JOKER

Chapter = Callable[[TemplateFiller], list[str]]
"""Returns the items of a chapter; a chapter without items is left out."""


def rulebook_text(phrases: Phrases, profile: Profile) -> str:
    """Return the rules of a profile in Markdown."""
    filler = TemplateFiller(phrases, profile)
    texts, headings = phrases.rules, phrases.headings
    title = filler.title(profile)
    house = _house_rules(filler)
    parts = [
        f"# {filler.fill(headings.title, title=title)}",
        filler.fill(texts.compatible, texts.house_note if house else "", title=title),
        filler.fill(texts.look_up),
        filler.rule("N1", texts.aim),
    ]
    for heading, chapter in _CHAPTERS:
        items = chapter(filler)
        if items:
            parts += [f"## {heading(headings)}", _items(items)]
    parts += [f"## {headings.other_boxes}", *_other_boxes(filler)]
    if house:
        parts += [f"## {headings.house_rules}", filler.fill(texts.house_rules), _items(house)]
    parts += [f"## {headings.independence}", filler.fill(texts.independent)]
    return "\n\n".join(parts) + "\n"


def _items(texts: list[str]) -> str:
    return "\n".join(f"- {text}" for text in texts)


def _box(filler: TemplateFiller) -> list[str]:
    profile, texts = filler.profile, filler.phrases.rules
    items = [
        filler.rule("E3", texts.players_exact if profile.min_players == profile.max_players else texts.players_range),
        filler.rule("E1", texts.tiles),
    ]
    if sometimes_large(profile) and profile.large_game_copies != profile.copies:
        items.append(filler.rule("E1", texts.large_tiles))
    jokers = profile.large_game_jokers if always_large(profile) else profile.jokers
    if profile.gift_tiles != "instead":
        items.append(filler.rule("E2", texts.jokers if jokers else texts.no_jokers))
        if sometimes_large(profile) and profile.large_game_jokers != profile.jokers:
            items.append(filler.rule("E2", texts.large_jokers))
    if profile.gift_tiles_in_box:
        gift = {"off": texts.gift_off, "added": texts.gift_added, "instead": texts.gift_instead}
        items.append(filler.rule("E2", gift[profile.gift_tiles]))
    special = special_jokers(filler)
    if special:
        items.append(filler.rule("E2", texts.special_jokers, special=special))
    return items


def _set_up(filler: TemplateFiller) -> list[str]:
    profile, texts = filler.profile, filler.phrases.rules
    return [
        filler.rule("S1", texts.starter, texts.starter_joker if profile.joker_kinds else ""),
        filler.rule("S2", texts.clockwise),
        filler.rule("S3", texts.deal, _piles(filler)),
        filler.rule("S4", texts.pool),
        filler.rule("S5", texts.no_redeal if profile.redeal_pairs is None else texts.redeal),
        filler.rule("S6", texts.next_left if profile.next_starter == "left-of-last" else texts.next_highest),
    ]


def _piles(filler: TemplateFiller) -> str:
    """Return how to stack the tiles; empty if the book does not advise it or a rack is no number of piles."""
    profile, texts = filler.profile, filler.phrases.rules
    if "piles-of-seven" not in profile.advice or profile.rack_size % PILE:
        return ""
    return texts.large_piles if sometimes_large(profile) else texts.piles


def _sets(filler: TemplateFiller) -> list[str]:
    profile, texts = filler.profile, filler.phrases.rules
    items = [
        filler.fill(texts.notation),
        filler.rule("T1", texts.group),
        filler.rule("T2", texts.run),
        filler.rule("T3", texts.lowest),
    ]
    if JOKER in profile.joker_kinds:
        items.append(filler.rule("T4", texts.joker))
    if profile.joker_kinds:
        items.append(filler.rule("T5", texts.joker_place))
    return items


def _turn(filler: TemplateFiller) -> list[str]:
    profile, texts = filler.profile, filler.phrases.rules
    items = [filler.rule("U1", texts.choose), filler.rule("U2", texts.drawn)]
    advised = profile.opening_threshold and "open-with-any-set" in profile.advice
    no_duty = texts.no_duty_yet if profile.empty_pool == "must-place" else texts.no_duty
    if profile.opening_threshold:
        items.append(filler.rule("U3", texts.opening, texts.opening_value if profile.joker_kinds else ""))
    else:
        items.append(filler.rule("U3 U4", texts.opening_any))
    items += [
        filler.rule("U3", texts.opening_table),
        filler.rule("U4", no_duty, texts.any_set_advised if advised else ""),
        filler.rule("U5", texts.rearrange),
        filler.rule("U6", texts.turn_end),
    ]
    if profile.joker_kinds:
        items.append(filler.rule("U7", texts.freeing))
        freed = {
            "anywhere": texts.freed_anywhere,
            "another-set": texts.freed_another_set,
            "new-set": texts.freed_new_set,
        }
        items.append(filler.rule("U7", freed[profile.freed_joker]))
    return [*items, filler.rule("U13", texts.pool_short, texts.last_tile)]


def _special_jokers(filler: TemplateFiller) -> list[str]:
    profile, texts = filler.profile, filler.phrases.rules
    if not special_jokers(filler):
        return []
    items = [filler.rule("T1 T2 T4", texts.special_sets)]
    if profile.double_jokers:
        items.append(filler.rule("X1 X4", texts.double))
    if profile.colour_change_jokers:
        twice = texts.colour_change_twice if profile.colour_change_jokers > 1 else ""
        items.append(filler.rule("X2 X4", texts.colour_change, twice))
    if profile.mirror_jokers:
        double = texts.mirror_double if profile.double_jokers else ""
        change = texts.mirror_colour_change if profile.colour_change_jokers else ""
        items.append(filler.rule("X3 X4", texts.mirror, double, change))
    freed = filler.rule("X5", texts.double_freed if profile.double_jokers else "", texts.special_freed)
    return [*items, freed, filler.rule("U8", texts.no_exchange)]


def _clock(filler: TemplateFiller) -> list[str]:
    profile, texts = filler.profile, filler.phrases.rules
    items = []
    if profile.turn_seconds is None:
        items.append(filler.rule("U9", texts.no_clock))
    else:
        clock = texts.clock_opened if profile.clock_from == "after-opening" else texts.clock_always
        is_advised = "other-time-limits" in profile.advice and profile.turn_seconds not in ADVISED_CLOCKS
        items.append(filler.rule("U9", clock, texts.clocks_advised if is_advised else ""))
        items.append(filler.rule("U10", texts.time_up, _late(filler)))
    if profile.wrong_play == "penalty":
        items.append(filler.rule("U11", texts.wrong_penalty if profile.late_tiles else texts.wrong_no_tiles))
    else:
        items.append(filler.rule("U11", texts.wrong_refused))
    leftover = {
        "pool": texts.leftover_pool,
        "pool-and-draw": texts.leftover_draw if profile.late_tiles else texts.leftover_draw_only,
        "rack": texts.leftover_rack if profile.late_tiles else texts.leftover_rack_only,
    }
    return [*items, filler.rule("U12", leftover[profile.leftover_tiles])]


def _late(filler: TemplateFiller) -> str:
    profile, texts = filler.profile, filler.phrases.rules
    if not profile.late_tiles:
        return texts.late_none
    if profile.late_tiles == profile.late_tiles_unmoved:
        return texts.late_same
    return texts.late_split if profile.late_tiles_unmoved else texts.late_begun_only


def _end(filler: TemplateFiller) -> list[str]:
    profile, texts = filler.profile, filler.phrases.rules
    empty_pool = {
        "passes": (texts.passes,),
        "stuck": (texts.stuck,),
        "must-place": (texts.must_place, texts.late_passes if profile.turn_seconds is not None else ""),
        "last-round": (texts.last_round,),
    }
    return [filler.rule("N1", texts.win, texts.call_out), filler.rule("N2", *empty_pool[profile.empty_pool])]


def _scoring(filler: TemplateFiller) -> list[str]:
    profile, texts = filler.profile, filler.phrases.rules
    pool_score = {"rack": texts.pool_rack, "difference": texts.pool_difference, "all-minus": texts.pool_all_minus}
    items = [
        filler.rule("C1", texts.rack_worth, texts.joker_worth if profile.joker_kinds else ""),
        filler.rule("C2 C7", texts.winner_plus, texts.sum_check, texts.plus_example),
    ]
    if profile.unopened_penalty is not None:
        items.append(filler.rule("C3", texts.unopened, texts.announced_tile))
    tie = [
        texts.tie_fewest if profile.pool_tie == "fewest-tiles" else texts.tie_shared,
        texts.share_plus if profile.pool_score != "all-minus" else "",
        texts.share_big if profile.match_by == "big-points" else "",
    ]
    return [*items, filler.rule("C4", pool_score[profile.pool_score], texts.pool_example), filler.rule("C4", *tie)]


def _match(filler: TemplateFiller) -> list[str]:
    profile, texts = filler.profile, filler.phrases.rules
    match_by, example = {
        "score": (texts.match_score, texts.example_score),
        "games-won": (texts.match_games, texts.example_won),
        "big-points": (texts.match_big, texts.example_big),
    }[profile.match_by]
    return [filler.rule("C5", match_by, texts.shared_place), filler.rule("C6", texts.example_games, example)]


def _strategy(filler: TemplateFiller) -> list[str]:
    """Return the book's advice on how to win, without what the tiles of the box make pointless."""
    profile, texts = filler.profile, filler.phrases.rules
    advice = {
        "hold-tiles-back": texts.hold_back,
        "keep-the-fourth": texts.keep_fourth,
        "keep-a-joker": texts.keep_joker if profile.joker_kinds else "",
        "mirror-duplicates": texts.mirror_duplicates if profile.mirror_jokers else "",
    }
    return [filler.fill(text) for name, text in advice.items() if text and name in profile.advice]


def _other_boxes(filler: TemplateFiller) -> list[str]:
    texts = filler.phrases.rules
    parts = []
    for other in PROFILES.values():
        if other.name == filler.profile.name:
            continue
        found = compare_profiles(filler.phrases, filler.profile, other)
        if found:
            parts += [filler.fill(texts.compared, title=filler.title(other)), _items(found)]
        else:
            parts.append(filler.fill(texts.same_rules, title=filler.title(other)))
    return parts


def _house_rules(filler: TemplateFiller) -> list[str]:
    """Return how house rules differ from the printed box; nothing for a profile without a printed box."""
    printed = PROFILES.get(filler.profile.name)
    if printed is None or not house_rules_of(filler.profile):
        return []
    return compare_profiles(filler.phrases, filler.profile, printed)


_CHAPTERS: Final[tuple[tuple[Callable[[Headings], str], Chapter], ...]] = (
    (lambda h: h.box, _box),
    (lambda h: h.set_up, _set_up),
    (lambda h: h.sets, _sets),
    (lambda h: h.turn, _turn),
    (lambda h: h.special_jokers, _special_jokers),
    (lambda h: h.clock, _clock),
    (lambda h: h.end, _end),
    (lambda h: h.scoring, _scoring),
    (lambda h: h.match, _match),
    (lambda h: h.strategy, _strategy),
)
"""The heading of each chapter and the chapter itself, in order."""
