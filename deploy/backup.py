"""``python -m deploy.backup FOLDER``: back up all data while the service runs.

The backup contains every command that was confirmed before it began, and some of those confirmed
meanwhile; it starts like data after a power failure. To restore it, copy its folders into an empty
``DATA_DIR`` and start the service there.
"""

import argparse
import os
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import cast

from redis import Redis
from redis.exceptions import RedisError

from api.settings import Settings, SettingsError, is_cluster
from deploy.errors import DeployError
from deploy.output import announce, note
from deploy.redis_server.sockets import socket_path
from deploy.storage.signing import signing_folder

_REWRITE = "auto-aof-rewrite-percentage"
_ANSWER_WITHIN = 10.0
_REWRITTEN_WITHIN = 600.0
_POLL = 0.1


def main(arguments: list[str]) -> int:
    """Return the exit status: 0 if the backup is complete and on disk, 1 if there is none."""
    parser = argparse.ArgumentParser(
        prog="python -m deploy.backup",
        description="Back up the data, the keys and the archive while the service is running.",
        epilog=(
            "Settings come from the environment; see README.md. An archive that is not a "
            "folder is not included: back it up separately, after this backup."
        ),
    )
    parser.add_argument("folder", type=Path, help="the target folder, which must not exist yet")
    parser.add_argument(
        "--redis-data",
        type=Path,
        help="the folder of the Redis server's files (default: DATA_DIR/redis)",
    )
    options = parser.parse_args(arguments)
    try:
        settings = Settings.from_env(os.environ)
        back_up(settings, options.folder, options.redis_data)
    except (DeployError, SettingsError) as error:
        note(str(error))
        return 1
    announce(f"the backup is in {options.folder}")
    return 0


def back_up(settings: Settings, folder: Path, redis_data: Path | None = None) -> None:
    """Create ``folder`` with the copies ``redis``, ``keys`` and ``archive``, or nothing.

    The archive is copied last: a game that leaves Redis meanwhile is then in both copies. Raises
    ``DeployError``.
    """
    data = (redis_data or settings.data_dir / "redis").absolute()
    if not data.is_dir():
        raise DeployError(f"there are no Redis files in {data}: set DATA_DIR or --redis-data")
    if folder.exists():
        raise DeployError(f"{folder} already exists; name a new folder")
    archive = settings.archive_url or str(settings.data_dir / "archive")
    parts = {"redis": data, "keys": signing_folder(settings)}
    if "://" not in archive:
        parts["archive"] = Path(archive)
    unfinished = folder.with_name(f"{folder.name}.unfinished")
    try:
        unfinished.mkdir(mode=0o700, parents=True)
        with _client(settings) as client, _rewrites_disabled(client):
            _copy(parts.pop("redis"), unfinished / "redis")
        for name, source in parts.items():
            if source.is_dir():
                _copy(source, unfinished / name)
        _fsync_all(unfinished)
        unfinished.rename(folder)
    except (OSError, shutil.Error, RedisError) as error:
        shutil.rmtree(unfinished, ignore_errors=True)
        raise DeployError(f"no backup was made: {error}") from error
    except BaseException:
        shutil.rmtree(unfinished, ignore_errors=True)
        raise


def _client(settings: Settings) -> Redis:
    url = settings.redis_url
    if url is not None and is_cluster(url):
        raise DeployError(
            "each server of a cluster has its own files: set REDIS_URL to one of them"
        )
    if url is None:
        url = f"unix://{socket_path(settings.data_dir.absolute(), 'redis.sock')}"
    return Redis.from_url(url, socket_timeout=_ANSWER_WITHIN, decode_responses=True)


@contextmanager
def _rewrites_disabled(client: Redis) -> Iterator[None]:
    """Disable rewrites of the append-only file: from Redis 7.0 on it consists of several files,
    which have to match."""
    previous = cast(dict[str, str], client.config_get(_REWRITE))[_REWRITE]
    client.config_set(_REWRITE, 0)
    try:
        deadline = time.monotonic() + _REWRITTEN_WITHIN
        while _is_rewriting(client):
            if time.monotonic() >= deadline:
                raise DeployError("Redis is still rewriting its append-only file; try again later")
            time.sleep(_POLL)
        yield
        if _is_rewriting(client):
            raise DeployError("Redis rewrote its append-only file in the meantime; try again")
    finally:
        client.config_set(_REWRITE, previous)


def _is_rewriting(client: Redis) -> bool:
    persistence = client.info("persistence")
    return bool(persistence["aof_rewrite_in_progress"] or persistence["aof_rewrite_scheduled"])


def _copy(source: Path, target: Path) -> None:
    """Copy a folder without its server's lock and temporary files."""
    shutil.copytree(source, target, ignore=shutil.ignore_patterns("lock", "temp-*"))


def _fsync_all(folder: Path) -> None:
    for path in (*folder.rglob("*"), folder):
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
