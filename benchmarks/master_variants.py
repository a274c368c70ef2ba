"""The master without one of its parts, for the ablation in docs/players.md: `without_search`, `without_models`, ..."""

from __future__ import annotations

from functools import partial

from tilewise.bots import PlayerFactory, Searcher
from tilewise.bots.searcher import Parts

_WITHOUT = "without_"


def __getattr__(name: str) -> PlayerFactory:
    """Return a factory for each part of the player: switched off, or 0 if it is a number."""
    part = name.removeprefix(_WITHOUT)
    if not name.startswith(_WITHOUT) or part not in Parts._fields:
        raise AttributeError(name)
    off = {field: value if field != part else type(value)(0) for field, value in Parts()._asdict().items()}
    return partial(Searcher, parts=Parts(**off))
