"""The stored chat messages."""

from __future__ import annotations

import pytest

from tests.support.store_parts import NOW, make_table
from tilewise.server.people.chat_log import ChatLog, StoredMessage, clean
from tilewise.server.store.table_store import TableStore


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("a\x00b\x1b[31m", "ab[31m"),
        ("abc\u202edef\u2066", "abcdef"),
        ("two\r\nlines\tand\u2028more", "two lines and more"),
        ("\U0001f469\u200d\U0001f680", "\U0001f469\u200d\U0001f680"),
        ("\ue000\U000f0000", ""),
    ],
)
def test_control_characters_are_removed(text: str, kept: str) -> None:
    assert clean(text) == kept


async def test_messages_are_read_in_pages_oldest_first(store: TableStore) -> None:
    await make_table(store)
    log = ChatLog(store.database)
    numbers = [await log.add("t1", "p1", "Ada", NOW + number, f"message {number}") for number in range(5)]
    latest = await log.recent("t1", limit=2)
    assert latest == [
        StoredMessage(numbers[3], "p1", "Ada", NOW + 3, "message 3"),
        StoredMessage(numbers[4], "p1", "Ada", NOW + 4, "message 4"),
    ]
    assert [message.text for message in await log.recent("t1", latest[0].chat, limit=2)] == [
        "message 1",
        "message 2",
    ]
    assert [table_id for table_id, _ in await log.of_person("p1")] == ["t1"] * 5
    assert await log.recent("elsewhere") == []
