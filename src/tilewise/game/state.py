"""Where a game stands. Holds hidden tiles: show it to nobody but through `tilewise.view`."""

from __future__ import annotations

from dataclasses import dataclass, field

from tilewise.errors import Refusal
from tilewise.game.actions import Action, GiveUp, Redeal
from tilewise.game.deal import StartDraw, deal_tiles, draw_for_start
from tilewise.profiles import Profile, RulesError, RulesReason
from tilewise.scoring import Ending, GameScore, score_game
from tilewise.shuffle import checked_seed
from tilewise.tiles import Table, Tiles


@dataclass(frozen=True, slots=True)
class ActionResult:
    """An action and what came of it."""

    action: Action
    placed: Tiles = ()
    """Tiles that came from the rack."""
    drawn: Tiles = ()
    """Tiles drawn from the pool: only the seat itself may see them."""
    opening_value: int | None = None
    """What the opening was worth, if this was one (U3)."""
    refusal: Refusal | None = None
    """Why a play was wrong and cost a penalty (U11)."""
    shown_pairs: Tiles = ()
    """The pairs for which a redeal was demanded: everybody sees them (S5)."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game at one moment: a value that never changes; `apply` gives the next one."""

    profile: Profile
    players: int
    seed: str
    given_starter: int | None
    """The starting seat that a match has fixed (S6); None: it was drawn (S1)."""
    starter: int
    start_draws: tuple[StartDraw, ...] = field(hash=False)
    """What each seat turned up for the start, by round (S1); follows from the seed."""
    racks: tuple[Tiles, ...]
    """By seat, each sorted."""
    pool: Tiles
    """In the order of drawing."""
    turn: int
    """The seat in turn."""
    table: Table = ()
    opened: tuple[bool, ...] = ()
    announced: tuple[bool, ...] = ()
    given_up: tuple[bool, ...] = ()
    last_drawn: tuple[Tiles, ...] = ()
    """What each seat drew in its last turn (C3)."""
    passed: frozenset[int] = frozenset()
    """The seats that passed since a tile was last placed or drawn (N2)."""
    last_round: frozenset[int] | None = None
    """The seats that still have a turn in the last round; None before it begins (N2)."""
    ending: Ending | None = None
    history: tuple[ActionResult, ...] = field(default=(), repr=False)

    @property
    def actions(self) -> tuple[Action, ...]:
        """Every action so far."""
        return tuple(happened.action for happened in self.history)

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats that have not been given up."""
        return tuple(seat for seat, up in enumerate(self.given_up) if not up)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.ending is not None

    @property
    def before_first_turn(self) -> bool:
        """Whether the first turn is still to come, so that a redeal can be demanded (S5)."""
        return all(isinstance(happened.action, Redeal | GiveUp) for happened in self.history)

    @property
    def seconds(self) -> int | None:
        """How long the turn may take; None while no clock runs (U9)."""
        timed = self.profile.clock_from == "first-turn" or self.opened[self.turn]
        return self.profile.turn_seconds if timed else None

    @property
    def score(self) -> GameScore | None:
        """The scores, once the game is over."""
        if self.ending is None:
            return None
        return score_game(
            self.profile,
            self.racks,
            ending=self.ending,
            opened=self.opened,
            announced=self.announced,
            given_up=self.given_up,
        )


def new_game(profile: Profile, players: int, seed: int | str, starter: int | None = None) -> Game:
    """Begin a game; raises RulesError for a number of players the profile is not for (E3).

    The starter is drawn (S1) unless a match has fixed it (S6).

    >>> from tilewise.profiles import PROFILES
    >>> game = new_game(PROFILES["international"], 4, seed=7)
    >>> [len(rack) for rack in game.racks], len(game.pool)
    ([14, 14, 14, 14], 50)
    """
    profile.check_players(players)
    seed = checked_seed(seed)
    drawn, start_draws = draw_for_start(profile, players, seed) if starter is None else (starter, ())
    if not 0 <= drawn < players:
        raise RulesError(RulesReason.NO_SUCH_STARTER, {"last": players - 1, "starter": drawn})
    racks, pool = deal_tiles(profile, players, seed, redeals=0)
    nobody = (False,) * players
    return Game(
        profile=profile,
        players=players,
        seed=seed,
        given_starter=starter,
        starter=drawn,
        start_draws=start_draws,
        racks=racks,
        pool=pool,
        turn=drawn,
        opened=nobody,
        announced=nobody,
        given_up=nobody,
        last_drawn=((),) * players,
    )
