"""What the kernel needs of Cython's `cython` module when Cython is not installed: nothing happens."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

compiled = False


def _unchanged(item: Any) -> Any:
    return item


def _without_effect(*_: Any, **__: Any) -> Callable[[Any], Any]:
    return _unchanged


class _NoGil:
    """Both `@nogil` and `with nogil:`."""

    def __call__(self, item: Any) -> Any:
        return item

    def __enter__(self) -> None:
        return None

    def __exit__(self, *_: object) -> None:
        return None


nogil = _NoGil()
int = longlong = None  # noqa: A001


def declare(_: object, value: Any) -> Any:
    """Return the value as it is."""
    return value


cclass = cfunc = inline = final = _unchanged
exceptval = _without_effect
