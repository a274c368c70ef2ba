"""Patient players: they open with few tiles, hold jokers and tiles back, and may wait until they can go out.

Racks have no limit, and drawing is always allowed. A player who draws until the whole rack fits onto the table at once
beats one who makes the best play every turn (docs/players.md). How patient a player is, its policy says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Final

from tilewise.bots.budget import Clock
from tilewise.bots.player import Player, play_or_draw
from tilewise.game import Action
from tilewise.profiles import Profile
from tilewise.simulator.counted_position import JOKER_COST, TILE_COST
from tilewise.simulator.learned_value import (
    LOOKS_PATIENT,
    MOST_IDLE,
    NO_RACK,
    Features,
    value_of,
)
from tilewise.simulator.past_turns import idle_turns, last_placed
from tilewise.simulator.policies import Policy
from tilewise.solver import best_opening, best_play, go_out
from tilewise.solver.goals import NO_WEIGHTS
from tilewise.solver.openings import opening_answer
from tilewise.solver.solution import GAVE_UP, Solution
from tilewise.tiles import FACES, Table, Tile, Tiles
from tilewise.view import View

FEWEST_TILES: Final[Mapping[Tile, int]] = {
    tile: -JOKER_COST if tile.is_joker else tile.number - TILE_COST for tile in FACES
}
"""A goal: few tiles, no jokers, and of equals the most worth."""


class Patient(Player):
    """Plays by a policy, through the exact solver."""

    def __init__(self, policy: Policy, seat: int = 0, profile: Profile | None = None, seed: str = "0") -> None:
        super().__init__(seat, profile, seed)
        self.policy = policy

    def choose(self, view: View, clock: Clock) -> Action:
        """Return the play that the policy chooses, or a draw."""
        table = self._play(view) if view.has_opened else self._opening(view)
        must_place = table == view.table and view.has_opened and not view.pool_size and not view.may_pass
        if must_place and self.policy.lays_one:
            table = next(single_plays(view), table)
        return play_or_draw(view, table)

    def _opening(self, view: View) -> Table:
        """Return the table after the opening that the policy chooses; unchanged if it does not open."""
        policy, profile, rack = self.policy, view.profile, view.rack
        if not policy.opens_with_fewest or not view.pool_size:
            opening = best_opening(profile, view.table, rack)
            return view.table if opening is None else opening.table
        # An opening and the play after it cannot place more than one play could.
        if policy.most_stuck is not None and _tiles_stuck(profile, view.table, rack) > policy.most_stuck:
            return view.table
        opening = fewest_opening(view)
        if opening is None:
            return view.table
        everything = opening_answer((), NO_WEIGHTS, profile.opening_threshold, must_place=rack)
        if everything is not None and everything is not GAVE_UP:
            return (*view.table, *everything.table)
        if policy.most_stuck is None and not policy.learned:
            return opening.table
        stuck = _tiles_stuck(profile, opening.table, _without(rack, opening.placed))
        if policy.most_stuck is not None and stuck > policy.most_stuck:
            return view.table
        if policy.learned and not _pays(view, opening.tiles, stuck):
            return view.table
        return opening.table

    def _play(self, view: View) -> Table:
        """Return the table after the play that the policy chooses; unchanged if it waits."""
        policy, rack = self.policy, view.rack
        if policy.holds_jokers or policy.patience:
            out = self._going_out(view)
            if out is not None:
                return out
            if self._waits(view):
                return view.table
        if policy.holds_jokers and view.pool_size:
            rack = tuple(tile for tile in rack if not tile.is_joker)
        return self._best(view, rack)

    def _waits(self, view: View) -> bool:
        """Return whether a player who cannot go out only draws, or passes."""
        policy, empty_pool = self.policy, view.profile.empty_pool
        if len(view.rack) > policy.patience:
            return False
        if view.pool_size:
            return True
        if not policy.passes or empty_pool == "last-round":
            return False
        passes_anyway = not policy.watches or view.players == 2 or empty_pool == "must-place"
        return passes_anyway or last_placed(view.history) > 0

    def _going_out(self, view: View) -> Table | None:
        """Return the table after laying the whole rack; None if it does not fit."""
        out = go_out(view.profile, view.table, view.rack, quick=True)
        return out.table if out is not None and out.placed else None

    def _best(self, view: View, rack: Tiles) -> Table:
        """Return the table after the play that lays the most of these tiles; unchanged if none fits."""
        return best_play(view.profile, view.table, rack, quick=True).table


def fewest_opening(view: View) -> Solution | None:
    """Return the opening with the fewest tiles, with a special joker only if there is no other; None if there is none.

    Where one special joker is not enough it is any opening: finding the best one among many jokers takes seconds.
    """
    profile, table, rack = view.profile, view.table, view.rack
    plain = tuple(tile for tile in rack if not tile.is_special)
    opening = best_opening(profile, table, plain, FEWEST_TILES)
    if opening is not None or len(plain) == len(rack):
        return opening
    with_one = [best_opening(profile, table, (*plain, tile), FEWEST_TILES) for tile in sorted(set(rack) - set(plain))]
    best = max(filter(None, with_one), key=lambda found: sum(map(FEWEST_TILES.__getitem__, found.placed)), default=None)
    return best or best_opening(profile, table, rack, {})


def single_plays(view: View) -> Iterator[Table]:
    """Yield the table after laying each single tile that fits, the highest first; for a player who has opened."""
    for tile in sorted(set(view.rack), key=lambda tile: (-tile.number, tile)):
        out = go_out(view.profile, view.table, (tile,), quick=True)
        if out is not None and out.placed:
            yield out.table


def _pays(view: View, placed: int, stuck: int) -> bool:
    """Return whether the learned value is for opening with this many tiles now; with two players it always opens."""
    return view.players == 2 or value_of(opening_features(view, placed, stuck)) > 0


def opening_features(view: View, placed: int, stuck: int) -> Features:
    """Return what the learned value knows of a decision: to open with this many tiles, or to wait."""
    seat, profile = view.turn, view.profile
    idle = idle_turns(view.history, view.players)
    others = [(seat + k) % view.players for k in range(1, view.players)]
    others = [other for other in others if not view.given_up[other]]
    opened = [other for other in others if view.opened[other]]
    smallest, second, *_ = *sorted(min(view.rack_sizes[other], NO_RACK) for other in opened), NO_RACK, NO_RACK
    return Features(
        players=view.players,
        pool=view.pool_size,
        table=sum(map(len, view.table)),
        rack=len(view.rack),
        jokers=sum(tile.is_joker for tile in view.rack),
        placed=placed,
        stuck=stuck,
        smallest=smallest,
        second=second,
        largest=max((view.rack_sizes[other] for other in others), default=0),
        following=view.rack_sizes[others[0]] if others else 0,
        opened=len(opened),
        idle=sum(min(idle[other], MOST_IDLE) for other in opened),
        waiting=sum(idle[other] >= LOOKS_PATIENT for other in opened),
        last_round=profile.empty_pool == "last-round",
        must_place=profile.empty_pool == "must-place",
        unopened_penalty=profile.unopened_penalty is not None,
    )


def _tiles_stuck(profile: Profile, table: Table, rack: Tiles) -> int:
    """Return how many tiles would stay on the rack after the best play of a player who has opened, but for U7."""
    return len(rack) - best_play(_with_free_jokers(profile), table, rack, quick=True).tiles


@lru_cache(64)
def _with_free_jokers(profile: Profile) -> Profile:
    """Return the profile without U7's limits: the question only counts tiles, and is answered much faster."""
    return replace(profile, freed_joker="anywhere")


def _without(rack: Tiles, placed: Tiles) -> Tiles:
    left = list(rack)
    for tile in placed:
        left.remove(tile)
    return tuple(left)
