"""Convert events of the earliest versions to the current envelope.

The first envelope did not say where a command ends, named at most one seat as the audience, and
some events lacked fields that follow from the events before them. ``modernized`` adds all that
around the stored data, which stays unchanged: each hash is still that of the first form, and
``original`` restores the exact bytes.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

import msgspec

from domain.values import DiscardSource, Seat
from events.log import chain
from events.log.stored_event import (
    DRAWS_WITHOUT_NONCES,
    FIRST_ENVELOPE,
    Form,
    HiddenPart,
    StoredEvent,
    dump,
)
from events.log.unreadable import FAULTS, UnreadableGameError, unreadable

_BEGINS = frozenset(
    {"seat_taken", "card_played", "unit_ordered", "unit_moved", "attack_declared", "card_kept"}
    | {"seat_resigned"}
)
"""Types that only occur as the first event of a command."""

Ends = Mapping[int, int]
"""The first and last version of commands for which they are known."""


class _Hidden(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    audience: Seat | None
    salt: str
    data: dict[str, Any]


class _First(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An event in the envelope of the earliest versions."""

    version: int
    type: str
    schema: int
    at: str
    seat: Seat | None
    data: dict[str, Any]
    hidden: _Hidden | None
    hash: str


class _Mark(msgspec.Struct):
    last: bool | msgspec.UnsetType = msgspec.UNSET


_DECODER = msgspec.json.Decoder(_First)


def is_first(lines: Sequence[bytes]) -> bool:
    """Whether a log begins with the first envelope and is not converted yet."""
    try:
        return bool(lines) and msgspec.json.decode(lines[0], type=_Mark).last is msgspec.UNSET
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return False


def modernized(lines: Sequence[bytes], commands: Ends | None = None) -> list[bytes]:
    """Convert a log of the first envelope; ``commands`` are those recorded with idempotency keys.
    Raises ``UnreadableGameError``."""
    try:
        log = list(map(_DECODER.decode, lines))
        form = _form(log[0])
        ends = _ends(log, commands or {})
        converted = [
            _convert(event, form, event.version in ends, filled)
            for event, filled in zip(log, _missing_fields(log), strict=True)
        ]
    except FAULTS as fault:
        raise unreadable("the log in its first form", fault) from fault
    for line, event in zip(lines, converted, strict=True):
        if original(event) != line:
            raise UnreadableGameError(f"event {event.version} is not in its original form")
    return list(map(dump, converted))


def original(event: StoredEvent) -> bytes:
    """The original stored line of a converted event."""
    hidden = event.hidden
    return chain.canonical(
        _First(
            version=event.version,
            type=event.type,
            schema=event.schema,
            at=event.at,
            seat=event.seat,
            data=event.data,
            hidden=_Hidden(event.first_audience, hidden.salt, hidden.data) if hidden else None,
            hash=event.hash,
        )
    )


def _form(created: _First) -> Form:
    """The form of a log: draws got nonces in the release that gave objectives several hexes."""
    objectives = created.data["setup"]["objectives"]
    named = any("hex" in objective for objective in objectives)
    return DRAWS_WITHOUT_NONCES if named else FIRST_ENVELOPE


def _ends(log: Sequence[_First], commands: Ends) -> set[int]:
    """The versions that end a command: the next event has another seat or time, or a type that
    begins a command, or is known to begin one."""
    known_ends = {*commands.values(), *(first - 1 for first in commands)}
    inside = {v for first, last in commands.items() for v in range(first, last)}
    ends = {log[-1].version}
    for event, following in pairwise(log):
        changed = (event.at, event.seat) != (following.at, following.seat)
        if (
            event.version in known_ends
            or changed
            or (following.type in _BEGINS and event.version not in inside)
        ):
            ends.add(event.version)
    return ends


def _missing_fields(log: Sequence[_First]) -> Iterator[dict[str, Any]]:
    """For each event its missing fields: how many cards stayed on top when the deck was shuffled,
    and where a discarded card came from."""
    deck, in_play = 0, False
    for event in log:
        filled: dict[str, Any] = {}
        match event.type:
            case "deck_shuffled":
                filled, deck = {"kept": deck}, event.data["count"]
            case "cards_dealt" | "cards_offered":
                deck -= event.data["count"]
            case "card_drawn":
                deck -= 1
            case "card_played":
                in_play = True
            case "card_discarded":
                source = DiscardSource.IN_PLAY if in_play else DiscardSource.OFFER
                filled, in_play = {"source": source.value}, False
        yield {name: value for name, value in filled.items() if name not in event.data}


def _convert(event: _First, form: Form, last: bool, filled: dict[str, Any]) -> StoredEvent:
    hidden = event.hidden
    audience = () if hidden is None or hidden.audience is None else (hidden.audience,)
    return StoredEvent(
        version=event.version,
        type=event.type,
        schema=event.schema,
        at=event.at,
        seat=event.seat,
        last=last,
        data=event.data,
        hidden=HiddenPart(audience, hidden.salt, hidden.data) if hidden else None,
        hash=event.hash,
        form=form,
        filled=filled or msgspec.UNSET,
    )
