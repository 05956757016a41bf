"""Read models in tests: brought up to date by hand, or by a projector beside the test."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Thread

from events.backend import Backend
from events.read_models.projector import Projector
from events.read_models.read_model import ReadModel
from events.read_models.rebuild import RebuildRunsError, rebuild
from events.store.servers import Client
from tests.support.waiting import PATIENCE, wait_until


def catch_up(backend: Backend, projector: Projector) -> None:
    """Take in all that was appended so far."""
    while ReadModel.current(backend.client) is None:
        projector.step(0)
    while projector.step(0):
        pass


@contextmanager
def projecting(backend: Backend) -> Iterator[Projector]:
    """A projector at work beside the test."""
    projector = Projector(backend)
    thread = Thread(target=projector.run, name="projector")
    thread.start()
    try:
        yield projector
    finally:
        projector.stop()
        thread.join(PATIENCE)
        assert not thread.is_alive()


def contents(client: Client, model: ReadModel | None = None) -> dict[str, object]:
    """All that a generation says, by default the one that is read, whatever its number is."""
    model = model or ReadModel.current(client)
    assert model is not None, "there is no read model"
    prefix = model.key("")
    found: dict[str, object] = {}
    for key in client.scan_iter(match=f"{prefix}*"):
        name = key.decode().removeprefix(prefix)
        if name == "names" or name.startswith(("list:", "changed:", "rated:")):
            found[name] = client.zrange(key, 0, -1, withscores=True)
        elif name not in ("positions", "failed", "steps"):
            found[name] = client.hgetall(key)
    return found


def rebuilt(backend: Backend) -> dict[str, object]:
    """What a read model made of the logs alone says. The lock of one that was killed with Redis is
    waited for."""

    def free() -> bool:
        with suppress(RebuildRunsError):
            return rebuild(backend) is not None
        return False

    wait_until(free, "it is built anew")
    return contents(backend.client)
