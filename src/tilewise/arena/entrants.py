"""The players of an arena, by what a person types.

solid                      a level of computer players
wait2                      a member of the panel that players are measured against
my_package.players:Waiter  a Python class, or any other factory of players
cmd: ./my-bot --fast       a program that speaks JSON lines (docs/external-players.md)
label=cmd: ./my-bot        any of these under a name of its own
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module

from tilewise.arena.external_player import ExternalPlayer, command_words
from tilewise.bots import LEVELS, Patient, PlayerFactory
from tilewise.bots.games import PLAYER_ERRORS, described
from tilewise.errors import TilewiseError
from tilewise.simulator.policies import POLICIES

_LABELLED = re.compile(r"([A-Za-z0-9_.-]{1,40})=(.+)", re.DOTALL)
_FACTORY = re.compile(r"([A-Za-z_][\w.]*):([A-Za-z_]\w*)")


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player that takes part, under its name in tables."""

    name: str
    spec: str
    """What creates it, as typed."""


def read_entrants(texts: Sequence[str]) -> tuple[Entrant, ...]:
    """Read the players that were typed, giving equal names a number; raises TilewiseError.

    >>> [entrant.name for entrant in read_entrants(["solid", "mine=casual", "solid"])]
    ['solid', 'mine', 'solid#2']
    """
    read: list[Entrant] = []
    seen = Counter[str]()
    for text in texts:
        match = _LABELLED.fullmatch(text.strip())
        spec = (match[2] if match else text).strip()
        factory_of(spec)
        name = match[1] if match else spec.removeprefix("cmd:").strip()[:40]
        check_name(name)
        seen[name] += 1
        read.append(Entrant(name if seen[name] == 1 else f"{name}#{seen[name]}", spec))
    if len({entrant.name for entrant in read}) < len(read):
        raise TilewiseError("Two players have the same name: give them different ones, as in --player a=solid.")
    return tuple(read)


def check_name(name: str) -> None:
    """Raise TilewiseError if tables, pages and pictures could not show a name."""
    if not name.isprintable():
        raise TilewiseError(f"The player's name {name!r} cannot be printed: give it another, as in --player a=solid.")


def factory_of(spec: str) -> PlayerFactory:
    """Return what creates a player; raises TilewiseError if there is no such player.

    A class is looked for in the current folder too, as `python -m` does.
    """
    if spec.startswith("cmd:"):
        return partial(ExternalPlayer, command_words(spec.removeprefix("cmd:")))
    if spec in LEVELS:
        return LEVELS[spec].create
    if spec in POLICIES:
        return partial(Patient, POLICIES[spec])
    match = _FACTORY.fullmatch(spec)
    if not match:
        known = ", ".join({**LEVELS, **POLICIES})
        raise TilewiseError(f"There is no player {spec!r}: use {known}, a class as module:Class, or cmd: PROGRAM.")
    if "" not in sys.path:
        sys.path.append("")
    try:
        factory: PlayerFactory = getattr(import_module(match[1]), match[2])
    except PLAYER_ERRORS as error:
        raise TilewiseError(f"The player {spec} cannot be imported: {described(error)}.") from None
    return factory
