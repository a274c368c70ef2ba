"""Mistakes in the solver. Those in kernels are compiled before the tests run."""

from __future__ import annotations

from typing import Final

from scripts.mutations.mutation import Mutation

SOLVER: Final = (
    Mutation(
        "On twist no tile is added to a set with a special joker as it lies, so plays are missed that a child sees.",
        "solver",
        "src/tilewise/solver/special_solver.py",
        "    growing = best_growing_play(question, enough if bound.proven else everything)\n",
        "    growing: Answer | None = None\n",
        ("tests/solver/test_growing_sets.py", "tests/solver"),
    ),
    Mutation(
        "No tile is added at the right end of a set with a special joker.",
        "solver",
        "src/tilewise/solver/growing_sets.py",
        "    for place in range(len(tiles) + 1):\n",
        "    for place in range(len(tiles)):\n",
        ("src/tilewise/solver/growing_sets.py", "tests/solver/test_growing_sets.py", "tests/solver"),
    ),
    Mutation(
        "The solver proposes plays that exchange a joker for one of another kind (U8).",
        "solver",
        "src/tilewise/solver/growing_sets.py",
        "    return next(joker_exchanges(*changes_between(old, new), version), None) is None\n",
        "    return True\n",
        ("tests/solver/test_growing_sets.py", "tests/solver"),
    ),
    Mutation(
        "Of plays with equally many tiles the solver does not take the one that is worth most.",
        "solver",
        "src/tilewise/solver/goals.py",
        "tuple(_FIRST_CRITERION + worth for worth in",
        "tuple(_FIRST_CRITERION for worth in",
        ("tests/solver/test_goals.py", "tests/solver"),
    ),
    Mutation(
        "Tiles are called playable although the player cannot open with them.",
        "solver",
        "src/tilewise/solver/queries.py",
        "opening_answer(tuple(others), NO_WEIGHTS, profile.opening_threshold, must_place=(tile,))",
        "opening_answer(tuple(others), NO_WEIGHTS, 0, must_place=(tile,))",
        ("tests/solver/test_queries.py", "tests/solver"),
    ),
    Mutation(
        "A search that gave up claims that nothing can be placed.",
        "solver",
        "src/tilewise/solver/queries.py",
        "return Solution((), table, 0, True if answer is None else answer.proven)",
        "return Solution((), table, 0, True)",
        ("tests/solver/test_queries.py", "tests/solver/test_special_solver.py", "tests/solver"),
    ),
    Mutation(
        "The steps of a play forget a set that is joined to another one.",
        "solver",
        "src/tilewise/solver/steps.py",
        '        steps.append(Step("join", tuple(part), tuple(base[n])))\n        base[n] = base[n] + part\n',
        "        base[n] = base[n] + part\n",
        ("tests/solver/test_steps.py", "tests/solver"),
    ),
    Mutation(
        "The solver makes at most two groups of a number, also where there are tiles for three (kernel).",
        "solver",
        "src/tilewise/solver/plain_choices.py",
        "            groups = 3\n",
        "            groups = 2\n",
        ("tests/solver/test_plain_choices.py", "tests/solver/test_exactness.py", "tests/solver"),
    ),
    Mutation(
        "No run of 11, 12 and 13 begins with a colour-change joker (kernel).",
        "solver",
        "src/tilewise/solver/special_search.py",
        "return self.jokers[2] if n <= 11 else 0",
        "return self.jokers[2] if n <= 10 else 0",
        ("tests/solver/test_special_solver.py", "tests/solver/test_special_search.py", "tests/solver"),
    ),
)
