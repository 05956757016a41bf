"""Verify stored logs: hashes, commitments, salts and draws; and seal them."""

from collections.abc import Sequence

from events.games.sealing import StateMismatchError
from events.games.snapshot import GameSnapshot
from events.log import chain
from events.log.line import members
from events.log.stored_event import load
from events.seals.signing import Signer
from events.store.port import LogBrokenError
from events.transfer.verifying import CheckedLog, RefusedLogError, verified

_INVALID_LINE = (ValueError, TypeError, KeyError, AttributeError, RecursionError)
"""What an invalid line raises."""


def verify(game: str, lines: Sequence[bytes]) -> CheckedLog:
    """Verify the stored lines of a game: canonical encoding, hash chain, commitments, the salts and
    draws of the seed, and that the log folds.

    Raises ``LogBrokenError``, and ``UnreadableGameError`` for a valid chain with an event that this
    version does not know, but a newer one might."""
    _check_chain(game, lines)
    log = list(map(load, lines))
    for event in log:
        _ = event.event
    try:
        checked = verified(log, None, vouched=True)
    except RefusedLogError as error:
        raise LogBrokenError(game, f"event {error.version}: {error.reason}") from error
    if checked.game != game:
        raise LogBrokenError(game, f"event 1: it is the log of {checked.game}")
    return checked


class Sealer:
    """Seals finished games after verifying their whole stored log."""

    def __init__(self, signer: Signer) -> None:
        self._signer = signer

    def seal(self, finished: GameSnapshot, lines: Sequence[bytes], at: str) -> bytes:
        """Return the seal, dated ``at``, of a game whose stored log is ``lines``.

        Raises ``LogBrokenError``, and ``StateMismatchError`` if the log does not fold to
        ``finished``.
        """
        game = finished.state.created.game
        log = verify(game, lines)
        if (log.head, log.state) != (finished.head, finished.state):
            raise StateMismatchError(game)
        return self._signer.seal(game, finished.version, finished.head, at)


def sealer(signer: Signer | None) -> Sealer | None:
    """The sealer with a signer; None without one."""
    return None if signer is None else Sealer(signer)


def _check_chain(game: str, lines: Sequence[bytes]) -> None:
    """Raise ``LogBrokenError`` for a line that is not canonical or whose hash is wrong.

    All members of a line are covered, even those that a newer version has added.
    """
    previous = chain.GENESIS
    for version, line in enumerate(lines, start=1):
        try:
            previous = _next_hash(line, version, previous)
        except _INVALID_LINE as error:
            reason = str(error) or type(error).__name__
            raise LogBrokenError(game, f"event {version}: {reason}") from error


def _next_hash(line: bytes, version: int, previous: str) -> str:
    event = members(line)
    if event["version"] != version:
        raise ValueError(f"event {event['version']} is in its place")
    stored_hash: str = event.pop("hash")
    hidden = event["hidden"]
    if hidden is not None:
        commitment = chain.commitment(hidden["salt"], hidden["data"])
        event["hidden"] = {"audience": hidden["audience"], "commitment": commitment}
    if chain.link(previous, event) != stored_hash:
        raise ValueError("its hash does not match its content")
    return stored_hash
