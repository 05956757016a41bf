"""Checks that the store accepts writes."""

from api.services import Services
from events.store import keys
from events.store.failures import translate_errors
from events.store.port import StoreUnavailableError
from events.store.servers import Command, send_once


class TooFewReplicasError(StoreUnavailableError):
    """Fewer replicas confirmed a write than the settings require."""


def require_writes(deps: Services) -> None:
    """Write a key with the same confirmation as a command. Raises ``StoreUnavailableError``."""
    replicas, timeout = deps.settings.store_wait_replicas, deps.settings.store_wait_ms
    wait: list[Command] = [("WAIT", replicas, timeout)] if replicas else []
    with translate_errors():
        write = ("SET", keys.READY, deps.clock())
        result, *confirmed = send_once(deps.redis, keys.READY, write, *wait)
        for reply in (result, *confirmed):
            if isinstance(reply, Exception):
                raise reply
    if confirmed and confirmed[0] < replicas:
        raise TooFewReplicasError(
            f"Only {confirmed[0]} of {replicas} replicas confirmed a write (STORE_WAIT_REPLICAS)."
        )
