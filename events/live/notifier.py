"""Follow many games at once: which of them have changed."""

import threading


class ChangeNotifier:
    """The games that have changed since one reader last took them.

    It has no events: the reader reads the games' logs. ``subscriptions`` are the games that it is
    notified of.
    """

    def __init__(self) -> None:
        self.subscriptions: set[str] = set()
        self._games: set[str] = set()
        self._all = False
        self._changed = threading.Condition()

    def notify(self, game: str) -> None:
        """Report a change in a game."""
        with self._changed:
            self._games.add(game)
            self._changed.notify()

    def notify_all(self) -> None:
        """Report that any game may have changed."""
        with self._changed:
            self._all = True
            self._changed.notify()

    def take(self, seconds: float) -> frozenset[str] | None:
        """Return the games changed since the last call, waiting at most ``seconds``; empty if any
        game may have changed, None if none has."""
        with self._changed:
            if not self._games and not self._all:
                self._changed.wait(seconds)
            if not self._games and not self._all:
                return None
            changed = frozenset() if self._all else frozenset(self._games)
            self._games.clear()
            self._all = False
            return changed
