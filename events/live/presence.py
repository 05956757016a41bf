"""Which players follow a game live, of those who share it; in no log, and soon expired."""

from contextlib import suppress
from typing import Final, cast

from events.store import keys
from events.store.failures import translate_errors
from events.store.port import StoreUnavailableError
from events.store.servers import Client

PRESENT: Final = 25_000
"""How long (ms) after a heartbeat a player counts as present: two and a half heartbeats."""
_RETENTION_SECONDS: Final = 7 * 24 * 3600


class Presence:
    """When players were last seen at games."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def note(self, game: str, player: str, now: int) -> None:
        """Record a player as present at ``now`` (ms). Ignored if the store is unavailable."""
        key = keys.presence(game)
        pipe = self._client.pipeline(transaction=False)
        pipe.hset(key, player, str(now))
        pipe.expire(key, _RETENTION_SECONDS)
        with suppress(StoreUnavailableError), translate_errors():
            pipe.execute()

    def last_seen(self, game: str) -> dict[str, int]:
        """When (ms) each player was last seen recently. Raises ``StoreUnavailableError``."""
        with translate_errors():
            seen = cast(dict[bytes, bytes], self._client.hgetall(keys.presence(game)))
        return {player.decode(): int(at) for player, at in seen.items()}
