"""The chapters of a rulebook: which sentence a profile's fields ask for, and the rule that it tells."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tilewise.profiles import PROFILES, Profile, house_rules_of
from tilewise.rulebook.comparison import compare_profiles, special_jokers
from tilewise.rulebook.facts import always_large, sometimes_large
from tilewise.rulebook.phrases import Headings, Phrases
from tilewise.rulebook.templates import Wording
from tilewise.tiles import JOKER

Chapter = Callable[[Wording], list[str]]
"""The items of a chapter; a chapter without items is left out."""


def whole_text(phrases: Phrases, profile: Profile) -> str:
    """Return the rules of a profile in Markdown."""
    wording = Wording(phrases, profile)
    t, headings = phrases.rules, phrases.headings
    title = wording.title(profile)
    house = _house_rules(wording)
    parts = [
        f"# {wording.fill(headings.title, title=title)}",
        wording.fill(t.compatible, t.house_note if house else "", title=title),
        wording.fill(t.look_up),
        wording.rule("N1", t.aim),
    ]
    for heading, chapter in _CHAPTERS:
        items = chapter(wording)
        if items:
            parts += [f"## {heading(headings)}", _items(items)]
    parts += [f"## {headings.other_boxes}", *_other_boxes(wording)]
    if house:
        parts += [f"## {headings.house_rules}", wording.fill(t.house_rules), _items(house)]
    parts += [f"## {headings.independence}", wording.fill(t.independent)]
    return "\n\n".join(parts) + "\n"


def _items(texts: list[str]) -> str:
    return "\n".join(f"- {text}" for text in texts)


def _box(w: Wording) -> list[str]:
    p, t = w.profile, w.phrases.rules
    items = [
        w.rule("E3", t.players_exact if p.min_players == p.max_players else t.players_range),
        w.rule("E1", t.tiles),
    ]
    if sometimes_large(p) and p.large_game_copies != p.copies:
        items.append(w.rule("E1", t.large_tiles))
    jokers = p.large_game_jokers if always_large(p) else p.jokers
    if p.gift_tiles != "instead":
        items.append(w.rule("E2", t.jokers if jokers else t.no_jokers))
        if sometimes_large(p) and p.large_game_jokers != p.jokers:
            items.append(w.rule("E2", t.large_jokers))
    if p.gift_tiles_in_box:
        gift = {"off": t.gift_off, "added": t.gift_added, "instead": t.gift_instead}
        items.append(w.rule("E2", gift[p.gift_tiles]))
    special = special_jokers(w)
    if special:
        items.append(w.rule("E2", t.special_jokers, special=special))
    return items


def _set_up(w: Wording) -> list[str]:
    p, t = w.profile, w.phrases.rules
    return [
        w.rule("S1", t.starter, t.starter_joker if p.joker_kinds else ""),
        w.rule("S2", t.clockwise),
        w.rule("S3", t.deal),
        w.rule("S4", t.pool),
        w.rule("S5", t.no_redeal if p.redeal_pairs is None else t.redeal),
        w.rule("S6", t.next_left if p.next_starter == "left-of-last" else t.next_highest),
    ]


def _sets(w: Wording) -> list[str]:
    p, t = w.profile, w.phrases.rules
    items = [w.fill(t.notation), w.rule("T1", t.group), w.rule("T2", t.run), w.rule("T3", t.lowest)]
    if JOKER in p.joker_kinds:
        items.append(w.rule("T4", t.joker))
    if p.joker_kinds:
        items.append(w.rule("T5", t.joker_place))
    return items


def _turn(w: Wording) -> list[str]:
    p, t = w.profile, w.phrases.rules
    items = [w.rule("U1", t.choose), w.rule("U2", t.drawn)]
    if p.opening_threshold:
        items.append(w.rule("U3", t.opening, t.opening_value if p.joker_kinds else ""))
    else:
        items.append(w.rule("U3 U4", t.opening_any))
    items += [
        w.rule("U3", t.opening_table),
        w.rule("U4", t.no_duty),
        w.rule("U5", t.rearrange),
        w.rule("U6", t.turn_end),
    ]
    if p.joker_kinds:
        items.append(w.rule("U7", t.freeing))
    return [*items, w.rule("U13", t.pool_short)]


def _special_jokers(w: Wording) -> list[str]:
    p, t = w.profile, w.phrases.rules
    if not special_jokers(w):
        return []
    items = [w.rule("T1 T2 T4", t.special_sets)]
    if p.double_jokers:
        items.append(w.rule("X1 X4", t.double))
    if p.colour_change_jokers:
        twice = t.colour_change_twice if p.colour_change_jokers > 1 else ""
        items.append(w.rule("X2 X4", t.colour_change, twice))
    if p.mirror_jokers:
        change = t.mirror_colour_change if p.colour_change_jokers else ""
        items.append(w.rule("X3 X4", t.mirror, change))
    freed = w.rule("X5", t.double_freed if p.double_jokers else "", t.special_freed)
    return [*items, freed, w.rule("U8", t.no_exchange)]


def _clock(w: Wording) -> list[str]:
    p, t = w.profile, w.phrases.rules
    items = []
    if p.turn_seconds is None:
        items.append(w.rule("U9", t.no_clock))
    else:
        items.append(w.rule("U9", t.clock_opened if p.clock_from == "after-opening" else t.clock_always))
        items.append(w.rule("U10", t.time_up, _late(w)))
    if p.wrong_play == "penalty":
        items.append(w.rule("U11", t.wrong_penalty if p.late_tiles else t.wrong_no_tiles))
    else:
        items.append(w.rule("U11", t.wrong_refused))
    leftover = {
        "pool": t.leftover_pool,
        "pool-and-draw": t.leftover_draw if p.late_tiles else t.leftover_draw_only,
        "rack": t.leftover_rack if p.late_tiles else t.leftover_rack_only,
    }
    return [*items, w.rule("U12", leftover[p.leftover_tiles])]


def _late(w: Wording) -> str:
    p, t = w.profile, w.phrases.rules
    if not p.late_tiles:
        return t.late_none
    if p.late_tiles == p.late_tiles_unmoved:
        return t.late_same
    return t.late_split if p.late_tiles_unmoved else t.late_begun_only


def _end(w: Wording) -> list[str]:
    t = w.phrases.rules
    return [
        w.rule("N1", t.win),
        w.rule("N2", t.last_round if w.profile.empty_pool == "last-round" else t.passes),
    ]


def _scoring(w: Wording) -> list[str]:
    p, t = w.profile, w.phrases.rules
    pool_score = {"rack": t.pool_rack, "difference": t.pool_difference, "all-minus": t.pool_all_minus}
    items = [
        w.rule("C1", t.rack_worth, t.joker_worth if p.joker_kinds else ""),
        w.rule("C2", t.winner_plus, t.plus_example),
    ]
    if p.unopened_penalty is not None:
        items.append(w.rule("C3", t.unopened))
    tie = [
        t.tie_fewest if p.pool_tie == "fewest-tiles" else t.tie_shared,
        t.share_plus if p.pool_score != "all-minus" else "",
        t.share_big if p.match_by == "big-points" else "",
    ]
    return [*items, w.rule("C4", pool_score[p.pool_score], t.pool_example), w.rule("C4", *tie)]


def _match(w: Wording) -> list[str]:
    p, t = w.profile, w.phrases.rules
    match_by, example = {
        "score": (t.match_score, t.example_score),
        "games-won": (t.match_games, t.example_won),
        "big-points": (t.match_big, t.example_big),
    }[p.match_by]
    return [w.rule("C5", match_by, t.shared_place), w.rule("C6", t.example_games, example)]


def _other_boxes(w: Wording) -> list[str]:
    t = w.phrases.rules
    parts = []
    for other in PROFILES.values():
        if other.name == w.profile.name:
            continue
        found = compare_profiles(w.phrases, w.profile, other)
        if found:
            parts += [w.fill(t.compared, title=w.title(other)), _items(found)]
        else:
            parts.append(w.fill(t.same_rules, title=w.title(other)))
    return parts


def _house_rules(w: Wording) -> list[str]:
    """Return how a table differs from the box of its name; nothing for a box that was never printed."""
    printed = PROFILES.get(w.profile.name)
    if printed is None or not house_rules_of(w.profile):
        return []
    return compare_profiles(w.phrases, w.profile, printed)


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
"""The chapters in their order, each with its heading."""
