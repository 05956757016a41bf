"""One Redis server, or a Redis Cluster: what differs between the two when events are written."""

import time
from collections.abc import Sequence
from typing import Any

import hiredis
from redis import BlockingConnectionPool, Redis, RedisCluster
from redis.cluster import ClusterNode
from redis.exceptions import (
    AskError,
    ClusterDownError,
    MovedError,
    RedisClusterException,
    ResponseError,
    TryAgainError,
)
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import TimeoutError as RedisTimeoutError

Client = Redis | RedisCluster
Command = tuple[Any, ...]

CLUSTER_SCHEMES = {"redis+cluster": "redis", "rediss+cluster": "rediss"}
PATIENCE_SECONDS = 5.0
"""How long a reply is waited for."""
CONNECTIONS = 16
"""To one server at most, for a program of few threads."""
_READ_BYTES = 16 * 1024
"""What a connection reads at once, and keeps as a buffer for as long as it is there."""
_REDIRECTED = (MovedError, AskError, TryAgainError, ClusterDownError)
_LOST = (RedisConnectionError, RedisTimeoutError, OSError)
_REDIRECTED_WITHIN = 5.0
"""Seconds in which a cluster that moves slots or replaces a master must come to rest."""
_BREATH = 0.05


def connect(url: str, connections: int = CONNECTIONS, patience: float = PATIENCE_SECONDS) -> Client:
    """A client for the server or the cluster at ``url``.

    Threads wait for a free connection to a server instead of failing for want of one, though not in
    the order in which they came: a program gives as many ``connections`` as it has threads.
    """
    scheme, _, rest = url.partition("://")
    limits = {
        "socket_timeout": patience,
        "socket_connect_timeout": patience,
        "socket_read_size": _READ_BYTES,
    }
    if scheme in CLUSTER_SCHEMES:
        return RedisCluster.from_url(f"{CLUSTER_SCHEMES[scheme]}://{rest}", **limits)
    pool = BlockingConnectionPool.from_url(
        url, max_connections=connections, timeout=patience, **limits
    )
    return Redis(connection_pool=pool)


def send_once(client: Client, key: str, *commands: Command) -> list[Any]:
    """The replies to commands that are sent together, a single time, to the server of ``key``.

    A client may send a command again whose reply was lost. An append that was carried out would
    then be told that another one had won. A cluster's answer that the key is elsewhere says that
    nothing was done: there the commands are sent again. Raises ``RedisError`` or ``OSError`` when
    it is not known whether they were carried out; a ``ResponseError`` is returned as its reply.
    """
    if isinstance(client, Redis):
        return _exchange(client, commands)
    return _follow(client, key, commands)


def _follow(cluster: RedisCluster, key: str, commands: Sequence[Command]) -> list[Any]:
    deadline = time.monotonic() + _REDIRECTED_WITHIN
    asked: AskError | None = None
    while True:
        name = None
        try:
            found = _node(cluster, key, asked)
            name = found.name
            node = cluster.get_redis_connection(found)
            connection = _reach(node)
        except (*_LOST, RedisClusterException):
            # Nothing was sent yet.
            _look_again(cluster, name)
            if time.monotonic() >= deadline:
                raise
            asked = None
            continue
        try:
            replies = _over(node, connection, commands, asking=asked is not None)
        except _LOST:
            # A server that hangs says nothing of the one that has taken its place.
            _look_again(cluster, name)
            raise
        redirection = next((r for r in replies if isinstance(r, _REDIRECTED)), None)
        if redirection is None or replies[0] is not redirection:
            return replies
        if time.monotonic() >= deadline:
            raise redirection
        asked = redirection if isinstance(redirection, AskError) else None
        if isinstance(redirection, MovedError):
            cluster.nodes_manager.move_slot(redirection)
        elif asked is None:
            _look_again(cluster)


def _node(cluster: RedisCluster, key: str, asked: AskError | None) -> ClusterNode:
    found: ClusterNode | None
    if asked is not None:
        found = cluster.get_node(host=asked.host, port=asked.port)  # type: ignore[no-untyped-call] # redis-py
    else:
        found = cluster.get_node_from_key(key)  # type: ignore[no-untyped-call] # redis-py
    if found is None:
        raise RedisClusterException("no server of the cluster is known to hold the key")
    return found


def _look_again(cluster: RedisCluster, failed: str | None = None) -> None:
    """Ask the cluster who holds what, after a moment; the server that has just failed, last."""
    time.sleep(_BREATH)
    try:
        cluster.nodes_manager.initialize(last_failed_node_name=failed)
    except (*_LOST, RedisClusterException):
        return


def look_again(client: Client) -> None:
    """Learn anew which server of a cluster holds what; of one server there is nothing to learn."""
    if isinstance(client, RedisCluster):
        _look_again(client)


def _exchange(client: Redis, commands: Sequence[Command]) -> list[Any]:
    return _over(client, _reach(client), commands, asking=False)


def _reach(client: Redis) -> Any:
    """An open connection of the client's pool."""
    return client.connection_pool.get_connection()


def _over(
    client: Redis, connection: Any, commands: Sequence[Command], *, asking: bool
) -> list[Any]:
    """Send commands over a connection, read their replies, and give the connection back."""
    try:
        whole = [("ASKING",), *commands] if asking else list(commands)
        connection.send_packed_command([b"".join(map(hiredis.pack_command, whole))])
        replies = [_reply(connection) for _ in whole]
    except BaseException:
        connection.disconnect()
        raise
    finally:
        client.connection_pool.release(connection)
    return replies[len(whole) - len(commands) :]


def _reply(connection: Any) -> Any:
    try:
        return connection.read_response()
    except ResponseError as error:
        return error
