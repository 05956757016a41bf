"""The shared fixtures that tests here ask for, and a key that seals games."""

import pytest

from events.seals.key_folder import make_key
from events.seals.signing import Signer
from tests.fixtures import client, clock, games, redis_server, store


@pytest.fixture(scope="session")
def signer(tmp_path_factory: pytest.TempPathFactory) -> Signer:
    """A service's signing key."""
    folder = tmp_path_factory.mktemp("signing") / "keys"
    make_key(folder)
    return Signer(folder)
