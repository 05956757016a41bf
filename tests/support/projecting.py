"""Read models in tests: brought up to date by hand, or by a projector beside the test."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread

from events.backend import Backend
from events.projector import Projector
from events.read_model import ReadModel
from tests.support.waiting import PATIENCE


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
