"""A player's tokens: making, listing, revoking."""

from datetime import timedelta
from http import HTTPStatus
from typing import Any

from flask import Response
from flask_smorest import Blueprint

from api.answers import answer
from api.identity import lacking, player, scopes
from api.operation import READ_TOKEN, Operation, Success, endpoint
from api.problems import ProblemError
from api.requests import body
from api.schemas.tokens import NewTokenSchema, TokensPageSchema, TokenWithSecretSchema
from api.services import services
from events.clock import at_milliseconds
from events.listing import milliseconds
from events.tokens import MOST_TOKENS, NewToken, Scope, Token, TooManyTokensError

tokens = Blueprint("tokens", __name__, description="What identifies a player, and for what.")
_NEW_TOKEN = NewTokenSchema()
_DAY = round(timedelta(days=1) / timedelta(milliseconds=1))


@endpoint(
    tokens,
    "POST",
    "/v1/players/me/tokens",
    Operation(
        "createToken",
        "Make a token",
        Success(201, TokenWithSecretSchema),
        fails=(400, 401, 409, 413, 415, 422, 503),
        body=NewTokenSchema,
    ),
)
def create_token() -> Response:
    """For a further device, a bot, or somebody who is to look on only. It is shown this once.

    A token has the scopes that you name, of those that yours has; `read` is in every one. A player
    may have 50 tokens at a time.
    """
    who = player()
    wish = body(_NEW_TOKEN)
    wanted = frozenset(map(Scope, wish["scopes"])) | {Scope.READ}
    for scope in sorted(wanted - scopes()):
        raise lacking(scope)
    expires_at = None
    if "expires_in_days" in wish:
        expires_at = at_milliseconds(
            milliseconds(services().clock()) + wish["expires_in_days"] * _DAY
        )
    try:
        made, secret = services().players.tokens.add(
            who.id, NewToken(wish["name"], wanted, expires_at)
        )
    except TooManyTokensError:
        detail = f"You have {MOST_TOKENS} tokens; nothing was done."
        raise ProblemError("too_many_tokens", detail) from None
    return answer({**_shown(made), "token": secret}, 201)


@endpoint(
    tokens,
    "GET",
    "/v1/players/me/tokens",
    Operation(
        "listTokens",
        "List my tokens",
        Success(200, TokensPageSchema),
        fails=(401, 422, 503),
        security=READ_TOKEN,
    ),
)
def list_tokens() -> Response:
    """Oldest first, less those that have expired. Nothing in the list opens anything."""
    found = services().players.tokens.of_player(player().id)
    return answer({"items": [_shown(token) for token in found], "next": None})


@endpoint(
    tokens,
    "DELETE",
    "/v1/players/me/tokens/<string:token_id>",
    Operation(
        "revokeToken",
        "Revoke a token",
        Success(204),
        fails=(401, 404, 422, 503),
    ),
)
def revoke_token(token_id: str) -> Response:
    """It is refused from then on, by every process of the service within three seconds.

    You may revoke the token that you send. A player without any token cannot come back, unless an
    identity provider says who it is.
    """
    if not services().players.revoke(player().id, token_id):
        raise ProblemError("not_found", "You have no token with this id.")
    return Response(status=HTTPStatus.NO_CONTENT)


def _shown(token: Token) -> dict[str, Any]:
    return {
        "id": token.id,
        "name": token.name,
        "scopes": [scope for scope in Scope if scope in token.scopes],
        "created_at": token.created_at,
        "expires_at": token.expires_at,
        "last_used_at": token.last_used_at,
    }
