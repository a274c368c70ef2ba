"""Solver and simulator as they run without a C compiler: loaded from their sources, next to the compiled ones."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType
from typing import Any

PACKAGE = "tilewise.solver"
SIMULATOR = "tilewise.simulator"


class SourceFinder(PathFinder):
    """Finds the sources of the kernels' modules, where Python would import the compiled ones."""

    @classmethod
    def find_spec(
        cls, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find a module of the solver or of the simulator."""
        if not fullname.startswith((f"{PACKAGE}.", f"{SIMULATOR}.")) or not path:
            return None
        return importlib.util.spec_from_file_location(fullname, Path(path[0], fullname.rpartition(".")[2] + ".py"))


def load(with_cython: bool) -> dict[str, Any]:
    """Load solver and simulator anew, interpreted, with or without the `cython` package; return their modules by name.

    Those of the simulator have its name before theirs. The modules that are imported already stay what they are.
    """
    importlib.import_module(SIMULATOR)
    compiled = {name: module for name, module in sys.modules.items() if name.startswith((PACKAGE, SIMULATOR))}
    parent = sys.modules["tilewise"]
    cython = sys.modules.get("cython")
    for name in compiled:
        del sys.modules[name]
    if not with_cython:
        sys.modules["cython"] = None  # type: ignore[assignment]
    sys.meta_path.insert(0, SourceFinder)
    try:
        importlib.import_module(PACKAGE)
        importlib.import_module(SIMULATOR)
        return {
            name.removeprefix(PACKAGE).removeprefix("tilewise").lstrip("."): module
            for name, module in sys.modules.items()
            if name.startswith((PACKAGE, SIMULATOR))
        }
    finally:
        sys.meta_path.remove(SourceFinder)
        for name in [name for name in sys.modules if name.startswith((PACKAGE, SIMULATOR))]:
            del sys.modules[name]
        sys.modules.update(compiled)
        parent.solver = compiled[PACKAGE]  # type: ignore[attr-defined]
        parent.simulator = compiled[SIMULATOR]  # type: ignore[attr-defined]
        if not with_cython:
            del sys.modules["cython"]
            if cython is not None:
                sys.modules["cython"] = cython
