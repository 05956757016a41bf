"""Who follows a game live, of those who let their opponents know: in no log, and soon forgotten."""

from contextlib import suppress
from typing import Final, cast

from events.store import keys
from events.store.failures import translate_errors
from events.store.port import StoreUnavailableError
from events.store.servers import Client

PRESENT: Final = 25_000
"""How long (ms) after a sign of life a player counts as present: two heartbeats and a half."""
_RETENTION_SECONDS: Final = 7 * 24 * 3600


class Presence:
    """When players were seen last at games."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def note(self, game: str, player: str, now: int) -> None:
        """A player is there at ``now`` (ms). Nothing is done where the store does not answer."""
        place = keys.presence(game)
        pipe = self._client.pipeline(transaction=False)
        pipe.hset(place, player, str(now))
        pipe.expire(place, _RETENTION_SECONDS)
        with suppress(StoreUnavailableError), translate_errors():
            pipe.execute()

    def last_seen(self, game: str) -> dict[str, int]:
        """When (ms) each player was seen last, if of late. Raises ``StoreUnavailableError``."""
        with translate_errors():
            found = cast(dict[bytes, bytes], self._client.hgetall(keys.presence(game)))
        return {player.decode(): int(at) for player, at in found.items()}
