"""The clients, generated once for all processes that run these tests."""

import fcntl
import os
from pathlib import Path

import pytest

from tests.clients.generated import PythonClient, TypescriptClient


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all processes of a run have in common."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "clients"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(scope="session")
def python_client(shared: Path) -> PythonClient:
    """The Python client; what its generator said is beside it."""
    client, said = PythonClient(shared / "python"), shared / "python.txt"
    with (shared / "python.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not said.exists():
            said.write_text(client.generate())
    return client


@pytest.fixture(scope="session")
def typescript_client(shared: Path) -> TypescriptClient:
    """The TypeScript client, compiled with the glue; what its generator said is beside it."""
    client, said = TypescriptClient(shared / "typescript"), shared / "typescript.txt"
    with (shared / "typescript.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not said.exists():
            client.folder.mkdir(exist_ok=True)
            spoken = client.generate()
            client.compile()
            said.write_text(spoken)
    return client
