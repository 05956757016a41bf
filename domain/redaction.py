"""What a viewer may know of an event. Nothing else decides this.

A viewer is the set of seats it holds; an event's hidden fields are visible to the seats of its
audience. ``domain.view`` builds the state that a viewer may see.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from domain import events as e
from domain.values import UNKNOWN_CARD, UNKNOWN_STRENGTH, Seat
from domain.values.standing import UNKNOWN_ORDERS

Viewer = frozenset[Seat] | None
"""The seats that a viewer holds. None sees everything, as everyone may once a game is over."""


@dataclass(frozen=True, slots=True)
class RedactedEvent:
    """An event as a viewer may know it, with data of its envelope: the ``seat`` that made the
    decision, and the time in milliseconds since 1970."""

    event: e.Event
    seat: Seat | None
    at: int


def may_see(audience: Iterable[Seat], viewer: Viewer) -> bool:
    """Return whether a viewer may see what is restricted to the seats of ``audience``."""
    return viewer is None or not viewer.isdisjoint(audience)


def is_open(event: e.Event, viewer: Viewer) -> bool:
    """Return whether a viewer may see every field of an event."""
    return may_see(e.audience(event), viewer) or not e.hidden_names(type(event))


def redact(event: e.Event, viewer: Viewer) -> e.Event:
    """Return the event without the fields that are hidden from a viewer."""
    return event if is_open(event, viewer) else without_hidden(event)


def without_hidden(event: e.Event) -> e.Event:
    """Return the event without its hidden fields."""
    match event:
        case e.GameCreated():
            return replace(event, seed="")
        case e.DeckShuffled() | e.DrawPileShuffled() | e.UnseenShuffled():
            return replace(event, order=(UNKNOWN_CARD,) * event.count)
        case e.CardsDealt() | e.CardsOffered() | e.HandShown():
            return replace(event, cards=(UNKNOWN_CARD,) * event.count)
        case e.CardDrawn() | e.CardKept() | e.CardProposed() | e.CardHandedOut():
            return replace(event, card=UNKNOWN_CARD)
        case e.CardCommitted():
            return replace(event, card=UNKNOWN_CARD)
        case e.MineLaid():
            return replace(event, strength=UNKNOWN_STRENGTH)
        case e.StandingOrdersGiven():
            return replace(event, orders=UNKNOWN_ORDERS, toward=None, turns=())
        case _:
            return event
