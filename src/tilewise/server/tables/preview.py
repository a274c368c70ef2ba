"""What a turn in the making would be: asked by a client at every move of a tile, so that it needs no rules.

Pure, and never stored: the table of the seat is as it is, only the tiles of the question lie otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from tilewise.draft import Draft, draft_of
from tilewise.errors import Refusal, Refused, TilewiseError
from tilewise.instructions import DRAFT_VERBS, Instruction, InstructionError, Verb, parse_instruction, perform
from tilewise.server.tables.refusals import NotPossible, TableReason
from tilewise.server.tables.table_state import TableState
from tilewise.server.tables.views import RefusalView, refusal_view
from tilewise.sets import TileSet
from tilewise.tiles import Table, Tiles, format_tiles, parse_tiles
from tilewise.view import view_of

LONGEST_WORDS: Final = 200
"""Characters of a typed command."""

_OF_THE_PAGE: Final = frozenset((Verb.UNDO, Verb.REDO, Verb.RESET))
"""The steps back and forth are the client's own: it knows them, the server does not."""


class SetPreview(msgspec.Struct, frozen=True, omit_defaults=True):
    """A set as it reads: arranged (T5), with what each tile stands for; or why it is none."""

    tiles: str
    kind: str | None = None
    value: int = 0
    stands_for: tuple[str, ...] = ()
    refusal: RefusalView | None = None


class TurnPreview(msgspec.Struct, frozen=True):
    """A turn as it would be if it ended now."""

    sets: tuple[SetPreview, ...]
    loose: str
    """Tiles of the table that lie in no set."""
    rack: str
    """What stays on the rack."""
    placed: str
    opening: int | None
    """What the opening is worth so far; None for who has opened before."""
    needed: int
    """What an opening must be worth."""
    refusal: RefusalView | None
    """Why the turn cannot end like this; None: it can."""
    verb: str | None = None
    """Of the typed command, if it is for the client to do: done, draw, undo, sort..."""
    problem: RefusalView | None = None
    """Why the typed command was not done: a reason of the rules, or that it was not understood."""


def judge(state: TableState, seat: int | None, sets: Sequence[str], words: str = "") -> TurnPreview:
    """Judge how the tiles would lie; `words` are a typed command to do first. Raises NotPossible."""
    if seat is None:
        raise NotPossible(TableReason.NOT_SEATED)
    if state.game is None:
        raise NotPossible(TableReason.NO_GAME)
    try:
        table: Table = tuple(parse_tiles(tiles) for tiles in sets if tiles.strip())
    except TilewiseError as error:
        raise NotPossible(TableReason.BAD_TILES, why=str(error)) from None
    begun = draft_of(view_of(state.game, seat, last=0))
    draft = Draft(begun.profile, begun.opened, begun.before, begun.whole_rack, table)
    verb: str | None = None
    problem: RefusalView | None = None
    if words:
        try:
            command = parse_instruction(words[:LONGEST_WORDS])
            if command.verb in DRAFT_VERBS - _OF_THE_PAGE:
                draft = perform(draft, command)
            else:
                verb = _named(command)
        except Refused as refused:
            problem = refusal_view(refused.refusal)
        except InstructionError as error:
            problem = RefusalView(error.reason.code, None, str(error), error.facts)
    return _judgement(draft, verb, problem)


def _named(command: Instruction) -> str:
    return " ".join((command.verb.value[0], *command.words))


def _judgement(draft: Draft, verb: str | None, problem: RefusalView | None) -> TurnPreview:
    turn = draft.assessment
    return TurnPreview(
        sets=tuple(map(_judged, draft.sets, turn.sets)),
        loose=format_tiles(turn.loose),
        rack=format_tiles(turn.rack),
        placed=format_tiles(turn.placed),
        opening=turn.opening_value,
        needed=draft.profile.opening_threshold,
        refusal=None if turn.refusal is None else refusal_view(turn.refusal),
        verb=verb,
        problem=problem,
    )


def _judged(tiles: Tiles, reading: TileSet | Refusal) -> SetPreview:
    if isinstance(reading, Refusal):
        return SetPreview(format_tiles(tiles), refusal=refusal_view(reading))
    return SetPreview(format_tiles(reading.tiles), reading.kind.value, reading.value, reading.stands_for)
