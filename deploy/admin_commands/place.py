"""Where the data is that a command works on."""

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
def opened(settings: Settings) -> Iterator[Backend]:
    """The data that the settings name.

    The embedded server is the one of the running service; when none runs, it is started for as
    long as it is needed. Refuses with DeployError.
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
    """The archive behind the data. Refuses with DeployError where there is none."""
    if backend.archive is None:
        raise DeployError("there is no archive; set ARCHIVE_URL")
    return Archive(backend.client, backend.names, backend.archive, utc_now)


def games_of(backend: Backend) -> list[str]:
    """Every game, archived ones too, by name."""
    return sorted(set(stored_games(backend)))


def require_game(backend: Backend, game: str) -> list[bytes]:
    """The lines of a game. Refuses with DeployError when there is none."""
    lines = backend.store.read(game)
    if not lines:
        raise DeployError(f"there is no game {game}")
    return lines


def reason_of(error: Exception) -> str:
    """What to tell of a failure at one of several games."""
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
