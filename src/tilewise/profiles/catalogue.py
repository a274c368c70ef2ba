"""The six rule profiles by name."""

from __future__ import annotations

from typing import Final

from tilewise.json_fields import short_repr
from tilewise.profiles.international import INTERNATIONAL
from tilewise.profiles.jumbo import JUMBO
from tilewise.profiles.profile import Profile
from tilewise.profiles.rule_errors import RulesError, RulesReason
from tilewise.profiles.tm_toys import TM_TOYS
from tilewise.profiles.twist import TWIST
from tilewise.profiles.vienna_de import VIENNA_DE
from tilewise.profiles.vienna_en import VIENNA_EN

PROFILES: Final = {profile.name: profile for profile in (VIENNA_DE, VIENNA_EN, JUMBO, TM_TOYS, INTERNATIONAL, TWIST)}
"""In the order of docs/rules.md."""


def profile_named(name: str) -> Profile:
    """Return the profile with this name; raises RulesError.

    >>> profile_named("twist").mirror_jokers
    2
    """
    profile = PROFILES.get(name)
    if profile is None:
        raise RulesError(RulesReason.NO_SUCH_PROFILE, {"name": short_repr(name), "profiles": ", ".join(PROFILES)})
    return profile
