"""Sets: is this a set, of which kind, what does each joker stand for, what is it worth, and if not, why not.

kinds      what a set is: group, run, and their mirrored forms
slots      the places of a set, each filled by a tile or part of a joker (T1-T4, X1-X3)
arranging  the order in which tiles make a set, when the order they lie in does not (T5)
flaws      why tiles are no set
reading    all of it together: `read_set`
finding    the sets that a rack holds
"""

from tilewise.sets.reader import read_set
from tilewise.sets.tile_set import Face, Kind, TileSet

__all__ = ["Face", "Kind", "TileSet", "read_set"]
