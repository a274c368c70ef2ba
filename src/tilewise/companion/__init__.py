"""Tools for a game at a real table: check a set, check a turn, count the scores, find the best play.

answers      the answer of any tool, errors included
question     the fields that every question has: the profile, house rules, the number of players
set_tool     check a set
turn_tool    check a turn, and say what happens to leftover tiles
score_tool   count the scores of a game or of a match
sheet_tool   count a whole score sheet
solver_tool  find the best play

Each tool takes one object of plain values and returns another, so the command line, batches of JSON lines and the
server give the same answers. Illegal tiles are an answer; a question that makes no sense raises TilewiseError.
docs/tools.md describes the questions and the answers.
"""

from tilewise.companion.answers import ERROR_CODES, Tool, answer
from tilewise.companion.score_tool import score_games
from tilewise.companion.set_tool import check_set
from tilewise.companion.sheet_tool import count_sheet
from tilewise.companion.solver_tool import solve_position
from tilewise.companion.turn_tool import check_turn

__all__ = [
    "ERROR_CODES",
    "Tool",
    "answer",
    "check_set",
    "check_turn",
    "count_sheet",
    "score_games",
    "solve_position",
]
