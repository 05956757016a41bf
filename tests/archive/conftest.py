"""The shared fixtures that tests here ask for, and the service's data with an archive behind it."""

from pathlib import Path

import pytest

from events.archive.archiver import Archive
from events.archive.files import ArchiveFiles
from events.backend import Backend
from events.store.servers import Client
from tests.fixtures import KEYS, Clock, client, clock, games, redis_server, store


@pytest.fixture(params=["folder", "memory"])
def files(request: pytest.FixtureRequest, tmp_path: Path) -> ArchiveFiles:
    """An empty archive: in a folder that is not there yet, or in memory."""
    place = tmp_path / "deep" / "archive"
    return ArchiveFiles.at(str(place) if request.param == "folder" else f"memory://{place}")


@pytest.fixture
def data(client: Client, files: ArchiveFiles) -> Backend:
    return Backend.on(client, archive=files)


@pytest.fixture
def archive(client: Client, files: ArchiveFiles, clock: Clock) -> Archive:
    return Archive(client, KEYS, files, clock)
