"""Why a table refuses a command: reasons that do not come from the rules of the game."""

from __future__ import annotations

from typing import Final

from tilewise.errors import Fact, NamedReason, ReasonError, in_english
from tilewise.profiles import RulesError
from tilewise.tiles import NotationError

LONGEST_TABLE: Final = 4_000
"""Characters of the sets on a table. The largest box needs fewer; more would only keep the rules busy."""

LONGEST_WORD: Final = 20
"""Characters of an unreadable word that its refusal repeats."""

_PHASES: Final = {
    "open": "there are free seats",
    "ready": "all seats are taken",
    "dealing": "the tiles are being dealt",
    "offering": "players may still ask for a redeal",
    "playing": "a game is being played",
    "between": "the next game has not started",
    "over": "the match is over",
    "closed": "the table is closed",
}
"""Each phase as a clause of an English sentence. The fact itself is the phase."""


class TableReason(NamedReason):
    """A named reason: its code, and its English sentence (the braces name the facts)."""

    NO_TABLE = ("no-table", "There is no such table; ask for a new link.")
    NO_CODE = ("no-code", "No table and no score sheet has the code {code}; check it for typing errors.")
    TABLE_FULL = ("table-full", "All seats are taken; you can watch, or create a table of your own.")
    SEAT_TAKEN = ("seat-taken", "Seat {seat} is taken; choose another one.")
    NO_SUCH_SEAT = ("no-such-seat", "There is no seat {seat} at this table.")
    SEATED_ALREADY = ("seated-already", "You already have a seat at this table.")
    NOT_SEATED = ("not-seated", "You do not have a seat at this table.")
    NO_SPECTATORS = ("no-spectators", "This table is for its players only.")
    NO_SUCH_LEVEL = ("no-such-level", "The levels of computer players are {levels}.")
    NOT_WELCOME = ("not-welcome", "You cannot take a seat at this table; create one of your own.")
    CHAT_OFF = ("chat-off", "There is no chat at this table.")
    NOTHING_SAID = ("nothing-said", "This message is empty.")
    TOO_LONG = ("too-long", "This is too long; the limit is {longest} characters.")
    TOO_FAST = ("too-fast", "Those were too many messages at once; wait a moment.")
    NOT_ABSENT = ("not-absent", "A computer player takes over only for a person who is absent; wait a moment.")
    NOT_THE_OWNER = ("not-the-maker", "Only the owner of the table can do that.")
    RATED = ("rated", "A rated table is for people only.")
    NOT_SHARED = ("not-shared", "Nobody shares a device at this table.")
    NOBODY_HERE = ("nobody-here", "All racks are hidden; first say who holds the device.")
    NOT_NEXT = ("not-next", "Seat {seat} cannot take the device now; hand it to the player whose turn it is.")
    NOT_NOW = ("not-now", "That is not possible now: {phase}.")
    AGAIN = ("again", "You have already done that.")
    NO_GAME = ("no-game", "No game is being played at this table.")
    CLOSED = ("closed", "This table is closed.")
    BAD_ADDITION = ("bad-addition", "An addition to the deal is 1 to 64 letters, digits and the signs _ and -.")
    BAD_TILES = ("bad-tiles", "These are not tiles: '{word}' at position {position}.")


class NotPossible(ReasonError):
    """A command that a table refuses, whatever the rules of the game; nothing has changed."""

    reason: TableReason

    def __init__(self, reason: TableReason, **facts: Fact) -> None:
        super().__init__(reason, facts)

    def __str__(self) -> str:
        facts = self.facts
        if self.reason is TableReason.NOT_NOW:
            facts = {**facts, "phase": _PHASES[str(facts["phase"])]}
        return in_english(self.reason, facts)


def check_length(*texts: str) -> None:
    """Raise NotPossible for sets that are longer than all tiles of a box."""
    if sum(map(len, texts)) + len(texts) > LONGEST_TABLE:
        raise NotPossible(TableReason.TOO_LONG, longest=LONGEST_TABLE)


def bad_tiles(error: NotationError) -> NotPossible:
    """Return the refusal of a text that is not tiles."""
    return NotPossible(TableReason.BAD_TILES, word=error.word[:LONGEST_WORD], position=error.position)


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
