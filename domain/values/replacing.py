"""Changed copies of frozen values."""

from typing import Any, TypeVar

T = TypeVar("T")

_new, _put = object.__new__, object.__setattr__


def replace_fields(value: T, **changes: object) -> T:
    """Return a copy of a dataclass value with some fields changed, as ``dataclasses.replace``.

    It copies the value's dictionary, so the class must have no slots. A fold, which does little
    else, is twice as fast with it.
    """
    return replace_all(value, changes)


def replace_all(value: T, changes: dict[str, Any]) -> T:
    """As ``replace_fields``, with the changes as a dictionary."""
    before = value.__dict__
    fields = before | changes
    if len(fields) != len(before):
        raise TypeError(f"{type(value).__name__} has no field for all of {sorted(changes)}")
    copy = _new(type(value))
    _put(copy, "__dict__", fields)
    return copy
