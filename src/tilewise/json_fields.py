"""Fields of a JSON object, checked one by one with errors that name the field."""

from __future__ import annotations

from collections.abc import Mapping
from reprlib import Repr
from typing import Any, Final

from tilewise.errors import TilewiseError

LONGEST_SHOWN: Final = 40
"""Characters of a value that an error message quotes."""

_REPR: Final = Repr()
_REPR.maxstring = _REPR.maxother = _REPR.maxlong = LONGEST_SHOWN


class FieldError(TilewiseError):
    """A field that is missing or has the wrong type."""


class Fields:
    """The fields of one JSON object; its methods raise FieldError.

    >>> Fields({"players": "four"}).whole("players")
    Traceback (most recent call last):
    tilewise.json_fields.FieldError: The field 'players' should be a whole number, not 'four'.
    """

    def __init__(self, content: object, what: str = "This") -> None:
        if not isinstance(content, dict):
            raise FieldError(f"{what} should be an object with named fields, not {short_repr(content)}.")
        self._content: dict[str, Any] = content

    def __contains__(self, name: str) -> bool:
        return name in self._content

    def value(self, name: str) -> Any:
        """Return the value of a field, unchecked; raises FieldError if it is missing."""
        if name not in self._content:
            raise FieldError(f"The field {name!r} is missing.")
        return self._content[name]

    def text(self, name: str, default: str | None = None) -> str:
        """Return a string."""
        value = default if default is not None and name not in self else self.value(name)
        return value if isinstance(value, str) else _wrong(name, "a string", value)

    def whole(self, name: str, default: int | None = None) -> int:
        """Return a whole number."""
        value = default if default is not None and name not in self else self.value(name)
        return value if is_whole(value) else _wrong(name, "a whole number", value)

    def flag(self, name: str, default: bool | None = None) -> bool:
        """Return a boolean."""
        value = default if default is not None and name not in self else self.value(name)
        return value if isinstance(value, bool) else _wrong(name, "true or false", value)

    def items(self, name: str) -> list[Any]:
        """Return a list."""
        value = self.value(name)
        return value if isinstance(value, list) else _wrong(name, "a list", value)

    def texts(self, name: str) -> list[str]:
        """Return a list of strings."""
        values = self.items(name)
        return values if all(isinstance(v, str) for v in values) else _wrong(name, "a list of strings", values)

    def wholes(self, name: str) -> list[int]:
        """Return a list of whole numbers."""
        values = self.items(name)
        return values if all(map(is_whole, values)) else _wrong(name, "a list of whole numbers", values)

    def flags(self, name: str, count: int, default: bool) -> list[bool]:
        """Return a list of `count` booleans; all are `default` if the field is missing."""
        if name not in self:
            return [default] * count
        values = self.items(name)
        if len(values) != count or not all(isinstance(v, bool) for v in values):
            _wrong(name, f"a list of {count} values true or false", values)
        return values

    def mapping(self, name: str) -> Mapping[str, Any]:
        """Return an object; empty if the field is missing."""
        value = self._content.get(name, {})
        return value if isinstance(value, dict) else _wrong(name, "an object", value)


def is_whole(value: object) -> bool:
    """Whether a value is a whole number; true and false are not."""
    return isinstance(value, int) and not isinstance(value, bool)


def _wrong(name: str, what: str, value: object) -> Any:
    raise FieldError(f"The field {name!r} should be {what}, not {short_repr(value)}.")


def short_repr(value: object) -> str:
    """Return a value as an error message quotes it, cut short however long or deep it is.

    >>> short_repr([[["r3"] * 1000]])
    "[[['r3', 'r3', 'r3', 'r3', 'r3', 'r3', .…"
    """
    if isinstance(value, str):
        return repr(value if len(value) <= LONGEST_SHOWN else f"{value[:LONGEST_SHOWN]}…")
    text = _REPR.repr(value)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"
