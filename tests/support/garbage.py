"""Garbage collection in tests that look for leaks."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def earlier_objects_ignored() -> Iterator[None]:
    """Let `gc` neither list nor search what exists already: most of it belongs to pytest and to other tests."""
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
