"""Who asks: the player behind a request, and the seats it holds at a game."""

import re
from collections.abc import Callable

from flask import current_app

from api.http.api_request import ApiRequest, current
from api.http.problems import ProblemError
from api.operations.operation import needed_scope
from api.services import Services, services
from domain.state import GameState
from domain.values import Seat, Status, Visibility
from events.accounts.oidc import OutOfReachError, Provider, WrongTokenError
from events.accounts.players import Caller, Player
from events.accounts.tokens import Scope
from events.store.port import StoreUnavailableError

TokenValidator = Callable[[], bool]
"""Whether the token that a request came with is taken still."""
_SCHEME = "bearer"
_JWT = re.compile(r"[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*")
"""A token in the form of an identity provider's; one of ours holds no dot."""
_PROVIDER_AFTER = "10"
"""Seconds after which the provider is asked again."""


def asker() -> Caller | None:
    """Who sent the request, by its token; None without one.

    A token that is not known is refused, not ignored.
    """
    request = current()
    if not request.identified:
        request.caller = _identified(request)
        request.identified = True
    return request.caller


def caller() -> Player | None:
    """The player who sent the request; None without a token. A token that lacks the scope which the
    operation needs is refused."""
    found = asker()
    if found is None:
        return None
    needed = needed_scope(current_app.view_functions[current().endpoint or ""])
    if needed is not None and needed not in found.scopes:
        raise lacking(needed)
    return found.player


def player() -> Player:
    """The player whose token came with the request, which must have one."""
    found = caller()
    if found is None:
        raise ProblemError("unauthenticated", "This operation requires a player's token.")
    return found


def scopes() -> frozenset[Scope]:
    """What the caller may do; nothing without a token."""
    found = asker()
    return frozenset() if found is None else found.scopes


def _identified(request: ApiRequest) -> Caller | None:
    header = request.headers.get("Authorization")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    if scheme.lower() != _SCHEME or not token.strip():
        raise ProblemError("unauthenticated", "Send the token as Authorization: Bearer <token>.")
    return _by_token(services(), token.strip())


def token_validator() -> TokenValidator:
    """Whether the token that came with the request is taken still, to be asked again and again by
    an answer that goes on. A store or a provider that does not answer changes nothing."""
    header = current().headers.get("Authorization")
    if header is None:
        return lambda: True
    deps, token = services(), header.partition(" ")[2].strip()

    def stands() -> bool:
        try:
            _by_token(deps, token)
        except ProblemError as error:
            return error.code != "invalid_token"
        except StoreUnavailableError:
            return True
        return True

    return stands


def withdrawn() -> ProblemError:
    """The problem of an answer that went on until its token was no longer taken."""
    return wrong_token("The token has expired or was revoked in the meantime.")


def _by_token(deps: Services, token: str) -> Caller:
    if deps.provider is not None and _JWT.fullmatch(token):
        return _by_provider(deps, deps.provider, token)
    found = deps.players.of_token(token)
    if found is None:
        raise wrong_token("The token is invalid, has expired or was revoked.")
    return found


def _by_provider(deps: Services, provider: Provider, token: str) -> Caller:
    """The player whom an identity provider means; its first token opens the account."""
    try:
        identity, granted = provider.identified(token)
    except WrongTokenError as error:
        raise wrong_token(f"The token is invalid. {error}") from None
    except OutOfReachError:
        raise ProblemError(
            "identity_unavailable",
            "The identity provider is unavailable, so the token cannot be verified.",
            headers={"Retry-After": _PROVIDER_AFTER},
        ) from None
    found = deps.players.of_identity(identity, deps.clock())
    if found is None:
        raise wrong_token("The account of this token is being deleted.")
    return Caller(found, granted)


def wrong_token(detail: str) -> ProblemError:
    """The problem of a token that identifies nobody."""
    challenge = 'Bearer realm="afteraction", error="invalid_token"'
    return ProblemError("invalid_token", detail, headers={"WWW-Authenticate": challenge})


def lacking(needed: Scope) -> ProblemError:
    """The problem of a token without a scope."""
    challenge = f'Bearer realm="afteraction", error="insufficient_scope", scope="{needed}"'
    return ProblemError(
        "insufficient_scope",
        f"This operation requires a token with the scope {needed}.",
        {"scope": needed},
        {"WWW-Authenticate": challenge},
    )


def may_see(state: GameState, who: Player | None) -> bool:
    """Whether a game may be shown at all: public ones to anyone."""
    if state.created.visibility is Visibility.PUBLIC:
        return True
    match = state.created.match
    expected = () if match is None else match.players.values()
    known = {state.created.created_by, *state.seats.values(), *expected}
    return who is not None and who.id in known


def has_sight(state: GameState, who: Player | None, deps: Services | None = None) -> bool:
    """Whether a game may be shown. Who has brought a game in from elsewhere may see it too, under
    whatever names it was played there. ``deps`` are handed in where no request is being answered
    any more."""
    return may_see(state, who) or _has_imported(state, who, deps)


def require_sight(state: GameState, who: Player | None) -> None:
    """Answer as if there were no game when it may not be shown."""
    if not has_sight(state, who):
        raise ProblemError("not_found", "No game has this id, or the game is private.")


def _has_imported(state: GameState, who: Player | None, deps: Services | None) -> bool:
    if who is None or state.status is not Status.FINISHED:
        return False
    mark = (deps or services()).imports.imported(state.created.game)
    return mark is not None and mark.imported_by == who.id


def held_by(state: GameState, who: Player | None) -> frozenset[Seat]:
    """The seats the caller holds; none for a spectator."""
    return frozenset(state.seats_of(who.id if who else None))


def seats_at(state: GameState, who: Player | None) -> frozenset[Seat]:
    """The seats whose cards the caller sees: those it holds, and the one that leads its team."""
    return state.table.visible_hands(held_by(state, who))
