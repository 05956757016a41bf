"""Cursors: where a page has ended, as a text that clients hand back and need not understand."""

import base64
import binascii
import re
from collections.abc import Callable
from typing import TypeVar

from api.http.requests import invalid_cursor
from events.read_models.catalog import ListPosition

_PLACE = re.compile(r"([0-9]{1,15}):([A-Za-z0-9_-]{1,64})")
_Found = TypeVar("_Found")


def written(place: str) -> str:
    """The cursor of a place."""
    return base64.urlsafe_b64encode(place.encode()).decode("ascii").rstrip("=")


def read(cursor: str, parse: Callable[[str], _Found]) -> _Found:
    """What a cursor says; ``parse`` raises ``ValueError`` for what is no place. Raises the problem
    of a cursor that was not made here."""
    try:
        padded = cursor + "=" * (-len(cursor) % 4)
        return parse(base64.urlsafe_b64decode(padded).decode())
    except (ValueError, binascii.Error):
        raise invalid_cursor() from None


def cursor_of(place: ListPosition | None) -> str | None:
    """The cursor of the next page of games; None where there is none."""
    return None if place is None else written(f"{place.created}:{place.game}")


def place_of(cursor: str | None) -> ListPosition | None:
    """Where a page of games begins; a problem for a cursor that was not made here."""
    return None if cursor is None else read(cursor, _place)


def _place(text: str) -> ListPosition:
    found = _PLACE.fullmatch(text)
    if found is None:
        raise ValueError(text)
    return ListPosition(int(found[1]), found[2])
