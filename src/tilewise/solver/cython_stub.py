"""Stands in for the `cython` module where Cython is not installed: the kernels run as plain Python."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

compiled = False
nogil = gil = nullcontext()
int = longlong = None  # noqa: A001


class const:  # noqa: N801
    """The type of constants: `const[int]`."""

    def __class_getitem__(cls, _: object) -> None:
        """Return the type: it means nothing here."""


def declare(_: object, value: Any) -> Any:
    """Return the value: C types mean nothing here."""
    return value
