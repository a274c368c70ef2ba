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
    p, texts = filler.profile, filler.phrases.differences
    kinds = (
        (p.double_jokers, texts.special_double),
        (p.colour_change_jokers, texts.special_colour_change),
        (p.mirror_jokers, texts.special_mirror),
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


def _players(p: Profile, t: Differences) -> str:
    return t.players_exact if p.min_players == p.max_players else t.players_range


def _tiles(p: Profile, t: Differences) -> str:
    large = sometimes_large(p) and p.large_game_copies != p.copies
    return t.tiles_count + (t.tiles_large if large else "")


def _jokers(p: Profile, t: Differences) -> str:
    if p.gift_tiles == "instead":
        return t.gift_instead
    large = sometimes_large(p) and p.large_game_jokers != p.jokers
    gift = t.gift_added if p.gift_tiles == "added" else t.gift_off if p.gift_tiles_in_box else ""
    return t.jokers_count + (t.jokers_large if large else "") + gift


def _special(p: Profile, t: Differences) -> str:
    has_some = p.double_jokers or p.colour_change_jokers or p.mirror_jokers
    return "{special}" if has_some else t.special_none


def _redeal(p: Profile, t: Differences) -> str:
    return t.redeal_none if p.redeal_pairs is None else t.redeal_pairs


def _starter(p: Profile, t: Differences) -> str:
    return t.starter_left if p.next_starter == "left-of-last" else t.starter_highest


def _opening(p: Profile, t: Differences) -> str:
    return t.opening_threshold if p.opening_threshold else t.opening_any


def _clock(p: Profile, t: Differences) -> str:
    if p.turn_seconds is None:
        return t.clock_none
    return t.clock_opened if p.clock_from == "after-opening" else t.clock_always


def _late(p: Profile, t: Differences) -> str:
    if not p.late_tiles:
        return t.late_none
    return t.late_same if p.late_tiles == p.late_tiles_unmoved else t.late_split


def _wrong(p: Profile, t: Differences) -> str:
    return t.wrong_penalty if p.wrong_play == "penalty" else t.wrong_refused


def _leftover(p: Profile, t: Differences) -> str:
    texts = {"pool": t.leftover_pool, "pool-and-draw": t.leftover_draw, "rack": t.leftover_rack}
    return texts[p.leftover_tiles]


def _empty_pool(p: Profile, t: Differences) -> str:
    return t.empty_pool_last_round if p.empty_pool == "last-round" else t.empty_pool_passes


def _unopened(p: Profile, t: Differences) -> str:
    return t.unopened_none if p.unopened_penalty is None else t.unopened_points


def _pool_score(p: Profile, t: Differences) -> str:
    texts = {
        "rack": t.pool_score_rack,
        "difference": t.pool_score_difference,
        "all-minus": t.pool_score_all_minus,
    }
    return texts[p.pool_score]


def _pool_tie(p: Profile, t: Differences) -> str:
    return t.pool_tie_fewest if p.pool_tie == "fewest-tiles" else t.pool_tie_shared


def _match(p: Profile, t: Differences) -> str:
    texts = {"score": t.match_score, "games-won": t.match_games, "big-points": t.match_big}
    return texts[p.match_by]


_SUBJECTS: Final[tuple[tuple[str, Callable[[Differences], str], Summary], ...]] = (
    ("E3", lambda t: t.players, _players),
    ("E1", lambda t: t.tiles, _tiles),
    ("E2", lambda t: t.jokers, _jokers),
    ("E2", lambda t: t.special, _special),
    ("S3", lambda t: t.rack, lambda _, t: t.rack_size),
    ("S5", lambda t: t.redeal, _redeal),
    ("S6", lambda t: t.starter, _starter),
    ("U3", lambda t: t.opening, _opening),
    ("U9", lambda t: t.clock, _clock),
    ("U10", lambda t: t.late, _late),
    ("U11", lambda t: t.wrong, _wrong),
    ("U12", lambda t: t.leftover, _leftover),
    ("N2", lambda t: t.empty_pool, _empty_pool),
    ("C1", lambda t: t.joker_worth, lambda _, t: t.joker_worth_points),
    ("C3", lambda t: t.unopened, _unopened),
    ("C4", lambda t: t.pool_score, _pool_score),
    ("C4", lambda t: t.pool_tie, _pool_tie),
    ("C5", lambda t: t.match, _match),
)
"""The rule, the name and the summary of each subject, in the order of the chapters."""
