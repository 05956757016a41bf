"""One process that starts all others in order, keeps them running, and ends them in order."""

import os
import signal
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import FrameType

from api.settings import Settings
from deploy.errors import DeployError
from deploy.output import announce
from deploy.processes import end
from deploy.processes.commands import (
    bots_command,
    projector_command,
    web_command,
    web_environment,
    webhooks_command,
    worker_command,
)
from deploy.processes.listening import is_healthy, require_free, require_redis, url
from deploy.processes.locks import FileLock
from deploy.redis_server import RedisServer
from deploy.storage.archiving import archive_url, require_archive
from deploy.storage.signing import ensure_key, signing_folder
from deploy.storage.upgrading import upgrade_embedded
from deploy.supervisor.supervised import Program, Supervised

Command = Callable[[Settings], list[str]]

API = "the API"
PROGRAMS: Mapping[str, Command] = {
    API: web_command,
    "the worker": worker_command,
    "the projector": projector_command,
    "the bots": bots_command,
    "the webhooks": webhooks_command,
}
PROJECT = Path(__file__).resolve().parents[2]
TICK = 0.1
STOP_GRACE = 10.0
EARLIER_CHILDREN_PATIENCE = 15.0
HEALTHY_WITHIN = 60.0


def never() -> bool:
    """A condition that does not come true."""
    return False


class Supervisor:
    """Runs Redis (unless a URL names one) and ``programs``, the API first, until it is told to
    stop.

    ``stop_when`` is asked ten times a second and ends the run, as SIGINT and SIGTERM do.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        programs: Mapping[str, Command] = PROGRAMS,
        stop_when: Callable[[], bool] = never,
    ) -> None:
        self._settings = settings
        self._commands = programs
        self._stop_when = stop_when
        self._data_dir = settings.data_dir.absolute()
        self._stopping = False

    def run(self) -> None:
        """Serve until told to stop; everything that was started has ended on return.

        Refuses with DeployError when the service cannot start, or not go on.
        """
        self._listen_for_signals()
        with ExitStack() as stack:
            stack.enter_context(self._claim_data_dir())
            children_lock = stack.enter_context(self._no_children_of_an_earlier_run())
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
            programs = self._programs(redis_url, children_lock)
            stack.callback(_end_all, list(programs.values()))
            for program in programs.values():
                program.start()
            supervised += [Supervised(name, program) for name, program in programs.items()]
            self._announce_when_healthy(supervised)
            self._tend_until(supervised, never)

    def _listen_for_signals(self) -> None:
        signal.signal(signal.SIGINT, self._stop)
        signal.signal(signal.SIGTERM, self._stop)
        # Under nohup the end of the terminal is to be ignored, and stays so.
        if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
            signal.signal(signal.SIGHUP, self._stop)

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self._stopping = True

    @contextmanager
    def _claim_data_dir(self) -> Iterator[None]:
        try:
            self._data_dir.mkdir(parents=True, exist_ok=True)
            lock = FileLock(self._data_dir / "lock")
            claimed = lock.acquire()
        except OSError as error:
            raise DeployError(f"cannot use DATA_DIR {self._data_dir}: {error.strerror}") from error
        if not claimed:
            raise DeployError(f"Afteraction already runs on DATA_DIR {self._data_dir}")
        try:
            yield
        finally:
            lock.let_go()

    @contextmanager
    def _no_children_of_an_earlier_run(self) -> Iterator[int]:
        """Wait for what a killed supervisor left; the lock's descriptor is for the new children."""
        lock = FileLock(self._data_dir / "children.lock")
        if not lock.acquire(EARLIER_CHILDREN_PATIENCE):
            raise DeployError(
                f"processes of an earlier run on DATA_DIR {self._data_dir} are still running"
            )
        try:
            yield lock.fileno()
        finally:
            lock.let_go()

    def _programs(self, redis_url: str, children_lock: int) -> dict[str, Program]:
        of_the_api = web_environment(self._settings, self._data_dir / "counts")
        environment = {
            **os.environ,
            "DATA_DIR": str(self._data_dir),
            "REDIS_URL": redis_url,
            "QUEUE_URL": self._settings.queue_url or redis_url,
            "SIGNING_KEYS": str(signing_folder(self._settings)),
            "ARCHIVE_URL": archive_url(self._settings),
        }
        return {
            name: Program(
                command(self._settings),
                {**of_the_api, **environment} if name == API else environment,
                PROJECT,
                [children_lock],
            )
            for name, command in self._commands.items()
        }

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

        if self._tend_until(supervised, healthy):
            announce(f"Afteraction serves on {url(host, port)}")

    def _tend_until(self, supervised: list[Supervised], reached: Callable[[], bool]) -> bool:
        """True when ``reached``, False when told to stop before."""
        while not (self._stopping or self._stop_when()):
            if reached():
                return True
            for one in supervised:
                one.tend()
            time.sleep(TICK)
        return False


def _end_all(programs: list[Program]) -> None:
    end([program.process for program in programs if program.process], STOP_GRACE)
