"""Tags of messages, commands and events."""

from __future__ import annotations

import pytest

from tilewise.server.tags import kebab


@pytest.mark.parametrize(
    ("name", "tag"), [("Sat", "sat"), ("WentAway", "went-away"), ("ComputerSat", "computer-sat"), ("", "")]
)
def test_a_tag_is_the_class_name_with_hyphens(name: str, tag: str) -> None:
    assert kebab(name) == tag
