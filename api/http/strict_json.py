"""Strict JSON (RFC 7493, I-JSON), which every parser reads alike, of bounded depth."""

import json
import re
from typing import Any

import msgspec

MAX_DEPTH = 32
"""Nested arrays and objects; this API's bodies have four levels."""
MAX_NUMBER = 2**53 - 1
"""Parsers that store numbers as doubles round larger ones."""
_PLANES = range(0, 0x110000, 0x10000)
_NONCHARACTER = re.compile(
    "[\ufdd0-\ufdef"
    + "".join(chr(plane + end) for plane in _PLANES for end in (0xFFFE, 0xFFFF))
    + "]"
)


class NotStrictError(ValueError):
    """A text is not strict JSON; the message is a sentence for the client."""


def loads(text: bytes) -> Any:
    """Parse a UTF-8 text. Raises ``NotStrictError``."""
    try:
        value = msgspec.json.decode(text)
        _check(value)
        _DUPLICATE_CHECK.decode(text.decode())
    except RecursionError:
        raise _too_deep() from None
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise NotStrictError("The body is not JSON in UTF-8.") from None
    return value


def _check(value: Any) -> None:
    """Walk a value level by level; reject excessive depth and values that are not portable."""
    level, depth = [value], 0
    while level:
        if depth == MAX_DEPTH and any(isinstance(item, dict | list) for item in level):
            raise _too_deep()
        children: list[Any] = []
        for item in level:
            match item:
                case dict():
                    children += [*item, *item.values()]
                case list():
                    children += item
                case str() if _NONCHARACTER.search(item):
                    raise NotStrictError(
                        "A string in the body contains a code point that is not a character."
                    )
                case int() | float() if abs(item) > MAX_NUMBER:
                    raise NotStrictError("A number in the body is larger than 2^53 - 1.")
        level, depth = children, depth + 1


def _reject_duplicates(members: list[tuple[str, Any]]) -> None:
    """Reject an object with a repeated member: parsers differ on which one counts."""
    if len({name for name, _ in members}) < len(members):
        raise NotStrictError("An object in the body repeats a member.")


_DUPLICATE_CHECK = json.JSONDecoder(object_pairs_hook=_reject_duplicates)


def _too_deep() -> NotStrictError:
    return NotStrictError(f"The body nests arrays or objects more than {MAX_DEPTH} levels deep.")
