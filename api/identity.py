"""Who asks: the player behind a request, and the seats it holds at a game."""

from flask import request

from api.problems import ProblemError
from api.services import services
from domain.state import GameState
from domain.values import Seat, Status, Visibility
from events.players import Player

_SCHEME = "bearer"


def caller() -> Player | None:
    """The player whose token came with the request; None without one.

    A token that is not known is refused, not ignored.
    """
    header = request.headers.get("Authorization")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    if scheme.lower() != _SCHEME or not token.strip():
        raise ProblemError("unauthenticated", "Send the token as Authorization: Bearer <token>.")
    player = services().players.of_token(token.strip())
    if player is None:
        raise ProblemError("unauthenticated", "This token belongs to no player.")
    return player


def player() -> Player:
    """The player whose token came with the request, which must have one."""
    found = caller()
    if found is None:
        raise ProblemError("unauthenticated", "This needs a player's token.")
    return found


def may_see(state: GameState, who: Player | None) -> bool:
    """Whether a game may be shown at all: public ones to anyone."""
    if state.created.visibility is Visibility.PUBLIC:
        return True
    match = state.created.match
    expected = () if match is None else (match.allies, match.axis)
    known = {state.created.created_by, *state.seats.values(), *expected}
    return who is not None and who.id in known


def has_sight(state: GameState, who: Player | None) -> bool:
    """Whether a game may be shown. Who has brought a game in from elsewhere may see it too, under
    whatever names it was played there."""
    return may_see(state, who) or _has_imported(state, who)


def require_sight(state: GameState, who: Player | None) -> None:
    """Answer as if there were no game when it may not be shown."""
    if not has_sight(state, who):
        raise ProblemError("not_found", "No game has this id, or it is private.")


def _has_imported(state: GameState, who: Player | None) -> bool:
    if who is None or state.status is not Status.FINISHED:
        return False
    mark = services().imports.imported(state.created.game)
    return mark is not None and mark.imported_by == who.id


def seats_at(state: GameState, who: Player | None) -> frozenset[Seat]:
    """The seats the caller holds; none for a spectator."""
    return frozenset(state.seats_of(who.id if who else None))
