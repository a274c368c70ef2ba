"""What a set is: its tiles as they lie, its kind, what each tile stands for, its worth in an opening."""

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
    """What one place of a set shows; the colour is None where it stays open.

    Open are a colour-change joker (X2), a joker in a group of three (T4), and a joker in a stretch without
    a numbered tile.
    """

    colour: Colour | None
    number: int

    def __str__(self) -> str:
        return f"{self.colour.letter if self.colour is not None else ''}{self.number}"


def _order(face: Face) -> tuple[int, int]:
    return (face.number, len(Colour) if face.colour is None else face.colour)


@dataclass(frozen=True, slots=True)
class TileSet:
    """A valid set as it lies on the table."""

    tiles: Tiles
    kind: Kind
    faces: tuple[tuple[Face, ...], ...]
    """For each tile the faces it stands for: one; two for a double joker; none for a mirror."""

    @property
    def value(self) -> int:
        """What the set is worth in an opening (U3, X4)."""
        return sum(face.number for faces in self.faces for face in faces)

    @property
    def stands_for(self) -> tuple[str, ...]:
        """For each tile, in words: "r4", "5" (colour open), "b3+b4" (double), "" (mirror)."""
        return tuple("+".join(map(str, sorted(faces, key=_order))) for faces in self.faces)

    @property
    def key(self) -> tuple[Kind, Tiles]:
        """Equal for sets that lie alike: the order of a group's tiles means nothing, that of a run's does (T5)."""
        if self.kind is Kind.RUN:
            return self.kind, self.tiles
        if self.kind is Kind.MIRROR_RUN:
            return self.kind, min(self.tiles, self.tiles[::-1])
        return self.kind, tuple(sorted(self.tiles))

    @property
    def mirror(self) -> int | None:
        """Where the mirror lies, if there is one."""
        return self.tiles.index(MIRROR) if MIRROR in self.tiles else None
