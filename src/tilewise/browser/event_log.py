"""The event log of the tables on this device. In the browser it is a database of IndexedDB.

A table has a row with the number of its last event and a summary, and one row for each batch of events that was stored
together. Batches and summaries are JSON texts, which the log does not read.
"""

from __future__ import annotations

from typing import Any, Final, Literal, Protocol

from tilewise.errors import TilewiseError

LogProblem = Literal["conflict", "gone", "full", "blocked", "failed"]
"""Why something was not stored: another tab was faster; the browser has deleted the table; there is no space left; the
browser allows no storage here; anything else."""

_SENTENCES: Final[dict[LogProblem, str]] = {
    "conflict": "The table was changed in another tab; try again.",
    "gone": "The browser has deleted this table from the device; keep this page open and try again.",
    "full": "The storage of this device is full; free some space, then try again.",
    "blocked": "The browser does not let this page store anything; allow it in the settings, then try again.",
    "failed": "This could not be stored on the device; try again in a moment.",
}


class LogError(TilewiseError):
    """Events that could not be stored or read. Nothing has changed."""

    def __init__(self, problem: LogProblem) -> None:
        self.problem: LogProblem = problem
        super().__init__(_SENTENCES[problem])

    @property
    def code(self) -> str:
        """The code in refusals, problems and answers; what to do is different for each of them."""
        return f"device-{self.problem}"


class EventLog(Protocol):
    """Stores the events of tables. Every method raises LogError."""

    async def append(self, table: str, number: int, last: int, events: str, summary: str) -> None:
        """Store a batch of events and the table's new summary, both or none of them.

        `number` is the table's last event so far, 0 for a new table, and `last` the last event of the batch. If the log
        has another last event, the problem is `conflict`; if it has no such table, but `number` is not 0, it is `gone`.
        Returns once the events would survive a crash.
        """
        ...

    async def read(self, table: str) -> list[str]:
        """Return the batches of a table in their order; none if there is no such table."""
        ...

    async def tables(self) -> list[str]:
        """Return the summary of every table, in any order."""
        ...

    async def delete(self, table: str) -> None:
        """Delete a table, if there is one."""
        ...


class MemoryLog:
    """An event log in memory, which is lost with the page."""

    def __init__(self) -> None:
        self._last: dict[str, int] = {}
        self._summaries: dict[str, str] = {}
        self._batches: dict[str, list[str]] = {}

    async def append(self, table: str, number: int, last: int, events: str, summary: str) -> None:
        """Store a batch of events and the table's new summary."""
        stored = self._last.get(table, 0)
        if stored != number:
            raise LogError("conflict" if stored else "gone")
        self._last[table] = last
        self._summaries[table] = summary
        self._batches.setdefault(table, []).append(events)

    async def read(self, table: str) -> list[str]:
        """Return the batches of a table in their order."""
        return list(self._batches.get(table, ()))

    async def tables(self) -> list[str]:
        """Return the summary of every table."""
        return list(self._summaries.values())

    async def delete(self, table: str) -> None:
        """Delete a table, if there is one."""
        for rows in (self._last, self._summaries, self._batches):
            rows.pop(table, None)


class ScriptLog:
    """An event log in JavaScript: an object with the methods of `EventLog`, whose promises never reject.

    `append` and `delete` resolve to an empty text, or to the name of a `LogProblem`. `read` and `tables` resolve to an
    array of texts, or to the name of a problem.
    """

    def __init__(self, script: Any) -> None:
        self._script = script

    async def append(self, table: str, number: int, last: int, events: str, summary: str) -> None:
        """Store a batch of events and the table's new summary; raises LogError."""
        _check(await self._script.append(table, number, last, events, summary))

    async def read(self, table: str) -> list[str]:
        """Return the batches of a table in their order; raises LogError."""
        return _texts(await self._script.read(table))

    async def tables(self) -> list[str]:
        """Return the summary of every table; raises LogError."""
        return _texts(await self._script.tables())

    async def delete(self, table: str) -> None:
        """Delete a table, if there is one; raises LogError."""
        _check(await self._script.delete(table))


def _check(problem: object) -> None:
    """Raise LogError for anything but an empty text; a name that is not known is a failure too."""
    if problem != "":
        raise LogError(next((known for known in _SENTENCES if known == problem), "failed"))


def _texts(found: Any) -> list[str]:
    """Return an array of JavaScript as a list; raises LogError."""
    if isinstance(found, str):
        _check(found or "failed")
    return [str(text) for text in found]
