"""Previews: a turn in progress, assessed for a client that has no rules of its own. Nothing is stored."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import replace
from itertools import chain
from typing import Final

import msgspec

from tilewise.draft import Draft, draft_of
from tilewise.errors import Fact, Reason, Refusal, Refused
from tilewise.instructions import DRAFT_VERBS, Instruction, InstructionError, Verb, parse_instruction, perform
from tilewise.server.tables.refusals import NotPossible, TableReason, bad_tiles, check_length
from tilewise.server.tables.table_state import TableState
from tilewise.server.tables.views import RefusalView, refusal_view
from tilewise.sets import TileSet
from tilewise.tiles import NotationError, Table, Tiles, format_tiles, parse_tiles
from tilewise.view import view_of

LONGEST_WORDS: Final = 200
"""Characters of a typed instruction."""

MOST_MOVED_JOKERS: Final = 2
MOST_CHANGED_SETS: Final = 6
"""Jokers in changed sets, and sets of the table that a turn with such jokers may change: up to these numbers it is
assessed in about a millisecond. Without jokers it always is."""

_CLIENT_VERBS: Final = frozenset((Verb.UNDO, Verb.REDO, Verb.RESET))
"""Instructions for the client, because only the client knows its earlier steps."""


class SetPreview(msgspec.Struct, frozen=True, omit_defaults=True):
    """A set, arranged (T5) and with what each tile stands for, or the reason why it is not a set."""

    tiles: str
    kind: str | None = None
    value: int = 0
    stands_for: tuple[str, ...] = ()
    refusal: RefusalView | None = None


class TurnPreview(msgspec.Struct, frozen=True):
    """A turn as it would be if it ended now."""

    sets: tuple[SetPreview, ...]
    loose: str
    """Tiles of the table that are in no set."""
    rack: str
    """The tiles still on the rack."""
    placed: str
    opening: int | None
    """The value of the opening so far; null for a player who opened in an earlier turn."""
    needed: int
    """The value that an opening needs."""
    refusal: RefusalView | None
    """Why the turn cannot end like this; null if it can."""
    verb: str | None = None
    """The verb of the typed instruction if it is for the client to carry out: done, draw, undo, sort..."""
    problem: RefusalView | None = None
    """Why the typed instruction was not carried out: a reason of the rules, or that it could not be read."""


def parse_sets(texts: Collection[str]) -> Table:
    """Parse the sets of a client's arrangement, leaving out empty ones; raises NotPossible."""
    check_length(*texts)
    return tuple(tiles for text in texts if (tiles := parse_loose(text)))


def parse_loose(text: str) -> Tiles:
    """Parse the loose tiles of a client's arrangement; raises NotPossible."""
    try:
        return parse_tiles(text)
    except NotationError as error:
        raise bad_tiles(error) from None


def draft_at(state: TableState, seat: int | None, sets: Table) -> Draft:
    """Return the draft of a turn with these sets; raises NotPossible, and Refused for tiles that the box has not."""
    if seat is None:
        raise NotPossible(TableReason.NOT_SEATED)
    if state.game is None:
        raise NotPossible(TableReason.NO_GAME)
    box = state.profile.box(state.settings.players)
    for tile, count in Counter(chain.from_iterable(sets)).items():
        if count > box[tile]:
            facts: dict[str, Fact] = {"tile": str(tile), "count": count, "box": box[tile]}
            raise Refused(Refusal(Reason.TOO_MANY_OF_FACE, facts))
    return replace(draft_of(view_of(state.game, seat, last=0)), sets=sets)


def is_quick(draft: Draft, words: str = "") -> bool:
    """Return whether the preview of a draft takes about a millisecond, as that of nearly every turn does."""
    before, after = Counter(draft.before), Counter(draft.sets)
    # Typed words may move any tile.
    sets = (*draft.sets, draft.whole_rack) if words else (after - before).elements()
    jokers = sum(tile.is_joker for tiles in sets for tile in tiles)
    return not jokers or (jokers <= MOST_MOVED_JOKERS and (before - after).total() <= MOST_CHANGED_SETS)


def preview_turn(state: TableState, seat: int | None, sets: Table, words: str = "") -> TurnPreview:
    """Return the preview of a turn with these sets, after carrying out the typed `words`; raises as `draft_at` does."""
    return preview_draft(draft_at(state, seat, sets), words)


def preview_draft(draft: Draft, words: str = "") -> TurnPreview:
    """Return the preview of a draft, after carrying out the typed `words`."""
    verb: str | None = None
    problem: RefusalView | None = None
    if words:
        try:
            instruction = parse_instruction(words[:LONGEST_WORDS])
            if instruction.verb in DRAFT_VERBS - _CLIENT_VERBS:
                draft = perform(draft, instruction)
            else:
                verb = _verb_text(instruction)
        except Refused as refused:
            problem = refusal_view(refused.refusal)
        except InstructionError as error:
            problem = RefusalView(error.reason.code, None, str(error), error.facts)
    return _preview_of(draft, verb, problem)


def _verb_text(instruction: Instruction) -> str:
    return " ".join((instruction.verb.value[0], *instruction.words))


def _preview_of(draft: Draft, verb: str | None, problem: RefusalView | None) -> TurnPreview:
    turn = draft.assessment
    return TurnPreview(
        sets=tuple(map(_set_preview, draft.sets, turn.sets)),
        loose=format_tiles(turn.loose),
        rack=format_tiles(turn.rack),
        placed=format_tiles(turn.placed),
        opening=turn.opening_value,
        needed=draft.profile.opening_threshold,
        refusal=None if turn.refusal is None else refusal_view(turn.refusal),
        verb=verb,
        problem=problem,
    )


def _set_preview(tiles: Tiles, reading: TileSet | Refusal) -> SetPreview:
    if isinstance(reading, Refusal):
        return SetPreview(format_tiles(tiles), refusal=refusal_view(reading))
    return SetPreview(format_tiles(reading.tiles), reading.kind.value, reading.value, reading.stands_for)
