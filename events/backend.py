"""How a process reaches the data: one client, the names of keys, and the store on them."""

from dataclasses import dataclass
from typing import Self

from events.archive.archived_store import ArchivedEventStore
from events.archive.files import ArchiveFiles
from events.store.keys import DEFAULT_PARTITIONS, Keys
from events.store.servers import CONNECTIONS, PATIENCE_SECONDS, Client, connect
from events.transfer.bulk_append import BulkAppender
from events.transfer.imports import Imports


@dataclass(frozen=True, slots=True)
class Backend:
    """The data of one Redis server or cluster, in its partitions, and the archive behind it."""

    client: Client
    names: Keys
    store: ArchivedEventStore
    imports: Imports
    archive: ArchiveFiles | None = None
    """Where archived games lie; None where no place is named."""

    @classmethod
    def on(
        cls,
        client: Client,
        partitions: int = DEFAULT_PARTITIONS,
        archive: ArchiveFiles | None = None,
        *,
        replicas: int = 0,
        wait_milliseconds: int = 1000,
    ) -> Self:
        """The data behind a client."""
        names = Keys(partitions)
        store = ArchivedEventStore(
            client, names, archive, replicas=replicas, wait_milliseconds=wait_milliseconds
        )
        putting = BulkAppender(
            client, names, replicas=replicas, wait_milliseconds=wait_milliseconds
        )
        return cls(client, names, store, Imports(client, names, putting), archive)

    @classmethod
    def at(
        cls,
        url: str,
        partitions: int = DEFAULT_PARTITIONS,
        archive_url: str | None = None,
        *,
        connections: int = CONNECTIONS,
        replicas: int = 0,
        wait_milliseconds: int = 1000,
    ) -> Self:
        """The data at a URL, over so many ``connections`` at most. Whoever waits for replicas waits
        that much longer for a reply.

        Raises ``ArchivePlaceError`` when the archive's place cannot be used.
        """
        longer = wait_milliseconds / 1000 if replicas else 0
        client = connect(url, connections, patience=PATIENCE_SECONDS + longer)
        archive = None if archive_url is None else ArchiveFiles.at(archive_url)
        return cls.on(
            client, partitions, archive, replicas=replicas, wait_milliseconds=wait_milliseconds
        )
