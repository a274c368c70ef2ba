"""What was noticed, and by which test: JSON lines, which a stopped run continues, and tables for people."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from scripts.mutations.mutation import AREAS, Mutation

LEVELS: Final = ("named", "near", "python", "all")
"""How many tests were asked: those that the mutation names, those next to the file, all in Python, all."""


@dataclass(frozen=True, slots=True)
class Result:
    """What the tests said to one mutation."""

    defect: str
    area: str
    digest: str
    commit: str
    caught: bool | None
    """None if it could not be tried."""
    by: str
    """The first test that failed, or why it could not be tried."""
    level: str
    """How far the tests were asked."""
    seconds: float


def load(file: Path) -> dict[str, Result]:
    """Return the latest result of each mutation, by its defect."""
    if not file.exists():
        return {}
    lines = file.read_text(encoding="utf-8").splitlines()
    results = [Result(**json.loads(line)) for line in lines if line]
    return {result.defect: result for result in results}


def append(file: Path, result: Result) -> None:
    """Store one result."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a", encoding="utf-8") as lines:
        lines.write(json.dumps(asdict(result), ensure_ascii=False) + "\n")


def is_done(result: Result | None, mutation: Mutation, level: str) -> bool:
    """Return whether a mutation needs no further run."""
    if result is None or result.digest != mutation.digest or result.caught is None:
        return False
    return result.caught or LEVELS.index(result.level) >= LEVELS.index(level)


def table(results: Mapping[str, Result]) -> str:
    """Return a table in Markdown: what was not noticed comes first in each area."""
    lines = ["| area | mistake | noticed | by | seconds |", "| --- | --- | --- | --- | ---: |"]
    for area in AREAS:
        for one in sorted((one for one in results.values() if one.area == area), key=lambda one: bool(one.caught)):
            lines.append(f"| {area} | {one.defect} | {_word(one)} | {_cell(one)} | {one.seconds:.0f} |")
    caught = sum(one.caught is True for one in results.values())
    return "\n".join([*lines, "", f"{caught} of {len(results)} mistakes were noticed."])


def comparison(old: Mapping[str, Result], new: Mapping[str, Result]) -> str:
    """Return what a new suite has lost, what neither notices, and what only the new one notices, in Markdown."""
    both = [defect for defect in new if defect in old]
    lost = [defect for defect in both if old[defect].caught and not new[defect].caught]
    neither = [defect for defect in both if not old[defect].caught and not new[defect].caught]
    gained = [defect for defect in both if not old[defect].caught and new[defect].caught]
    caught = [sum(results[defect].caught is True for defect in both) for results in (old, new)]
    lines = [
        f"Of {len(both)} mistakes the old suite noticed {caught[0]}, the new one {caught[1]}.",
        "",
        *_list("Lost", lost, {defect: f"was noticed by {old[defect].by}" for defect in lost}),
        *_list("Noticed by neither", neither, {defect: new[defect].by for defect in neither}),
        *_list("Noticed by the new suite only", gained, {defect: new[defect].by for defect in gained}),
    ]
    missing = [*(defect for defect in old if defect not in new), *(defect for defect in new if defect not in old)]
    lines += _list("Tried in one of the suites only", missing, {})
    lines += ["| area | mistake | old | new |", "| --- | --- | --- | --- |"]
    lines += [f"| {new[defect].area} | {defect} | {_cell(old[defect])} | {_cell(new[defect])} |" for defect in both]
    return "\n".join(lines)


def _list(title: str, defects: Iterable[str], notes: Mapping[str, str]) -> list[str]:
    items = [f"- {defect}{' ' + notes[defect] if notes.get(defect) else ''}" for defect in defects]
    return [f"## {title}", "", *(items or ["Nothing."]), ""]


def _word(result: Result) -> str:
    return {True: "yes", False: "**no**", None: "not tried"}[result.caught]


def _cell(result: Result) -> str:
    by = result.by.replace("|", "\\|").replace("\n", " ")
    if result.caught:
        return f"`{by}`"
    return f"**nothing** ({result.level})" if result.caught is False else by
