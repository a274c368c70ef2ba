"""The chapters of a rulebook: the sentences that a profile's fields select, with the ids of their rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tilewise.profiles import PROFILES, Profile, house_rules_of
from tilewise.rulebook.comparison import compare_profiles, special_jokers
from tilewise.rulebook.facts import always_large, sometimes_large
from tilewise.rulebook.phrases import Headings, Phrases
from tilewise.rulebook.templates import TemplateFiller
from tilewise.tiles import JOKER

Chapter = Callable[[TemplateFiller], list[str]]
"""Returns the items of a chapter; a chapter without items is left out."""


def rulebook_text(phrases: Phrases, profile: Profile) -> str:
    """Return the rules of a profile in Markdown."""
    filler = TemplateFiller(phrases, profile)
    t, headings = phrases.rules, phrases.headings
    title = filler.title(profile)
    house = _house_rules(filler)
    parts = [
        f"# {filler.fill(headings.title, title=title)}",
        filler.fill(t.compatible, t.house_note if house else "", title=title),
        filler.fill(t.look_up),
        filler.rule("N1", t.aim),
    ]
    for heading, chapter in _CHAPTERS:
        items = chapter(filler)
        if items:
            parts += [f"## {heading(headings)}", _items(items)]
    parts += [f"## {headings.other_boxes}", *_other_boxes(filler)]
    if house:
        parts += [f"## {headings.house_rules}", filler.fill(t.house_rules), _items(house)]
    parts += [f"## {headings.independence}", filler.fill(t.independent)]
    return "\n\n".join(parts) + "\n"


def _items(texts: list[str]) -> str:
    return "\n".join(f"- {text}" for text in texts)


def _box(f: TemplateFiller) -> list[str]:
    p, t = f.profile, f.phrases.rules
    items = [
        f.rule("E3", t.players_exact if p.min_players == p.max_players else t.players_range),
        f.rule("E1", t.tiles),
    ]
    if sometimes_large(p) and p.large_game_copies != p.copies:
        items.append(f.rule("E1", t.large_tiles))
    jokers = p.large_game_jokers if always_large(p) else p.jokers
    if p.gift_tiles != "instead":
        items.append(f.rule("E2", t.jokers if jokers else t.no_jokers))
        if sometimes_large(p) and p.large_game_jokers != p.jokers:
            items.append(f.rule("E2", t.large_jokers))
    if p.gift_tiles_in_box:
        gift = {"off": t.gift_off, "added": t.gift_added, "instead": t.gift_instead}
        items.append(f.rule("E2", gift[p.gift_tiles]))
    special = special_jokers(f)
    if special:
        items.append(f.rule("E2", t.special_jokers, special=special))
    return items


def _set_up(f: TemplateFiller) -> list[str]:
    p, t = f.profile, f.phrases.rules
    return [
        f.rule("S1", t.starter, t.starter_joker if p.joker_kinds else ""),
        f.rule("S2", t.clockwise),
        f.rule("S3", t.deal),
        f.rule("S4", t.pool),
        f.rule("S5", t.no_redeal if p.redeal_pairs is None else t.redeal),
        f.rule("S6", t.next_left if p.next_starter == "left-of-last" else t.next_highest),
    ]


def _sets(f: TemplateFiller) -> list[str]:
    p, t = f.profile, f.phrases.rules
    items = [f.fill(t.notation), f.rule("T1", t.group), f.rule("T2", t.run), f.rule("T3", t.lowest)]
    if JOKER in p.joker_kinds:
        items.append(f.rule("T4", t.joker))
    if p.joker_kinds:
        items.append(f.rule("T5", t.joker_place))
    return items


def _turn(f: TemplateFiller) -> list[str]:
    p, t = f.profile, f.phrases.rules
    items = [f.rule("U1", t.choose), f.rule("U2", t.drawn)]
    if p.opening_threshold:
        items.append(f.rule("U3", t.opening, t.opening_value if p.joker_kinds else ""))
    else:
        items.append(f.rule("U3 U4", t.opening_any))
    items += [
        f.rule("U3", t.opening_table),
        f.rule("U4", t.no_duty),
        f.rule("U5", t.rearrange),
        f.rule("U6", t.turn_end),
    ]
    if p.joker_kinds:
        items.append(f.rule("U7", t.freeing))
    return [*items, f.rule("U13", t.pool_short)]


def _special_jokers(f: TemplateFiller) -> list[str]:
    p, t = f.profile, f.phrases.rules
    if not special_jokers(f):
        return []
    items = [f.rule("T1 T2 T4", t.special_sets)]
    if p.double_jokers:
        items.append(f.rule("X1 X4", t.double))
    if p.colour_change_jokers:
        twice = t.colour_change_twice if p.colour_change_jokers > 1 else ""
        items.append(f.rule("X2 X4", t.colour_change, twice))
    if p.mirror_jokers:
        change = t.mirror_colour_change if p.colour_change_jokers else ""
        items.append(f.rule("X3 X4", t.mirror, change))
    freed = f.rule("X5", t.double_freed if p.double_jokers else "", t.special_freed)
    return [*items, freed, f.rule("U8", t.no_exchange)]


def _clock(f: TemplateFiller) -> list[str]:
    p, t = f.profile, f.phrases.rules
    items = []
    if p.turn_seconds is None:
        items.append(f.rule("U9", t.no_clock))
    else:
        items.append(f.rule("U9", t.clock_opened if p.clock_from == "after-opening" else t.clock_always))
        items.append(f.rule("U10", t.time_up, _late(f)))
    if p.wrong_play == "penalty":
        items.append(f.rule("U11", t.wrong_penalty if p.late_tiles else t.wrong_no_tiles))
    else:
        items.append(f.rule("U11", t.wrong_refused))
    leftover = {
        "pool": t.leftover_pool,
        "pool-and-draw": t.leftover_draw if p.late_tiles else t.leftover_draw_only,
        "rack": t.leftover_rack if p.late_tiles else t.leftover_rack_only,
    }
    return [*items, f.rule("U12", leftover[p.leftover_tiles])]


def _late(f: TemplateFiller) -> str:
    p, t = f.profile, f.phrases.rules
    if not p.late_tiles:
        return t.late_none
    if p.late_tiles == p.late_tiles_unmoved:
        return t.late_same
    return t.late_split if p.late_tiles_unmoved else t.late_begun_only


def _end(f: TemplateFiller) -> list[str]:
    t = f.phrases.rules
    return [
        f.rule("N1", t.win),
        f.rule("N2", t.last_round if f.profile.empty_pool == "last-round" else t.passes),
    ]


def _scoring(f: TemplateFiller) -> list[str]:
    p, t = f.profile, f.phrases.rules
    pool_score = {"rack": t.pool_rack, "difference": t.pool_difference, "all-minus": t.pool_all_minus}
    items = [
        f.rule("C1", t.rack_worth, t.joker_worth if p.joker_kinds else ""),
        f.rule("C2", t.winner_plus, t.plus_example),
    ]
    if p.unopened_penalty is not None:
        items.append(f.rule("C3", t.unopened))
    tie = [
        t.tie_fewest if p.pool_tie == "fewest-tiles" else t.tie_shared,
        t.share_plus if p.pool_score != "all-minus" else "",
        t.share_big if p.match_by == "big-points" else "",
    ]
    return [*items, f.rule("C4", pool_score[p.pool_score], t.pool_example), f.rule("C4", *tie)]


def _match(f: TemplateFiller) -> list[str]:
    p, t = f.profile, f.phrases.rules
    match_by, example = {
        "score": (t.match_score, t.example_score),
        "games-won": (t.match_games, t.example_won),
        "big-points": (t.match_big, t.example_big),
    }[p.match_by]
    return [f.rule("C5", match_by, t.shared_place), f.rule("C6", t.example_games, example)]


def _other_boxes(f: TemplateFiller) -> list[str]:
    t = f.phrases.rules
    parts = []
    for other in PROFILES.values():
        if other.name == f.profile.name:
            continue
        found = compare_profiles(f.phrases, f.profile, other)
        if found:
            parts += [f.fill(t.compared, title=f.title(other)), _items(found)]
        else:
            parts.append(f.fill(t.same_rules, title=f.title(other)))
    return parts


def _house_rules(f: TemplateFiller) -> list[str]:
    """Return how house rules differ from the printed box; nothing for a profile without a printed box."""
    printed = PROFILES.get(f.profile.name)
    if printed is None or not house_rules_of(f.profile):
        return []
    return compare_profiles(f.phrases, f.profile, printed)


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
)
"""The heading of each chapter and the chapter itself, in order."""
