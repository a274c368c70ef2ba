"""A set: its tiles in order, its kind, what each tile stands for, and its value in an opening."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from tilewise.tiles import MIRROR, Colour, Tiles


class Kind(StrEnum):
    """The kinds of sets (T1, T2) and their mirrored forms (X3)."""

    GROUP = "group"
    RUN = "run"
    MIRROR_GROUP = "mirror-group"
    MIRROR_RUN = "mirror-run"


class Face(NamedTuple):
    """What one place of a set stands for; the colour is None if it is open.

    It is open for a colour-change joker (X2), a joker in a group of three (T4), and a joker in a part of a run that
    has no numbered tile.
    """

    colour: Colour | None
    number: int

    def __str__(self) -> str:
        return f"{self.colour.letter if self.colour is not None else ''}{self.number}"


def _order(face: Face) -> tuple[int, int]:
    return (face.number, len(Colour) if face.colour is None else face.colour)


@dataclass(frozen=True, slots=True)
class TileSet:
    """A valid set, in its order on the table."""

    tiles: Tiles
    kind: Kind
    faces: tuple[tuple[Face, ...], ...]
    """The faces that each tile stands for: one, two for a double joker, none for a mirror."""

    @property
    def value(self) -> int:
        """What the set is worth in an opening (U3, X4)."""
        return sum(face.number for faces in self.faces for face in faces)

    @property
    def stands_for(self) -> tuple[str, ...]:
        """The faces of each tile as text: "r4", "5" (colour open), "b3+b4" (double joker), "" (mirror)."""
        return tuple("+".join(map(str, sorted(faces, key=_order))) for faces in self.faces)

    @property
    def is_run(self) -> bool:
        """Whether it is a run, mirrored or not."""
        return self.kind in (Kind.RUN, Kind.MIRROR_RUN)

    @property
    def has_joker(self) -> bool:
        """Whether it holds a joker of any kind."""
        return max(self.tiles).is_joker

    @property
    def key(self) -> tuple[Kind, Tiles]:
        """Equal for sets that are the same on the table; the order of tiles matters in a run, not in a group (T5)."""
        if self.kind is Kind.RUN:
            return self.kind, self.tiles
        if self.kind is Kind.MIRROR_RUN:
            return self.kind, min(self.tiles, self.tiles[::-1])
        return self.kind, tuple(sorted(self.tiles))

    @property
    def mirror(self) -> int | None:
        """The index of the mirror, or None if there is none."""
        return self.tiles.index(MIRROR) if MIRROR in self.tiles else None
