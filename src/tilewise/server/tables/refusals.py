"""Why a table does not do what it is asked: reasons beside those of the game's rules."""

from __future__ import annotations

from tilewise.errors import Fact, NamedReason, ReasonError
from tilewise.profiles import RulesError


class TableReason(NamedReason):
    """A named reason: its code, and its English sentence (the braces name the facts)."""

    NO_TABLE = ("no-table", "There is no such table; ask for a new link.")
    NO_CODE = ("no-code", "No table has the code {code}; look at it again.")
    TABLE_FULL = ("table-full", "All seats are taken; you can watch, or make a table of your own.")
    SEAT_TAKEN = ("seat-taken", "Seat {seat} is taken; choose another one.")
    NO_SUCH_SEAT = ("no-such-seat", "There is no seat {seat} here.")
    SEATED_ALREADY = ("seated-already", "You sit at this table already.")
    NOT_SEATED = ("not-seated", "You do not sit at this table.")
    NO_SPECTATORS = ("no-spectators", "This table is for its players only.")
    NO_SUCH_LEVEL = ("no-such-level", "The levels of computer players are {levels}.")
    NOT_WELCOME = ("not-welcome", "You cannot sit down at this table; make one of your own.")
    CHAT_OFF = ("chat-off", "There is no chat at this table.")
    NOTHING_SAID = ("nothing-said", "There is nothing to read in this.")
    TOO_LONG = ("too-long", "This is too long: {longest} characters are possible.")
    TOO_FAST = ("too-fast", "That was too much at once; wait a moment.")
    NOT_THE_OWNER = ("not-the-maker", "Only who made the table can do that.")
    RATED = ("rated", "A rated table is for people only.")
    NOT_NOW = ("not-now", "That is not possible now: {phase}.")
    AGAIN = ("again", "That has been done already.")
    NO_GAME = ("no-game", "No game is being played here.")
    CLOSED = ("closed", "This table is closed.")
    BAD_ADDITION = ("bad-addition", "The text that a seat adds to the deal must be 1 to 64 letters, digits, _ and -.")
    BAD_TILES = ("bad-tiles", "These are no tiles: {why}")


class NotPossible(ReasonError):
    """A command that a table refuses, whatever the rules of the game; nothing has changed."""

    reason: TableReason

    def __init__(self, reason: TableReason, **facts: Fact) -> None:
        super().__init__(reason, facts)


class TableSettingsReason(NamedReason):
    """Why no table can be created with these settings, although the rules of the game allow them."""

    TOO_MANY_SPECIAL = ("too-many-special", "A table on this server has at most {most} {rule}.")
    NO_SUCH_PLAYER = ("no-such-player", "A seat is for a person or one of {levels}, not {seat}.")
    NO_PERSON = ("no-person", "A table needs at least one seat for a person.")
    RATED_COMPUTERS = (
        "rated-computers",
        "A rated table is for people only: choose no computer players, or play unrated.",
    )
    RATED_RULES = (
        "rated-rules",
        "A rated table uses the rules of its profile: do not change {rules}, or play unrated.",
    )
    RATED_HINTS = ("rated-hints", "A rated table has no hints: turn them off, or play unrated.")
    SLOW_CLOCK = (
        "slow-clock",
        "A game by correspondence is timed from the first turn: add the rule clock_from=first-turn.",
    )


class TableSettingsError(RulesError):
    """Settings with which this server creates no table."""

    reason: TableSettingsReason
