"""House rules: the fields that differ from a profile, and their text form `opening_threshold=0 turn_seconds=none`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tilewise.json_fields import short_repr
from tilewise.profiles.profile import RULE_FIELDS, RULES_VERSION, Profile
from tilewise.profiles.rule_errors import RulesError, RulesReason
from tilewise.profiles.versions import profile_as_of


def house_rules_of(profile: Profile, version: int = RULES_VERSION) -> dict[str, Any]:
    """Return the fields in which a profile differs from the printed one of the same name, in a version of the rules.

    >>> from tilewise.profiles import PROFILES
    >>> house_rules_of(PROFILES["tm-toys"].with_rules({"opening_threshold": 0}))
    {'opening_threshold': 0}
    """
    printed = profile_as_of(version, profile.name)
    return {f: getattr(profile, f) for f in RULE_FIELDS if getattr(profile, f) != getattr(printed, f)}


def parse_house_rules(words: Iterable[str]) -> dict[str, Any]:
    """Return the rules that `field=value` words set; raises RulesError.

    Fields and values are not checked here but by `Profile.with_rules`.

    >>> parse_house_rules(["turn_seconds=none", "gift_tiles=added"])
    {'turn_seconds': None, 'gift_tiles': 'added'}
    """
    rules: dict[str, Any] = {}
    for word in words:
        name, sign, value = word.partition("=")
        if not (name and sign and value):
            raise RulesError(RulesReason.NOT_FIELD_AND_VALUE, {"word": short_repr(word)})
        if name in rules:
            raise RulesError(RulesReason.GIVEN_TWICE, {"name": short_repr(name)})
        if value == "none":
            rules[name] = None
        else:
            rules[name] = int(value) if value.isascii() and value.isdecimal() and len(value) < 10 else value
    return rules


def format_house_rules(profile: Profile, version: int = RULES_VERSION) -> str:
    """Return the house rules of a profile as `field=value` words; empty if there are none."""
    rules = house_rules_of(profile, version).items()
    return " ".join(f"{name}={'none' if value is None else value}" for name, value in rules)
