"""Slots for requests that stream or wait for events."""

from collections.abc import Iterator
from contextlib import contextmanager

from flask import Response

from api.access.identity import token_validator
from api.http.problems import ProblemError
from api.limits.stream_slots import NoSlotError, Rank, Slot
from api.middleware.rates import client_network
from api.services import services
from events.accounts.players import Player

_RETRY_AFTER = {"Retry-After": "10"}
"""Seconds; displaced streams have ended by then."""


def acquire_slot(who: Player | None, *, seated: bool = False) -> Slot:
    """Acquire a slot for the current request's stream; pass it to ``release_on_close``. Raises a
    problem."""
    spectator = Rank.ANONYMOUS if who is None else Rank.SIGNED_IN
    rank = Rank.SEATED if seated else spectator
    slot = Slot(rank, client_network(), who.id if who else None, token_validator())
    try:
        services().stream_slots.acquire(slot)
    except NoSlotError as error:
        raise _problem(error) from None
    return slot


def release_on_close(response: Response, slot: Slot) -> Response:
    """Release a slot when the response is complete or the client disconnects."""
    slots = services().stream_slots
    response.call_on_close(lambda: slots.release(slot))
    return response


@contextmanager
def slot_for_waiting(who: Player | None, *, seated: bool = False) -> Iterator[bool]:
    """Hold a slot while a request waits for events; yields False when none is left."""
    try:
        slot = acquire_slot(who, seated=seated)
    except ProblemError:
        yield False
        return
    try:
        yield True
    finally:
        services().stream_slots.release(slot)


def _problem(error: NoSlotError) -> ProblemError:
    if error.owner is None:
        detail = "This server process has no capacity for another stream."
        return ProblemError("too_many_streams", detail, headers=_RETRY_AFTER)
    owner = "You have" if error.owner == "player" else "Your IP address has"
    detail = f"{owner} reached the limit of {error.limit} open streams at this server process."
    extra = {"limit": f"streams_per_{error.owner}", "most": error.limit}
    return ProblemError("stream_limit", detail, extra, _RETRY_AFTER)
