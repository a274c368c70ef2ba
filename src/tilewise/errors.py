"""Errors, reasons and refusals: why something is not allowed, as values with a name and facts.

A reason has a stable code for programs and an English sentence whose braces name the facts. Reasons that come from
a rule also name it, by its id in docs/rules.md. Other languages translate the code and the facts, never the English
sentence.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Literal

Fact = int | str | tuple[int, ...]
"""A number, tiles or a name in notation, or several numbers; never words of a language."""

Facts = Mapping[str, Fact]
"""Facts by name, as the braces of a reason's sentence name them."""


class TilewiseError(ValueError):
    """An error the caller can fix; its message is one sentence that says how."""


class NamedReason(Enum):
    """Base class of reasons that do not come from a rule of the game: code and English sentence."""

    def __init__(self, code: str, sentence: str) -> None:
        self.code = code
        self.sentence = sentence


class ReasonWithRule(Enum):
    """Base class of reasons that come from a rule: they also carry its id in docs/rules.md."""

    def __init__(self, code: str, rule: str, sentence: str) -> None:
        self.code = code
        self.rule = rule
        self.sentence = sentence


class ReasonError(TilewiseError):
    """An error with a named reason and its facts; `str()` is the English sentence."""

    def __init__(self, reason: NamedReason, facts: Facts | None = None) -> None:
        self.reason = reason
        self.facts: dict[str, Fact] = dict(facts or {})
        super().__init__(reason, self.facts)

    def __str__(self) -> str:
        return in_english(self.reason, self.facts)


class Reason(ReasonWithRule):
    """Why something breaks the rules: code, rule id and English sentence."""

    # Sets
    TOO_FEW_TILES = ("too-few-tiles", "T1", "A set needs at least three tiles, not {count}.")
    TOO_MANY_TILES = (
        "too-many-tiles",
        "T2",
        "A run covers at most the numbers 1 to 13; this would be {count} numbers.",
    )
    SET_TOO_LONG = ("set-too-long", "T2", "No set has more than {most} tiles; this one has {count}: divide it.")
    GROUP_TOO_LARGE = ("group-too-large", "T1", "A group has at most four colours; this would cover {count}.")
    COLOUR_TWICE = ("colour-twice", "T1", "A group has each colour only once; {tile} appears twice.")
    NUMBER_TWICE = ("number-twice", "T2", "A run has each number only once; {number} appears twice.")
    NEITHER = (
        "neither-group-nor-run",
        "T1",
        "These tiles are neither all of one number nor a run of one colour.",
    )
    GAP = ("gap", "T2", "This run lacks {missing}.")
    PAST_THIRTEEN = ("past-thirteen", "T3", "1 is always the lowest number: it cannot follow 13.")
    DOUBLE_HAS_NO_PLACE = ("double-has-no-place", "X1", "A double joker needs two free places next to each other.")
    CHANGE_IN_GROUP = (
        "colour-change-in-group",
        "X2",
        "A colour-change joker belongs in a run, not in a group.",
    )
    CHANGE_MISPLACED = (
        "colour-change-misplaced",
        "X2",
        "Each change of colour in a run needs one colour-change joker, with different colours before and after it.",
    )
    TWO_MIRRORS = ("two-mirrors", "X3", "A set has at most one mirror.")
    NOT_MIRRORED = ("not-mirrored", "X3", "The two sides of the mirror are not mirror images of each other.")
    NOT_IN_BOX = ("not-in-box", "E2", "The box of {profile} has no {tile}.")
    TOO_MANY_OF_FACE = ("too-many-of-face", "E1", "There are {count} of {tile}; the box has {box}.")

    # A whole turn
    UNKNOWN_TILE = ("unknown-tile", "U6", "{tiles} came neither from the table nor from the rack.")
    TABLE_TILE_MISSING = ("table-tile-missing", "U6", "{tiles} must stay on the table.")
    EMPTY_SET = ("empty-set", "U6", "A set cannot be empty.")
    NOTHING_PLACED = ("nothing-placed", "U6", "At least one tile must come from the rack.")
    INVALID_SET = ("invalid-set", "U6", "{set} is not a set: {cause}")
    OPENING_TOO_LOW = ("opening-too-low", "U3", "The opening is worth {value}; it needs {needed}.")
    TABLE_TOUCHED = ("table-touched", "U3", "An opening must not change the sets on the table; {set} was changed.")
    JOKER_TOO_EARLY = (
        "joker-too-early",
        "U7",
        "Only a player who opened in an earlier turn may free a joker; {set} lost one.",
    )
    JOKER_RETURNED = (
        "joker-returned",
        "U7",
        "The {joker} freed from {from} went back into that set, now {to}: put it into another set.",
    )
    JOKER_NOT_IN_NEW_SET = (
        "joker-not-in-new-set",
        "U7",
        "The {joker} freed from {from} may only go into a new set; {to} was there before: make a new set with it.",
    )
    JOKER_EXCHANGED = (
        "joker-exchanged",
        "U8",
        "Jokers of different kinds cannot be exchanged: {before} became {after}. Use number tiles, or rearrange.",
    )

    # Actions in a game
    GAME_OVER = ("game-over", "N1", "The game is over.")
    NO_SUCH_SEAT = ("no-such-seat", "E3", "There is no seat {seat}; the seats are 0 to {last}.")
    SEAT_GIVEN_UP = ("seat-given-up", "S2", "Seat {seat} has given up.")
    NOT_YOUR_TURN = ("not-your-turn", "S2", "It is the turn of seat {turn}, not of seat {seat}.")
    POOL_EMPTY = ("pool-empty", "U13", "The pool is empty: place a tile or pass.")
    POOL_NOT_EMPTY = (
        "pool-not-empty",
        "U1",
        "You can pass only when the pool is empty: place a tile or draw one.",
    )
    MUST_PLACE = ("must-place", "N2", "You cannot pass: there is a play with your tiles, so make one.")
    MUST_OPEN = ("must-open", "N2", "You cannot pass: your tiles are enough to open, so open.")
    NO_CLOCK = ("no-clock", "U9", "This turn has no time limit, so the time cannot run out.")
    TIME_UP = ("time-up", "U10", "The time for this turn is up.")
    NO_REDEAL = ("no-redeal", "S5", "These rules do not allow a redeal.")
    REDEAL_TOO_LATE = ("redeal-too-late", "S5", "A redeal can be demanded only before the first turn.")
    REDEAL_TOO_FEW_PAIRS = (
        "redeal-too-few-pairs",
        "S5",
        "A redeal needs {needed} pairs on the rack; this one has {pairs}.",
    )
    NO_ANNOUNCING = ("no-announcing", "C3", "By these rules, an opening is not announced.")
    ANNOUNCED_ALREADY = ("announced-already", "C3", "The opening has already been announced.")
    OPENED_ALREADY = ("opened-already", "C3", "A player who has opened has nothing to announce.")
    NOTHING_DRAWN = ("nothing-drawn", "C3", "An opening can be announced only after a turn in which a tile was drawn.")
    CANNOT_OPEN = ("cannot-open", "C3", "This rack cannot open.")
    COULD_OPEN_BEFORE = (
        "could-open-before",
        "C3",
        "This rack could already open before the last tile was drawn.",
    )

    # A turn in progress
    NOT_AT_HAND = ("not-at-hand", "U6", "{tile} is neither on the rack nor among the loose tiles.")
    NO_SUCH_SET = ("no-such-set", "U6", "There is no set {number}; the table has {count}.")
    NOT_IN_SET = ("not-in-set", "U6", "Set {number} has no {tile}.")
    NO_TILES_NAMED = ("no-tiles-named", "U6", "Name at least one tile.")
    SPLIT_OUTSIDE = (
        "split-outside",
        "U6",
        "Set {number} has {count} tiles: split it after one of tiles 1 to {last}.",
    )
    SAME_SET = ("same-set", "U6", "This is one and the same set: name two sets.")
    NOTHING_TO_UNDO = ("nothing-to-undo", "U6", "There is nothing to undo.")
    NOTHING_TO_REDO = ("nothing-to-redo", "U6", "There is nothing to redo.")
    TABLE_TILES_LOOSE = (
        "table-tiles-loose",
        "U6",
        "{tiles} came from the table and must be part of a set.",
    )


@dataclass(frozen=True, slots=True)
class Refusal:
    """A reason with its facts; `str()` is the English sentence.

    A refusal is false, so `if judge_turn(...)` never accepts an illegal turn; test `is not None` for "is refused".

    >>> refusal = Refusal(Reason.OPENING_TOO_LOW, {"value": 24, "needed": 30})
    >>> refusal.rule, refusal.code, str(refusal), bool(refusal)
    ('U3', 'opening-too-low', 'The opening is worth 24; it needs 30.', False)
    """

    reason: Reason
    facts: Facts = field(default_factory=dict, hash=False)
    cause: Refusal | None = None
    """Why the set named in the facts is not a set."""

    @property
    def code(self) -> str:
        """The reason's stable name."""
        return self.reason.code

    @property
    def rule(self) -> str:
        """The id of the rule that is broken, as in docs/rules.md."""
        return self.reason.rule

    def __bool__(self) -> Literal[False]:
        return False

    def __str__(self) -> str:
        return in_english(self.reason, self.facts, cause=self.cause)


class Refused(TilewiseError):
    """Raised for an action that the rules do not allow; carries the refusal. Nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        self.refusal = refusal
        super().__init__(str(refusal))

    def __reduce__(self) -> tuple[type[Refused], tuple[Refusal]]:
        return (Refused, (self.refusal,))


def in_english(reason: NamedReason | ReasonWithRule, facts: Facts, **more: object) -> str:
    """Return a reason's sentence with the facts filled in, and `more` values that are written with `str()`."""
    values = {name: listed(fact) if isinstance(fact, tuple) else fact for name, fact in facts.items()}
    return reason.sentence.format(**values, **more)


def listed(numbers: tuple[int, ...]) -> str:
    """Return numbers as an English list.

    >>> listed((5,)), listed((5, 6)), listed((5, 6, 7))
    ('5', '5 and 6', '5, 6 and 7')
    """
    *most, last = map(str, numbers)
    return f"{', '.join(most)} and {last}" if most else last
