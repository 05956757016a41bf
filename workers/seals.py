"""Finished games without a seal: those that ended where no key was configured.

A seal says that this log is the one. Before it is put on later, the whole chain is checked; a game
that is frozen or does not verify is left without.
"""

import logging

from domain.values import Status
from events import chain
from events.backend import Backend
from events.due import DueGames
from events.execute import Games
from events.failures import translated
from events.recorded import Recorded
from events.seals.signing import Signer
from workers.failures import EVERYBODYS

_log = logging.getLogger(__name__)


def seal_games(data: Backend, signer: Signer | None, now: str) -> int:
    """Seal what is finished and has no seal, as of ``now``; returns how many games were sealed."""
    if signer is None:
        return 0
    unsealed = DueGames(data.client, data.names).unsealed()
    return sum(_seal_safely(data, signer, name, now) for name in unsealed)


def _seal_safely(data: Backend, signer: Signer, name: str, now: str) -> bool:
    """One damaged game must not keep the others from being sealed."""
    try:
        return _seal(data, signer, name, now)
    except EVERYBODYS:
        raise
    except Exception:
        _log.exception("not sealed", extra={"game": name})
        return False


def _seal(data: Backend, signer: Signer, name: str, now: str) -> bool:
    with translated():
        if data.client.exists(data.names.closed(name)):
            return False
    games = Games(data.store, lambda: now, cached=1)
    loaded = games.current(name)
    if loaded.state.status is not Status.FINISHED:
        return False
    broken = _first_broken(games.events(name, 0, loaded.version))
    if broken is not None:
        _log.error("not sealed: the chain breaks at version %d", broken, extra={"game": name})
        return False
    return data.store.add_seal(name, signer.seal(name, loaded.version, loaded.head, now))


def _first_broken(events: list[Recorded]) -> int | None:
    head = chain.GENESIS
    for version, event in enumerate(events, start=1):
        if event.version != version or not event.follows(head):
            return version
        head = event.hash
    return None
