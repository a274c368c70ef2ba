"""Search for the inputs on which the rules take longest: sets, turns, racks, sheets and previews.

    python -m scripts.worst_inputs                            half a minute for each question
    python -m scripts.worst_inputs --seconds 300              longer
    python -m scripts.worst_inputs --only read_set judge_turn
    python -m scripts.worst_inputs --most 5                   exit with 1 if anything takes more than 5 ms

Each search starts with random inputs, and changes the slowest one found so far. Inputs contain at most the tiles of the
largest box that house rules allow: three copies of each number, and four of each kind of joker. Readings are not cached
from one question to the next. A question that takes longer than ten seconds ends its search.
"""

from __future__ import annotations

import argparse
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import Any, Final, NamedTuple, get_args

from tests.support.joker_rearrangements import SPECIAL, random_turn
from tilewise.assessment import assess_turn
from tilewise.companion import count_sheet
from tilewise.draft import Draft
from tilewise.profiles import PROFILES, FreedJoker
from tilewise.profiles.profile import MOST_COPIES, MOST_JOKERS
from tilewise.server.tables.preview import preview_draft
from tilewise.sets import TileSet, read_set
from tilewise.sets.arrangement import arrangements
from tilewise.sets.flaws import LONGEST_SET
from tilewise.solver import can_open
from tilewise.tiles import JOKERS, NUMBERED, Table, Tile, Tiles, format_table, format_tiles
from tilewise.turn import judge_turn

FREED_JOKER_RULES: Final = get_args(FreedJoker)

BOX: Final = Counter(dict.fromkeys(NUMBERED, MOST_COPIES) | dict.fromkeys(JOKERS, MOST_JOKERS))
"""The largest box that house rules allow."""

JOKER_RULES: Final = {f"{joker}_jokers": MOST_JOKERS for joker in ("double", "colour_change", "mirror")}
LARGEST: Final = {"copies": MOST_COPIES, "large_game_copies": MOST_COPIES, "jokers": MOST_JOKERS, **JOKER_RULES}

LARGEST_RACK: Final = 40
LIMIT: Final = 10.0
"""Seconds after which a question is interrupted."""


class Turn(NamedTuple):
    """A turn; the rack is what the turn places, and some more."""

    rule: str
    before: Table
    rest: Tiles
    """The tiles of the rack that are not placed."""
    after: Table
    opened: bool = True

    @property
    def rack(self) -> Tiles:
        return (*(_tiles(self.after) - _tiles(self.before)).elements(), *self.rest)


class Question(NamedTuple):
    """A question with a way to make inputs and to change them."""

    ask: Callable[[Any], object]
    make: Callable[[Random], Any]
    change: Callable[[Random, Any], Any]
    show: Callable[[Any], str]


# Sets and racks


def make_set(random: Random) -> Tiles:
    """Return tiles that nearly form a long set with jokers."""
    colour = random.randrange(4)
    run = [tile for tile in NUMBERED[13 * colour : 13 * colour + 13] if random.random() < 0.5]
    jokers = [joker for joker in JOKERS for _ in range(random.randint(0, MOST_JOKERS))]
    mirrored = run[::-1] if random.random() < 0.5 else []
    tiles = [*run, *jokers, *mirrored]
    random.shuffle(tiles)
    return _in_box(tiles)[:LONGEST_SET]


def change_tiles(random: Random, tiles: Tiles, most: int = LONGEST_SET) -> Tiles:
    """Return tiles of which some were added, removed, replaced or moved."""
    changed = list(tiles)
    for _ in range(random.randint(1, 3)):
        what = random.random()
        if what < 0.4 or not changed:
            changed.insert(
                random.randint(0, len(changed)), random.choice(JOKERS if random.random() < 0.4 else NUMBERED)
            )
        elif what < 0.6:
            changed.pop(random.randrange(len(changed)))
        elif what < 0.8:
            changed[random.randrange(len(changed))] = random.choice(changed if random.random() < 0.3 else NUMBERED)
        else:
            random.shuffle(changed)
    return _in_box(changed)[:most]


class Rack(NamedTuple):
    """A rack and the value that an opening needs."""

    tiles: Tiles
    threshold: int


def make_rack(random: Random) -> Rack:
    """Return a rack with many special jokers and few numbers."""
    jokers = [joker for joker in JOKERS for _ in range(random.randint(0, MOST_JOKERS))]
    numbers = random.choices(NUMBERED, k=random.randint(0, LARGEST_RACK - len(jokers)))
    return Rack(_in_box([*jokers, *numbers]), random.choice((0, 30, 50, 100)))


def change_rack(random: Random, rack: Rack) -> Rack:
    """Return the rack with other tiles, or another threshold."""
    if random.random() < 0.1:
        return rack._replace(threshold=random.randint(0, 100))
    return rack._replace(tiles=change_tiles(random, rack.tiles, LARGEST_RACK))


def make_sheet(random: Random) -> dict[str, Any]:
    """Return a score sheet with one game in which nobody but the winner opened."""
    racks = [make_rack(random).tiles[:20] for _ in range(3)]
    rules = {**LARGEST, "unopened_penalty": 100, "missed_opening_penalty": 200, "opening_threshold": 30}
    return _sheet(racks, rules)


def change_sheet(random: Random, sheet: dict[str, Any]) -> dict[str, Any]:
    """Return the sheet with a changed rack, or another threshold."""
    racks = [change_tiles(random, _parse(rack["tiles"]), 20) for rack in sheet["games"][0]["racks"][1:]]
    rules = dict(sheet["rules"])
    if random.random() < 0.2:
        rules["opening_threshold"] = random.randint(0, 100)
    return _sheet(racks, rules)


def _sheet(racks: Sequence[Tiles], rules: dict[str, Any]) -> dict[str, Any]:
    held = Counter[Tile]()
    kept = []
    for rack in racks:
        kept.append(_in_box(rack, held))
        held.update(kept[-1])
    entries = [{}, *({"tiles": format_tiles(rack), "opened": False} for rack in kept)]
    return {"profile": "tm-toys", "players": 4, "rules": rules, "games": [{"ended": "out", "out": 0, "racks": entries}]}


def _parse(text: str) -> Tiles:
    return tuple(Tile(word) for word in text.split())


# Turns


def make_turn(random: Random) -> Turn:
    """Return a legal or illegal turn that moves jokers between valid sets."""
    turn = Turn(random.choice(FREED_JOKER_RULES), (), (), ())
    for _ in range(random.randint(1, 5)):
        turn = _with_more(random, turn)
    return turn


def change_turn(random: Random, turn: Turn) -> Turn:
    """Return the turn with more sets, with fewer, or with sets that exchanged tiles; all sets stay valid."""
    for _ in range(random.randint(1, 4)):
        what = random.random()
        if what < 0.3:
            turn = _with_more(random, turn)
        elif what < 0.5 and turn.before:
            turn = _with_copy(random, turn)
        elif what < 0.55:
            turn = turn._replace(rule=random.choice(FREED_JOKER_RULES))
        elif what < 0.65 and turn.before:
            gone = random.randrange(len(turn.before))
            turn = turn._replace(before=(*turn.before[:gone], *turn.before[gone + 1 :]))
        else:
            turn = _if_in_box(turn._replace(after=_regrouped(random, turn.after, valid=True)), turn)
            turn = _if_in_box(turn._replace(before=_regrouped(random, turn.before, valid=True)), turn)
    return turn


def _with_more(random: Random, turn: Turn) -> Turn:
    """Return the turn with the sets of another one, if the box has the tiles."""
    kinds = random.choice((SPECIAL, SPECIAL[:1], SPECIAL[1:]))
    before, _, after = random_turn(random, kinds, random.choice((4, 7, 13)))
    return _if_in_box(turn._replace(before=(*turn.before, *before), after=(*turn.after, *after)), turn)


def _with_copy(random: Random, turn: Turn) -> Turn:
    """Return the turn with another set equal to one of it, before and after or only before."""
    tiles = random.choice(turn.before)
    return _if_in_box(turn._replace(before=(*turn.before, tiles), after=(*turn.after, tiles)), turn)


def _if_in_box(turn: Turn, otherwise: Turn) -> Turn:
    fits = _tiles(turn.after) <= BOX and _tiles(turn.before) <= _tiles(turn.after)
    return turn if fits else otherwise


def _regrouped(random: Random, table: Table, *, valid: bool) -> Table:
    """Return a table in which two sets exchanged or passed tiles, or were joined, or one was split."""
    if not table:
        return table
    chosen = random.sample(range(len(table)), min(2, len(table)))
    left = list(table[chosen[0]])
    right = list(table[chosen[-1]]) if len(chosen) == 2 else []
    what = random.random()
    if what < 0.25 and left and right:
        one, other = random.randrange(len(left)), random.randrange(len(right))
        left[one], right[other] = right[other], left[one]
    elif what < 0.5:
        right.insert(random.randint(0, len(right)), left.pop(random.randrange(len(left))))
    elif what < 0.75:
        left, right = [*left, *right], []
    else:
        place = random.randint(0, len(left))
        left, right = left[:place], [*left[place:], *right]
    parts = [tuple(part) for part in (left, right) if part]
    if valid and not all(len(part) <= LONGEST_SET and isinstance(read_set(part), TileSet) for part in parts):
        return table
    return (*(tiles for index, tiles in enumerate(table) if index not in chosen), *parts)


def change_draft(random: Random, turn: Turn) -> Turn:
    """Return the turn with an arrangement in progress: its sets need not be valid, and tiles are left on the rack."""
    if random.random() < 0.3:
        turn = change_turn(random, turn)
    for _ in range(random.randint(1, 4)):
        turn = turn._replace(after=_regrouped(random, turn.after, valid=False))
    left = sorted((BOX - _tiles(turn.after)).elements())
    rest = random.sample(left, min(random.randint(0, 3), len(left)))
    return turn._replace(rest=tuple(rest), opened=random.random() < 0.8)


# The questions


def _judge(turn: Turn) -> object:
    profile = PROFILES["twist"].with_rules({"freed_joker": turn.rule})
    return judge_turn(profile, turn.before, turn.rack, turn.after, turn.opened)


def _assess(turn: Turn) -> object:
    profile = PROFILES["twist"].with_rules({"freed_joker": turn.rule})
    return assess_turn(profile, turn.before, turn.rack, turn.after, turn.opened)


def _preview(turn: Turn) -> object:
    profile = PROFILES["twist"].with_rules({"freed_joker": turn.rule})
    draft = Draft(profile, turn.opened, turn.before, turn.rack, turn.after)
    return preview_draft(draft, f"add {turn.rest[0]}" if turn.rest else "")


def _show_turn(turn: Turn) -> str:
    return (
        f"{turn.rule}, opened {turn.opened}: {format_table(turn.before)}\n"
        f"    with {format_tiles(turn.rack)}\n    to {format_table(turn.after)}"
    )


QUESTIONS: Final[dict[str, Question]] = {
    "read_set": Question(read_set, make_set, change_tiles, format_tiles),
    "arrange": Question(lambda tiles: list(arrangements(tiles)), make_set, change_tiles, format_tiles),
    "judge_turn": Question(_judge, make_turn, change_turn, _show_turn),
    "assess_turn": Question(_assess, make_turn, change_draft, _show_turn),
    "preview": Question(_preview, make_turn, change_draft, _show_turn),
    "could_open": Question(
        lambda rack: can_open(*rack),
        make_rack,
        change_rack,
        lambda rack: f"{format_tiles(rack.tiles)} for {rack.threshold}",
    ),
    "count_sheet": Question(count_sheet, make_sheet, change_sheet, str),
}


class Found(NamedTuple):
    """An input and the seconds that its answer took."""

    input: Any
    seconds: float
    tried: int


def search(question: Question, seconds: float, random: Random) -> Found:
    """Return the slowest input found in this time."""
    worst = Found(question.make(random), 0.0, 0)
    current = worst
    tried, stuck = 0, 0
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        tried += 1
        start_again = random.random() < 0.05 or stuck > 2_000
        candidate = question.make(random) if start_again else question.change(random, current.input)
        taken = _seconds(question, candidate)
        if taken > current.seconds:
            taken = min(taken, *(_seconds(question, candidate) for _ in range(3 if taken < 1 else 1)))
        if taken > current.seconds or stuck > 2_000:
            current, stuck = Found(candidate, taken, tried), 0
        stuck += 1
        if current.seconds > worst.seconds:
            worst = current
        if worst.seconds >= LIMIT:
            break
    return worst._replace(tried=tried)


def _seconds(question: Question, candidate: Any) -> float:
    read_set.cache_clear()
    start = time.process_time()
    try:
        with _interrupted_after(LIMIT):
            question.ask(candidate)
    except TimeoutError:
        pass
    return time.process_time() - start


@contextmanager
def _interrupted_after(seconds: float) -> Iterator[None]:
    def interrupt(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _in_box(tiles: Sequence[Tile], held: Counter[Tile] | None = None) -> Tiles:
    """Return the tiles without those that the box does not have."""
    count = Counter(held or {})
    kept = []
    for tile in tiles:
        count[tile] += 1
        if count[tile] <= BOX[tile]:
            kept.append(tile)
    return tuple(kept)


def _tiles(table: Table) -> Counter[Tile]:
    return Counter(tile for tiles in table for tile in tiles)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=30, help="for each question (default: 30)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="+", choices=QUESTIONS, default=list(QUESTIONS), metavar="QUESTION")
    parser.add_argument("--most", type=float, help="milliseconds that no answer may exceed")
    asked = parser.parse_args()
    slowest = 0.0
    for name in asked.only:
        found = search(QUESTIONS[name], asked.seconds, Random(f"{name} {asked.seed}"))
        slowest = max(slowest, found.seconds)
        print(f"{name:12} {found.seconds * 1000:10.2f} ms, the slowest of {found.tried:,}", flush=True)
        print(f"    {QUESTIONS[name].show(found.input)}", flush=True)
    return int(asked.most is not None and slowest * 1000 > asked.most)


if __name__ == "__main__":
    sys.exit(main())
