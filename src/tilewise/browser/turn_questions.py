"""Questions about a turn at any table, answered from what the page sees: previews and hints without a server."""

from __future__ import annotations

import msgspec

from tilewise.draft import Draft
from tilewise.profiles import RULES_VERSION, Profile
from tilewise.server.api.api_errors import ApiError
from tilewise.server.api.hint_answers import Hint, HintQuery, hint_for, position_request
from tilewise.server.tables.preview import TurnPreview, parse_loose, parse_sets, preview_draft
from tilewise.server.tables.table_settings import TableSettings
from tilewise.tiles import Table, Tiles


class TurnPosition(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a player sees of a turn, as the fields of the same names in a view."""

    settings: TableSettings
    rules_version: int = RULES_VERSION
    table: tuple[str, ...]
    """The table at the start of the turn."""
    rack: str
    opened: bool
    """Whether the player has opened in an earlier turn."""

    @property
    def profile(self) -> Profile:
        """The rules of the table; raises TilewiseError."""
        return self.settings.rules_profile(self.rules_version)

    @property
    def before(self) -> Table:
        """The table as tiles; raises NotPossible."""
        return parse_sets(self.table)

    @property
    def whole_rack(self) -> Tiles:
        """The rack as tiles; raises NotPossible."""
        return tuple(sorted(parse_loose(self.rack)))


class PreviewQuestion(TurnPosition, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A turn in progress."""

    sets: tuple[str, ...]
    """The sets as they are arranged now."""
    words: str = ""
    """A typed instruction to carry out first."""


class HintQuestion(TurnPosition, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A turn for which a hint is wanted."""

    number: int
    """The number of the last event."""
    query: HintQuery = HintQuery()


def preview_at(asked: PreviewQuestion) -> TurnPreview:
    """Return the preview that the table would send; raises TilewiseError."""
    draft = Draft(asked.profile, asked.opened, asked.before, asked.whole_rack, parse_sets(asked.sets))
    return preview_draft(draft, asked.words)


def hint_at(asked: HintQuestion) -> Hint:
    """Return the hint that the server would give; raises TilewiseError."""
    if not asked.settings.hints:
        raise ApiError(403, "no-hints", "This table does not allow hints; create a table that does.")
    question = position_request(asked.profile, asked.settings.players, asked.before, asked.whole_rack, asked.opened)
    return hint_for(question, asked.number, asked.query)
