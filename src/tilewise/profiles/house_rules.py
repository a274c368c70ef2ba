"""House rules as text: `opening_threshold=0 turn_seconds=none`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tilewise.json_fields import shown
from tilewise.profiles import Profile, RulesError, RulesReason, house_rules_of


def parse_rules(words: Iterable[str]) -> dict[str, Any]:
    """Read `field=value` words; raises RulesError. Whether the fields exist is for `with_rules` to say.

    >>> parse_rules(["turn_seconds=none", "gift_tiles=added"])
    {'turn_seconds': None, 'gift_tiles': 'added'}
    """
    rules: dict[str, Any] = {}
    for word in words:
        name, sign, value = word.partition("=")
        if not (name and sign and value):
            raise RulesError(RulesReason.NOT_FIELD_AND_VALUE, {"word": shown(word)})
        if name in rules:
            raise RulesError(RulesReason.GIVEN_TWICE, {"name": shown(name)})
        if value == "none":
            rules[name] = None
        else:
            rules[name] = int(value) if value.isascii() and value.isdecimal() and len(value) < 10 else value
    return rules


def format_rules(profile: Profile) -> str:
    """Write the house rules of a profile as `field=value` words; empty if there are none."""
    rules = house_rules_of(profile).items()
    return " ".join(f"{name}={'none' if value is None else value}" for name, value in rules)
