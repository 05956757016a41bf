"""A changed copy of a frozen value."""

from typing import Any, TypeVar

T = TypeVar("T")

_new, _put = object.__new__, object.__setattr__


def replace_fields(value: T, **changes: object) -> T:
    """A copy of a dataclass value with some fields changed, as ``dataclasses.replace``.

    It takes the value's dictionary over whole, so the class must have no slots: booking events
    consists of little else, and a fold is twice as fast.
    """
    return replace_all(value, changes)


def replace_all(value: T, changes: dict[str, Any]) -> T:
    """The same, of fields that are in a dictionary already."""
    before = value.__dict__
    fields = before | changes
    if len(fields) != len(before):
        raise TypeError(f"{type(value).__name__} has no field for all of {sorted(changes)}")
    copy = _new(type(value))
    _put(copy, "__dict__", fields)
    return copy
