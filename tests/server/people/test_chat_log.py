"""The stored chat messages."""

from __future__ import annotations

import pytest

from tilewise.server.people.chat_log import clean


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
