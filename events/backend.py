"""How a process reaches the data: one client, the names of keys, and the store on them."""

from dataclasses import dataclass
from typing import Self

from events.keys import DEFAULT_PARTITIONS, Keys
from events.redis_store import RedisEventStore
from events.servers import PATIENCE_SECONDS, Client, connect


@dataclass(frozen=True, slots=True)
class Backend:
    """The data of one Redis server or cluster, in its partitions."""

    client: Client
    names: Keys
    store: RedisEventStore

    @classmethod
    def on(
        cls,
        client: Client,
        partitions: int = DEFAULT_PARTITIONS,
        *,
        replicas: int = 0,
        wait_milliseconds: int = 1000,
    ) -> Self:
        """The data behind a client."""
        names = Keys(partitions)
        store = RedisEventStore(
            client, names, replicas=replicas, wait_milliseconds=wait_milliseconds
        )
        return cls(client, names, store)

    @classmethod
    def at(
        cls,
        url: str,
        partitions: int = DEFAULT_PARTITIONS,
        *,
        replicas: int = 0,
        wait_milliseconds: int = 1000,
    ) -> Self:
        """The data at a URL. Whoever waits for replicas waits that much longer for a reply."""
        longer = wait_milliseconds / 1000 if replicas else 0
        client = connect(url, patience=PATIENCE_SECONDS + longer)
        return cls.on(client, partitions, replicas=replicas, wait_milliseconds=wait_milliseconds)
