"""What a computer player is.

A player is created for one seat of one game. It is told every event that its seat may see, and asked for an action
when there is one to choose. All it needs to define is `choose`; docs/players-api.md has a whole example. It runs no
thread or process of its own, so that it also works in a browser.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import NamedTuple

from tilewise.bots.budget import Clock
from tilewise.errors import TilewiseError
from tilewise.game import Action, Announce, Draw, Pass, Play, Redeal
from tilewise.profiles import Profile
from tilewise.scoring import GameScore
from tilewise.simulator.policies import MOST_REDEALS
from tilewise.solver import find_play
from tilewise.tiles import Table, Tiles
from tilewise.view import SeenAction, View


class GameEnd(NamedTuple):
    """The end of a game: the last event of every player."""

    score: GameScore
    racks: tuple[Tiles, ...]
    """All racks, as they are shown at the end."""


Event = SeenAction | GameEnd
"""What a player is told: an action of any seat, as far as its own seat may see it, or the end of the game."""


class Player(ABC):
    """A computer player at one seat of one game. All it knows is what its seat may see."""

    def __init__(self, seat: int = 0, profile: Profile | None = None, seed: str = "0") -> None:
        """All random choices follow from the seed. Every view tells seat and profile again."""
        self.seed = seed

    @abstractmethod
    def choose(self, view: View, clock: Clock) -> Action:
        """Return the action for the player's own turn: a play, a draw or a pass."""

    def choose_out_of_turn(self, view: View, clock: Clock) -> Action | None:
        """Return a redeal (S5) or an announcement (C3), or None; only called when the view allows one of them.

        A player that does not override this demands a redeal, unless there have been several, and announces.
        """
        return redeal_or_announce(view)

    def notice(self, event: Event) -> None:  # noqa: B027  (most players need no notices)
        """Take note of an event; called for every event of the game in order, including the player's own actions.

        It must be quick. A player that joins a game in progress, or is created again, is told all earlier events.
        """


PlayerFactory = Callable[[int, Profile, str], Player]
"""Creates a player from its seat, the profile and a seed of its own. A class of players is one."""


def rejoin(player: Player, view: View) -> Player:
    """Tell a new player everything that has happened so far, and return it."""
    for event in view.history:
        player.notice(event)
    return player


def play_or_draw(view: View, table: Table) -> Action:
    """Return a play that ends with this table, or a draw or pass if nothing changed.

    Where the player must place (N2), any play replaces the pass. Raises TilewiseError for a spectator.
    """
    if view.seat is None:
        raise TilewiseError("A spectator has no turn to make.")
    if table != view.table:
        return Play(view.seat, table)
    if view.pool_size:
        return Draw(view.seat)
    if view.may_pass:
        return Pass(view.seat)
    return Play(view.seat, find_play(view.profile, view.table, view.rack, view.has_opened).table)


def redeal_or_announce(view: View) -> Action | None:
    """Return a redeal, unless there have been several already, or an announcement if the view allows one."""
    if view.seat is None:
        return None
    if view.may_redeal:
        return Redeal(view.seat) if len(view.history) < MOST_REDEALS else None
    return Announce(view.seat) if view.may_announce else None
