"""How most events become clauses: a message with members of the event as its parameters."""

from collections.abc import Callable
from typing import Any

from domain.narrative.context import Scene
from domain.narrative.messages import AccountMessage, Part, part
from domain.values import UNKNOWN_CARD

Clause = Callable[[Scene, Any], list[Part]]
"""From the scene before an event, and the event, to what is said of it."""
_UNITS = frozenset({"unit", "target"})


def clause(message: AccountMessage, *members: str, **renamed: str) -> Clause:
    """Return a clause whose parameters are members of the event; those that have another name in
    the message are ``renamed``, parameter by member. Units appear as they are at the time."""
    names = {member: member for member in members} | renamed

    def say(scene: Scene, event: Any) -> list[Part]:
        values = {name: getattr(event, member) for name, member in names.items()}
        units = {name: scene.piece(values[name]) for name in _UNITS & values.keys()}
        return [part(message, **(values | units))]

    return say


def card_clause(
    concealed: AccountMessage, shown: AccountMessage, cards: str, *members: str
) -> Clause:
    """Return a clause that names the cards of an event, its member ``cards``, to those who may know
    them."""
    without, with_cards = clause(concealed, *members), clause(shown, *members, cards)

    def say(scene: Scene, event: Any) -> list[Part]:
        value = getattr(event, cards)
        known = UNKNOWN_CARD not in (value if isinstance(value, tuple) else (value,))
        return with_cards(scene, event) if known else without(scene, event)

    return say
