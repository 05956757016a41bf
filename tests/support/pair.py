"""A primary and its replica, with a network between them, and between them and their clients."""

from pathlib import Path
from typing import Self

from deploy.redis_server import Fsync
from tests.support.node import HOST, Node
from tests.support.proxy import Proxy
from tests.support.waiting import wait_until


class Pair:
    """Two servers. Clients reach the one that is primary at ``url``, through the proxy ``front``;
    the replica follows the primary through the proxy ``link``."""

    def __init__(self, directory: Path, *, fsync: Fsync = "no") -> None:
        self.primary = Node(directory / "first", fsync=fsync)
        self.replica = Node(directory / "second", fsync=fsync)
        self.front: Proxy
        self.link: Proxy

    @property
    def url(self) -> str:
        """What clients connect to; the same whoever is primary."""
        return f"redis://{HOST}:{self.front.port}"

    def start(self) -> None:
        """Start both and wait until the replica follows."""
        self.primary.start()
        self.replica.start()
        self.front = Proxy((HOST, self.primary.port))
        self.link = Proxy((HOST, self.primary.port))
        self._follow()

    def stop(self) -> None:
        """End both servers and what lies between them."""
        self.front.close()
        self.link.close()
        self.primary.stop()
        self.replica.stop()

    def promote(self) -> None:
        """Make the replica the primary, with what it has, and lead the clients to it.

        The other, should it still run, believes itself primary as well, as after a real failover,
        until it is told to follow by ``rejoin``.
        """
        self.replica.client.execute_command("REPLICAOF", "NO", "ONE")
        self.primary, self.replica = self.replica, self.primary
        self.front.lead_to((HOST, self.primary.port))

    def rejoin(self) -> None:
        """Let the one that was primary before follow the new one; what only it had is gone."""
        if not self.replica.running:
            self.replica.start()
        self.link.lead_to((HOST, self.primary.port))
        self._follow()

    @property
    def linked(self) -> bool:
        """Whether the replica follows the primary and was answered within seconds."""
        found = self.replica.client.info("replication")
        return bool(found["role"] == "slave" and found["master_link_status"] == "up")

    def _follow(self) -> None:
        self.replica.client.execute_command("REPLICAOF", HOST, self.link.port)
        wait_until(lambda: self.linked, "the replica follows the primary")

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


def role(node: Node) -> str:
    """What a server believes itself to be: ``master`` or ``slave``."""
    found: bytes = node.client.execute_command("ROLE")[0]
    return found.decode()
