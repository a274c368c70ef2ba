"""The folder of a run: what is played, and the results so far, so that a run can be continued.

run.json     what is played
deals.jsonl  one line for each deal and lineup, only ever appended to
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from tilewise.arena.duplicate_deals import DealResult, Task, Tournament
from tilewise.arena.line_log import LineLog
from tilewise.errors import TilewiseError
from tilewise.profiles import house_rules_of

FORMAT: Final = 1
"""The version of the files."""


class RunFolder:
    """A folder that belongs to one tournament."""

    def __init__(self, path: Path, tournament: Tournament) -> None:
        """Create the folder, or continue in it; raises TilewiseError if it belongs to another tournament."""
        description = json.dumps(describe(tournament), indent=1) + "\n"
        head = path / "run.json"
        if head.exists():
            if head.read_text("utf-8") != description:
                raise TilewiseError(
                    f"{path} holds the run of another tournament: choose another folder, or the same options."
                )
        else:
            path.mkdir(parents=True, exist_ok=True)
            head.write_text(description, "utf-8")
        self._log = LineLog(path / "deals.jsonl")

    def results(self) -> dict[Task, DealResult]:
        """Return the results so far; raises TilewiseError if the file is damaged."""
        return {(result.deal, result.lineup): result for result in self._log.entries(DealResult.from_json)}

    def append(self, result: DealResult) -> None:
        """Add a result."""
        self._log.append(result.to_json())


def describe(tournament: Tournament) -> dict[str, Any]:
    """Return what is played as plain values."""
    profile, budget = tournament.profile, tournament.budget
    return {
        "format": FORMAT,
        "players": {entrant.name: entrant.spec for entrant in tournament.players},
        "profile": profile.name,
        "rules": house_rules_of(profile),
        "rules_version": profile.rules_version,
        "seats": tournament.seats,
        "pairing": tournament.pairing,
        "seed": tournament.seed,
        "seconds": None if budget.seconds == float("inf") else budget.seconds,
        "samples": budget.samples,
    }
