"""U7 and U8 as the text of the rules says them, tried out: every way to say which set continues which, every naming.

It shares no code with `tilewise.joker_moves` and `tilewise.exchanges`; only `read_set` says what the tiles stand for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations, product

from tilewise.sets import TileSet

JOKERS = "JDCM"

Joker = tuple[str, tuple[int, ...]]
"""The kind of a joker and its places: the numbers of a run, 100 + the number beside a mirror's axis."""


def letters(one: TileSet) -> list[str]:
    return [str(tile) for tile in one.tiles]


def number_tiles(one: TileSet) -> Counter[str]:
    return Counter(name for name in letters(one) if name not in JOKERS)


def joker_kinds(one: TileSet) -> list[str]:
    return [name for name in letters(one) if name in JOKERS]


def in_run(one: TileSet) -> bool:
    return "run" in one.kind.value


def jokers_of_run(one: TileSet) -> list[Joker]:
    found: list[Joker] = []
    for index, name in enumerate(letters(one)):
        if name == "M":
            found.append((name, (100 + one.faces[index - 1][-1].number,)))
        elif name in JOKERS:
            found.append((name, tuple(face.number for face in one.faces[index])))
    return found


# U7


def allowed_by_u7(rule: str, before: Sequence[TileSet], after: Sequence[TileSet]) -> bool:
    """Whether the jokers of the table went only where the rule allows."""
    if rule == "anywhere":
        return True
    jokers_after = Counter(kind for one in after for kind in joker_kinds(one))
    jokers_before = Counter(kind for one in before for kind in joker_kinds(one))
    rack = list((jokers_after - jokers_before).elements())
    return any(
        can_be_named(rule, arrivals, rack, left_jokers(before, after, story))
        for story in stories(before, after)
        for arrivals in arrivals_of(before, after, story)
    )


def stories(before: Sequence[TileSet], after: Sequence[TileSet]) -> Iterator[tuple[int | None, ...]]:
    """Yield, for each old set, which set continues it: none only if no set with room for it is left."""
    choices = [[*(n for n in range(len(after)) if can_continue([old], after[n])), None] for old in before]
    for story in product(*choices):
        continued = [[old for old, home in zip(before, story, strict=True) if home == n] for n in range(len(after))]
        fits = all(can_continue(olds, after[n]) for n, olds in enumerate(continued) if olds)
        is_whole = not any(
            home is None and can_continue([*continued[n], old], after[n])
            for old, home in zip(before, story, strict=True)
            for n in range(len(after))
        )
        if fits and is_whole:
            yield story


def can_continue(olds: Sequence[TileSet], new: TileSet) -> bool:
    together = sum((number_tiles(old) for old in olds), Counter[str]())
    return all(old.kind == new.kind and number_tiles(old) for old in olds) and together <= number_tiles(new)


def arrivals_of(
    before: Sequence[TileSet], after: Sequence[TileSet], story: tuple[int | None, ...]
) -> Iterator[list[tuple[str, int]]]:
    """Yield the jokers that arrived, each with the set that it arrived in; several ways if kinds differ in a group."""
    ways: list[list[list[tuple[str, int]]]] = []
    for n, new in enumerate(after):
        olds = [old for old, home in zip(before, story, strict=True) if home == n]
        if not olds:
            continue
        if in_run(new):
            had = {place for old in olds for _, places in jokers_of_run(old) for place in places}
            ways.append([[(kind, n) for kind, places in jokers_of_run(new) if not had & set(places)]])
            continue
        old_jokers, new_jokers = [kind for old in olds for kind in joker_kinds(old)], joker_kinds(new)
        beyond = max(0, len(new_jokers) - len(old_jokers))
        ways.append([])
        for chosen in combinations(new_jokers, beyond):
            stayed = Counter(new_jokers) - Counter(chosen)
            if all(stayed[kind] >= min(old_jokers.count(kind), new_jokers.count(kind)) for kind in JOKERS):
                ways[-1].append([(kind, n) for kind in chosen])
    for way in product(*ways):
        yield [arrival for arrivals in way for arrival in arrivals]


def left_jokers(
    before: Sequence[TileSet], after: Sequence[TileSet], story: tuple[int | None, ...]
) -> list[tuple[str, int | None]]:
    """Return the jokers that left their places, each with the set that continues the one they were in."""
    left: list[tuple[str, int | None]] = []
    for home in sorted(set(story), key=str):
        olds = [old for old, other in zip(before, story, strict=True) if other == home]
        if home is None:
            left += [(kind, None) for old in olds for kind in joker_kinds(old)]
        elif in_run(after[home]):
            for kind in JOKERS:
                had = [places for old in olds for other, places in jokers_of_run(old) if other == kind]
                has = [places for other, places in jokers_of_run(after[home]) if other == kind]
                left += [(kind, home)] * (len(had) - most_pairs(had, has))
        else:
            gone = Counter(kind for old in olds for kind in joker_kinds(old)) - Counter(joker_kinds(after[home]))
            left += [(kind, home) for kind in gone.elements()]
    return left


def most_pairs(had: list[tuple[int, ...]], has: list[tuple[int, ...]]) -> int:
    """Return how many jokers can be paired with one that shares a place."""
    short, long = sorted((had, has), key=len)
    tries = (sum(bool(set(a) & set(b)) for a, b in zip(short, order, strict=False)) for order in permutations(long))
    return max(tries, default=0)


def can_be_named(
    rule: str, arrivals: list[tuple[str, int]], rack: list[str], left: list[tuple[str, int | None]]
) -> bool:
    """Whether every arrival can be named: as a joker from the rack, or as one that left a set other than its own."""
    if not arrivals:
        return True
    (kind, target), *rest = arrivals
    if kind in rack:
        fewer = rack.copy()
        fewer.remove(kind)
        if can_be_named(rule, rest, fewer, left):
            return True
    return rule == "another-set" and any(
        joker == kind and home != target and can_be_named(rule, rest, rack, left[:index] + left[index + 1 :])
        for index, (joker, home) in enumerate(left)
    )


# U8


def allowed_by_u8(before: Sequence[TileSet], after: Sequence[TileSet]) -> bool:
    """Whether no joker was exchanged for one of another kind."""
    before, after = without_common(before, after)
    placed = Counter(name for one in after for name in letters(one)) - Counter(
        name for one in before for name in letters(one)
    )
    for new in after:
        if Counter(letters(new)) <= placed:
            continue
        for old in before:
            for joker, other in exchanges_in(old, new):
                had, has = (sum(shows(joker, one) for one in table) for table in (before, after))
                other_had, other_has = (sum(shows(other, one) for one in table) for table in (before, after))
                if has < had and other_has > other_had:
                    return False
    return True


def without_common(before: Sequence[TileSet], after: Sequence[TileSet]) -> tuple[list[TileSet], list[TileSet]]:
    """Leave out the sets that lie there before and after."""
    old, new = list(before), list(after)
    for one in before:
        same = next((other for other in new if other.key == one.key), None)
        if same is not None:
            old.remove(one)
            new.remove(same)
    return old, new


Picture = tuple[str, frozenset[tuple[str, int]]]
"""Tiles as (name, how many) in a group or anywhere, or as (name with its numbers, 1) on one side of a run."""


def exchanges_in(old: TileSet, new: TileSet) -> Iterator[tuple[Picture, Picture]]:
    """Yield what the old set showed with its joker, and what the new one shows with another beside the same tiles."""
    if in_run(old) and in_run(new):
        for side in pictures_of_sides(old):
            for first, last in joker_rows([cell[0] for cell in side]):
                beside = side[max(0, first - 1) : first] + side[last : last + 1]
                numbers = {number for _, places in side[first:last] for number in places}
                for other_side in pictures_of_sides(new):
                    for cell in other_side:
                        kind, places = cell
                        if (
                            kind in JOKERS
                            and kind != side[first][0]
                            and numbers & set(places)
                            and all(c in other_side for c in beside)
                        ):
                            yield picture(beside + side[first:last]), picture([*beside, cell])
    elif not in_run(old) and not in_run(new):
        for joker in sorted(set(joker_kinds(old))):
            for count in range(1, letters(old).count(joker) + 1):
                others = list((Counter(letters(old)) - Counter({joker: count})).elements())
                if count > 1 and all(name in JOKERS for name in others):
                    continue
                for kind in sorted(set(JOKERS) - {joker}):
                    if Counter([*others, kind]) <= Counter(letters(new)):
                        yield tally(letters(old)), tally([*others, kind])
    for names in (letters(old), letters(old)[::-1]) if "M" in letters(old) + letters(new) else (letters(old),):
        for first, last in joker_rows(names):
            for width in range(1, len(new.tiles) + 1):
                for row in product(*[JOKERS] * width) if width <= 4 else ():
                    if set(row) != {names[first]} and [*names[:first], *row, *names[last:]] == letters(new):
                        yield tally(letters(old)), tally(letters(new))


def joker_rows(names: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield where a joker is, or several of one kind side by side with a number tile next to them."""
    for first in range(len(names)):
        for last in range(first + 1, len(names) + 1):
            if names[first] in JOKERS and set(names[first:last]) == {names[first]}:
                ends = [names[i] for i in (first - 1, last) if 0 <= i < len(names)]
                if last == first + 1 or any(name not in JOKERS for name in ends):
                    yield first, last


def pictures_of_sides(run: TileSet) -> list[list[tuple[str, tuple[int, ...]]]]:
    cells = [
        (name, tuple(sorted(face.number for face in faces)))
        for name, faces in zip(letters(run), run.faces, strict=True)
    ]
    if "M" not in letters(run):
        return [cells]
    middle = letters(run).index("M")
    axis = ("M", (100 + run.faces[middle - 1][-1].number,))
    return [[*cells[:middle], axis], [*reversed(cells[middle + 1 :]), axis]]


def picture(cells: Sequence[tuple[str, tuple[int, ...]]]) -> Picture:
    return "side", frozenset((f"{name} {places}", 1) for name, places in cells)


def tally(names: Sequence[str]) -> Picture:
    return "tiles", frozenset(Counter(names).items())


def shows(what: Picture, one: TileSet) -> int:
    kind, cells = what
    if kind == "tiles":
        return all(letters(one).count(name) >= count for name, count in cells)
    if not in_run(one):
        return 0
    return sum(cells <= picture(side)[1] for side in pictures_of_sides(one))
