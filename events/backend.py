"""The data access of a process: client, key names, store, imports and archive."""

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
    """The data of one Redis server or cluster, and the archive behind it."""

    client: Client
    names: Keys
    store: ArchivedEventStore
    imports: Imports
    archive: ArchiveFiles | None = None
    """The files of archived games; None if no archive is configured."""

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
        appender = BulkAppender(
            client, names, replicas=replicas, wait_milliseconds=wait_milliseconds
        )
        return cls(client, names, store, Imports(client, names, appender), archive)

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
        """The data at a URL, over at most ``connections`` connections. Waiting for replicas extends
        the reply timeout.

        Raises ``ArchivePlaceError`` if the archive's location cannot be used.
        """
        wait_seconds = wait_milliseconds / 1000 if replicas else 0
        client = connect(url, connections, patience=PATIENCE_SECONDS + wait_seconds)
        archive = None if archive_url is None else ArchiveFiles.at(archive_url)
        return cls.on(
            client, partitions, archive, replicas=replicas, wait_milliseconds=wait_milliseconds
        )
