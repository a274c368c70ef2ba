"""The game after an action, or why the action is refused. Pure functions: the given game never changes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from typing import TypeVar

from tilewise.errors import Reason, Refusal, Refused
from tilewise.game.actions import Action, Announce, Draw, GiveUp, Pass, Play, Redeal, TimeOut, TurnAction
from tilewise.game.deal import deal_tiles, pairs_in
from tilewise.game.empty_pool import is_played_out, pass_refusal
from tilewise.game.state import ActionResult, Game, new_game
from tilewise.profiles import Profile
from tilewise.solver import can_open
from tilewise.tiles import Tile, Tiles
from tilewise.turn import LegalTurn, judge_turn

_T = TypeVar("_T")


def apply(game: Game, action: Action) -> Game:
    """Return the game after an action; raises Refused, with rule and facts, if the action is not allowed.

    >>> from tilewise.profiles import PROFILES
    >>> game = new_game(PROFILES["jumbo"], 2, seed=1)
    >>> after = apply(game, Draw(game.turn))
    >>> len(after.racks[game.turn]), len(game.racks[game.turn])
    (15, 14)
    """
    refusal = _seat_refusal(game, action)
    if refusal is None:
        match action:
            case Redeal():
                return _redeal(game, action)
            case Announce():
                return _announce(game, action)
            case GiveUp():
                return _give_up(game, action)
            case Play():
                return _play(game, action)
            case Draw():
                return _draw(game, action)
            case Pass():
                return _pass(game, action)
            case TimeOut():
                return _time_out(game, action)
    raise Refused(refusal)


def refusal_of(game: Game, action: Action) -> Refusal | None:
    """Return why an action is not allowed now, or None if it is allowed."""
    try:
        apply(game, action)
    except Refused as refused:
        return refused.refusal
    return None


def replay(
    profile: Profile, players: int, seed: int | str, actions: Iterable[Action], starter: int | None = None
) -> Game:
    """Return the game that results from these actions; raises Refused at the first illegal one."""
    game = new_game(profile, players, seed, starter)
    for action in actions:
        game = apply(game, action)
    return game


def redeal_refusal(game: Game, seat: int) -> Refusal | None:
    """Return why a seat may not demand a redeal, or None if it may (S5)."""
    needed = game.profile.redeal_pairs
    if needed is None:
        return Refusal(Reason.NO_REDEAL)
    if not game.before_first_turn:
        return Refusal(Reason.REDEAL_TOO_LATE)
    pairs = len(pairs_in(game.racks[seat]))
    if pairs < needed:
        return Refusal(Reason.REDEAL_TOO_FEW_PAIRS, {"pairs": pairs, "needed": needed})
    return None


def announce_refusal(game: Game, seat: int) -> Refusal | None:
    """Return why a seat may not announce an opening, or None if it may (C3)."""
    if game.profile.missed_opening_penalty is None:
        return Refusal(Reason.NO_ANNOUNCING)
    if game.opened[seat]:
        return Refusal(Reason.OPENED_ALREADY)
    if game.announced[seat]:
        return Refusal(Reason.ANNOUNCED_ALREADY)
    if not game.last_drawn[seat]:
        return Refusal(Reason.NOTHING_DRAWN)
    rack, threshold = game.racks[seat], game.profile.opening_threshold
    if not _could_open(rack, threshold):
        return Refusal(Reason.CANNOT_OPEN)
    if _could_open(_without(rack, game.last_drawn[seat]), threshold):
        return Refusal(Reason.COULD_OPEN_BEFORE)
    return None


@lru_cache(1024)
def _could_open(rack: Tiles, threshold: int) -> bool:
    """Cached: every view of every seat needs it after every action, and few racks have changed since."""
    return can_open(rack, threshold)


def _seat_refusal(game: Game, action: Action) -> Refusal | None:
    """Return why this seat may not act now, whatever the tiles are; None if it may."""
    seat = action.seat
    if not 0 <= seat < game.players:
        return Refusal(Reason.NO_SUCH_SEAT, {"seat": seat, "last": game.players - 1})
    if game.is_over:
        return Refusal(Reason.GAME_OVER)
    if game.given_up[seat]:
        return Refusal(Reason.SEAT_GIVEN_UP, {"seat": seat})
    if isinstance(action, TurnAction) and seat != game.turn:
        return Refusal(Reason.NOT_YOUR_TURN, {"seat": seat, "turn": game.turn})
    return None


def _play(game: Game, action: Play) -> Game:
    seat = action.seat
    rack = game.racks[seat]
    if not all(action.table):
        raise Refused(Refusal(Reason.EMPTY_SET))
    verdict = judge_turn(game.profile, game.table, rack, action.table, game.opened[seat])
    if isinstance(verdict, LegalTurn):
        result = ActionResult(action, placed=verdict.placed, opening_value=verdict.opening_value)
        racks = _at(game.racks, seat, _without(rack, verdict.placed))
        after = replace(game, table=verdict.table, racks=racks, opened=_at(game.opened, seat, True))
        return _end_turn(after, result)
    # An unknown tile is a mistake of a program, not of a player, so it costs no penalty.
    if game.profile.wrong_play == "refused" or verdict.reason is Reason.UNKNOWN_TILE:
        raise Refused(verdict)
    return _draw_and_end(game, ActionResult(action, refusal=verdict), game.profile.late_tiles)


def _draw(game: Game, action: Draw) -> Game:
    if not game.pool:
        raise Refused(Refusal(Reason.POOL_EMPTY))
    return _draw_and_end(game, ActionResult(action), 1)


def _pass(game: Game, action: Pass) -> Game:
    refusal = pass_refusal(game, action.seat)
    if refusal is not None:
        raise Refused(refusal)
    return _end_turn(game, ActionResult(action))


def _time_out(game: Game, action: TimeOut) -> Game:
    if game.seconds is None:
        raise Refused(Refusal(Reason.NO_CLOCK))
    profile = game.profile
    return _draw_and_end(game, ActionResult(action), profile.late_tiles if action.moved else profile.late_tiles_unmoved)


def _draw_and_end(game: Game, result: ActionResult, count: int) -> Game:
    """Draw tiles, or as many as the pool still has (U13), and end the turn."""
    seat = game.turn
    drawn = game.pool[:count]
    racks = _at(game.racks, seat, tuple(sorted((*game.racks[seat], *drawn))))
    pool = game.pool[count:]
    last_tile = bool(drawn) and not pool
    return _end_turn(replace(game, racks=racks, pool=pool), replace(result, drawn=drawn, last_tile=last_tile))


def _end_turn(game: Game, result: ActionResult) -> Game:
    """Record the result, end the game if it is over (N1, N2), and give the turn to the next seat (S2)."""
    seat = game.turn
    idle = not result.placed and not result.drawn and not game.pool
    game = replace(
        game,
        history=(*game.history, result),
        last_drawn=_at(game.last_drawn, seat, result.drawn),
        announced=_at(game.announced, seat, False),
        passed=game.passed | {seat} if idle else frozenset(),
    )
    if not game.racks[seat]:
        return replace(game, ending="out")
    if game.last_round is not None:
        game = replace(game, last_round=game.last_round - {seat})
    elif game.profile.empty_pool == "last-round" and not game.pool:
        # The last round begins with the player who has just drawn the last tile.
        return replace(game, last_round=frozenset(game.playing))
    return _next_turn(game)


def _next_turn(game: Game) -> Game:
    """Give the turn to the next seat that has not given up, or end the game after the last turn (N2)."""
    if is_played_out(game):
        return replace(game, ending="pool")
    turn = (game.turn + 1) % game.players
    while game.given_up[turn]:
        turn = (turn + 1) % game.players
    return replace(game, turn=turn)


def _redeal(game: Game, action: Redeal) -> Game:
    refusal = redeal_refusal(game, action.seat)
    if refusal is not None:
        raise Refused(refusal)
    shown = tuple(tile for tile in pairs_in(game.racks[action.seat]) for _ in range(2))
    history = (*game.history, ActionResult(action, shown_pairs=shown))
    redeals = sum(isinstance(result.action, Redeal) for result in history)
    racks, pool = deal_tiles(game.profile, game.players, game.seed, redeals)
    return replace(game, racks=racks, pool=pool, history=history)


def _announce(game: Game, action: Announce) -> Game:
    refusal = announce_refusal(game, action.seat)
    if refusal is not None:
        raise Refused(refusal)
    return replace(
        game, announced=_at(game.announced, action.seat, True), history=(*game.history, ActionResult(action))
    )


def _give_up(game: Game, action: GiveUp) -> Game:
    seat = action.seat
    game = replace(game, given_up=_at(game.given_up, seat, True), history=(*game.history, ActionResult(action)))
    if len(game.playing) == 1:
        return replace(game, ending="given-up")
    if seat == game.turn:
        return _next_turn(game)
    return replace(game, ending="pool") if is_played_out(game) else game


def _without(rack: Tiles, taken: Iterable[Tile]) -> Tiles:
    left = list(rack)
    for tile in taken:
        left.remove(tile)
    return tuple(left)


def _at(values: tuple[_T, ...], index: int, value: _T) -> tuple[_T, ...]:
    return (*values[:index], value, *values[index + 1 :])
