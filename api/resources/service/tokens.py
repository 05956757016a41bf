"""A player's tokens: creating, listing and revoking them."""

from datetime import timedelta
from http import HTTPStatus
from typing import TypeVar

from flask import Response
from flask_smorest import Blueprint

from api.access.identity import insufficient_scope, player, scopes
from api.http.problems import ProblemError
from api.http.requests import body, secret_idempotency_key
from api.http.responses import answer
from api.operations.operation import IDEMPOTENCY_KEY, READ_TOKEN, REPLAYED, Operation, Success
from api.schemas.service.tokens import (
    TokenAnswer,
    TokenRequestSchema,
    TokensPageAnswer,
    TokenWithSecretAnswer,
)
from api.services import services
from events.accounts.tokens import MAX_TOKENS, NewToken, Scope, Token, TooManyTokensError
from events.clock import at_milliseconds, milliseconds

tokens = Blueprint("tokens", __name__, description="Tokens and their scopes.")
_NEW_TOKEN = TokenRequestSchema()
Shown = TypeVar("Shown", bound=TokenAnswer)
_DAY = round(timedelta(days=1) / timedelta(milliseconds=1))


@Operation(
    tokens,
    "POST /v1/players/me/tokens",
    "Create a token",
    Success(201, TokenWithSecretAnswer, headers=REPLAYED),
    fails=(409,),
    body=TokenRequestSchema,
    headers=(IDEMPOTENCY_KEY,),
)
def create_token() -> Response:
    """For another device, a bot, or read-only access. The token is returned only once.

    With an `Idempotency-Key` of at least 16 characters, such as a random UUID, a repeated request
    within 24 hours returns the same token, unless it was revoked.

    Its scopes must be among those of your own token; every token has `read`. A player may have 50
    tokens at a time.
    """
    who = player()
    params = body(_NEW_TOKEN)
    requested = frozenset(map(Scope, params["scopes"])) | {Scope.READ}
    for scope in sorted(requested - scopes()):
        raise insufficient_scope(scope)
    expires_at = None
    if "expires_in_days" in params:
        expires_at = at_milliseconds(
            milliseconds(services().clock()) + params["expires_in_days"] * _DAY
        )
    new_token = NewToken(params["name"], requested, expires_at)
    key, replayed = secret_idempotency_key(params, who), False
    store = services().players.tokens
    try:
        if key is None:
            made, secret = store.add(who.id, new_token)
        else:
            made, secret, replayed = store.add_once(who.id, new_token, key)
    except TooManyTokensError:
        detail = f"You have {MAX_TOKENS} tokens, which is the limit; nothing was done."
        raise ProblemError("too_many_tokens", detail) from None
    headers = {"Idempotency-Replayed": "true"} if replayed else None
    return answer(_shown(made, TokenWithSecretAnswer, token=secret), 201, headers)


@Operation(
    tokens,
    "GET /v1/players/me/tokens",
    "List your tokens",
    Success(200, TokensPageAnswer),
    security=READ_TOKEN,
)
def list_tokens() -> Response:
    """Oldest first, without expired ones. The list does not contain the secrets."""
    found = services().players.tokens.of_player(player().id)
    return answer(TokensPageAnswer([_shown(token, TokenAnswer) for token in found], None))


@Operation(
    tokens,
    "DELETE /v1/players/me/tokens/<string:token_id>",
    "Revoke a token",
    Success(204),
    fails=(404,),
)
def revoke_token(token_id: str) -> Response:
    """Every process of the service refuses the token within three seconds.

    You may revoke the token that you are using. A player without any token cannot sign in again,
    except through an identity provider.
    """
    if not services().players.revoke(player().id, token_id):
        raise ProblemError("not_found", "You have no token with this id.")
    return Response(status=HTTPStatus.NO_CONTENT)


def _shown(known: Token, kind: type[Shown], **more: str) -> Shown:
    return kind(
        id=known.id,
        name=known.name,
        scopes=[scope for scope in Scope if scope in known.scopes],
        created_at=known.created_at,
        expires_at=known.expires_at,
        last_used_at=known.last_used_at,
        **more,
    )
