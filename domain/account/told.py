"""Events as one viewer is told of them: the account is made from nothing else."""

from dataclasses import dataclass, replace

from domain import events as e
from domain.values import Seat


@dataclass(frozen=True, slots=True)
class Told:
    """An event as a viewer may know it, and what its envelope says: the ``seat`` that made the
    decision, and the time in milliseconds since 1970."""

    event: e.Event
    seat: Seat | None
    at: int


def seen(event: e.Event, seats: frozenset[Seat]) -> e.Event:
    """The event for who holds ``seats``: what is hidden from them is not in it."""
    if not e.hidden_names(type(event)) or not seats.isdisjoint(e.audience(event)):
        return event
    return replace(event, seed="") if isinstance(event, e.GameCreated) else e.veiled(event)
