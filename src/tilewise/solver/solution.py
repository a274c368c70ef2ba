"""What the solver finds: an answer of a kernel, and a solution by the rules of a profile."""

from __future__ import annotations

from typing import Final, NamedTuple

from tilewise.profiles import Profile
from tilewise.profiles.worth import rack_worth
from tilewise.tiles import Table, Tiles


class Answer(NamedTuple):
    """The best arrangement that a kernel found."""

    placed: Tiles
    """From the rack, sorted."""
    table: Table
    """All sets, with every joker in its place."""
    total: int
    """The sum of the weights of the tiles placed."""
    proven: bool
    """Whether no better answer exists."""


GAVE_UP: Final = Answer((), (), 0, False)
"""The search found nothing, but did not prove that there is nothing."""


class Solution(NamedTuple):
    """A best play: the tiles placed from the rack, and the table after it, with every joker in its place."""

    placed: Tiles
    """From the rack, sorted."""
    table: Table
    """After the play; unchanged if nothing is placed."""
    worth: int
    """Of the tiles placed: their numbers, and the penalty for each joker (C1)."""
    proven: bool
    """Whether no better play exists; false only with special jokers, or rarely where U7 limits freed jokers."""

    @property
    def tiles(self) -> int:
        """The number of tiles placed."""
        return len(self.placed)


def solution_of(profile: Profile, answer: Answer) -> Solution:
    """Return an answer as a solution, with its worth by the rules of the profile."""
    return Solution(answer.placed, answer.table, rack_worth(profile, answer.placed), answer.proven)
