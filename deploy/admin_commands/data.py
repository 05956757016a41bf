"""Open the data that a command works on."""

from collections.abc import Iterator
from contextlib import contextmanager

from redis import Redis
from redis.exceptions import RedisError

from api.settings import Settings
from deploy.errors import DeployError
from deploy.redis_server import RedisServer
from deploy.redis_server.sockets import socket_path
from deploy.storage.archiving import archive_url, require_archive
from events.archive.archiver import Archive
from events.backend import Backend
from events.clock import utc_now
from events.read_models.rebuild import stored_games
from events.store.port import StoreUnavailableError

_ANSWER_WITHIN = 2.0


@contextmanager
def open_data(settings: Settings) -> Iterator[Backend]:
    """Open the data of ``REDIS_URL`` or of the embedded server.

    The embedded server is started for the command unless the service is running. Raises
    ``DeployError``.
    """
    if settings.redis_url is not None:
        yield _backend(settings, settings.redis_url)
        return
    directory = settings.data_dir.absolute()
    server = RedisServer(directory)
    if not server.data.exists():
        raise DeployError(
            f"DATA_DIR {directory} contains no data; set DATA_DIR or REDIS_URL to its location"
        )
    running = f"unix://{socket_path(directory, 'redis.sock')}"
    if _answers(running):
        yield _backend(settings, running)
        return
    with server:
        yield _backend(settings, server.url)


def archive_of(backend: Backend) -> Archive:
    """The archive behind the data. Raises ``DeployError`` if there is none."""
    if backend.archive is None:
        raise DeployError("there is no archive; set ARCHIVE_URL")
    return Archive(backend.client, backend.names, backend.archive, utc_now)


def games_of(backend: Backend) -> list[str]:
    """The ids of all games, archived ones included."""
    return sorted(set(stored_games(backend)))


def require_game(backend: Backend, game: str) -> list[bytes]:
    """The lines of a game. Raises ``DeployError`` if it does not exist."""
    lines = backend.store.read(game)
    if not lines:
        raise DeployError(f"there is no game {game}")
    return lines


def reason_of(error: Exception) -> str:
    """The reason of a failure, for the operator."""
    reason = str(error) or type(error).__name__
    return f"not reachable: {reason}" if isinstance(error, StoreUnavailableError) else reason


def _backend(settings: Settings, url: str) -> Backend:
    require_archive(settings)
    return Backend.at(
        url,
        settings.partitions,
        archive_url(settings),
        replicas=settings.store_wait_replicas,
        wait_milliseconds=settings.store_wait_ms,
    )


def _answers(url: str) -> bool:
    try:
        with Redis.from_url(url, socket_timeout=_ANSWER_WITHIN) as client:
            return bool(client.ping())
    except (RedisError, OSError):
        return False
