"""The six rule profiles, one file each, and house rules as changes of their fields."""

from typing import Any, Final

from tilewise.json_fields import shown
from tilewise.profiles.international import INTERNATIONAL
from tilewise.profiles.jumbo import JUMBO
from tilewise.profiles.profile import RULE_FIELDS, NotInBox, Profile, rule_range
from tilewise.profiles.rule_errors import RulesError, RulesReason
from tilewise.profiles.tm_toys import TM_TOYS
from tilewise.profiles.twist import TWIST
from tilewise.profiles.vienna_de import VIENNA_DE
from tilewise.profiles.vienna_en import VIENNA_EN

PROFILES: Final = {p.name: p for p in (VIENNA_DE, VIENNA_EN, JUMBO, TM_TOYS, INTERNATIONAL, TWIST)}
"""The profiles by name, in the order of docs/rules.md."""


def profile_named(name: str) -> Profile:
    """Return a profile by its name; raises RulesError with the names there are.

    >>> profile_named("twist").mirror_jokers
    2
    """
    profile = PROFILES.get(name)
    if profile is None:
        raise RulesError(RulesReason.NO_SUCH_PROFILE, {"name": shown(name), "profiles": ", ".join(PROFILES)})
    return profile


def house_rules_of(profile: Profile) -> dict[str, Any]:
    """Return the fields in which rules differ from the profile of their name.

    >>> house_rules_of(PROFILES["tm-toys"].with_rules({"opening_threshold": 0}))
    {'opening_threshold': 0}
    """
    printed = PROFILES[profile.name]
    return {f: getattr(profile, f) for f in RULE_FIELDS if getattr(profile, f) != getattr(printed, f)}


__all__ = [
    "PROFILES",
    "RULE_FIELDS",
    "NotInBox",
    "Profile",
    "RulesError",
    "RulesReason",
    "house_rules_of",
    "profile_named",
    "rule_range",
]
