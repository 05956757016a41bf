"""Names of hexes: a letter for the row, from A at the top, and the place in it, from 1 at the
left."""

import re

from domain.geometry.hexes import Hex, label

_NAME = re.compile(r"([A-Z])([1-9][0-9]?)")
_FIRST = ord("A")


def name(hex_: Hex) -> str:
    """The name of a hex, such as ``C5``."""
    return label(hex_)


def named(text: str) -> Hex:
    """The hex of a name; on which board, if any, is not looked after. Raises ``ValueError``."""
    found = _NAME.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is no hex; one is named like C5")
    return Hex(ord(found[1]) - _FIRST, int(found[2]) - 1)


def route(first: Hex, *others: Hex) -> str:
    """A way through hexes: ``C5-C6-D6``."""
    return "-".join(map(name, (first, *others)))
