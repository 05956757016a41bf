"""Luck-adjusted results of finished games, as judged by an engine.

A judgement is stored permanently beside the log, under the hash of the game's last event. The first
one stays, whichever engines come later, so ratings built from logs and judgements are reproducible.
"""

from collections.abc import Mapping
from typing import cast

import msgspec

from events.feeds.feeds import Feeds
from events.store.failures import translate_errors
from events.store.keys import Keys
from events.store.servers import Client


class Judgement(msgspec.Struct, frozen=True):
    """The result of a game without luck, from 0 to 1 for the Allies, as judged by ``engine``."""

    engine: str
    adjusted: float


class Judgements:
    """Stores judgements. Every method raises ``StoreUnavailableError``."""

    def __init__(self, client: Client, names: Keys) -> None:
        self._client = client
        self._keys = names
        self._feeds = Feeds(client, names)

    def record(self, game: str, head: str, judgement: Judgement) -> bool:
        """Store the judgement of a game whose last event is ``head``; False if it has one.

        Read models are notified in the same step, also if it was stored before: they may have
        missed it."""
        partition = self._keys.partition(game)
        with translate_errors(), self._client.pipeline(transaction=True) as pipe:
            pipe.hsetnx(
                self._keys.judgements(partition), _field(game, head), msgspec.json.encode(judgement)
            )
            self._feeds.add_game_entry(pipe, partition, game)
            new, _ = pipe.execute()
        return bool(new)

    def of(self, heads: Mapping[str, str]) -> dict[str, Judgement]:
        """The judgements of games by id, given the hash of each game's last event."""
        if not heads:
            return {}
        with translate_errors(), self._client.pipeline(transaction=False) as pipe:
            for game, head in heads.items():
                name = self._keys.judgements(self._keys.partition(game))
                pipe.hget(name, _field(game, head))
            stored = cast(list[bytes | None], pipe.execute())
        return {
            game: msgspec.json.decode(encoded, type=Judgement)
            for game, encoded in zip(heads, stored, strict=True)
            if encoded is not None
        }


def _field(game: str, head: str) -> str:
    return f"{game} {head}"
