"""The master with one of its parts changed, for the ablation in docs/players.md."""

from __future__ import annotations

from typing import Final

from tilewise.bots.searcher import Parts
from tilewise.simulator import POLICIES

VARIANTS: Final = {
    "the master": Parts(),
    "without search": Parts(search=False),
    "without models of the opponents": Parts(models=False),
    "without inference from draws": Parts(evidence=False),
    "without significance": Parts(significance=0.0),
    "without the exact endgame": Parts(endgame=False),
    "without points": Parts(points=False),
    "without the learned value": Parts(base=POLICIES["wait4"]),
}
"""The parts of each variant."""
