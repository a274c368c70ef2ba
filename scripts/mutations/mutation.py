"""A mutation: a small mistake, where it is made, and the tests that are likely to notice it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from itertools import chain
from typing import Final

AREAS: Final = ("rules", "scoring", "solver", "server", "store", "protocol", "engine", "page", "words", "command")


@dataclass(frozen=True, slots=True)
class Mutation:
    """One mistake in one file, as a person could make it."""

    defect: str
    """What is wrong afterwards: a sentence, which also is the name of the mutation."""
    area: str
    file: str
    """Where the mistake is made. If the file has moved, the text is looked for in all files."""
    old: str
    """The text that it replaces; it occurs exactly once."""
    new: str
    tests: tuple[str, ...]
    """The tests that are likely to notice it, the cheapest first: a path, which may be a pattern, or a path and a part
    of a test's name (`tests/test_scoring.py :: the lowest rack wins`). A test that has moved is found by its name."""
    also: tuple[tuple[str, str], ...] = ()
    """Further changes of the same file: texts, and what replaces them."""

    def __post_init__(self) -> None:
        if self.area not in AREAS or not self.tests or self.old == self.new:
            raise ValueError(f"{self.defect!r} needs an area, tests, and a change.")

    @property
    def digest(self) -> str:
        """Changes with the mutation, so that an older result of it does not count."""
        texts = (self.old, self.new, *chain.from_iterable(self.also))
        return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:8]

    def fits(self, text: str) -> bool:
        """Return whether the file has all texts, each of them once."""
        return all(text.count(old) == 1 for old, _ in ((self.old, self.new), *self.also))

    def applied_to(self, text: str) -> str:
        """Return the file with the mistake."""
        for old, new in ((self.old, self.new), *self.also):
            text = text.replace(old, new)
        return text
