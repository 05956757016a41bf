"""What an event store does, whatever keeps the events."""

from dataclasses import dataclass, field
from typing import Protocol


class StoreUnavailableError(Exception):
    """The store cannot be reached or cannot keep its promise now.

    After an append the outcome is unknown: the same command with the same idempotency key, sent
    again, settles it.
    """


class StoreRefusedError(StoreUnavailableError):
    """The store has answered that it does not do this now; nothing was done. The message says why
    and holds no secret."""


class StoreFullError(StoreRefusedError):
    """The store has no memory left for what was to be written; nothing was done."""


class GameUnavailableError(Exception):
    """One game cannot be served as it is stored; the store is well, and so are other games."""


class HistoryShrankError(GameUnavailableError):
    """The store no longer holds the events of a game that were read from it before: data was lost,
    whether or not others have taken its place since. The game is frozen then.

    ``frozen`` says whether the store has been able to remember that.
    """

    def __init__(self, game: str, *, frozen: bool = True) -> None:
        super().__init__(game)
        self.game = game
        self.frozen = frozen


class LogBrokenError(HistoryShrankError):
    """The stored log of a game does not verify: an event in it was altered, or its parts do not fit
    together. ``reason`` says where, for the operator. The game is frozen then."""

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
    """An idempotency key came with another request than the first time."""


@dataclass(frozen=True, slots=True)
class Batch:
    """The events of one command, to be appended whole after version ``expected``.

    ``head`` is the hash of the event at that version; a new game has none. ``deadline`` is when
    the awaited seat runs out of time, ``finished`` when these events finished the game and ``at``
    when they happened, all in milliseconds since 1970; ``seal`` is stored with events that finish
    it.
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
    """The events were appended; the game is at ``version`` now."""

    version: int


@dataclass(frozen=True, slots=True)
class DuplicateKey:
    """The idempotency key was used before, by a command whose events follow ``after`` up to
    ``upto``. ``fingerprint`` is that of the first request."""

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
    """An append-only log a game. Every method raises ``StoreUnavailableError``, and
    ``ForeignDataError`` when it finds data that is not this service's."""

    def append(self, batch: Batch) -> AppendReply:
        """Append a batch, all of it or nothing; one of several at the same version wins.

        Raises ``HistoryShrankError`` when the event at the expected version is missing or another,
        and from then on: the game is frozen.
        """
        ...

    def read(self, game: str, after: int = 0, upto: int | None = None) -> list[bytes]:
        """The stored events with versions ``after + 1`` to ``upto`` (to the end by default)."""
        ...

    def peek(
        self, game: str, after: int, field: str | None
    ) -> tuple[DuplicateKey | None, list[bytes]]:
        """What is known of an idempotency field, and the events since ``after``.

        Raises ``HistoryShrankError`` when the field is not known and the game is frozen.
        """
        ...

    def freeze(self, game: str, reason: str) -> bool:
        """Let a game take no more events, because some were lost or replaced; returns whether
        the store has been able to remember that. One that was reopened lately stays open."""
        ...

    def mark_broken(self, game: str, reason: str) -> bool:
        """Let a game take no more events, because its stored log does not verify; returns whether
        the store has been able to remember that."""
        ...

    def confirm(self, game: str) -> None:
        """Return once all that was read of a game is as safe as what has been acknowledged."""
        ...

    def close(self, game: str, reason: str) -> bool:
        """Let a game take no more events because its operator says so; returns whether it was
        open."""
        ...

    def reopen(self, game: str, at: int) -> bool:
        """Let a frozen game take events again, from where its log ends now; returns whether it was
        frozen. ``at`` is when (ms since 1970): the awaited seat's time begins anew there."""
        ...

    def resumed(self, game: str) -> int | None:
        """When (ms since 1970) a frozen game was last opened again, for as long as that may count
        for a time limit."""
        ...

    def reopened(self, game: str) -> bool:
        """Whether a frozen game was opened again lately, and with it a loss accepted."""
        ...

    def seal(self, game: str) -> bytes | None:
        """The seal of a finished game; None while it runs, or when there is none."""
        ...

    def add_seal(self, game: str, seal: bytes) -> bool:
        """Store the seal of a game that finished without one; returns whether it was the first."""
        ...
