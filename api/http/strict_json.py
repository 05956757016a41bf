"""JSON that every reader understands alike (RFC 7493, I-JSON), of no more depth than is needed."""

import json
import re
from typing import Any

import msgspec

DEEPEST = 32
"""Arrays and objects within each other; bodies here have four."""
LARGEST = 2**53 - 1
"""Numbers beyond are rounded by readers that keep all numbers as doubles."""
_PLANES = range(0, 0x110000, 0x10000)
_NONCHARACTER = re.compile(
    "[\ufdd0-\ufdef"
    + "".join(chr(plane + end) for plane in _PLANES for end in (0xFFFE, 0xFFFF))
    + "]"
)


class NotStrictError(ValueError):
    """A text is not such JSON; the message is a sentence for its author."""


def loads(text: bytes) -> Any:
    """The value of a text in UTF-8. Raises ``NotStrictError``."""
    try:
        value = msgspec.json.decode(text)
        _check(value)
        _ONCE.decode(text.decode())
    except RecursionError:
        raise _too_deep() from None
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise NotStrictError("The body is not JSON in UTF-8.") from None
    return value


def _check(value: Any) -> None:
    """Go through a value level by level, and refuse what lies too deep or is not for everyone."""
    level, depth = [value], 0
    while level:
        below: list[Any] = []
        for one in level:
            if isinstance(one, dict | list) and depth == DEEPEST:
                raise _too_deep()
            if isinstance(one, dict):
                below += one
                below += one.values()
            elif isinstance(one, list):
                below += one
            else:
                _check_plain(one)
        level, depth = below, depth + 1


def _check_plain(value: object) -> None:
    if isinstance(value, str):
        if _NONCHARACTER.search(value):
            raise NotStrictError(
                "A string in the body contains a code point that is not a character."
            )
    elif isinstance(value, int | float) and abs(value) > LARGEST:
        raise NotStrictError("A number in the body is larger than 2^53 - 1.")


def _each_once(members: list[tuple[str, Any]]) -> None:
    """Refuse an object that names a member twice: readers would differ on which one counts."""
    if len({name for name, _ in members}) < len(members):
        raise NotStrictError("An object in the body repeats a member.")


_ONCE = json.JSONDecoder(object_pairs_hook=_each_once)


def _too_deep() -> NotStrictError:
    return NotStrictError(f"The body nests arrays or objects more than {DEEPEST} levels deep.")
