"""The event log of a device: what its implementations promise."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any

import pytest

from tilewise.browser.event_log import EventLog, LogError, MemoryLog, ScriptLog


class Script:
    """A log as JavaScript offers it: it resolves to problems instead of raising them."""

    def __init__(self) -> None:
        self.log = MemoryLog()

    async def _resolve(self, work: Awaitable[Any]) -> Any:
        try:
            found = await work
        except LogError as error:
            return error.problem
        return "" if found is None else found

    async def append(self, table: str, number: int, last: int, events: str, summary: str) -> Any:
        return await self._resolve(self.log.append(table, number, last, events, summary))

    async def read(self, table: str) -> Any:
        return await self._resolve(self.log.read(table))

    async def tables(self) -> Any:
        return await self._resolve(self.log.tables())

    async def delete(self, table: str) -> Any:
        return await self._resolve(self.log.delete(table))


@pytest.fixture(params=["memory", "script"])
def log(request: pytest.FixtureRequest) -> EventLog:
    return MemoryLog() if request.param == "memory" else ScriptLog(Script())


async def problem_of(work: Awaitable[object]) -> str:
    with pytest.raises(LogError) as raised:
        await work
    return raised.value.problem


async def test_batches_are_read_in_the_order_in_which_they_were_stored(log: EventLog) -> None:
    await log.append("d-1", 0, 2, "[1, 2]", "first")
    await log.append("d-2", 0, 1, "[1]", "other")
    await log.append("d-1", 2, 3, "[3]", "second")
    batches, summaries = await log.read("d-1"), await log.tables()
    assert batches == ["[1, 2]", "[3]"]
    assert sorted(summaries) == ["other", "second"]


async def test_a_batch_that_does_not_follow_the_last_event_is_a_conflict_and_changes_nothing(log: EventLog) -> None:
    await log.append("d-1", 0, 2, "[1, 2]", "first")
    assert await problem_of(log.append("d-1", 0, 1, "[1]", "again")) == "conflict"
    assert await problem_of(log.append("d-1", 1, 2, "[2]", "again")) == "conflict"
    assert await problem_of(log.append("d-1", 3, 4, "[4]", "again")) == "conflict"
    assert await log.read("d-1") == ["[1, 2]"]
    assert await log.tables() == ["first"]


async def test_a_table_that_the_browser_has_deleted_is_gone(log: EventLog) -> None:
    await log.append("d-1", 0, 2, "[1, 2]", "first")
    await log.delete("d-1")
    assert await problem_of(log.append("d-1", 2, 3, "[3]", "second")) == "gone"
    assert await log.read("d-1") == []
    assert await log.tables() == []


async def test_deleting_a_table_that_is_not_there_does_nothing(log: EventLog) -> None:
    await log.delete("d-1")
    assert await log.tables() == []


class FailingScript:
    """A log whose every method resolves to the same."""

    def __init__(self, resolved: object) -> None:
        self._resolved = resolved

    async def _method(self, *arguments: object) -> object:
        return self._resolved

    append = read = tables = delete = _method


@pytest.mark.parametrize(
    ("resolved", "problem"), [("full", "full"), ("blocked", "blocked"), ("QuotaExceededError", "failed")]
)
async def test_a_problem_of_javascript_has_a_name_and_a_sentence_that_says_what_to_do(
    resolved: str, problem: str
) -> None:
    log = ScriptLog(FailingScript(resolved))
    for work in (log.append("d-1", 0, 1, "[]", "{}"), log.read("d-1"), log.tables(), log.delete("d-1")):
        assert await problem_of(work) == problem
    assert "then try again." in str(LogError("full"))


async def test_something_that_is_neither_texts_nor_a_problem_is_a_failure() -> None:
    assert await problem_of(ScriptLog(FailingScript(None)).append("d-1", 0, 1, "[]", "{}")) == "failed"
    assert await problem_of(ScriptLog(FailingScript("")).read("d-1")) == "failed"
