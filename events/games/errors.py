"""Errors of loading games and submitting commands, other than refusals by the rules."""


class GameNotFoundError(Exception):
    """No game has this id."""


class VersionMismatchError(Exception):
    """The game is at another version than the one the client named."""

    def __init__(self, current: int, named: int) -> None:
        super().__init__(f"the game is at version {current}, not {named}")
        self.current = current
        self.named = named


class ContentionError(Exception):
    """Concurrent commands won every retry; the client may try again."""
