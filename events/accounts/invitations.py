"""Invitations to private games: which one counts, of those that follow from a game's seed."""

from typing import cast

from events.store.failures import translate_errors
from events.store.keys import Keys
from events.store.servers import Client


class Invitations:
    """The numbers of the invitations that count. Only the newest one of a game opens it."""

    def __init__(self, client: Client, names: Keys) -> None:
        self._client = client
        self._keys = names

    def number(self, game: str) -> int:
        """The number of the invitation that counts; 0 while none was renewed."""
        with translate_errors():
            found = self._client.hget(self._place(game), game)
        return int(cast(bytes | None, found) or 0)

    def renew(self, game: str) -> int:
        """Let the next invitation count instead; returns its number."""
        with translate_errors():
            return self._client.hincrby(self._place(game), game, 1)

    def _place(self, game: str) -> str:
        return self._keys.invitations(self._keys.partition(game))
