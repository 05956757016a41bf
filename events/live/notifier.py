"""Following many games at once: which of them have news."""

import threading


class ChangeNotifier:
    """Which games have news for one reader that has not looked yet.

    It tells no more than that: the reader looks at the games' logs. ``hung`` are the games that it
    rings for.
    """

    def __init__(self) -> None:
        self.hung: set[str] = set()
        self._games: set[str] = set()
        self._all = False
        self._changed = threading.Condition()

    def ring(self, game: str) -> None:
        """Something has happened in a game."""
        with self._changed:
            self._games.add(game)
            self._changed.notify()

    def ring_all(self) -> None:
        """Something may have happened in any game."""
        with self._changed:
            self._all = True
            self._changed.notify()

    def take(self, seconds: float) -> frozenset[str] | None:
        """The games that have rung since the last time, waiting for one at most so long; none of
        them when it may have been any, and None when nothing rang."""
        with self._changed:
            if not self._games and not self._all:
                self._changed.wait(seconds)
            if not self._games and not self._all:
                return None
            rung = frozenset() if self._all else frozenset(self._games)
            self._games.clear()
            self._all = False
            return rung
