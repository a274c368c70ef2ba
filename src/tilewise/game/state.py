"""The state of a game. It contains hidden tiles: show it to players only through `tilewise.view`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from tilewise.errors import Refusal
from tilewise.game.actions import Action, GiveUp, Redeal
from tilewise.game.deal import StartDraw, deal_tiles, draw_for_start
from tilewise.profiles import Profile, RulesError, RulesReason
from tilewise.scoring import Ending, GameScore, score_game
from tilewise.shuffle import checked_seed
from tilewise.tiles import Table, Tiles

PoolEnding = Literal["stuck", "passes", "last-round"]
"""Nobody could place anything, everyone passed, or the last round was over (N2)."""


@dataclass(frozen=True, slots=True)
class ActionResult:
    """An action and its result."""

    action: Action
    placed: Tiles = ()
    """The tiles that came from the rack."""
    drawn: Tiles = ()
    """The tiles drawn from the pool, which only the seat itself may see."""
    last_tile: bool = False
    """Whether the last tile of the pool was drawn (U13)."""
    opening_value: int | None = None
    """What the opening was worth, if this was one (U3)."""
    refusal: Refusal | None = None
    """Why a play was wrong and cost a penalty (U11)."""
    shown_pairs: Tiles = ()
    """The pairs shown to all players to demand a redeal (S5)."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game at one moment: an immutable value; `apply` returns the next one."""

    profile: Profile
    players: int
    seed: str
    given_starter: int | None
    """The starting seat if a match has fixed it (S6); None if it was drawn (S1)."""
    starter: int
    start_draws: tuple[StartDraw, ...] = field(hash=False)
    """The tiles drawn for the start, by round (S1). Not hashed: they follow from the seed, and dicts have no hash."""
    racks: tuple[Tiles, ...]
    """By seat; each is sorted."""
    pool: Tiles
    """In the order of drawing."""
    turn: int
    """The seat whose turn it is."""
    table: Table = ()
    opened: tuple[bool, ...] = ()
    announced: tuple[bool, ...] = ()
    given_up: tuple[bool, ...] = ()
    last_drawn: tuple[Tiles, ...] = ()
    """The tiles that each seat drew in its last turn (C3)."""
    passed: frozenset[int] = frozenset()
    """The seats that have passed since a tile was last placed or drawn (N2)."""
    last_round: frozenset[int] | None = None
    """The seats that still have a turn in the last round; None before the last round (N2)."""
    ending: Ending | None = None
    history: tuple[ActionResult, ...] = field(default=(), repr=False)

    @property
    def actions(self) -> tuple[Action, ...]:
        """All actions so far."""
        return tuple(result.action for result in self.history)

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats that have not given up."""
        return tuple(seat for seat, up in enumerate(self.given_up) if not up)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.ending is not None

    @property
    def pool_ending(self) -> PoolEnding | None:
        """What ended a game with an empty pool (N2); None if it goes on or ended in another way."""
        if self.ending != "pool":
            return None
        if self.last_round is not None:
            return "last-round"
        return "passes" if self.passed.issuperset(self.playing) else "stuck"

    @property
    def before_first_turn(self) -> bool:
        """Whether no turn has been taken yet, so that a redeal can be demanded (S5)."""
        return all(isinstance(result.action, Redeal | GiveUp) for result in self.history)

    @property
    def seconds(self) -> int | None:
        """The time limit of the turn; None if it has none (U9)."""
        timed = self.profile.clock_from == "first-turn" or self.opened[self.turn]
        return self.profile.turn_seconds if timed else None

    @property
    def score(self) -> GameScore | None:
        """The scores, once the game is over; None before."""
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
    """Return a new game, dealt; the starter is drawn (S1) unless a match has fixed it (S6).

    Raises RulesError for a number of players that the profile is not for (E3) and for a starter that is not a seat.

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
