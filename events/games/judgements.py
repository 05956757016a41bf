"""What engines have made of finished games, as far as ratings count it.

A judgement is kept under the hash of its game's last event, beside the log and for good: the first
one stays, whichever engines come later. So the ratings that follow from logs and judgements are the
same whenever they are built.
"""

from collections.abc import Mapping
from typing import cast

import msgspec

from events.feeds.feeds import Feeds
from events.store.failures import translated
from events.store.keys import Keys
from events.store.servers import Client


class Judgement(msgspec.Struct, frozen=True):
    """An ``engine``'s: what the result is without the luck of either side, from 0 to 1, for the
    Allies."""

    engine: str
    adjusted: float


class Judgements:
    """All of them. Every method raises ``StoreUnavailableError``."""

    def __init__(self, client: Client, names: Keys) -> None:
        self._client = client
        self._keys = names
        self._feeds = Feeds(client, names)

    def record(self, game: str, head: str, made: Judgement) -> bool:
        """Keep a judgement of a game that ends with the event ``head``; False where there is one
        already. Read models are told in the same step, and again in every further one, as they
        may have missed it."""
        partition = self._keys.partition(game)
        with translated(), self._client.pipeline(transaction=True) as pipe:
            pipe.hsetnx(
                self._keys.judgements(partition), _field(game, head), msgspec.json.encode(made)
            )
            self._feeds.tell_of_game(pipe, partition, game)
            new, _ = pipe.execute()
        return bool(new)

    def of(self, heads: Mapping[str, str]) -> dict[str, Judgement]:
        """Those of games that end with these events, as far as there are any."""
        if not heads:
            return {}
        with translated(), self._client.pipeline(transaction=False) as pipe:
            for game, head in heads.items():
                name = self._keys.judgements(self._keys.partition(game))
                pipe.hget(name, _field(game, head))
            found = cast(list[bytes | None], pipe.execute())
        return {
            game: msgspec.json.decode(one, type=Judgement)
            for game, one in zip(heads, found, strict=True)
            if one is not None
        }


def _field(game: str, head: str) -> str:
    return f"{game} {head}"
