"""Where a page of games has ended, as a client hands it back."""

import base64
import binascii
import re

from api.requests import foreign_cursor
from events.lists.catalog import Place

_PLACE = re.compile(r"([0-9]{1,15}):([A-Za-z0-9_-]{1,64})")


def cursor_of(place: Place | None) -> str | None:
    """The cursor of the next page; None where there is none."""
    if place is None:
        return None
    text = f"{place.created}:{place.game}"
    return base64.urlsafe_b64encode(text.encode("ascii")).decode("ascii").rstrip("=")


def place_of(cursor: str | None) -> Place | None:
    """What a cursor says; a problem for one that was not made here."""
    if cursor is None:
        return None
    try:
        padded = cursor + "=" * (-len(cursor) % 4)
        place = _PLACE.fullmatch(base64.urlsafe_b64decode(padded).decode("ascii"))
    except (ValueError, binascii.Error):
        place = None
    if place is None:
        raise foreign_cursor()
    return Place(int(place[1]), place[2])
