"""Games that are alike in every run: what a roll in a hundred would fail, fails always or never. In
a soak every game is a new one.

A ``conftest`` that imports both hooks has it so for the tests beside it.
"""

import random
from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import contextmanager

import pytest

from api.access import game_ids
from api.commands import challenges, joining
from events.games import service
from tests.support.examples import IS_SOAK

DRAWING = (game_ids, challenges, joining, service)
"""What draws the ids and seeds of games, which all dice follow from, and sides."""

# A test that is tried again gets other games: the first ones are there.
_tries: Counter[str] = Counter()


class _Secrets(random.Random):
    """In place of the module ``secrets``."""

    def token_hex(self, size: int) -> str:
        return self.randbytes(size).hex()


@contextmanager
def _drawn_by(name: str) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        if not IS_SOAK:
            _tries[name] += 1
            drawn = _Secrets(f"{name} {_tries[name]}")
            for module in DRAWING:
                patch.setattr(module, "secrets", drawn)
        yield


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(
    fixturedef: pytest.FixtureDef[object], request: pytest.FixtureRequest
) -> Generator[None, object, object]:
    # By its own name, as any test may be the first one to want it.
    with _drawn_by(f"{request.node.nodeid} {fixturedef.argname}"):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    with _drawn_by(item.nodeid):
        return (yield)
