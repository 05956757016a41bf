"""Invitations to private games: the number of the valid one, of those derived from the seed."""

from typing import cast

from events.store.failures import translate_errors
from events.store.keys import Keys
from events.store.servers import Client


class Invitations:
    """Stores the number of each game's valid invitation, which is always the newest one."""

    def __init__(self, client: Client, names: Keys) -> None:
        self._client = client
        self._keys = names

    def number(self, game: str) -> int:
        """The number of the valid invitation; 0 before the first renewal."""
        with translate_errors():
            found = self._client.hget(self._key(game), game)
        return int(cast(bytes | None, found) or 0)

    def renew(self, game: str) -> int:
        """Invalidate the invitation; return the number of the next one, which is valid now."""
        with translate_errors():
            return self._client.hincrby(self._key(game), game, 1)

    def _key(self, game: str) -> str:
        return self._keys.invitations(self._keys.partition(game))
