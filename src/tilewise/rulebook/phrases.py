"""The texts that a rulebook needs in every language, as fields, so that a missing text fails the type check.

A text is a template. Braces name a field of the profile or a fact from facts.py: `{rack_size}` is the number on its
own, `{rack_size:tile}` the number with the right form of a noun, `{turn_seconds:time}` a number of seconds as days,
hours, minutes and seconds. Texts do not contain rule ids: the chapters add them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrases:
    """One language."""

    plural: Callable[[int], int]
    """Returns the index of the form that a noun takes after a number."""
    nouns: Mapping[str, tuple[str, ...]]
    """The forms of the nouns that the templates count, in the grammatical case that the templates need."""
    times: tuple[str, str, str, str]
    """Once to four times (a box has at most four copies)."""
    last_separator: str
    """The separator before the last part of a list."""
    titles: Mapping[str, str]
    """The titles of the boxes by the names of their profiles."""
    headings: Headings
    rules: Rules
    differences: Differences


@dataclass(frozen=True, slots=True, kw_only=True)
class Headings:
    """The title of the text, and the headings of its chapters."""

    title: str
    box: str
    set_up: str
    sets: str
    turn: str
    special_jokers: str
    clock: str
    end: str
    scoring: str
    match: str
    strategy: str
    other_boxes: str
    house_rules: str
    independence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The sentences of the chapters, in their order."""

    # Before the first chapter
    compatible: str
    house_note: str
    look_up: str
    aim: str

    # Players and tiles (E1-E3)
    players_range: str
    players_exact: str
    tiles: str
    large_tiles: str
    jokers: str
    no_jokers: str
    large_jokers: str
    special_jokers: str
    gift_off: str
    gift_added: str
    gift_instead: str

    # Getting ready (S1-S6)
    starter: str
    starter_joker: str
    clockwise: str
    deal: str
    piles: str
    large_piles: str
    pool: str
    redeal: str
    no_redeal: str
    next_highest: str
    next_left: str

    # Sets (T1-T5)
    notation: str
    group: str
    run: str
    lowest: str
    joker: str
    joker_place: str

    # A turn (U1-U7, U13)
    choose: str
    drawn: str
    opening: str
    opening_any: str
    opening_value: str
    opening_table: str
    no_duty: str
    any_set_advised: str
    no_duty_yet: str
    rearrange: str
    turn_end: str
    freeing: str
    freed_anywhere: str
    freed_another_set: str
    freed_new_set: str
    pool_short: str
    last_tile: str

    # Special jokers (X1-X5, U8)
    special_sets: str
    double: str
    colour_change: str
    colour_change_twice: str
    mirror: str
    mirror_double: str
    mirror_colour_change: str
    no_exchange: str
    double_freed: str
    special_freed: str

    # The clock and penalties (U9-U12)
    clock_always: str
    clock_opened: str
    no_clock: str
    clocks_advised: str
    time_up: str
    late_same: str
    late_split: str
    late_begun_only: str
    late_none: str
    wrong_refused: str
    wrong_penalty: str
    wrong_no_tiles: str
    leftover_pool: str
    leftover_draw: str
    leftover_draw_only: str
    leftover_rack: str
    leftover_rack_only: str

    # The end (N1, N2)
    win: str
    call_out: str
    passes: str
    stuck: str
    must_place: str
    late_passes: str
    last_round: str

    # Scoring (C1-C4, C7)
    rack_worth: str
    joker_worth: str
    winner_plus: str
    sum_check: str
    plus_example: str
    unopened: str
    announced_tile: str
    pool_rack: str
    pool_difference: str
    pool_all_minus: str
    pool_example: str
    tie_shared: str
    tie_fewest: str
    share_plus: str
    share_big: str

    # A match (C5, C6)
    match_score: str
    match_games: str
    match_big: str
    shared_place: str
    example_games: str
    example_score: str
    example_won: str
    example_big: str

    # Strategy, which the books advise
    hold_back: str
    keep_fourth: str
    keep_joker: str
    mirror_duplicates: str

    # After the last chapter
    house_rules: str
    compared: str
    same_rules: str
    independent: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Differences:
    """The subjects in which profiles may differ, and the summaries of how a profile handles each of them."""

    sentence: str
    """A template with {subject}, {here} and {there}."""

    players: str
    players_range: str
    players_exact: str

    tiles: str
    tiles_count: str
    tiles_large: str

    jokers: str
    jokers_count: str
    jokers_large: str
    gift_off: str
    gift_added: str
    gift_instead: str

    special: str
    special_double: str
    special_colour_change: str
    special_mirror: str
    special_none: str

    rack: str
    rack_size: str

    redeal: str
    redeal_pairs: str
    redeal_none: str

    starter: str
    starter_highest: str
    starter_left: str

    opening: str
    opening_threshold: str
    opening_any: str

    freed_joker: str
    freed_joker_anywhere: str
    freed_joker_another_set: str
    freed_joker_new_set: str

    clock: str
    clock_always: str
    clock_opened: str
    clock_none: str

    late: str
    late_same: str
    late_split: str
    late_none: str

    wrong: str
    wrong_refused: str
    wrong_penalty: str

    leftover: str
    leftover_pool: str
    leftover_draw: str
    leftover_rack: str

    empty_pool: str
    empty_pool_passes: str
    empty_pool_stuck: str
    empty_pool_must_place: str
    empty_pool_last_round: str

    joker_worth: str
    joker_worth_points: str

    unopened: str
    unopened_points: str
    unopened_none: str

    pool_score: str
    pool_score_rack: str
    pool_score_difference: str
    pool_score_all_minus: str

    pool_tie: str
    pool_tie_shared: str
    pool_tie_fewest: str

    match: str
    match_score: str
    match_games: str
    match_big: str


def singular_or_plural(number: int) -> int:
    """Return the index of the form of a noun in a language with two forms.

    >>> [("tile", "tiles")[singular_or_plural(n)] for n in (0, 1, 2)]
    ['tiles', 'tile', 'tiles']
    """
    return 0 if number == 1 else 1
