"""One cluster a test process, emptied before each test that asks for it."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from events.store.servers import Client, connect
from tests.fixtures import clock
from tests.support.cluster import Cluster


@pytest.fixture(scope="session")
def running_cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Three masters with a replica each."""
    with Cluster(tmp_path_factory.mktemp("cluster")) as cluster:
        yield cluster


@pytest.fixture
def cluster(running_cluster: Cluster) -> Cluster:
    """The cluster, whole and empty."""
    for node in running_cluster.nodes:
        node.resume()
        if not node.running:
            node.start()
    running_cluster.wait_until_whole()
    running_cluster.flush()
    return running_cluster


@pytest.fixture
def client(cluster: Cluster) -> Iterator[Client]:
    """A client as a process of the service has it."""
    with closing(connect(cluster.url)) as client:
        yield client
