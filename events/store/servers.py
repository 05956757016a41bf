"""Connect to a Redis server or Redis Cluster, and send commands that must not be repeated."""

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
"""The timeout of a reply."""
CONNECTIONS = 16
"""The maximum number of connections to a server, for a program of few threads."""
_READ_BYTES = 16 * 1024
"""The size of a connection's read buffer, which it keeps while it is open."""
_REDIRECTED = (MovedError, AskError, TryAgainError, ClusterDownError)
_LOST = (RedisConnectionError, RedisTimeoutError, OSError)
_REDIRECTED_WITHIN = 5.0
"""The timeout in seconds for a cluster that moves slots or fails over."""
_PAUSE_SECONDS = 0.05


def connect(url: str, connections: int = CONNECTIONS, patience: float = PATIENCE_SECONDS) -> Client:
    """Return a client for the server or the cluster at ``url``.

    Threads wait for a free connection to a server, in no particular order: a program should allow
    as many ``connections`` as it has threads.
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
    """Send commands together to the server of ``key``, without retries; return the replies.

    The retries of a client would repeat an append whose reply was lost, and report a conflict with
    itself. Only redirections of a cluster are followed, as they say that nothing was done. Raises
    ``RedisError`` or ``OSError`` if the outcome is unknown; a ``ResponseError`` is returned as its
    reply.
    """
    if isinstance(client, Redis):
        return _exchange(client, commands)
    return _follow(client, key, commands)


def _follow(cluster: RedisCluster, key: str, commands: Sequence[Command]) -> list[Any]:
    deadline = time.monotonic() + _REDIRECTED_WITHIN
    redirect: AskError | None = None
    while True:
        name = None
        try:
            cluster_node = _node(cluster, key, redirect)
            name = cluster_node.name
            node = cluster.get_redis_connection(cluster_node)
            connection = _take_connection(node)
        except (*_LOST, RedisClusterException):
            # Nothing was sent yet.
            _refresh_slots(cluster, name)
            if time.monotonic() >= deadline:
                raise
            redirect = None
            continue
        try:
            replies = _exchange_over(node, connection, commands, asking=redirect is not None)
        except _LOST:
            # A server that hangs cannot redirect to its replacement.
            _refresh_slots(cluster, name)
            raise
        redirection = next((r for r in replies if isinstance(r, _REDIRECTED)), None)
        if redirection is None or replies[0] is not redirection:
            return replies
        if time.monotonic() >= deadline:
            raise redirection
        redirect = redirection if isinstance(redirection, AskError) else None
        if isinstance(redirection, MovedError):
            cluster.nodes_manager.move_slot(redirection)
        elif redirect is None:
            _refresh_slots(cluster)


def _node(cluster: RedisCluster, key: str, redirect: AskError | None) -> ClusterNode:
    node: ClusterNode | None
    if redirect is not None:
        node = cluster.get_node(host=redirect.host, port=redirect.port)  # type: ignore[no-untyped-call] # redis-py
    else:
        node = cluster.get_node_from_key(key)  # type: ignore[no-untyped-call] # redis-py
    if node is None:
        raise RedisClusterException("no server of the cluster is known to hold the key")
    return node


def _refresh_slots(cluster: RedisCluster, failed: str | None = None) -> None:
    """Refresh the cluster's slots after a pause, asking the server that has just failed last."""
    time.sleep(_PAUSE_SECONDS)
    try:
        cluster.nodes_manager.initialize(last_failed_node_name=failed)
    except (*_LOST, RedisClusterException):
        return


def refresh_slots(client: Client) -> None:
    """Refresh the slots of a cluster; do nothing for a single server."""
    if isinstance(client, RedisCluster):
        _refresh_slots(client)


def _exchange(client: Redis, commands: Sequence[Command]) -> list[Any]:
    return _exchange_over(client, _take_connection(client), commands, asking=False)


def _take_connection(client: Redis) -> Any:
    """Take an open connection from the client's pool."""
    return client.connection_pool.get_connection()


def _exchange_over(
    client: Redis, connection: Any, commands: Sequence[Command], *, asking: bool
) -> list[Any]:
    """Send commands over a connection, read their replies, and give the connection back."""
    try:
        sent = [("ASKING",), *commands] if asking else list(commands)
        connection.send_packed_command([b"".join(map(hiredis.pack_command, sent))])
        replies = [_reply(connection) for _ in sent]
    except BaseException:
        connection.disconnect()
        raise
    finally:
        client.connection_pool.release(connection)
    return replies[len(sent) - len(commands) :]


def _reply(connection: Any) -> Any:
    try:
        return connection.read_response()
    except ResponseError as error:
        return error
