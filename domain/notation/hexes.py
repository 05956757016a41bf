"""Names of hexes: a letter for the row from A at the top, then the place from 1 at the left."""

import re

from domain.geometry.hexes import Hex, label

_NAME = re.compile(r"([A-Z])([1-9][0-9]?)")
_FIRST = ord("A")


def hex_name(hex_: Hex) -> str:
    """Return the name of a hex, such as ``C5``."""
    return label(hex_)


def parse_hex(text: str) -> Hex:
    """Return the hex of a name, on whatever board. Raises ``ValueError``."""
    match = _NAME.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is not a hex, such as C5")
    return Hex(ord(match[1]) - _FIRST, int(match[2]) - 1)


def route(first: Hex, *others: Hex) -> str:
    """Return a path in writing: ``C5-C6-D6``."""
    return "-".join(map(hex_name, (first, *others)))
