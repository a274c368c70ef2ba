"""The master with one of its parts changed, for the ablation in docs/players.md."""

from __future__ import annotations

from functools import partial
from typing import Final

from tilewise.bots import PlayerFactory, Searcher
from tilewise.bots.searcher import Parts
from tilewise.simulator import POLICIES

_CHANGED: Final = {
    "without_search": Parts(search=False),
    "without_models": Parts(models=False),
    "without_evidence": Parts(evidence=False),
    "without_significance": Parts(significance=0.0),
    "without_endgame": Parts(endgame=False),
    "without_points": Parts(points=False),
    "with_wait2": Parts(base=POLICIES["wait2"]),
    "with_learned": Parts(base=POLICIES["learned"]),
}

VARIANTS: Final[dict[str, PlayerFactory]] = {name: partial(Searcher, parts=parts) for name, parts in _CHANGED.items()}
"""The variants by name."""


def __getattr__(name: str) -> PlayerFactory:
    """Return a variant, so that the arena can name it: `benchmarks.master_variants:without_search`."""
    if name not in VARIANTS:
        raise AttributeError(name)
    return VARIANTS[name]
