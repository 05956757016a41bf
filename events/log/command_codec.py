"""Encode a command for the envelope of its first event, and decode it.

The form is a flat object: ``type``, the arguments that differ from their defaults, and ``seat``
unless it is the envelope's. Hidden arguments are left out: the event has them under the same names
in its hidden part.
"""

from typing import Any

import msgspec

from domain import commands as c
from domain import events as e
from domain.values import UNKNOWN_CARD, Seat
from domain.values.standing import UNKNOWN_ORDERS
from events.log.chain import canonical

Data = dict[str, Any]

_HIDDEN: dict[type[c.Command], tuple[str, ...]] = {
    c.ChooseCard: ("card",),
    c.CommitCard: ("card",),
    c.ProposeCard: ("card",),
    c.HandOut: ("card",),
    c.GiveOrders: ("orders", "toward", "turns"),
}
"""The arguments in the hidden part of a command's first event."""
_ONCE_PUBLIC: frozenset[type[c.Command]] = frozenset({c.HandOut})
"""Commands whose hidden arguments are public in the earliest logs."""
_NAMES = {kind: name for name, kind in c.BY_NAME.items()}


def encode(command: c.Command) -> Data:
    """The public part of a command."""
    values: Data = msgspec.to_builtins(command)
    left_out = {"seat"} if c.decider(command) is command.seat else set()
    left_out |= {*_HIDDEN.get(type(command), ())}
    members = {k: v for k, v in values.items() if v not in (None, False) and k not in left_out}
    return {"type": _NAMES[type(command)], **members}


def decode(data: Data, decider: Seat | None, first: e.Event) -> c.Command | None:
    """Decode a command; None if an argument is hidden from whoever redacted its ``first`` event.

    Raises ``ValueError`` for an invalid command.
    """
    members = dict(data)
    kind = c.BY_NAME.get(members.pop("type", ""))
    if kind is None:
        raise ValueError(f"no command is of the type {data.get('type')!r}")
    for name in _HIDDEN.get(kind, ()):
        members[name] = getattr(first, name, None)
        if members[name] in (UNKNOWN_CARD, UNKNOWN_ORDERS):
            return None
    command: c.Command = msgspec.convert({"seat": decider, **members}, kind, from_attributes=True)
    once_public = _HIDDEN[kind] if kind in _ONCE_PUBLIC else ()
    written = encode(command) | {name: members[name] for name in once_public if name in data}
    if canonical(written) != canonical(data):
        raise ValueError(f"a command {data['type']} is not in its canonical form")
    return command
