"""Checks of addresses: is the API's port free, does the API answer, does Redis answer."""

import errno
import http.client
import socket

from redis import Redis
from redis.exceptions import RedisError

from deploy.errors import DeployError

ANSWER_WITHIN = 2.0
ANY_ADDRESS = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # nosec B104 # where to ask, not to listen


def url(host: str, port: int) -> str:
    """The URL for a browser on the same machine."""
    name = ANY_ADDRESS.get(host, host)
    return f"http://[{name}]:{port}" if ":" in name else f"http://{name}:{port}"


def require_free(host: str, port: int) -> None:
    """Raise ``DeployError`` unless a server can listen on the address."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        with socket.socket(family, kind, protocol) as probe:
            # Recently closed connections do not make a port busy; a listener does.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except socket.gaierror as error:
        raise DeployError(f"HOST {host!r} is unknown: {error.strerror}") from error
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise DeployError(
                f"{host}:{port} is in use by another program; set PORT to a free one"
            ) from error
        raise DeployError(f"cannot listen on {host}:{port}: {error.strerror}") from error


def require_redis(variable: str, redis_url: str) -> None:
    """Raise ``DeployError`` unless the Redis server of an environment variable answers.

    Of a cluster only the named node is checked. The message omits the URL, which may have a
    password.
    """
    try:
        with Redis.from_url(
            redis_url.replace("+cluster://", "://", 1),
            socket_connect_timeout=ANSWER_WITHIN,
            socket_timeout=ANSWER_WITHIN,
        ) as client:
            client.ping()
    except (RedisError, OSError) as error:
        raise DeployError(f"the Redis server of {variable} is unavailable: {error}") from error


def is_healthy(host: str, port: int) -> bool:
    """Whether ``GET /healthz`` is answered with 200."""
    connection = http.client.HTTPConnection(
        ANY_ADDRESS.get(host, host), port, timeout=ANSWER_WITHIN
    )
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().status == http.client.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
