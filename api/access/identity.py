"""Authentication: the player behind a request, and its seats in a game."""

import re
from collections.abc import Callable

from flask import current_app

from api.http.api_request import ApiRequest, current
from api.http.problems import ProblemError
from api.operations.operation import required_scope
from api.services import Services, services
from domain.state import GameState
from domain.values import Seat, Status, Visibility
from events.accounts.oidc import OutOfReachError, Provider, WrongTokenError
from events.accounts.players import Caller, Player
from events.accounts.tokens import Scope
from events.store.port import StoreUnavailableError

TokenValidator = Callable[[], bool]
"""Returns whether the token of a request is still valid."""
_SCHEME = "bearer"
_JWT = re.compile(r"[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*")
"""The form of an identity provider's tokens; this service's own contain no dot."""
_PROVIDER_RETRY_AFTER = "10"
"""Seconds."""


def authenticate() -> Caller | None:
    """Return the caller by the request's token; None without one.

    Raises a problem for an invalid token, rather than ignoring it.
    """
    request = current()
    if not request.identified:
        request.caller = _authenticate(request)
        request.identified = True
    return request.caller


def caller() -> Player | None:
    """Return the player who sent the request; None without a token. Raises a problem for a token
    without the scope that the operation requires."""
    authenticated = authenticate()
    if authenticated is None:
        return None
    scope = required_scope(current_app.view_functions[current().endpoint or ""])
    if scope is not None and scope not in authenticated.scopes:
        raise insufficient_scope(scope)
    return authenticated.player


def player() -> Player:
    """Return the player who sent the request. Raises a problem without a token."""
    authenticated = caller()
    if authenticated is None:
        raise ProblemError("unauthenticated", "This operation requires a player's token.")
    return authenticated


def scopes() -> frozenset[Scope]:
    """Return the scopes of the caller's token; none without a token."""
    authenticated = authenticate()
    return frozenset() if authenticated is None else authenticated.scopes


def _authenticate(request: ApiRequest) -> Caller | None:
    header = request.headers.get("Authorization")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    if scheme.lower() != _SCHEME or not token.strip():
        raise ProblemError("unauthenticated", "Send the token as Authorization: Bearer <token>.")
    return _by_token(services(), token.strip())


def token_validator() -> TokenValidator:
    """Return a function that revalidates the request's token, for streams. While the store or the
    provider is unavailable, the token counts as valid."""
    header = current().headers.get("Authorization")
    if header is None:
        return lambda: True
    deps, token = services(), header.partition(" ")[2].strip()

    def is_valid() -> bool:
        try:
            _by_token(deps, token)
        except ProblemError as error:
            return error.code != "invalid_token"
        except StoreUnavailableError:
            return True
        return True

    return is_valid


def token_expired() -> ProblemError:
    """Return the problem of a stream whose token is no longer valid."""
    return invalid_token("The token has expired or was revoked in the meantime.")


def _by_token(deps: Services, token: str) -> Caller:
    if deps.provider is not None and _JWT.fullmatch(token):
        return _by_provider(deps, deps.provider, token)
    authenticated = deps.players.of_token(token)
    if authenticated is None:
        raise invalid_token("The token is invalid, has expired or was revoked.")
    return authenticated


def _by_provider(deps: Services, provider: Provider, token: str) -> Caller:
    """Authenticate by an identity provider's token; the first one creates the account."""
    try:
        identity, granted = provider.identified(token)
    except WrongTokenError as error:
        raise invalid_token(f"The token is invalid. {error}") from None
    except OutOfReachError:
        raise ProblemError(
            "identity_unavailable",
            "The identity provider is unavailable, so the token cannot be verified.",
            headers={"Retry-After": _PROVIDER_RETRY_AFTER},
        ) from None
    account = deps.players.of_identity(identity, deps.clock())
    if account is None:
        raise invalid_token("The account of this token is being deleted.")
    return Caller(account, granted)


def invalid_token(detail: str) -> ProblemError:
    """Return the problem of an invalid token."""
    challenge = 'Bearer realm="afteraction", error="invalid_token"'
    return ProblemError("invalid_token", detail, headers={"WWW-Authenticate": challenge})


def insufficient_scope(scope: Scope) -> ProblemError:
    """Return the problem of a token without a scope."""
    challenge = f'Bearer realm="afteraction", error="insufficient_scope", scope="{scope}"'
    return ProblemError(
        "insufficient_scope",
        f"This operation requires a token with the scope {scope}.",
        {"scope": scope},
        {"WWW-Authenticate": challenge},
    )


def may_see(state: GameState, who: Player | None) -> bool:
    """Return whether a game is public, or a player is its creator or has a seat in it."""
    if state.created.visibility is Visibility.PUBLIC:
        return True
    match = state.created.match
    expected = () if match is None else match.players.values()
    participants = {state.created.created_by, *state.seats.values(), *expected}
    return who is not None and who.id in participants


def is_visible(state: GameState, who: Player | None, deps: Services | None = None) -> bool:
    """Return whether a player may see a game: as ``may_see``, or because it imported the game.
    Streams pass ``deps``, as they run outside the request."""
    return may_see(state, who) or _has_imported(state, who, deps)


def require_visible(state: GameState, who: Player | None) -> None:
    """Raise the problem of a missing game if the player may not see it."""
    if not is_visible(state, who):
        raise ProblemError("not_found", "No game has this id, or the game is private.")


def _has_imported(state: GameState, who: Player | None, deps: Services | None) -> bool:
    if who is None or state.status is not Status.FINISHED:
        return False
    mark = (deps or services()).imports.imported(state.created.game)
    return mark is not None and mark.imported_by == who.id


def held_by(state: GameState, who: Player | None) -> frozenset[Seat]:
    """Return the seats that a player holds; none for a spectator."""
    return frozenset(state.seats_of(who.id if who else None))


def viewer_seats(state: GameState, who: Player | None) -> frozenset[Seat]:
    """Return the seats whose cards a player sees: its own, and the one that leads its team."""
    return state.table.visible_hands(held_by(state, who))
