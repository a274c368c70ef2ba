"""Records of games with a proof of their deal."""

from __future__ import annotations

from functools import cache

from tilewise.bots import Beginner, play_out
from tilewise.fairness import FairDeal, digest_of, fair_seed
from tilewise.game import new_game
from tilewise.profiles import PROFILES
from tilewise.records import Record, record_of

SECRET = "5ecret" * 10
ADDED = ("one", None, "Three_-3")


@cache
def fair_record(secret: str = SECRET, additions: tuple[str | None, ...] = ADDED) -> Record:
    """Return the record of a finished game of three beginners that was dealt from these texts."""
    game = new_game(PROFILES["jumbo"], 3, fair_seed(secret, additions))
    done = play_out(game, [Beginner()] * 3)
    return record_of(done, ("Ada", "casual", "Cyd"), FairDeal(digest_of(secret), secret, additions))
