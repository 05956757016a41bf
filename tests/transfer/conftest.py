"""The shared fixtures that tests here ask for."""

from pathlib import Path

import pytest

from events.log.stored_event import StoredEvent
from events.seals.key_folder import make_key
from events.seals.signing import Signer
from tests.fixtures import client, clock, games, redis_server, store
from tests.support.logs import recorded_log


@pytest.fixture(scope="module")
def log() -> list[StoredEvent]:
    """A game that one side gave up after 60 commands."""
    return recorded_log()


@pytest.fixture
def signer(tmp_path: Path) -> Signer:
    make_key(tmp_path / "keys")
    return Signer(tmp_path / "keys")
