"""Whether a stored log is still what was appended: its hashes, commitments, salts and draws."""

from collections.abc import Sequence

from events.games.sealing import StateMismatchError
from events.games.snapshot import GameSnapshot
from events.log import chain
from events.log.line import members
from events.log.stored_event import load
from events.seals.signing import Signer
from events.store.port import LogBrokenError
from events.transfer.verifying import CheckedLog, RefusedLogError, verified

_NO_EVENT = (ValueError, TypeError, KeyError, AttributeError, RecursionError)
"""What a line raises that is not one of an event."""


def verify(game: str, lines: Sequence[bytes]) -> CheckedLog:
    """The log of a game as its stored lines hold it, verified: each line as it was written, each
    hash from the one before, each commitment from what is hidden, each salt and draw from the
    seed; and that all of it folds. Raises ``LogBrokenError``, and ``UnreadableGameError`` for a
    log whose chain holds and of which this version does not know an event, as a newer one does."""
    _check_chain(game, lines)
    log = list(map(load, lines))
    for one in log:
        _ = one.event
    try:
        found = verified(log, None, vouched=True)
    except RefusedLogError as error:
        raise LogBrokenError(game, f"event {error.version}: {error.reason}") from error
    if found.game != game:
        raise LogBrokenError(game, f"event 1: it is the log of {found.game}")
    return found


class Sealer:
    """Seals finished games, each once its whole stored log was verified."""

    def __init__(self, signer: Signer) -> None:
        self._signer = signer

    def seal(self, finished: GameSnapshot, lines: Sequence[bytes], at: str) -> bytes:
        """The seal of a game, as of ``at``, whose stored log is ``lines``.

        Raises ``LogBrokenError``, and ``StateMismatchError`` when ``finished`` is not what the log
        leads to.
        """
        game = finished.state.created.game
        log = verify(game, lines)
        if (log.head, log.state) != (finished.head, finished.state):
            raise StateMismatchError(game)
        return self._signer.seal(game, finished.version, finished.head, at)


def sealer(signer: Signer | None) -> Sealer | None:
    """What seals games with a signer, if there is one."""
    return None if signer is None else Sealer(signer)


def _check_chain(game: str, lines: Sequence[bytes]) -> None:
    """Refuse a log of which a line is not written as lines are, or a hash does not follow.

    What counts is what a line says, not what this version knows of an event: a newer one may have
    added members, which are covered too.
    """
    previous = chain.GENESIS
    for version, line in enumerate(lines, start=1):
        try:
            previous = _next_hash(line, version, previous)
        except _NO_EVENT as error:
            reason = str(error) or type(error).__name__
            raise LogBrokenError(game, f"event {version}: {reason}") from error


def _next_hash(line: bytes, version: int, previous: str) -> str:
    event = members(line)
    if event["version"] != version:
        raise ValueError(f"event {event['version']} stands in its place")
    found: str = event.pop("hash")
    hidden = event["hidden"]
    if hidden is not None:
        promise = chain.commitment(hidden["salt"], hidden["data"])
        event["hidden"] = {"audience": hidden["audience"], "commitment": promise}
    if chain.link(previous, event) != found:
        raise ValueError("its hash does not follow from what it says")
    return found
