"""The ids of new games."""

import hashlib
import secrets
from collections.abc import Callable

from api.services import services
from events.games.errors import ContentionError
from events.games.service import Outcome
from events.store.port import Key

_BYTES = 10


def with_new_id(create: Callable[[str], Outcome], key: Key | None) -> Outcome:
    """Create a game under a new id. An id that an imported game occupies is skipped: importers
    choose their ids."""
    number = 0
    while True:
        game = _id(key, number)
        try:
            return create(game)
        except ContentionError:
            if services().imports.imported(game) is None:
                raise
        number += 1


def is_created(key: Key | None) -> bool:
    """Return whether an earlier request with this key probably created its game."""
    return key is not None and bool(services().store.read(_id(key, 0), 0, 1))


def _id(key: Key | None, number: int) -> str:
    """Return a new id. With a key it is derived from the key, so that a repeated request finds the
    game that it created; ``number`` counts the ids skipped."""
    if key is None:
        return f"gm_{secrets.token_hex(_BYTES)}"
    text = f"{key.field} {number}" if number else key.field
    return f"gm_{hashlib.sha256(text.encode('utf-8')).hexdigest()[: 2 * _BYTES]}"
