"""The turn in typed words: `lay r3 r4 r5`, `add r6 to 2`, `move r5 from 1 to new`, `done`.

One grammar for everybody who types or speaks a turn: the terminal, and a screen reader's command line. Words
between the tiles and the numbers only help reading; tiles alone are laid.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import get_close_matches
from enum import Enum
from typing import Final

from tilewise.draft import Draft, End
from tilewise.errors import NamedReason, Reason, ReasonError, Refused
from tilewise.json_fields import short_repr
from tilewise.sets import TileSet, read_set
from tilewise.tiles import Colour, NotationError, Tile, Tiles, format_tiles


class InstructionReason(NamedReason):
    """Why words are no command: a code and its English sentence (the braces name the facts)."""

    NO_WORDS = ("no-words", "Say what to do; 'help' lists the words.")
    UNKNOWN_WORD = ("unknown-word", "I do not know {word}; 'help' lists the words.")
    SIMILAR_WORD = ("similar-word", "I do not know {word}; did you mean {near}?")
    NOT_HERE = (
        "not-here",
        "I do not understand {word} here; tiles are written r7 or k13, sets by their number.",
    )
    JOIN_WHAT = ("join-what", "Say which two sets to join: 'join 1 2'.")
    MOVES_NOTHING = ("moves-nothing", "{word} does not move a tile.")
    ALONE = ("alone", "{word} goes without tiles: say it alone.")
    IN_A_SET = ("in-a-set", "{tile} lies in set {set}: 'move {tile} to {number}'.")
    IN_SETS = ("in-sets", "{tile} lies in sets {sets}: 'move {tile} from {set} to {number}'.")
    WHERE_TO = ("where-to", "Say where to: 'move r5 from 1 to 2', or 'to new' for a new set.")
    SPLIT_WHAT = ("split-what", "Say which set and behind which tile: 'split 2 after 3' or 'split 2 after r5'.")
    FITS_SEVERAL = ("fits-several", "{tiles} fits sets {sets}: say to which, 'add {tiles} to {set}'.")
    FITS_NONE = ("fits-none", "{tiles} fits no set as it lies: say to which one anyway, 'add {tiles} to 1'.")
    WHICH_TILE = ("which-tile", "Name at least one tile.")
    FROM_WHICH = ("from-which", "{tiles} lies in sets {sets}: say from which.")
    IN_NO_SET = ("in-no-set", "{tiles} lies in no set.")


class InstructionError(ReasonError):
    """Words that are no command, or lack something; `str()` is the English sentence."""

    reason: InstructionReason


class Verb(Enum):
    """What can be said: the words for it, the first one being its name."""

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


IN_DRAFT: Final = frozenset(
    (Verb.LAY, Verb.ADD, Verb.TAKE, Verb.MOVE, Verb.SPLIT, Verb.JOIN, Verb.UNDO, Verb.REDO, Verb.RESET)
)
"""The verbs that change the draft and nothing else."""

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
"""Two words that say what one does."""

_SPELLED: Final = (
    *((rf"\b{colour.name.lower()} (?=(1[0-3]|[1-9])\b)", colour.letter) for colour in Colour),
    (r"\b(1[0-3]|[1-9])([krbo])\b", r"\2\1"),
    (r"\bdouble( joker)?\b", "d"),
    (r"\bcolou?r-change( joker)?\b", "c"),
    (r"\bmirror( joker)?\b", "m"),
    (r"\bjoker\b", "j"),
)
"""Other ways to say a tile: `red 7`, `7r`, `joker`."""


@dataclass(frozen=True, slots=True)
class Instruction:
    """A verb with what it is about."""

    verb: Verb
    tiles: Tiles = ()
    numbers: tuple[int, ...] = ()
    """Numbers without `from` or `to`: sets, or how many tiles to split off."""
    source: int | None = None
    """The set behind `from`."""
    target: int | None = None
    """The set behind `to`."""
    to_new: bool = False
    at: End | None = None
    """Which end of a set, if `start` or `end` was said."""
    words: tuple[str, ...] = ()
    """Other words that belong to the verb, such as what to sort by."""
    insists: bool = False
    """An exclamation mark: do it although it costs a penalty."""


def parse_instruction(text: str) -> Instruction:
    """Read a command; raises InstructionError with a word of advice.

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
            near = get_close_matches(first, _VERB_OF, n=1)
            if near:
                raise InstructionError(
                    InstructionReason.SIMILAR_WORD, {"word": short_repr(first), "near": repr(near[0])}
                )
            raise InstructionError(InstructionReason.UNKNOWN_WORD, {"word": short_repr(first)})
        return _about(Verb.LAY, words, insists)
    return _about(verb, words[1:], insists)


def _words(text: str) -> list[str]:
    """The words without points and articles, every tile as it is written."""
    words = re.sub(r"[,;]|\.(?=\s|$)", " ", text).lower().split()
    text = " ".join(word for word in words if word not in _ARTICLES)
    for spelled, written in _SPELLED:
        text = re.sub(spelled, written, text)
    words = text.split()
    if (phrase := tuple(words[:2])) in _PHRASES:
        words[:2] = [_PHRASES[phrase]]
    return words


def _about(verb: Verb, words: list[str], insists: bool) -> Instruction:
    tiles: list[Tile] = []
    numbers: list[int] = []
    places: dict[str, int] = {}
    at: End | None = None
    to_new, others, before = False, [], ""
    for word in words:
        tile = _tile(word)
        if tile is not None:
            tiles.append(tile)
        elif verb is not Verb.SORT and re.fullmatch(r"#?[0-9]{1,3}\.?", word):
            number = int(word.strip("#."))
            if before in ("from", "to"):
                places[before] = number
                before = ""
            else:
                numbers.append(number)
        elif word in ("from", "to"):
            before = word
        elif word == "new":
            to_new = True
        elif word in ("start", "front", "beginning", "left"):
            at = "start"
        elif word in ("end", "back", "right"):
            at = "end"
        elif verb is Verb.SORT and word != "by":
            others.append(word)
        elif word not in _FILLERS:
            raise InstructionError(InstructionReason.NOT_HERE, {"word": short_repr(word)})
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


def perform(draft: Draft, command: Instruction) -> Draft:
    """Do what a command says with the hands; raises Refused or InstructionError, and then nothing has moved."""
    match command.verb:
        case Verb.LAY if command.target is None and not command.numbers:
            return draft.lay(command.tiles)
        case Verb.LAY | Verb.ADD:
            return _add(draft, command)
        case Verb.TAKE:
            named = _first(command.source, command.numbers)
            number = _only_holder(draft, command.tiles) if named is None else named
            return draft.take(number, command.tiles)
        case Verb.MOVE:
            return _move(draft, command)
        case Verb.SPLIT:
            return _split(draft, command)
        case Verb.JOIN:
            sets = [*command.numbers, *(n for n in (command.source, command.target) if n is not None)]
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
            raise InstructionError(InstructionReason.MOVES_NOTHING, {"word": repr(command.verb.value[0])})


def _add(draft: Draft, command: Instruction) -> Draft:
    named = _first(command.target, command.numbers)
    number = _only_fit(draft, command.tiles) if named is None else named
    try:
        return draft.add(number, command.tiles, command.at)
    except Refused as refused:
        if refused.refusal.reason is not Reason.NOT_AT_HAND:
            raise
        tile = str(refused.refusal.facts["tile"])
        holders = [n for n, lying in enumerate(draft.sets, start=1) if Tile.parse(tile) in lying and n != number]
        if not holders:
            raise
        reason = InstructionReason.IN_A_SET if len(holders) == 1 else InstructionReason.IN_SETS
        facts: dict[str, int | str] = {"tile": tile, "set": holders[0], "sets": _listed(holders), "number": number}
        raise InstructionError(reason, facts) from None


def _move(draft: Draft, command: Instruction) -> Draft:
    numbers = list(command.numbers)
    source = command.source
    if source is None:
        source = (
            numbers.pop(0) if numbers and (len(numbers) > 1 or command.target is not None or command.to_new) else None
        )
    target = None if command.to_new else _first(command.target, tuple(numbers))
    if target is None and not command.to_new:
        raise InstructionError(InstructionReason.WHERE_TO)
    if source is None:
        source = _only_holder(draft, command.tiles)
    return draft.move(source, command.tiles, target, command.at)


def _split(draft: Draft, command: Instruction) -> Draft:
    numbers = command.numbers
    if len(numbers) == 2:
        return draft.split(numbers[0], numbers[1])
    if len(numbers) == 1 and len(command.tiles) == 1 and 1 <= numbers[0] <= len(draft.sets):
        tiles = draft.sets[numbers[0] - 1]
        if command.tiles[0] in tiles:
            return draft.split(numbers[0], tiles.index(command.tiles[0]) + 1)
    raise InstructionError(InstructionReason.SPLIT_WHAT)


def _only_fit(draft: Draft, tiles: Tiles) -> int:
    """The only set that the tiles can be added to."""
    fits = [n for n, lying in enumerate(draft.sets, start=1) if isinstance(read_set((*lying, *tiles)), TileSet)]
    if len(fits) != 1:
        if not fits:
            raise InstructionError(InstructionReason.FITS_NONE, {"tiles": format_tiles(tiles)})
        facts: dict[str, int | str] = {"tiles": format_tiles(tiles), "sets": _listed(fits), "set": fits[0]}
        raise InstructionError(InstructionReason.FITS_SEVERAL, facts)
    return fits[0]


def _only_holder(draft: Draft, tiles: Tiles) -> int:
    """The only set that holds all the tiles."""
    holders = [n for n, lying in enumerate(draft.sets, start=1) if all(lying.count(t) >= tiles.count(t) for t in tiles)]
    if not tiles:
        raise InstructionError(InstructionReason.WHICH_TILE)
    if len(holders) != 1:
        if not holders:
            raise InstructionError(InstructionReason.IN_NO_SET, {"tiles": format_tiles(tiles)})
        raise InstructionError(InstructionReason.FROM_WHICH, {"tiles": format_tiles(tiles), "sets": _listed(holders)})
    return holders[0]


def _first(said: int | None, numbers: tuple[int, ...]) -> int | None:
    return said if said is not None else numbers[0] if numbers else None


def _tile(word: str) -> Tile | None:
    try:
        return Tile.parse(word)
    except NotationError:
        return None


def _listed(numbers: list[int]) -> str:
    return " and ".join(map(str, numbers))
