"""The places of requests that wait for events."""

from collections.abc import Iterator
from contextlib import contextmanager

from flask import Response

from api.access.identity import token_validator
from api.http.problems import ProblemError
from api.limits.stream_places import NoPlaceError, Place, Rank
from api.middleware.rates import site
from api.services import services
from events.accounts.players import Player

_RETRY_AFTER = {"Retry-After": "10"}
"""Displaced streams have ended by then."""


def take_place(who: Player | None, *, seated: bool = False) -> Place:
    """A place for this request's stream, which ``until_closed`` gives back. Raises a problem."""
    spectator = Rank.ANONYMOUS if who is None else Rank.SIGNED_IN
    rank = Rank.SEATED if seated else spectator
    place = Place(rank, site(), who.id if who else None, token_validator())
    try:
        services().stream_places.take(place)
    except NoPlaceError as error:
        raise _problem(error) from None
    return place


def until_closed(response: Response, place: Place) -> Response:
    """Hold a place until the client has gone or the answer is whole."""
    places = services().stream_places
    response.call_on_close(lambda: places.leave(place))
    return response


@contextmanager
def waiting(who: Player | None, *, seated: bool = False) -> Iterator[bool]:
    """Whether there is a place for a page that waits, held for as long as it does."""
    try:
        place = take_place(who, seated=seated)
    except ProblemError:
        yield False
        return
    try:
        yield True
    finally:
        services().stream_places.leave(place)


def _problem(error: NoPlaceError) -> ProblemError:
    if error.whose is None:
        detail = "This server process has no capacity for another stream."
        return ProblemError("too_many_streams", detail, headers=_RETRY_AFTER)
    said = "You have reached" if error.whose == "player" else "Your IP address has reached"
    detail = f"{said} the limit of {error.most} open streams at this server process."
    extra = {"limit": f"streams_per_{error.whose}", "most": error.most}
    return ProblemError("stream_limit", detail, extra, _RETRY_AFTER)
