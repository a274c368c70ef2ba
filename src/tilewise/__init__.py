"""Tile rummy by the rules of the box you own: numbers 1-13 in four colours, jokers, groups and runs.

    errors           reasons and refusals
    tiles            tiles and their notation
    json_fields      checked fields of JSON objects
    points           points as text
    shuffle          the reproducible shuffle
    fairness         deals that every player can verify
    profiles         the six rule profiles, and house rules (E1-E3)
    sets             sets: groups, runs and their jokers (T1-T5, X1-X4)
    joker_moves      where a freed joker may go (U7)
    joker_balances   whether all jokers that arrived can be named (U7)
    continuing_sets  which sets may continue which (U7)
    exchanges        jokers exchanged for one another (U8)
    turn             whether a finished turn is legal (U3, U6-U8)
    assessment       a report on an unfinished turn: its sets, opening value, what is wrong (U3, U6)
    referee          what to do with leftover tiles at a real table (U12)
    solver           the best play, openings, emptying the rack
    scoring          scores of a game, and whether they add up (C1-C4, C7)
    game             whole games (S1-S5, U1-U11, U13, N1, N2)
    turn_clock       the time limit of a turn (U9, U10)
    view             what a player may know of a game
    match            matches of several games (S6, C5)
    simulator        whole games of computer players in compiled code
    draft            moving tiles during a turn: lay, add, split, undo
    position         a position as text
    records          game records as text and as JSON
    instructions     a turn as typed words
    companion        tools for a game at a real table
    rulebook         the rules in words, in three languages
    bots             computer players
    arena            computer players against each other, measured
    server           the server for games over the network
    browser          the same tables in a web page, without a server
    cli              the `tilewise` command

Rule ids such as U3 refer to docs/rules.md. Only `server`, `browser` and `cli` need more than the standard library.
"""

from typing import Final

from tilewise.assessment import TurnAssessment, assess_turn
from tilewise.draft import Draft, draft_of
from tilewise.errors import Fact, Facts, Reason, Refusal, Refused, TilewiseError
from tilewise.fairness import FairDeal
from tilewise.game import (
    Action,
    ActionResult,
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
from tilewise.match import GameResult, Match, Standing, new_match
from tilewise.position import Position, PositionError, parse_position, position_of, position_of_view
from tilewise.profiles import PROFILES, NotInBox, Profile, RulesError, RulesReason, profile_named, rack_worth
from tilewise.records import (
    Record,
    RecordError,
    Result,
    format_record,
    parse_record,
    record_from_json,
    record_of,
    record_to_json,
)
from tilewise.scoring import (
    Ending,
    GameScore,
    Score,
    ScoreProblem,
    ScoreProblemReason,
    ScoreReason,
    find_score_problem,
    score_game,
)
from tilewise.sets import Face, Kind, TileSet, read_set
from tilewise.solver import can_open, find_opening
from tilewise.tiles import (
    Colour,
    NotationError,
    Table,
    Tile,
    Tiles,
    format_table,
    format_tiles,
    parse_table,
    parse_tiles,
)
from tilewise.turn import LegalTurn, judge_turn
from tilewise.view import SeenAction, View, view_of

__version__: Final = "0.1.0"

__all__ = [
    "PROFILES",
    "Action",
    "ActionResult",
    "Announce",
    "Colour",
    "Draft",
    "Draw",
    "Ending",
    "Face",
    "Fact",
    "Facts",
    "FairDeal",
    "Game",
    "GameResult",
    "GameScore",
    "GiveUp",
    "Kind",
    "LegalTurn",
    "Match",
    "NotInBox",
    "NotationError",
    "Pass",
    "Play",
    "Position",
    "PositionError",
    "Profile",
    "Reason",
    "Record",
    "RecordError",
    "Redeal",
    "Refusal",
    "Refused",
    "Result",
    "RulesError",
    "RulesReason",
    "Score",
    "ScoreProblem",
    "ScoreProblemReason",
    "ScoreReason",
    "SeenAction",
    "Standing",
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
    "find_score_problem",
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
