"""Events as the earliest versions stored them, made fit for reading by the upgrade.

Their envelope did not say where a command ends, named one seat or none as the audience, and some
events did not tell what follows from those before them. ``modernized`` adds all that around what
was stored, which stays as it was: the hash of each event is still that of its first form, and
``original`` gives back the very bytes.
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
"""Types that stood at the beginning of a command, and nowhere else."""

Ends = Mapping[int, int]
"""The first and the last version of commands of which that is known."""


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
    """Whether a log was begun in the first envelope, and not made fit yet."""
    try:
        return bool(lines) and msgspec.json.decode(lines[0], type=_Mark).last is msgspec.UNSET
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return False


def modernized(lines: Sequence[bytes], commands: Ends | None = None) -> list[bytes]:
    """A log of the first envelope as it is read today; ``commands`` are those that idempotency
    keys tell of. Raises ``UnreadableGameError``."""
    try:
        log = list(map(_DECODER.decode, lines))
        form = _form(log[0])
        ends = _ends(log, commands or {})
        made = [
            _wrapped(one, form, one.version in ends, filled)
            for one, filled in zip(log, _untold(log), strict=True)
        ]
    except FAULTS as fault:
        raise unreadable("the log in its first form", fault) from fault
    for line, one in zip(lines, made, strict=True):
        if original(one) != line:
            raise UnreadableGameError(f"event {one.version} is not written as it was then")
    return list(map(dump, made))


def original(one: StoredEvent) -> bytes:
    """The line of a made-fit event as it was stored first."""
    hidden = one.hidden
    return chain.canonical(
        _First(
            version=one.version,
            type=one.type,
            schema=one.schema,
            at=one.at,
            seat=one.seat,
            data=one.data,
            hidden=_Hidden(one.seen_by_one, hidden.salt, hidden.data) if hidden else None,
            hash=one.hash,
        )
    )


def _form(created: _First) -> Form:
    """When objectives came to have several hexes, draws left a place for nonces."""
    objectives = created.data["setup"]["objectives"]
    named = any("hex" in objective for objective in objectives)
    return DRAWS_WITHOUT_NONCES if named else FIRST_ENVELOPE


def _ends(log: Sequence[_First], commands: Ends) -> set[int]:
    """The versions that end a command: where the next event was decided by another seat or at
    another time, or begins a command by its type, or is known to."""
    known = {*commands.values(), *(first - 1 for first in commands)}
    inside = {v for first, last in commands.items() for v in range(first, last)}
    ends = {log[-1].version}
    for one, following in pairwise(log):
        other = (one.at, one.seat) != (following.at, following.seat)
        if (
            one.version in known
            or other
            or (following.type in _BEGINS and one.version not in inside)
        ):
            ends.add(one.version)
    return ends


def _untold(log: Sequence[_First]) -> Iterator[dict[str, Any]]:
    """For each event what it did not tell: how many cards stayed on top when the deck was shuffled,
    and where a discarded card came from."""
    deck, in_play = 0, False
    for one in log:
        filled: dict[str, Any] = {}
        match one.type:
            case "deck_shuffled":
                filled, deck = {"kept": deck}, one.data["count"]
            case "cards_dealt" | "cards_offered":
                deck -= one.data["count"]
            case "card_drawn":
                deck -= 1
            case "card_played":
                in_play = True
            case "card_discarded":
                source = DiscardSource.IN_PLAY if in_play else DiscardSource.OFFER
                filled, in_play = {"source": source.value}, False
        yield {name: value for name, value in filled.items() if name not in one.data}


def _wrapped(one: _First, form: Form, last: bool, filled: dict[str, Any]) -> StoredEvent:
    hidden = one.hidden
    audience = () if hidden is None or hidden.audience is None else (hidden.audience,)
    return StoredEvent(
        version=one.version,
        type=one.type,
        schema=one.schema,
        at=one.at,
        seat=one.seat,
        last=last,
        data=one.data,
        hidden=HiddenPart(audience, hidden.salt, hidden.data) if hidden else None,
        hash=one.hash,
        form=form,
        filled=filled or msgspec.UNSET,
    )
