"""The supervisor: starts all programs in order, keeps them running, and ends them in order."""

import gc
import os
import signal
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from pkgutil import resolve_name
from types import FrameType

from api.settings import Settings
from deploy.errors import DeployError
from deploy.output import announce
from deploy.processes import end
from deploy.processes.listening import is_healthy, require_free, require_redis, url
from deploy.processes.locks import FileLock
from deploy.redis_server import RedisServer
from deploy.storage.archiving import archive_url, require_archive
from deploy.storage.signing import ensure_key, signing_folder
from deploy.storage.upgrading import upgrade_embedded
from deploy.supervisor.supervised import FORKS, Program, Supervised
from deploy.web import COUNTS, set_environment

PROGRAMS: Mapping[str, str] = {
    "the API": "deploy.supervisor.api:main",
    "the worker": "workers.__main__:main",
    "the projector": "workers.projector:main",
    "the bots": "workers.bots:main",
    "the webhooks": "workers.webhooks.__main__:main",
}
"""The function of each program, as ``module:function``."""
TICK = 0.1
STOP_GRACE = 10.0
EARLIER_CHILDREN_TIMEOUT = 15.0
HEALTHY_WITHIN = 60.0


def never() -> bool:
    """A condition that is always false."""
    return False


class Supervisor:
    """Runs Redis (unless ``REDIS_URL`` is set) and ``programs``, the API first, until stopped.

    With ``forks`` they are forks of this process, otherwise each is a new Python.
    ``stop_when`` is polled ten times a second and stops the service, as SIGINT and SIGTERM do.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        programs: Mapping[str, str] = PROGRAMS,
        forks: bool = FORKS,
        stop_when: Callable[[], bool] = never,
    ) -> None:
        self._settings = settings
        self._functions = programs
        self._forks = forks
        self._stop_when = stop_when
        self._data_dir = settings.data_dir.absolute()
        self._stopping = False

    def run(self) -> None:
        """Run until stopped; everything that was started has ended on return.

        Raises ``DeployError`` if the service cannot start or go on.
        """
        self._listen_for_signals()
        with ExitStack() as stack:
            claim = stack.enter_context(self._claim_data_dir())
            children_lock = stack.enter_context(self._await_earlier_children())
            require_free(self._settings.host, self._settings.port)
            ensure_key(self._settings)
            require_archive(self._settings)
            supervised = []
            redis_url = self._settings.redis_url
            if redis_url is None:
                redis = stack.enter_context(
                    RedisServer(self._data_dir, give_up_waiting=lambda: self._stopping)
                )
                if self._stopping:
                    return
                redis_url = redis.url
                upgrade_embedded(redis_url, self._settings.partitions)
                supervised.append(Supervised("the Redis server", redis))
            else:
                require_redis("REDIS_URL", redis_url)
            queue_url = self._settings.queue_url
            if queue_url is not None and queue_url != redis_url:
                require_redis("QUEUE_URL", queue_url)
            self._set_environment(redis_url)
            programs = {
                name: Program(name, function, [children_lock], [claim], forks=self._forks)
                for name, function in self._functions.items()
            }
            if self._forks:
                _load(self._functions.values())
            stack.callback(_end_all, list(programs.values()))
            for program in programs.values():
                program.start()
            supervised += [Supervised(name, program) for name, program in programs.items()]
            self._announce_when_healthy(supervised)
            self._run_until(supervised, never)

    def _listen_for_signals(self) -> None:
        signal.signal(signal.SIGINT, self._stop)
        signal.signal(signal.SIGTERM, self._stop)
        # Under nohup SIGHUP stays ignored.
        if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
            signal.signal(signal.SIGHUP, self._stop)

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self._stopping = True

    @contextmanager
    def _claim_data_dir(self) -> Iterator[int]:
        """Yield the lock's descriptor, which no child may hold."""
        try:
            self._data_dir.mkdir(parents=True, exist_ok=True)
            lock = FileLock(self._data_dir / "lock")
            claimed = lock.acquire()
        except OSError as error:
            raise DeployError(f"cannot use DATA_DIR {self._data_dir}: {error.strerror}") from error
        if not claimed:
            raise DeployError(f"Afteraction already runs on DATA_DIR {self._data_dir}")
        try:
            yield lock.fileno()
        finally:
            lock.release()

    @contextmanager
    def _await_earlier_children(self) -> Iterator[int]:
        """Wait for children of a killed supervisor; yield the lock's descriptor for the new
        ones."""
        lock = FileLock(self._data_dir / "children.lock")
        if not lock.acquire(EARLIER_CHILDREN_TIMEOUT):
            raise DeployError(
                f"processes of an earlier run on DATA_DIR {self._data_dir} are still running"
            )
        try:
            yield lock.fileno()
        finally:
            lock.release()

    def _set_environment(self, redis_url: str) -> None:
        """Set the environment variables that the programs inherit."""
        set_environment(self._settings, self._data_dir / "counts")
        os.environ["DATA_DIR"] = str(self._data_dir)
        os.environ["REDIS_URL"] = redis_url
        os.environ["QUEUE_URL"] = self._settings.queue_url or redis_url
        os.environ["SIGNING_KEYS"] = str(signing_folder(self._settings))
        os.environ["ARCHIVE_URL"] = archive_url(self._settings)

    def _announce_when_healthy(self, supervised: list[Supervised]) -> None:
        host, port = self._settings.host, self._settings.port
        deadline = time.monotonic() + HEALTHY_WITHIN

        def healthy() -> bool:
            if time.monotonic() >= deadline:
                raise DeployError(
                    f"the API did not respond at {url(host, port)}/healthz "
                    f"after {HEALTHY_WITHIN:.0f} seconds"
                )
            return is_healthy(host, port)

        if self._run_until(supervised, healthy):
            announce(f"Afteraction serves on {url(host, port)}")

    def _run_until(self, supervised: list[Supervised], reached: Callable[[], bool]) -> bool:
        """Check programs until ``reached``; False if stopped before."""
        while not (self._stopping or self._stop_when()):
            if reached():
                return True
            for program in supervised:
                program.check()
            time.sleep(TICK)
        return False


def _load(functions: Iterable[str]) -> None:
    """Import what the programs run, once for all of them."""
    for function in functions:
        resolve_name(function)
    if folder := os.environ.get(COUNTS):
        # This process has nothing to count; each fork writes files of its own.
        for file in Path(folder).glob(f"*_{os.getpid()}.db"):
            file.unlink()
    # What all forks share must stay unwritten: a collection writes to every object it looks at.
    gc.collect()
    gc.freeze()


def _end_all(programs: list[Program]) -> None:
    end([program.process for program in programs if program.process], STOP_GRACE)
