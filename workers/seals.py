"""Seal finished games without a seal: those that ended while no key was configured.

The whole log is verified before it is sealed. Frozen games are skipped, and a game whose log does
not verify is frozen.
"""

import logging

from domain.values import Status
from events.backend import Backend
from events.games.deadlines import DeadlineIndex
from events.games.repository import GameRepository
from events.seals.signing import Signer
from events.store.failures import translate_errors
from events.store.port import LogBrokenError
from events.transfer.integrity import Sealer
from workers.runtime.failures import isolated

_log = logging.getLogger(__name__)


def seal_games(data: Backend, signer: Signer | None, now: str) -> int:
    """Seal finished games that have no seal, as of ``now``; return how many were sealed."""
    if signer is None:
        return 0
    count = 0
    for name in DeadlineIndex(data.client, data.names).unsealed():
        with isolated(_log, "not sealed", game=name):
            count += _seal(data, signer, name, now)
    return count


def _seal(data: Backend, signer: Signer, name: str, now: str) -> bool:
    with translate_errors():
        if data.client.exists(data.names.closed(name)):
            return False
    loaded = GameRepository(data.store, cached=1).current(name)
    if loaded.state.status is not Status.FINISHED:
        return False
    try:
        seal = Sealer(signer).seal(loaded, data.store.read(name), now)
    except LogBrokenError as broken:
        data.store.mark_broken(name, broken.reason)
        return False
    return data.store.add_seal(name, seal)
