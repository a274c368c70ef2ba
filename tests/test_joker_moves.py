"""Where a freed joker may go (U7)."""

from __future__ import annotations

from collections import Counter

import pytest

from tilewise.joker_moves import ForbiddenMove, forbidden_joker_move
from tilewise.profiles import FreedJoker
from tilewise.sets import TileSet, read_set
from tilewise.tiles import format_tiles, parse_table

RULES: tuple[FreedJoker, ...] = ("anywhere", "another-set", "new-set")


def read(text: str) -> list[TileSet]:
    sets = [read_set(tiles) for tiles in parse_table(text)]
    return [one for one in sets if isinstance(one, TileSet)]


def move(rule: FreedJoker, before: str, after: str) -> ForbiddenMove | None:
    old, new = read(before), read(after)
    tiles_before = Counter(tile for one in old for tile in one.tiles)
    assert tiles_before < Counter(tile for one in new for tile in one.tiles), "a turn that the rules know"
    return forbidden_joker_move(rule, old, new)


def allowed_by(before: str, after: str) -> str:
    return " ".join(rule for rule in RULES if move(rule, before, after) is None)


EVERY = "anywhere another-set new-set"
NOT_NEW = "anywhere another-set"
ONLY_ANYWHERE = "anywhere"


@pytest.mark.parametrize(
    ("before", "after", "allowed"),
    [
        # The examples of the rule.
        ("r3 J r5", "r3 r4 r5 J", ONLY_ANYWHERE),
        ("r3 J r5 | k7 k8 k9", "r3 r4 r5 | k7 k8 k9 J", NOT_NEW),
        ("r3 J r5", "r3 r4 r5 | k7 b7 J", EVERY),
        ("k7 b7 J", "k7 b7 o7 J", EVERY),
        # Into a new set, by each printed way of freeing a joker.
        ("r3 J r5 | r4 k4 b4 o4", "r3 r4 r5 | k4 b4 o4 | k9 b9 J", EVERY),
        ("k4 b4 J", "k4 b4 r4 | k9 b9 J", EVERY),
        ("r2 r3 r4 J r6 r7 r8", "r2 r3 r4 | r6 r7 r8 | k9 b9 J", EVERY),
        # A joker from the rack goes anywhere, and stands for the one that moved.
        ("r3 r4 r5", "r3 r4 r5 J", EVERY),
        ("r3 J r5", "r3 r4 r5 J | k9 b9 J", EVERY),
        ("r3 J r5 | k7 k8 k9", "r3 r4 r5 | k7 k8 k9 J | b1 b2 J", EVERY),
        # A set that was split is new in both parts; so is one that lost a number tile.
        ("r3 J r5 r6 r7 r8", "r3 r4 r5 | r6 r7 r8 J", EVERY),
        ("r3 r4 r5 J", "r3 r4 J | r5 k5 b5", EVERY),
        # A group that became a run, or a run that became a group, is new.
        ("J J r3", "r3 J J | k1 k2 k3", EVERY),
        # A joker keeps its place in a run that grows, and in one joined from two.
        ("r3 J r5", "r3 J r5 r6", EVERY),
        ("r3 J r5 | r7 r8 r9", "r3 J r5 r6 r7 r8 r9", EVERY),
        ("r3 r4 J | r6 r7 r8", "r3 r4 J r6 r7 r8 r9", EVERY),
        # Two jokers at one place of a joined run: one of them left it.
        ("r3 r4 J | J r6 r7", "r3 r4 J r6 r7 J r9", ONLY_ANYWHERE),
        ("r3 r4 J | J r6 r7 | k1 k2 k3", "r3 r4 J r6 r7 | k1 k2 k3 J | o1 o2 o3", NOT_NEW),
        ("r3 r4 J | J r6 r7", "r3 r4 J r6 r7 | o1 J o3", EVERY),
        # A freed joker arrives in a group.
        ("r3 J r5 | k9 b9 o9", "r3 r4 r5 | k9 b9 o9 J", NOT_NEW),
        ("k9 b9 J | r3 r4 r5", "k9 b9 o9 | r3 r4 r5 J", NOT_NEW),
        # Two sets exchange their jokers.
        ("r3 J r5 | k3 J k5", "r3 r4 r5 J | k3 k4 k5 J", NOT_NEW),
        # Of two freed jokers, one goes into a new set and the other one back.
        ("r3 J r5 | k3 J k5", "r3 r4 r5 J | k3 k4 k5 | b1 J b3", NOT_NEW),
        ("r3 J r5 J", "r3 r4 r5 r6 J | b1 J b3", ONLY_ANYWHERE),
        # Nothing continues a set of nothing but jokers.
        ("J J J", "r1 r2 r3 J J J", EVERY),
        ("J J J | r1 r2 r3", "r1 r2 r3 J J J | b1 b2 b3", NOT_NEW),
        # Equal tiles: each set may continue either.
        ("r3 J r5 | r3 r4 r5", "r3 r4 r5 | r3 r4 r5 J", NOT_NEW),
        ("r3 r4 r5 | r3 J r5", "r3 r4 r5 r6 | r3 r4 r5 J", NOT_NEW),
        ("r3 J r5 | r3 r4 r5", "r3 J r5 r6 | r3 r4 r5", EVERY),
        # The unchanged set must be counted as changed to favour the player.
        ("r3 J r5 | J J r3 r4", "r3 J r5 | r3 r4 r5 J | k1 J k3", NOT_NEW),
        # An old set may not be left out to call the set that holds it new.
        ("r3 J J | r3 r4 r5", "r3 r4 J J | r3 r4 r5", EVERY),
    ],
)
def test_a_freed_plain_joker_goes_where_the_rule_allows_u7(before: str, after: str, allowed: str) -> None:
    assert allowed_by(before, after) == allowed


@pytest.mark.parametrize(
    ("before", "after", "allowed"),
    [
        # A double has two places, and arrives only if neither of them had a joker.
        ("r3 D r6", "r3 r4 r5 r6 D", ONLY_ANYWHERE),
        ("r3 D r6", "r3 D r6 r7", EVERY),
        ("D r5 r6", "r4 r5 r6 D", ONLY_ANYWHERE),
        ("D r5 r6 | k7 k8 k9", "r3 r4 r5 r6 | k7 k8 k9 D", NOT_NEW),
        # Where two of them were, only one of them stayed.
        ("r1 D D r6 | k1 k2 k3", "r1 r2 D r5 r6 | k1 k2 k3 D", NOT_NEW),
        # A joker of another kind in a joker's place is no arrival; U8 judges it.
        ("r3 J r5 | k8 k9 k10", "r3 C b5 b6 | r5 J r7 | k8 k9 k10", EVERY),
        # The place of a mirror is its axis.
        ("k3 k4 M k4 k3", "k3 k4 k5 M k5 k4 k3", ONLY_ANYWHERE),
        ("k3 k4 M k4 k3", "k2 k3 k4 M k4 k3 k2", EVERY),
        ("k3 J M k4 k3", "k2 k3 J M k4 k3 k2", EVERY),
        ("k3 J M k4 k3", "k2 k3 k4 M k4 k3 J", ONLY_ANYWHERE),
        # Mirrored groups: only the number of jokers counts.
        ("r7 J M b7 r7", "r7 b7 k7 M J b7 r7", EVERY),
        ("r7 J M b7 r7", "r7 b7 M b7 r7 | k1 k2 J", EVERY),
        ("r7 M r7 | b7 M b7", "r7 b7 M b7 r7 | k1 M k1", EVERY),
        ("r7 M r7 | b7 M b7 | k1 k2 k3", "r7 b7 M b7 r7 | k1 k2 k3 | o5 M o5", EVERY),
        # Of a double and a joker in a joined mirrored group, one takes the place of the second mirror.
        ("r7 M r7 | b7 M b7 | k1 J k3", "r7 b7 D M J o7 b7 r7 | k1 k2 k3 | o5 M o5", EVERY),
    ],
)
def test_a_freed_special_joker_goes_where_the_rule_allows_u7(before: str, after: str, allowed: str) -> None:
    assert allowed_by(before, after) == allowed


@pytest.mark.parametrize(
    ("rule", "before", "after", "joker", "source", "target"),
    [
        ("another-set", "k1 k2 k3 | r3 J r5", "k1 k2 k3 | r3 r4 r5 J", "J", "r3 J r5", "r3 r4 r5 J"),
        ("new-set", "k7 k8 k9 | r3 J r5", "r3 r4 r5 | k7 k8 k9 J", "J", "r3 J r5", "k7 k8 k9 J"),
        # Its own set is named if the joker left it.
        ("new-set", "k3 J k5 | r3 J r5", "k3 k4 k5 | r3 r4 r5 J | b1 J b3", "J", "r3 J r5", "r3 r4 r5 J"),
        ("new-set", "r3 r4 J | J r6 r7", "r3 r4 J r6 r7 J r9", "J", "r3 r4 J", "r3 r4 J r6 r7 J r9"),
        ("another-set", "D r5 r6", "r4 r5 r6 D", "D", "D r5 r6", "r4 r5 r6 D"),
        ("new-set", "J J J | r1 r2 r3", "r1 r2 r3 J J J | b1 b2 b3", "J", "J J J", "r1 r2 r3 J J J"),
    ],
)
def test_a_forbidden_move_names_the_joker_where_it_came_from_and_where_it_went_u7(
    rule: FreedJoker, before: str, after: str, joker: str, source: str, target: str
) -> None:
    found = move(rule, before, after)
    assert found is not None
    assert (str(found.joker), format_tiles(found.source.tiles), format_tiles(found.target.tiles)) == (
        joker,
        source,
        target,
    )
