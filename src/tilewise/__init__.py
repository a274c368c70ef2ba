"""Tile rummy by the rules of the box you own: numbers 1-13 in four colours, jokers, groups and runs.

    tiles, sets          what a tile is, what a set is                      (T1-T5, X1-X4)
    profiles             the six rule profiles, and house rules             (E1-E3)
    turn, solver         is a whole turn legal; the best play, can a rack open (U3, U6-U8, C3)
    assessment           a turn in progress, assessed without a game        (U3, U6)
    game, scoring, match whole games, their scores, matches                 (S1-S6, U1-U13, N1-N2, C1-C6)
    view, draft          what a seat may know; the turn while it is made
    commands             the turn in typed words
    position, records    games on paper, and back
    companion, referee   tools for a real table                             (U12)
    rulebook             the rules in words, in three languages
    bots                 computer players
    cli                  the `tilewise` command

The rule ids are those of docs/rules.md. Nothing but `cli` needs anything outside the standard library.
"""

from typing import Final

from tilewise.assessment import TurnAssessment, assess_turn
from tilewise.draft import Draft, draft_of
from tilewise.errors import Reason, Refusal, Refused, TilewiseError
from tilewise.game import (
    Action,
    Announce,
    Draw,
    Game,
    GiveUp,
    Pass,
    Play,
    Redeal,
    TimeOut,
    apply,
    new_game,
    refusal_of,
    replay,
)
from tilewise.match import Match, new_match
from tilewise.position import Position, parse_position, position_of, position_of_view
from tilewise.profiles import PROFILES, Profile, profile_named
from tilewise.profiles.worth import rack_worth
from tilewise.records import Record, format_record, parse_record, record_from_json, record_of, record_to_json
from tilewise.scoring import GameScore, score_game
from tilewise.sets import Kind, TileSet, read_set
from tilewise.solver import can_open, find_opening
from tilewise.tiles import Colour, Table, Tile, Tiles, format_table, format_tiles, parse_table, parse_tiles
from tilewise.turn import LegalTurn, judge_turn
from tilewise.view import View, view_of

__version__: Final = "0.1.0"

__all__ = [
    "PROFILES",
    "Action",
    "Announce",
    "Colour",
    "Draft",
    "Draw",
    "Game",
    "GameScore",
    "GiveUp",
    "Kind",
    "LegalTurn",
    "Match",
    "Pass",
    "Play",
    "Position",
    "Profile",
    "Reason",
    "Record",
    "Redeal",
    "Refusal",
    "Refused",
    "Table",
    "Tile",
    "TileSet",
    "Tiles",
    "TilewiseError",
    "TimeOut",
    "TurnAssessment",
    "View",
    "apply",
    "assess_turn",
    "can_open",
    "draft_of",
    "find_opening",
    "format_record",
    "format_table",
    "format_tiles",
    "judge_turn",
    "new_game",
    "new_match",
    "parse_position",
    "parse_record",
    "parse_table",
    "parse_tiles",
    "position_of",
    "position_of_view",
    "profile_named",
    "rack_worth",
    "read_set",
    "record_from_json",
    "record_of",
    "record_to_json",
    "refusal_of",
    "replay",
    "score_game",
    "view_of",
]
