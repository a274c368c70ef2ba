"""Sets: whether tiles form a set, what kind, what each joker stands for, what it is worth, and if not, why not.

tile_set         the `TileSet` type: a group, a run or one of their mirrored forms
runs_and_groups  whether tiles in this order are a run or a group, and what each place stands for (T1-T4, X1-X3)
arrangement      an order in which tiles form a set, if their given order does not (T5)
flaws            why tiles are not a set
reader           all of this together: `read_set`, and for a table `read_sets`
enumeration      the sets that a rack contains
changes          the sets that a turn changed
"""

from tilewise.sets.changes import changes_between
from tilewise.sets.enumeration import sets_in
from tilewise.sets.reader import read_set, read_sets
from tilewise.sets.tile_set import Face, Kind, TileSet

__all__ = ["Face", "Kind", "TileSet", "changes_between", "read_set", "read_sets", "sets_in"]
