"""Rule profiles: the rules of each box as data, and house rules as changes of their fields (E1-E3).

profile        the `Profile` type: every field in which the rulebooks differ, and the checks of its values
catalogue      the six profiles by name
vienna_de      the Vienna city edition, German rules
vienna_en      the Vienna city edition, English rules
jumbo          the Jumbo edition
tm_toys        the TM Toys edition, also for six players
international  the international edition
twist          the edition with special jokers
versions       the profiles in earlier versions of the rules, for old games
house_rules    house rules of a profile, as fields and as text
rule_errors    why rules cannot be played by
worth          what a rack is worth (C1)
"""

from tilewise.profiles.catalogue import PROFILES, profile_named
from tilewise.profiles.house_rules import format_house_rules, house_rules_of, parse_house_rules
from tilewise.profiles.profile import RULE_FIELDS, RULES_VERSION, FreedJoker, NotInBox, Profile, rule_range
from tilewise.profiles.rule_errors import RulesError, RulesReason
from tilewise.profiles.versions import FIRST_VERSION, checked_version, profile_as_of
from tilewise.profiles.worth import rack_worth

__all__ = [
    "FIRST_VERSION",
    "PROFILES",
    "RULES_VERSION",
    "RULE_FIELDS",
    "FreedJoker",
    "NotInBox",
    "Profile",
    "RulesError",
    "RulesReason",
    "checked_version",
    "format_house_rules",
    "house_rules_of",
    "parse_house_rules",
    "profile_as_of",
    "profile_named",
    "rack_worth",
    "rule_range",
]
