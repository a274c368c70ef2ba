"""What the page needs to know of the rules, as JSON: rule fields, codes of messages, titles of the boxes."""

from __future__ import annotations

import json
from typing import Any

from tilewise.bots import LEVELS
from tilewise.errors import Reason
from tilewise.instructions import InstructionReason
from tilewise.match import games_per_round
from tilewise.profiles import PROFILES, RULE_FIELDS, Profile, RulesReason
from tilewise.records.action_format import VERBS
from tilewise.rulebook import PHRASES
from tilewise.scoring import ScoreProblemReason, ScoreReason
from tilewise.server.api.rule_answers import RuleFieldInfo, rule_field_infos
from tilewise.server.tables.refusals import TableReason, TableSettingsReason


def generate_rules(_present: str = "") -> str:
    """Return rules.json: levels of computer players, actions, the profiles, and the fields of the house-rule form."""
    fields = rule_field_infos()
    match_kinds = next(field.choices for field in fields if field.name == "match_by")
    return _json(
        {
            "levels": list(LEVELS),
            "actions": list(VERBS),
            "whole_rounds": [kind for kind in match_kinds if games_per_round(_decided_by(kind), 3) == 3],
            "fields": {field.name: _field(field) for field in fields},
            "profiles": {
                name: {"language": profile.language, "rules": {field: getattr(profile, field) for field in RULE_FIELDS}}
                for name, profile in PROFILES.items()
            },
        }
    )


def generate_codes(_present: str = "") -> str:
    """Return codes.json: every code that the page translates, with its English sentence."""
    return _json(
        {
            "refusal": {reason.code: reason.sentence for reason in (*Reason, *TableReason)},
            "score": {reason.code: reason.sentence for reason in (*ScoreReason, *ScoreProblemReason)},
            "typed": {reason.code: reason.sentence for reason in InstructionReason},
            "settings-error": {reason.code: reason.sentence for reason in (*RulesReason, *TableSettingsReason)},
        }
    )


def generate_titles(_present: str = "") -> str:
    """Return titles.json: the name of every box in each language, with which a test compares the page's texts."""
    return _json({language: phrases.titles for language, phrases in PHRASES.items()})


def _field(field: RuleFieldInfo) -> dict[str, Any]:
    if field.choices:
        return {"choices": field.choices}
    return {"least": field.least, "most": field.most, "none": field.may_be_none}


def _decided_by(match_by: str) -> Profile:
    return PROFILES["international"].with_rules({"match_by": match_by})


def _json(content: Any) -> str:
    return json.dumps(content, indent=1, ensure_ascii=False) + "\n"
