"""A Redis Cluster of real processes: failovers, and slots that move while clients are at work."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, Self

from redis.crc import key_slot
from redis.exceptions import RedisError

from deploy.redis_server import Fsync
from tests.support.node import HOST, Node
from tests.support.proxy import Proxy
from tests.support.waiting import PATIENCE, wait_until

SLOTS = 16_384
NODE_TIMEOUT = 1500
"""Milliseconds of silence after which a node is taken for dead; a failover takes twice as long."""

NEVER = 60_000
"""The same where nobody could take over: a slow machine shall not be taken for a dead node."""

MOVED_AT_ONCE = 100
MIGRATE_MILLISECONDS = 5000


class Member(NamedTuple):
    """What one node says of another, or of itself."""

    id: str
    port: int
    flags: frozenset[str]
    follows: str
    slots: frozenset[int]

    @property
    def is_master(self) -> bool:
        return "master" in self.flags

    @property
    def is_well(self) -> bool:
        """Known for good and not even suspected."""
        return self.flags <= {"myself", "master", "slave"}


class Cluster:
    """Up to three masters with a replica each, or none; ``proxied`` ones are reached, by clients
    and by their replicas, through the proxies ``fronts``, which stand in the order of ``nodes``.

    A replica takes over by itself only where more than half of the masters are left to vote for
    it, so there have to be three. Start and restart nodes from a thread that outlives them.
    """

    def __init__(
        self,
        directory: Path,
        *,
        masters: int = 3,
        replicas: int = 1,
        fsync: Fsync = "no",
        proxied: bool = False,
    ) -> None:
        self._masters = masters
        count = range(masters * (1 + replicas))
        options = {
            "cluster_enabled": "yes",
            "cluster_config_file": "nodes.conf",
            "cluster_node_timeout": str(NODE_TIMEOUT if replicas else NEVER),
            "cluster_announce_ip": HOST,
            # However long a replica has heard nothing, it is better than none.
            "cluster_replica_validity_factor": "0",
        }
        self.fronts = [Proxy((HOST, 0)) for _ in count] if proxied else []
        self.nodes = [
            Node(directory / f"node{number}", fsync=fsync, **options, **self._announced(number))
            for number in count
        ]

    @property
    def url(self) -> str:
        """What a client connects to first: any node that runs."""
        return f"redis+cluster://{HOST}:{self.running[0].announced}"

    @property
    def running(self) -> list[Node]:
        """The nodes that are up and do not hang."""
        return [node for node in self.nodes if node.running and not node.hangs]

    @property
    def masters(self) -> list[Node]:
        """The nodes that serve slots now, by the first slot of each."""
        serving = [member for member in self._members(self.running[0]) if member.slots]
        return [self._node(one) for one in sorted(serving, key=lambda one: min(one.slots))]

    def replica_of(self, master: Node) -> Node:
        """The node that follows a master."""
        members = self._members(self.running[0])
        of = next(member.id for member in members if member.port == master.announced)
        return next(self._node(member) for member in members if member.follows == of)

    def owner(self, key: str) -> Node:
        """The master that serves a key."""
        slot = key_slot(key.encode())
        members = self._members(self.running[0])
        return next(self._node(member) for member in members if slot in member.slots)

    def start(self) -> None:
        """Start all processes, make them one cluster and wait until it is whole."""
        for node in self.nodes:
            node.start()
        for node, front in zip(self.nodes, self.fronts, strict=False):
            front.lead_to((HOST, node.port))
        masters = self.nodes[: self._masters]
        for number, master in enumerate(masters):
            first, last = (SLOTS * n // self._masters for n in (number, number + 1))
            _ask(master, "SET-CONFIG-EPOCH", number + 1)
            _ask(master, "ADDSLOTS", *range(first, last))
        self._introduce()
        for number, replica in enumerate(self.nodes[self._masters :]):
            _ask(replica, "REPLICATE", _id(masters[number % self._masters]))
        self.wait_until_whole()

    def stop(self) -> None:
        """End all processes."""
        for front in self.fronts:
            front.close()
        for node in self.nodes:
            node.stop()

    def front(self, node: Node) -> Proxy:
        """The proxy before a node."""
        return self.fronts[self.nodes.index(node)]

    def kill(self, node: Node) -> None:
        """End a node as a crash would."""
        node.kill()

    def restart(self, node: Node) -> None:
        """Start a node that is down on what it had, and wait until the cluster is whole."""
        node.start()
        self.wait_until_whole()

    def wait_for_failover(self, dead: Node) -> Node:
        """Wait until another serves what a dead master did; returns that one."""
        survivor = self.running[0]
        known = {member.port: member for member in self._members(survivor)}
        followers = {m.port for m in known.values() if m.follows == known[dead.announced].id}

        def taken_over() -> bool:
            members = self._members(survivor)
            return not any(m.slots for m in members if m.port == dead.announced)

        wait_until(taken_over, f"a replica has taken over from {dead.port}")
        self.wait_until_whole()
        return next(node for node in self.masters if node.announced in followers)

    def fail_over(self, master: Node) -> Node:
        """Let a master's replica take its place in good order: nothing is lost. Returns that."""
        replica = self.replica_of(master)
        _ask(replica, "FAILOVER")
        wait_until(lambda: replica in self.masters, f"{replica.port} has taken over")
        self.wait_until_whole()
        return replica

    def move_slots(self, source: Node, target: Node, count: int) -> list[int]:
        """Move so many slots from one master to another, those with most keys first, while clients
        are at work. Returns which."""
        owned = sorted(next(m.slots for m in self._members(source) if "myself" in m.flags))
        pipe = source.client.pipeline(transaction=False)
        for slot in owned:
            pipe.execute_command("CLUSTER", "COUNTKEYSINSLOT", slot)
        keys = dict(zip(owned, pipe.execute(), strict=True))
        moved = sorted(owned, key=lambda slot: -keys[slot])[:count]
        for slot in moved:
            with self.on_its_way(slot, source, target):
                pass
        return moved

    @contextmanager
    def on_its_way(self, slot: int, source: Node, target: Node) -> Iterator[Callable[[], None]]:
        """While a slot moves: at first its keys are where they were. What is handed out moves
        those there are; in the end all are moved, and the slot has its new owner."""
        new = _id(target)
        _ask(target, "SETSLOT", slot, "IMPORTING", _id(source))
        _ask(source, "SETSLOT", slot, "MIGRATING", new)

        def move_keys() -> None:
            for names in iter(lambda: _ask(source, "GETKEYSINSLOT", slot, MOVED_AT_ONCE), []):
                where = (HOST, target.port, "", 0, MIGRATE_MILLISECONDS)
                source.client.execute_command("MIGRATE", *where, "KEYS", *names)

        yield move_keys
        move_keys()
        # The new owner hears of it first: a client must never be sent in a circle. The others hear
        # of it by and by.
        for node in (target, source):
            _ask(node, "SETSLOT", slot, "NODE", new)

    def flush(self) -> None:
        """Forget all keys and scripts."""
        for master in self.masters:
            master.client.flushall()
            master.client.script_flush()

    def wait_until_whole(self) -> None:
        """Wait until the running nodes agree on who serves what, all slots are served, and every
        replica follows its master."""
        wait_until(self._whole, "the cluster is whole", 2 * PATIENCE)

    def _whole(self) -> bool:
        try:
            views = [self._view(node) for node in self.running]
            linked = all(map(_follows_its_master, self.running))
            return None not in views and len(set(views)) == 1 and linked
        except (RedisError, OSError):
            return False

    def _view(self, node: Node) -> frozenset[tuple[Any, ...]] | None:
        """Who serves what and who follows whom as a node sees it; None while it is not well."""
        if b"cluster_state:ok" not in _ask(node, "INFO"):
            return None
        members = self._members(node)
        ports = {one.announced for one in self.running}
        if {member.port for member in members if member.is_well} != ports:
            return None
        return frozenset((m.id, m.is_master, m.follows, m.slots) for m in members if m.is_well)

    def _introduce(self) -> None:
        for number, node in enumerate(self.nodes):
            for other in self.nodes[number + 1 :]:
                _ask(node, "MEET", HOST, other.port)

        def known() -> bool:
            views = [self._members(node) for node in self.nodes]
            return all(
                len(view) == len(self.nodes) and all(member.is_well for member in view)
                for view in views
            )

        wait_until(known, "all nodes know one another")

    def _members(self, node: Node) -> list[Member]:
        return [_member(line) for line in _ask(node, "NODES").decode().splitlines()]

    def _node(self, member: Member) -> Node:
        return next(node for node in self.nodes if node.announced == member.port)

    def _announced(self, number: int) -> dict[str, str]:
        return {"cluster_announce_port": str(self.fronts[number].port)} if self.fronts else {}

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


def _ask(node: Node, *words: str | int) -> Any:
    """The bare reply to a CLUSTER command."""
    return node.client.execute_command("CLUSTER", *words)


def _id(node: Node) -> str:
    name: bytes = _ask(node, "MYID")
    return name.decode()


def _member(line: str) -> Member:
    """A line of CLUSTER NODES: id, address, flags, master, four numbers, then slots."""
    name, address, flags, follows, *_ = words = line.split(" ")
    slots: set[int] = set()
    for share in words[8:]:
        if not share.startswith("["):  # that would be a slot on its way
            first, _, last = share.partition("-")
            slots |= {*range(int(first), int(last or first) + 1)}
    port = address.partition("@")[0].rpartition(":")[2]
    return Member(
        name, int(port), frozenset(flags.split(",")), follows.strip("-"), frozenset(slots)
    )


def _follows_its_master(node: Node) -> bool:
    """True also of one that is a master."""
    found = node.client.info("replication")
    return found["role"] == "master" or found["master_link_status"] == "up"
