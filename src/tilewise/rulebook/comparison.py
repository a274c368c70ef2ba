"""How two profiles differ: each subject is summarised for both, and reported if the summaries differ."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from tilewise.profiles import Profile
from tilewise.rulebook.facts import sometimes_large
from tilewise.rulebook.phrases import Differences, Phrases
from tilewise.rulebook.templates import TemplateFiller, bracketed

Summary = Callable[[Profile, Differences], str]
"""Returns the template that says how a profile handles a subject."""


def compare_profiles(phrases: Phrases, profile: Profile, other: Profile) -> list[str]:
    """Return a sentence for each subject in which two profiles differ."""
    return list(_differences(TemplateFiller(phrases, profile), TemplateFiller(phrases, other)))


def special_jokers(filler: TemplateFiller) -> str:
    """Return a list of the special jokers of a box with their numbers; empty if it has none."""
    profile, texts = filler.profile, filler.phrases.differences
    kinds = (
        (profile.double_jokers, texts.special_double),
        (profile.colour_change_jokers, texts.special_colour_change),
        (profile.mirror_jokers, texts.special_mirror),
    )
    parts = [filler.fill(text) for count, text in kinds if count]
    return filler.join(parts) if parts else ""


def _differences(ours: TemplateFiller, theirs: TemplateFiller) -> Iterator[str]:
    texts = ours.phrases.differences
    for rule, subject, summary in _SUBJECTS:
        here, there = (f.fill(summary(f.profile, texts), special=special_jokers(f)) for f in (ours, theirs))
        if here != there:
            sentence = ours.fill(texts.sentence, subject=subject(texts), here=here, there=there)
            yield f"{sentence} {bracketed(rule)}"


def _players(profile: Profile, texts: Differences) -> str:
    return texts.players_exact if profile.min_players == profile.max_players else texts.players_range


def _tiles(profile: Profile, texts: Differences) -> str:
    large = sometimes_large(profile) and profile.large_game_copies != profile.copies
    return texts.tiles_count + (texts.tiles_large if large else "")


def _jokers(profile: Profile, texts: Differences) -> str:
    if profile.gift_tiles == "instead":
        return texts.gift_instead
    large = sometimes_large(profile) and profile.large_game_jokers != profile.jokers
    gift = texts.gift_added if profile.gift_tiles == "added" else texts.gift_off if profile.gift_tiles_in_box else ""
    return texts.jokers_count + (texts.jokers_large if large else "") + gift


def _special(profile: Profile, texts: Differences) -> str:
    return "{special}" if profile.has_special_jokers else texts.special_none


def _redeal(profile: Profile, texts: Differences) -> str:
    return texts.redeal_none if profile.redeal_pairs is None else texts.redeal_pairs


def _starter(profile: Profile, texts: Differences) -> str:
    return texts.starter_left if profile.next_starter == "left-of-last" else texts.starter_highest


def _opening(profile: Profile, texts: Differences) -> str:
    return texts.opening_threshold if profile.opening_threshold else texts.opening_any


def _freed_joker(profile: Profile, texts: Differences) -> str:
    templates = {
        "anywhere": texts.freed_joker_anywhere,
        "another-set": texts.freed_joker_another_set,
        "new-set": texts.freed_joker_new_set,
    }
    return templates[profile.freed_joker]


def _clock(profile: Profile, texts: Differences) -> str:
    if profile.turn_seconds is None:
        return texts.clock_none
    return texts.clock_opened if profile.clock_from == "after-opening" else texts.clock_always


def _late(profile: Profile, texts: Differences) -> str:
    if not profile.late_tiles:
        return texts.late_none
    return texts.late_same if profile.late_tiles == profile.late_tiles_unmoved else texts.late_split


def _wrong(profile: Profile, texts: Differences) -> str:
    return texts.wrong_penalty if profile.wrong_play == "penalty" else texts.wrong_refused


def _leftover(profile: Profile, texts: Differences) -> str:
    templates = {"pool": texts.leftover_pool, "pool-and-draw": texts.leftover_draw, "rack": texts.leftover_rack}
    return templates[profile.leftover_tiles]


def _empty_pool(profile: Profile, texts: Differences) -> str:
    templates = {
        "passes": texts.empty_pool_passes,
        "stuck": texts.empty_pool_stuck,
        "must-place": texts.empty_pool_must_place,
        "last-round": texts.empty_pool_last_round,
    }
    return templates[profile.empty_pool]


def _unopened(profile: Profile, texts: Differences) -> str:
    return texts.unopened_none if profile.unopened_penalty is None else texts.unopened_points


def _pool_score(profile: Profile, texts: Differences) -> str:
    templates = {
        "rack": texts.pool_score_rack,
        "difference": texts.pool_score_difference,
        "all-minus": texts.pool_score_all_minus,
    }
    return templates[profile.pool_score]


def _pool_tie(profile: Profile, texts: Differences) -> str:
    return texts.pool_tie_fewest if profile.pool_tie == "fewest-tiles" else texts.pool_tie_shared


def _match(profile: Profile, texts: Differences) -> str:
    templates = {"score": texts.match_score, "games-won": texts.match_games, "big-points": texts.match_big}
    return templates[profile.match_by]


_SUBJECTS: Final[tuple[tuple[str, Callable[[Differences], str], Summary], ...]] = (
    ("E3", lambda texts: texts.players, _players),
    ("E1", lambda texts: texts.tiles, _tiles),
    ("E2", lambda texts: texts.jokers, _jokers),
    ("E2", lambda texts: texts.special, _special),
    ("S3", lambda texts: texts.rack, lambda _, texts: texts.rack_size),
    ("S5", lambda texts: texts.redeal, _redeal),
    ("S6", lambda texts: texts.starter, _starter),
    ("U3", lambda texts: texts.opening, _opening),
    ("U7", lambda texts: texts.freed_joker, _freed_joker),
    ("U9", lambda texts: texts.clock, _clock),
    ("U10", lambda texts: texts.late, _late),
    ("U11", lambda texts: texts.wrong, _wrong),
    ("U12", lambda texts: texts.leftover, _leftover),
    ("N2", lambda texts: texts.empty_pool, _empty_pool),
    ("C1", lambda texts: texts.joker_worth, lambda _, texts: texts.joker_worth_points),
    ("C3", lambda texts: texts.unopened, _unopened),
    ("C4", lambda texts: texts.pool_score, _pool_score),
    ("C4", lambda texts: texts.pool_tie, _pool_tie),
    ("C5", lambda texts: texts.match, _match),
)
"""The rule, the name and the summary of each subject, in the order of the chapters."""
