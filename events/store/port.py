"""The interface of an event store, with its errors and values."""

from dataclasses import dataclass, field
from typing import Protocol


class StoreUnavailableError(Exception):
    """The store is unreachable or cannot guarantee durability now.

    After an append the outcome is unknown; a retry with the same idempotency key settles it.
    """


class StoreRefusedError(StoreUnavailableError):
    """The store refused the operation; nothing was done. The message says why and has no secret."""


class StoreFullError(StoreRefusedError):
    """The store is out of memory; nothing was written."""


class GameUnavailableError(Exception):
    """One game cannot be served as stored; the store and other games are unaffected."""


class HistoryShrankError(GameUnavailableError):
    """Events of a game that were read before are missing from the store, or replaced. The game is
    frozen.

    ``frozen`` says whether the store has recorded that.
    """

    def __init__(self, game: str, *, frozen: bool = True) -> None:
        super().__init__(game)
        self.game = game
        self.frozen = frozen


class LogBrokenError(HistoryShrankError):
    """The stored log of a game does not verify: an event was altered, or the chain is broken. The
    game is frozen. ``reason`` says where, for the operator."""

    def __init__(self, game: str, reason: str = "", *, frozen: bool = True) -> None:
        super().__init__(game, frozen=frozen)
        self.reason = reason

    def __str__(self) -> str:
        return f"the log of {self.game} does not verify: {self.reason}"


@dataclass(frozen=True, slots=True)
class Key:
    """An idempotency key: ``field`` names its owner and the key, ``fingerprint`` the request."""

    field: str
    fingerprint: str


class KeyReusedError(Exception):
    """An idempotency key was reused with another request."""


@dataclass(frozen=True, slots=True)
class Batch:
    """The events of one command, to be appended atomically after version ``expected``.

    ``head`` is the hash of the event at that version, ``chain.GENESIS`` for a new game. In
    milliseconds since 1970: ``at`` is the time of the events, ``deadline`` when the awaited seat
    runs out of time, ``finished`` is set if they finish the game. ``seal`` is stored with the
    latter.
    """

    game: str
    expected: int
    head: str
    lines: tuple[bytes, ...] = field(repr=False)
    at: int
    deadline: int | None = None
    finished: int | None = None
    seal: bytes | None = None
    key: Key | None = None


@dataclass(frozen=True, slots=True)
class Appended:
    """The events were appended; ``version`` is the new version of the game."""

    version: int


@dataclass(frozen=True, slots=True)
class DuplicateKey:
    """The idempotency key was used before, by a command whose events have the versions ``after +
    1`` to ``upto``. ``fingerprint`` is that of the first request."""

    fingerprint: str
    after: int
    upto: int


@dataclass(frozen=True, slots=True)
class Conflict:
    """The game is at another version; ``missing`` are the events after the expected one."""

    version: int
    missing: tuple[bytes, ...] = field(repr=False)


AppendReply = Appended | DuplicateKey | Conflict


class EventStore(Protocol):
    """One append-only log per game. Every method raises ``StoreUnavailableError``, and
    ``ForeignDataError`` for data of another layout."""

    def append(self, batch: Batch) -> AppendReply:
        """Append a batch atomically; of several at the same version one wins.

        Freezes the game and raises ``HistoryShrankError`` if the event at the expected version is
        missing or another one. A frozen game raises it too.
        """
        ...

    def read(self, game: str, after: int = 0, upto: int | None = None) -> list[bytes]:
        """The stored events with versions ``after + 1`` to ``upto`` (to the end by default)."""
        ...

    def peek(
        self, game: str, after: int, field: str | None
    ) -> tuple[DuplicateKey | None, list[bytes]]:
        """The outcome stored for an idempotency field, if any, and the events after ``after``.

        Raises ``HistoryShrankError`` if the field is not stored and the game is frozen.
        """
        ...

    def freeze(self, game: str, reason: str) -> bool:
        """Refuse further events of a game because some were lost or replaced; return whether this
        was recorded. A recently reopened game stays open."""
        ...

    def mark_broken(self, game: str, reason: str) -> bool:
        """Refuse further events of a game because its stored log does not verify; return whether
        this was recorded."""
        ...

    def confirm(self, game: str) -> None:
        """Return once everything read of a game is as durable as acknowledged writes."""
        ...

    def close(self, game: str, reason: str) -> bool:
        """Refuse further events of a game by the operator's decision; return whether it was
        open."""
        ...

    def reopen(self, game: str, at: int) -> bool:
        """Accept events of a frozen game again, after the current end of its log; return whether it
        was frozen. The awaited seat's time restarts at ``at`` (ms since 1970)."""
        ...

    def resumed(self, game: str) -> int | None:
        """When (ms since 1970) a frozen game was last reopened, for as long as that may affect a
        time limit."""
        ...

    def reopened(self, game: str) -> bool:
        """Whether a frozen game was recently reopened and its loss accepted."""
        ...

    def seal(self, game: str) -> bytes | None:
        """The seal of a finished game; None without one."""
        ...

    def add_seal(self, game: str, seal: bytes) -> bool:
        """Store the seal of a game that finished without one; return whether it was the first."""
        ...
