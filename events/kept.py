"""States of games at versions that were asked for lately, or on the way to these.

Whoever steps through a game asks for one version after the other: each is folded from the last.
"""

from events.cache import Recent
from events.loaded import Loaded

_STRIDE = 200
"""Versions between the states kept on the way."""


class Kept:
    """As many states on the way as were ``limit`` last, and as many that were asked for."""

    def __init__(self, limit: int) -> None:
        self._on_the_way: Recent[Loaded] = Recent(limit)
        self._asked: Recent[Loaded] = Recent(limit)

    def before(self, game: str, version: int) -> Loaded | None:
        """A state that is at the version, or not far before it; None when none is kept."""
        for asked in (version, version - 1):
            if (known := self._asked.get(_name(game, asked))) is not None:
                return known
        for passed in range(version - version % _STRIDE, 0, -_STRIDE):
            if (known := self._on_the_way.get(_name(game, passed))) is not None:
                return known
        return None

    def pass_by(self, game: str, state: Loaded) -> None:
        """Keep a state met on the way, if it is at a version that is to be kept."""
        if state.version % _STRIDE == 0:
            self._on_the_way.put(_name(game, state.version), state)

    def put(self, game: str, state: Loaded) -> None:
        """Keep a state that was asked for."""
        self._asked.put(_name(game, state.version), state)

    def forget(self, game: str, upto: int) -> None:
        """Keep nothing of a game up to a version."""
        for version in range(upto + 1):
            self._asked.drop(_name(game, version))
            self._on_the_way.drop(_name(game, version))


def until_kept(version: int) -> int:
    """How many more events there are to the next version that is kept on the way."""
    return _STRIDE - version % _STRIDE


def _name(game: str, version: int) -> str:
    return f"{game}@{version}"
