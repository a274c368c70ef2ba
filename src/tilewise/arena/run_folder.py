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
from tilewise.arena.shared_folder import replace_file
from tilewise.errors import TilewiseError
from tilewise.profiles import house_rules_of

FORMAT: Final = 1
"""The version of the files."""


class RunFolder:
    """A folder that belongs to one tournament. Lock it (`locked`) if other processes may use it."""

    def __init__(self, path: Path, tournament: Tournament) -> None:
        """Create the folder, or continue in it.

        Raises TilewiseError if it belongs to another tournament, or if a file is damaged.
        """
        description = json.dumps(describe(tournament), indent=1) + "\n"
        head, deals = path / "run.json", path / "deals.jsonl"
        if head.exists():
            if head.read_bytes() != description.encode():
                raise TilewiseError(
                    f"{head} describes another tournament, or is damaged: choose another folder, or the same options."
                )
        elif deals.exists():
            raise TilewiseError(
                f"{deals} has results, but no run.json says of what: restore that file, or choose another folder."
            )
        else:
            path.mkdir(parents=True, exist_ok=True)
            replace_file(head, description)

        def read(content: Any) -> DealResult:
            result = DealResult.from_json(content)
            tournament.check_result(result)
            return result

        self._log = LineLog(deals, read, DealResult.to_json)

    def results(self) -> dict[Task, DealResult]:
        """Return the results so far."""
        return {(result.deal, result.lineup): result for result in self._log.entries}

    def append(self, result: DealResult) -> None:
        """Add a result."""
        self._log.append(result)


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
