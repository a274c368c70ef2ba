"""Typed instructions for a turn: `lay r3 r4 r5`, `add r6 to 2`, `move r5 from 1 to new`, `done`.

The terminal and the page's command line for screen readers share this grammar. Small words between the tiles and the
numbers are optional, and tiles without a verb are laid.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from difflib import get_close_matches
from enum import Enum
from itertools import chain
from typing import Final

from tilewise.draft import Draft, End
from tilewise.errors import Fact, NamedReason, Reason, ReasonError, Refusal, Refused
from tilewise.sets import TileSet, read_set
from tilewise.tiles import Colour, NotationError, Tile, Tiles, format_tiles

LONGEST_WORD: Final = 40
"""The number of characters of a word that a message repeats."""


class InstructionReason(NamedReason):
    """Why a text is not an instruction, or cannot be followed: code and English sentence."""

    NO_WORDS = ("no-words", "Say what to do; 'help' lists the words.")
    UNKNOWN_WORD = ("unknown-word", "I do not know '{word}'; 'help' lists the words.")
    SIMILAR_WORD = ("similar-word", "I do not know '{word}'; did you mean '{near}'?")
    NOT_HERE = (
        "not-here",
        "I do not understand '{word}' here; write a tile as r7 or k13, and a set as its number.",
    )
    JOIN_WHAT = ("join-what", "Say which two sets to join: 'join 1 2'.")
    MOVES_NOTHING = ("moves-nothing", "'{word}' does not move a tile.")
    ALONE = ("alone", "'{word}' takes no tiles: say it on its own.")
    IN_A_SET = ("in-a-set", "Set {set} contains {tile}: say 'move {tile} to {number}'.")
    IN_SETS = ("in-sets", "Sets {sets} contain {tile}: say 'move {tile} from {set} to {number}'.")
    WHERE_TO = ("where-to", "Say where to: 'move r5 from 1 to 2', or 'to new' for a new set.")
    SPLIT_WHAT = ("split-what", "Say which set and after which tile: 'split 2 after 3' or 'split 2 after r5'.")
    FITS_SEVERAL = ("fits-several", "Sets {sets} can take {tiles}: say which one, as in 'add {tiles} to {set}'.")
    FITS_NONE = ("fits-none", "No set can take {tiles}: to try it all the same, name a set, as in 'add {tiles} to 1'.")
    WHICH_TILE = ("which-tile", "Name at least one tile.")
    FROM_WHICH = ("from-which", "Sets {sets} contain {tiles}: say which one.")
    IN_NO_SET = ("in-no-set", "No set contains {tiles}.")


class InstructionError(ReasonError):
    """Raised for a text that is not an instruction, or for an instruction that lacks something."""

    reason: InstructionReason


class Verb(Enum):
    """What an instruction does: the words for it, with its name first."""

    LAY = ("lay", "put", "place", "play", "new")
    ADD = ("add", "attach", "append", "extend")
    TAKE = ("take", "pick", "remove", "lift")
    MOVE = ("move", "shift")
    SPLIT = ("split", "cut", "divide")
    JOIN = ("join", "merge", "combine")
    UNDO = ("undo", "back", "u")
    REDO = ("redo", "again")
    RESET = ("reset", "restart", "clear")
    DONE = ("done", "end", "finish", "ok", "go")
    DRAW = ("draw", "pull")
    PASS = ("pass", "skip")
    REDEAL = ("redeal", "reshuffle")
    ANNOUNCE = ("announce",)
    GIVE_UP = ("give-up", "giveup", "resign", "surrender")
    SORT = ("sort", "order")
    SHOW = ("show", "table", "rack", "look", "list")
    RULES = ("rules",)
    HELP = ("help", "h", "?", "commands")
    QUIT = ("quit", "exit", "q", "bye", "stop")


DRAFT_VERBS: Final = frozenset(
    (Verb.LAY, Verb.ADD, Verb.TAKE, Verb.MOVE, Verb.SPLIT, Verb.JOIN, Verb.UNDO, Verb.REDO, Verb.RESET)
)
"""The verbs that change only the draft."""

_VERB_OF: Final = {word: verb for verb in Verb for word in verb.value}
_ARTICLES: Final = frozenset(("a", "an", "my", "the"))
_FILLERS: Final = frozenset(
    ("after", "and", "at", "behind", "by", "into", "number", "of", "on", "set", "sets", "tile", "tiles", "turn", "with")
)
_PHRASES: Final = {
    ("give", "up"): "give-up",
    ("undo", "all"): "reset",
    ("undo", "everything"): "reset",
    ("show", "help"): "help",
    ("show", "rack"): "show",
    ("show", "rules"): "rules",
    ("show", "table"): "show",
}
"""Pairs of words that mean the same as one word."""

_TILE_NAMES: Final = (
    *((rf"\b{colour.name.lower()} (?=(1[0-3]|[1-9])\b)", colour.letter) for colour in Colour),
    (r"\b(1[0-3]|[1-9])([krbo])\b", r"\2\1"),
    (r"\bdouble( joker)?\b", "d"),
    (r"\bcolou?r-change( joker)?\b", "c"),
    (r"\bmirror( joker)?\b", "m"),
    (r"\bjoker\b", "j"),
)
"""Other ways to name a tile, as patterns and notation: `red 7`, `7r`, `joker`."""


@dataclass(frozen=True, slots=True)
class Instruction:
    """A verb with its tiles and sets."""

    verb: Verb
    tiles: Tiles = ()
    numbers: tuple[int, ...] = ()
    """Numbers without `from` or `to`: sets, or the tile after which to split."""
    source: int | None = None
    """The set after `from`."""
    target: int | None = None
    """The set after `to`."""
    to_new: bool = False
    """Whether the tiles go to a new set."""
    at: End | None = None
    """The end of the set that was named, if any."""
    words: tuple[str, ...] = ()
    """Other words of the verb, such as what to sort by."""
    insists: bool = False
    """Whether an exclamation mark says to go ahead despite a penalty."""


def parse_instruction(text: str) -> Instruction:
    """Read an instruction; raises InstructionError.

    >>> parse_instruction("add r6 to 2").target
    2
    >>> parse_instruction("r3 r4 r5").verb
    <Verb.LAY: ('lay', 'put', 'place', 'play', 'new')>
    """
    words = _words(text)
    if not words:
        raise InstructionError(InstructionReason.NO_WORDS)
    insists = words[0].endswith("!")
    first = words[0].rstrip("!")
    verb = _VERB_OF.get(first)
    if verb is None:
        if _tile(first) is None:
            raise _unknown_word(first)
        return _parse_details(Verb.LAY, words, insists)
    return _parse_details(verb, words[1:], insists)


def _unknown_word(word: str) -> InstructionError:
    facts: dict[str, Fact] = {"word": _shortened(word)}
    if similar := get_close_matches(word, _VERB_OF, n=1):
        return InstructionError(InstructionReason.SIMILAR_WORD, {**facts, "near": similar[0]})
    return InstructionError(InstructionReason.UNKNOWN_WORD, facts)


def _shortened(word: str) -> str:
    """Return a word as a message may repeat it: cut short, and without control characters."""
    printable = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in word[:LONGEST_WORD])
    return printable if len(word) <= LONGEST_WORD else f"{printable}…"


def _words(text: str) -> list[str]:
    """Return the words without punctuation and articles, with every tile in notation."""
    words = re.sub(r"[,;]|\.(?=\s|$)", " ", text).lower().split()
    text = " ".join(word for word in words if word not in _ARTICLES)
    for pattern, notation in _TILE_NAMES:
        text = re.sub(pattern, notation, text)
    words = text.split()
    if (phrase := tuple(words[:2])) in _PHRASES:
        words[:2] = [_PHRASES[phrase]]
    return words


def _parse_details(verb: Verb, words: list[str], insists: bool) -> Instruction:
    tiles: list[Tile] = []
    numbers: list[int] = []
    places: dict[str, int] = {}
    at: End | None = None
    to_new, others, preposition = False, [], ""
    for word in words:
        tile = _tile(word)
        if tile is not None:
            tiles.append(tile)
        elif verb is not Verb.SORT and re.fullmatch(r"#?[0-9]{1,3}\.?", word):
            number = int(word.strip("#."))
            if preposition:
                places[preposition] = number
                preposition = ""
            else:
                numbers.append(number)
        elif word in ("from", "to"):
            preposition = word
        elif word == "new":
            to_new = True
        elif word in ("start", "front", "beginning", "left"):
            at = "start"
        elif word in ("end", "back", "right"):
            at = "end"
        elif verb is Verb.SORT and word != "by":
            others.append(word)
        elif word not in _FILLERS:
            raise InstructionError(InstructionReason.NOT_HERE, {"word": _shortened(word)})
    return Instruction(
        verb=verb,
        tiles=tuple(tiles),
        numbers=tuple(numbers),
        source=places.get("from"),
        target=places.get("to"),
        to_new=to_new,
        at=at,
        words=tuple(others),
        insists=insists,
    )


def perform(draft: Draft, instruction: Instruction) -> Draft:
    """Return the draft after an instruction; raises Refused or InstructionError."""
    match instruction.verb:
        case Verb.LAY if instruction.target is None and not instruction.numbers:
            return draft.lay(instruction.tiles)
        case Verb.LAY | Verb.ADD:
            return _add(draft, instruction)
        case Verb.TAKE:
            named = _first(instruction.source, instruction.numbers)
            number = _only_holder(draft, instruction.tiles) if named is None else named
            return draft.take(number, instruction.tiles)
        case Verb.MOVE:
            return _move(draft, instruction)
        case Verb.SPLIT:
            return _split(draft, instruction)
        case Verb.JOIN:
            sets = [*instruction.numbers, *(n for n in (instruction.source, instruction.target) if n is not None)]
            if len(sets) != 2:
                raise InstructionError(InstructionReason.JOIN_WHAT)
            return draft.join(sets[0], sets[1])
        case Verb.UNDO:
            return draft.undo()
        case Verb.REDO:
            return draft.redo()
        case Verb.RESET:
            return draft.reset()
        case _:
            raise InstructionError(InstructionReason.MOVES_NOTHING, {"word": instruction.verb.value[0]})


def _add(draft: Draft, instruction: Instruction) -> Draft:
    named = _first(instruction.target, instruction.numbers)
    number = _only_fit(draft, instruction.tiles) if named is None else named
    try:
        return draft.add(number, instruction.tiles, instruction.at)
    except Refused as refused:
        if refused.refusal.reason is not Reason.NOT_AT_HAND:
            raise
        tile = str(refused.refusal.facts["tile"])
        holders = [n for n, laid in enumerate(draft.sets, start=1) if Tile.parse(tile) in laid and n != number]
        if not holders:
            raise
        reason = InstructionReason.IN_A_SET if len(holders) == 1 else InstructionReason.IN_SETS
        facts: dict[str, Fact] = {"tile": tile, "set": holders[0], "sets": tuple(holders), "number": number}
        raise InstructionError(reason, facts) from None


def _move(draft: Draft, instruction: Instruction) -> Draft:
    numbers = list(instruction.numbers)
    source = instruction.source
    names_source = len(numbers) > 1 or instruction.target is not None or instruction.to_new
    if source is None and numbers and names_source:
        source = numbers.pop(0)
    target = None if instruction.to_new else _first(instruction.target, tuple(numbers))
    if target is None and not instruction.to_new:
        raise InstructionError(InstructionReason.WHERE_TO)
    if source is None:
        source = _only_holder(draft, instruction.tiles)
    return draft.move(source, instruction.tiles, target, instruction.at)


def _split(draft: Draft, instruction: Instruction) -> Draft:
    numbers = instruction.numbers
    if len(numbers) == 2:
        return draft.split(numbers[0], numbers[1])
    if len(numbers) == 1 and len(instruction.tiles) == 1 and 1 <= numbers[0] <= len(draft.sets):
        tiles = draft.sets[numbers[0] - 1]
        if instruction.tiles[0] in tiles:
            return draft.split(numbers[0], tiles.index(instruction.tiles[0]) + 1)
    raise InstructionError(InstructionReason.SPLIT_WHAT)


def _only_fit(draft: Draft, tiles: Tiles) -> int:
    """Return the only set that the tiles can be added to; raises InstructionError."""
    if not tiles:
        raise InstructionError(InstructionReason.WHICH_TILE)
    # Before any set is read: it could be one that no box has the tiles for.
    if missing := Counter(tiles) - Counter(chain(draft.whole_rack, *draft.before)):
        raise Refused(Refusal(Reason.NOT_AT_HAND, {"tile": str(min(missing))}))
    fits = [n for n, laid in enumerate(draft.sets, start=1) if isinstance(read_set((*laid, *tiles)), TileSet)]
    if len(fits) != 1:
        if not fits:
            raise InstructionError(InstructionReason.FITS_NONE, {"tiles": format_tiles(tiles)})
        facts: dict[str, Fact] = {"tiles": format_tiles(tiles), "sets": tuple(fits), "set": fits[0]}
        raise InstructionError(InstructionReason.FITS_SEVERAL, facts)
    return fits[0]


def _only_holder(draft: Draft, tiles: Tiles) -> int:
    """Return the only set that contains all the tiles; raises InstructionError."""
    if not tiles:
        raise InstructionError(InstructionReason.WHICH_TILE)
    holders = [n for n, laid in enumerate(draft.sets, start=1) if all(laid.count(t) >= tiles.count(t) for t in tiles)]
    if len(holders) != 1:
        if not holders:
            raise InstructionError(InstructionReason.IN_NO_SET, {"tiles": format_tiles(tiles)})
        facts: dict[str, Fact] = {"tiles": format_tiles(tiles), "sets": tuple(holders)}
        raise InstructionError(InstructionReason.FROM_WHICH, facts)
    return holders[0]


def _first(named: int | None, numbers: tuple[int, ...]) -> int | None:
    return named if named is not None else numbers[0] if numbers else None


def _tile(word: str) -> Tile | None:
    try:
        return Tile.parse(word)
    except NotationError:
        return None
