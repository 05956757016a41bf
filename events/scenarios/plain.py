"""Normalize values of editor files, which have numbers as strings, lists as objects, and words in
any case. Nothing here raises."""

import html
import re
from collections.abc import Iterator, Mapping
from typing import Any

Document = dict[str, Any]
"""A scenario in the service's own format, or a part of one."""

_NUMBER = re.compile(r"\s*([+-]?[0-9]{1,9})(?:\.0*)?\s*")
_MARKUP = re.compile(r"</?[A-Za-z][^<>]{0,300}>")
_ROOM = 20
"""Characters read per character of the result: the others may be markup."""
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ufdd0-\ufdef\ufffe\uffff\ud800-\udfff]+")


def members(value: object) -> Mapping[str, Any]:
    """The members of an object, or of the only object in a list; empty for anything else."""
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    return value if isinstance(value, dict) else {}


def named(value: object) -> Mapping[str, Any]:
    """The members of an object that may be given by its name alone."""
    return {"name": value} if isinstance(value, str) else members(value)


def is_object(value: object) -> bool:
    """Whether a value is an object, a list of one object, or empty."""
    alone = isinstance(value, list) and len(value) == 1 and isinstance(value[0], dict)
    return alone or isinstance(value, dict) or value in (None, [])


def entries(value: object, where: str) -> Iterator[tuple[str, Any]]:
    """The entries of a list with their JSON pointers. The list may be an object with a member
    ``item``, an object with numbers as names, or its only entry."""
    if isinstance(value, list):
        yield from ((f"{where}/{index}", entry) for index, entry in enumerate(value))
    elif isinstance(value, dict) and set(value) == {"item"}:
        yield from entries(value["item"], f"{where}/item")
    elif isinstance(value, dict) and value and all(_NUMBER.fullmatch(name) for name in value):
        yield from ((f"{where}/{name}", entry) for name, entry in value.items())
    elif value not in (None, {}, ""):
        yield where, value


def number(value: object, low: int, high: int) -> int | None:
    """An integer within bounds, also from a string; None for anything else."""
    if isinstance(value, str):
        match = _NUMBER.fullmatch(value)
        value = int(match[1]) if match else None
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return int(value) if low <= value <= high and value == int(value) else None


def word(value: object) -> str:
    """A word in capitals; empty for anything else."""
    return value.strip()[:64].upper() if isinstance(value, str) else ""


def truth(value: object) -> bool:
    """A boolean, also from a string."""
    return word(value) not in ("", "0", "FALSE", "NO") if isinstance(value, str) else bool(value)


def text(value: object, max_length: int) -> str:
    """A text in one line of at most ``max_length`` characters; lists are joined, HTML markup is
    removed."""
    if isinstance(value, list):
        value = " ".join(part for part in value if isinstance(part, str))
    if not isinstance(value, str):
        return ""
    plain = html.unescape(_MARKUP.sub(" ", value[: max_length * _ROOM]))
    return " ".join(_CONTROL.sub(" ", plain).split())[:max_length]
