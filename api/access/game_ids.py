"""Ids of new games, and making the games that have them."""

import hashlib
import secrets
from collections.abc import Callable

from api.services import services
from events.games.errors import ContentionError
from events.games.service import Outcome
from events.store.port import Key

_BYTES = 10


def made(begin: Callable[[str], Outcome], key: Key | None) -> Outcome:
    """The game that ``begin`` makes under a new id. Whoever brings a game in chooses its id: one
    that takes the place of a game to be made is passed over."""
    number = 0
    while True:
        game = _id(key, number)
        try:
            return begin(game)
        except ContentionError:
            if services().imports.imported(game) is None:
                raise
        number += 1


def is_made(key: Key | None) -> bool:
    """Whether a request with this key has made its game already, as far as one can tell."""
    return key is not None and bool(services().store.read(_id(key, 0), 0, 1))


def _id(key: Key | None, number: int) -> str:
    """A new id; a request with a key has one that follows from it, so that repeating it meets the
    game it made; ``number`` counts the ids that were taken."""
    if key is None:
        return f"gm_{secrets.token_hex(_BYTES)}"
    text = f"{key.field} {number}" if number else key.field
    return f"gm_{hashlib.sha256(text.encode('utf-8')).hexdigest()[: 2 * _BYTES]}"
