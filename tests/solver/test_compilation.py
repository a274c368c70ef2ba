"""The compiled and the interpreted kernels: the same answers, and the same errors for the same invalid positions."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from scripts import verify_solver
from tests.support import interpreted_solver, solver_oracle
from tilewise.errors import TilewiseError
from tilewise.profiles import PROFILES
from tilewise.solver import COMPILED, InvalidTable, best_play, plain_solver, special_solver
from tilewise.solver.plain_layout import PlainKernel
from tilewise.solver.plain_search import SOLVED
from tilewise.solver.special_search import SpecialKernel
from tilewise.tiles import FACES, Table, Tiles, format_table, format_tiles, parse_table, parse_tiles

needs_compiled = pytest.mark.skipif(not COMPILED, reason="The kernels are not compiled here: nothing to compare with.")

PLAIN_FAMILIES = ("two-copies", "four-jokers", "three-copies")
EACH = (1,) * len(FACES)
INTERNATIONAL = PROFILES["international"]
TWIST = PROFILES["twist"]


@pytest.fixture(scope="module")
def interpreted() -> dict[str, Any]:
    """The modules of the interpreted solver, as they are without Cython."""
    return loaded(with_cython=False)


def loaded(with_cython: bool) -> dict[str, Any]:
    modules = interpreted_solver.load(with_cython)
    assert not modules["encoding"].COMPILED
    assert (modules["encoding"].cython.__name__ == "tilewise.solver.cython_stub") != with_cython
    return modules


# The same answers


def some_weights(rng: random.Random) -> tuple[int, ...]:
    chosen = verify_solver.random_weights(rng)
    return rng.choice((EACH, tuple(tile.number or 30 for tile in FACES), tuple(chosen.values())))


def small_positions(family: str, count: int, most: int) -> Iterator[tuple[Table, Tiles]]:
    for table, rack in solver_oracle.random_positions(family, count, 5):
        if len(rack) + sum(map(len, table)) <= most:
            yield table, rack


def everything_of(kernel: Any, table: Table, rack: Tiles, weights: tuple[int, ...], **options: Any) -> tuple[Any, ...]:
    """Return all that a plain kernel says about a position."""
    valid = kernel.ask(table, rack, weights)
    status = kernel.solve(**options)
    if status != SOLVED:
        return (valid, status)
    return (valid, status, kernel.total, kernel.placed(FACES), kernel.arrangement(FACES), kernel.explored)


@pytest.mark.long
@needs_compiled
@pytest.mark.parametrize("family", PLAIN_FAMILIES)
def test_the_compiled_plain_kernel_answers_as_the_interpreted_one(family: str, interpreted: dict[str, Any]) -> None:
    rng = random.Random(f"compiled {family}")
    one, other = PlainKernel(), interpreted["plain_layout"].PlainKernel()
    assert type(one) is not type(other)
    asked = 0
    for table, rack in small_positions(family, 60, 30):
        weights = some_weights(rng)
        variants: list[dict[str, Any]] = [{}, {"full": True}] if len(rack) < 15 else [{}]
        for options in variants:
            answer = everything_of(one, table, rack, weights, **options)
            assert answer == everything_of(other, table, rack, weights, **options)
            asked += 1
        for options in ({"threshold": rng.randint(1, 60)}, {"by_value": True}):
            if len(rack) <= 14:
                answer = everything_of(one, (), rack, weights, full=True, **options)
                assert answer == everything_of(other, (), rack, weights, full=True, **options)
                asked += 1
    assert asked > 20


@pytest.mark.long
@needs_compiled
def test_the_compiled_special_kernel_answers_as_the_interpreted_one(interpreted: dict[str, Any]) -> None:
    rng = random.Random("compiled twist")
    one, other = SpecialKernel(), interpreted["special_search"].SpecialKernel()
    assert type(one) is not type(other)
    answered = 0
    for table, rack in small_positions("twist", 120, 20):
        weights = some_weights(rng)
        options: dict[str, Any] = {"width": rng.choice((10, 30)), "most_work": 50_000}
        if rng.choice((True, False)):
            table = ()
            options |= {"full": True} | rng.choice(({"threshold": rng.randint(1, 60)}, {"by_value": True}))
        elif rng.random() < 0.3:
            options["better_than"] = rng.randint(-2, 5)
        answers = []
        for kernel in (one, other):
            kernel.ask(table, rack, weights)
            found = kernel.solve(**options)
            details = (kernel.total, kernel.acts_by_number(), kernel.unplaced_jokers) if found else ()
            answers.append((found, kernel.is_proven, kernel.explored, details))
        assert answers[0] == answers[1], f"{format_table(table)} + {format_tiles(rack)}"
        answered += answers[0][0]
    assert answered > 5


def test_with_the_package_of_cython_the_interpreted_kernels_answer_the_same() -> None:
    """A machine with Cython and without a C compiler."""
    pytest.importorskip("cython")
    best_play_with_cython = loaded(with_cython=True)[""].best_play
    for text, rack in (("r3 r4 r5 | k7 b7 o7", "r6 r7 J k1"), ("b3 b4 C r6 r7", "D r8 r9")):
        table, tiles = parse_table(text), parse_tiles(rack)
        assert best_play_with_cython(TWIST, table, tiles) == best_play(TWIST, table, tiles)
    with pytest.raises(TilewiseError):
        best_play_with_cython(TWIST, (), (len(FACES),))


# The same constants


def test_the_constants_of_c_have_the_values_of_python(interpreted: dict[str, Any]) -> None:
    names = ("encoding", "plain_choices", "plain_search", "plain_layout", "simulator.counted_position")
    modules = [interpreted[name] for name in names]
    named = {name: value for module in modules for name, value in vars(module).items() if name.isupper()}
    compared = 0
    for module in modules:
        for name, value in vars(module).items():
            if name.startswith("_") and name[1:] in named:
                assert value == named[name[1:]], f"{module.__name__}.{name}"
                compared += 1
    assert compared > 30


# The same errors


def error_of(best_play: Any, profile: Any, table: Any, rack: Any, goal: Any = None) -> tuple[str, str] | None:
    """Return the class and the message of the error that a query raises, or None."""
    try:
        best_play(profile, table, rack, *([] if goal is None else [goal]))
    except Exception as error:
        return type(error).__name__, str(error)
    return None


R3, R4, R5, K1 = parse_tiles("r3 r4 r5 k1")
RUN = (R3, R4, R5)

INVALID: dict[str, tuple[Any, Any]] = {
    "two tiles": (((R3, R4),), ()),
    "an empty set": (((),), ()),
    "a run with a gap": (parse_table("r3 r4 r6"), ()),
    "a group with a colour twice": (parse_table("r3 r3 k3"), ()),
    "a group of five": (parse_table("r3 k3 b3 o3 J"), ()),
    "a run past 13": (parse_table("r12 r13 r1"), ()),
    "two colours": (parse_table("r3 k4 r5"), ()),
    "a valid set and an invalid one": (parse_table("r3 r4 r5 | k1 k2 k4"), parse_tiles("k3")),
    "sets that could be arranged": (parse_table("r3 r4 k7 | r5 b7 o7"), ()),
    "special jokers in no set": (parse_table("r3 M r4"), ()),
    "a double joker in a full group": (parse_table("r3 k3 b3 D"), ()),
    "an invalid set next to a special joker": (parse_table("r3 b3 D | k1 k2 k4"), parse_tiles("J")),
    "an invalid set, and a special joker on the rack": (parse_table("k1 k2 k4"), parse_tiles("D")),
    "no table": (None, ()),
    "no rack": ((), None),
    "a set that is None": ((None,), ()),
    "a tile that is None": (((R3, R4, None),), ()),
    "a list of sets": ([RUN], ()),
    "a list of tiles": (([R3, R4, R5],), ()),
    "a rack that is a list": ((RUN,), [K1]),
    "a rack that is a generator": ((RUN,), (tile for tile in [K1])),
    "a rack of texts": ((RUN,), ("k1",)),
    "a rack that is a text": ((RUN,), "k1"),
    "a table that is a text": ("r3 r4 r5", ()),
    "a number beyond the faces": ((), (len(FACES),)),
    "a negative number": ((), (-1,)),
    "a number beyond 64 bits": ((), (10**20,)),
    "a number far below 0": ((), (-(10**20),)),
    "a fraction": ((), (4.0,)),
    "a fraction beyond the faces": ((), (99.5,)),
    "not a number": ((), (float("nan"),)),
    "a fraction next to a special joker": ((), (FACES[53], 4.0)),
    "four of a face": ((), (R3,) * 4),
    "four of a face in all": ((RUN, RUN), (R3, R3)),
    "five jokers": ((), (FACES[52],) * 5),
    "five double jokers": ((), (FACES[53],) * 5),
    "four of a face next to a special joker": ((), (FACES[53], R3, R3, R3, R3)),
}


@pytest.mark.parametrize("name", INVALID)
def test_an_invalid_position_is_the_same_error_compiled_and_interpreted(name: str, interpreted: dict[str, Any]) -> None:
    table, rack = INVALID[name]
    error = error_of(best_play, TWIST, table, rack)
    assert error is not None
    assert error[0] in ("TilewiseError", "InvalidTable")
    assert error_of(interpreted[""].best_play, TWIST, table, rack) == error
    assert error_of(interpreted[""].go_out, TWIST, table, rack) == error
    assert error_of(interpreted[""].least_disturbing_play, TWIST, table, rack) == error


WEIGHTS: dict[str, Any] = {
    "too heavy": {R3: 10**9 + 1},
    "beyond 64 bits": {R3: 2**70},
    "a fraction": {R3: 1.5},
    "a text": {R3: "1"},
    "not a mapping": 7,
    "a name": "tiles",
}


@pytest.mark.parametrize("name", WEIGHTS)
@pytest.mark.parametrize("rack", ["r3 r4 r5", "r3 r4 r5 D"])
def test_wrong_weights_are_the_same_error_compiled_and_interpreted(
    name: str, rack: str, interpreted: dict[str, Any]
) -> None:
    error = error_of(best_play, TWIST, (), parse_tiles(rack), WEIGHTS[name])
    assert error is not None
    assert error[0] == "TilewiseError"
    assert error_of(interpreted[""].best_play, TWIST, (), parse_tiles(rack), WEIGHTS[name]) == error


@pytest.mark.parametrize("threshold", [29.5, None, "30"])
def test_a_threshold_that_is_not_a_whole_number_is_the_same_error(threshold: Any, interpreted: dict[str, Any]) -> None:
    for rack in (parse_tiles("r9 r10 r11"), parse_tiles("r9 r10 D")):
        for solver in (interpreted[""].find_opening, interpreted[""].can_open):
            with pytest.raises(TilewiseError, match="whole number"):
                solver(rack, threshold)


@pytest.mark.parametrize(
    "text", ["r3 r4 r5", "r4 r3 r5", "o7 k7 b7", "J J J", "r12 r13 J", "J r2 r3", "r3 b3 D", "r7 M r7"]
)
def test_a_table_of_valid_sets_in_any_order_is_accepted_by_both(text: str, interpreted: dict[str, Any]) -> None:
    """T5."""
    table = parse_table(text)
    found = best_play(TWIST, table, parse_tiles("k1"))
    assert found == interpreted[""].best_play(TWIST, table, parse_tiles("k1"))
    assert found.table == table or found.placed


def test_an_error_leaves_the_kernels_usable() -> None:
    before = best_play(TWIST, (RUN,), parse_tiles("r6 D"))
    for table, rack in INVALID.values():
        with pytest.raises(TilewiseError):
            best_play(TWIST, table, rack)
    assert best_play(TWIST, (RUN,), parse_tiles("r6 D")) == before
    assert best_play(INTERNATIONAL, (RUN,), parse_tiles("r6")).placed == parse_tiles("r6")


def test_an_invalid_set_is_named_with_the_reason() -> None:
    with pytest.raises(InvalidTable, match=r"^On the table r3 r4 r6 is not a set: This run lacks 5\.$"):
        best_play(INTERNATIONAL, parse_table("r3 r4 r5 | r3 r4 r6"), ())


def test_both_solvers_check_what_they_are_given() -> None:
    for solver in (plain_solver, special_solver):
        for arguments in (((), (60,), EACH), ((), (R3,), (1,) * 3), ((), (R3,), None), ((), (), EACH, (R3,) * 4)):
            with pytest.raises(TilewiseError):
                solver.solve(*arguments)
