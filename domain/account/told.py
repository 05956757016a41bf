"""Events as one viewer is told of them: the account is made from nothing else."""

from dataclasses import dataclass, replace
from typing import Any

from domain.events import Event, audience, hidden_names
from domain.values import Seat


@dataclass(frozen=True, slots=True)
class Told:
    """An event as a viewer may know it, and what its envelope says: the ``seat`` that made the
    decision, and the time in milliseconds since 1970."""

    event: Event
    seat: Seat | None
    at: int


def veiled(event: Event, seats: frozenset[Seat]) -> Event:
    """The event for who holds ``seats``: what is hidden from them is None."""
    hidden = hidden_names(type(event))
    if not hidden or not seats.isdisjoint(audience(event)):
        return event
    nothing: dict[str, Any] = dict.fromkeys(hidden)
    return replace(event, **nothing)
