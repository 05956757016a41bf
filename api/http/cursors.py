"""Cursors: the position at which a page ended, as an opaque string."""

import base64
import binascii
import re
from collections.abc import Callable
from typing import TypeVar

from api.http.requests import invalid_cursor
from events.read_models.catalog import ListPosition

_POSITION = re.compile(r"([0-9]{1,15}):([A-Za-z0-9_-]{1,64})")
_Position = TypeVar("_Position")


def encode(position: str) -> str:
    """Return the cursor of a position."""
    return base64.urlsafe_b64encode(position.encode()).decode("ascii").rstrip("=")


def decode(cursor: str, parse: Callable[[str], _Position]) -> _Position:
    """Return the position of a cursor. Raises a problem when ``parse`` raises ``ValueError``, or
    the cursor is none of this service's."""
    try:
        padded = cursor + "=" * (-len(cursor) % 4)
        return parse(base64.urlsafe_b64decode(padded).decode())
    except (ValueError, binascii.Error):
        raise invalid_cursor() from None


def cursor_of(position: ListPosition | None) -> str | None:
    """Return the cursor of the next page of games; None on the last page."""
    return None if position is None else encode(f"{position.created}:{position.game}")


def position_of(cursor: str | None) -> ListPosition | None:
    """Return where a page of games begins. Raises a problem for an invalid cursor."""
    return None if cursor is None else decode(cursor, _parse)


def _parse(text: str) -> ListPosition:
    match = _POSITION.fullmatch(text)
    if match is None:
        raise ValueError(text)
    return ListPosition(int(match[1]), match[2])
