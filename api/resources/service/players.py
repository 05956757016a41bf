"""Players: opening an account, asking who one is or who somebody is, closing the account."""

import re
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from flask import Response
from flask_smorest import Blueprint

from api.access.identity import authenticate, invalid_token, player
from api.http.cursors import decode, encode
from api.http.problems import ProblemError
from api.http.requests import body, query, secret_idempotency_key
from api.http.responses import answer
from api.operations.operation import (
    IDEMPOTENCY_KEY,
    LOCATION,
    NO_TOKEN,
    OPTIONAL_ADMIN_TOKEN,
    READ_TOKEN,
    REPLAYED,
    Operation,
    Success,
)
from api.resources.service.admin import note
from api.schemas.service.players import (
    PlayerAnswer,
    PlayerNameSchema,
    PlayerRatingAnswer,
    PlayerRequestSchema,
    PlayersQuerySchema,
    PlayerWithTokenAnswer,
    PublicPlayerAnswer,
    PublicPlayersPageAnswer,
)
from api.services import services
from api.settings import CLOSED
from domain.values.bots import bot_kind
from events.accounts.names import tag
from events.accounts.players import Player
from events.accounts.tokens import Scope
from events.read_models.player_names import MAX_KEY, NamePosition
from events.read_models.rating_keys import RatedBy

players = Blueprint("players", __name__, description="Accounts of players.")
_NEW_PLAYER = PlayerRequestSchema()
_NEW_NAME = PlayerNameSchema()
_SEARCH = PlayersQuerySchema()
_NAMES_FOR = "public, max-age=60"
_NAME_POSITION = re.compile(r"([^\0]{1,90})\0([A-Za-z0-9_-]{1,64})")


@Operation(
    players,
    "POST /v1/players",
    "Create a player",
    Success(201, PlayerWithTokenAnswer, headers=LOCATION | REPLAYED),
    body=PlayerRequestSchema,
    headers=(IDEMPOTENCY_KEY,),
    security=OPTIONAL_ADMIN_TOKEN,
)
def create_player() -> Response:
    """The token is returned only once; send it as `Authorization: Bearer`. It has the scopes `read`
    and `play`.

    With an `Idempotency-Key` of at least 16 characters, such as a random UUID, a repeated request
    within 24 hours returns the same account and token: whoever knows the key gets them.

    If sign-up is closed, this requires an administrator's token; otherwise it needs no token.
    """
    who = _administrator() if services().settings.sign_up == CLOSED else None
    params = body(_NEW_PLAYER)
    name, bot, now = params["name"], params["bot"], services().clock()
    accounts = services().players
    key, replayed = secret_idempotency_key(params), False
    if key is None:
        new, token = accounts.register(name, now, bot=bot)
    else:
        new, token, replayed = accounts.register_once(name, now, key, bot=bot)
    if who is not None and not replayed:
        note("player created", who, player=new.id)
    headers = {"Location": "/v1/players/me"}
    if replayed:
        headers["Idempotency-Replayed"] = "true"
    return answer(PlayerWithTokenAnswer(**_shown(new), token=token), 201, headers)


@Operation(
    players,
    "GET /v1/players/me",
    "Get your account",
    Success(200, PlayerAnswer),
    security=READ_TOKEN,
)
def get_me() -> Response:
    """The player whose token the request carries."""
    return answer(PlayerAnswer(**_shown(player())))


@Operation(
    players,
    "PATCH /v1/players/me",
    "Change your name",
    Success(200, PlayerAnswer),
    body=PlayerNameSchema,
)
def rename_me() -> Response:
    """Your id and your tag stay. Other processes of the service may show the old name for a few
    seconds, and caches for a minute."""
    who = player()
    named = services().players.rename(who, body(_NEW_NAME)["name"])
    if named is None:
        raise invalid_token("The account of this token is being deleted.")
    return answer(PlayerAnswer(**_shown(named)))


@Operation(players, "DELETE /v1/players/me", "Delete your account", Success(204))
def delete_me() -> Response:
    """Permanent, and possible at any time.

    Your name is erased at once, and every process of the service refuses your tokens within three
    seconds. Within seconds your annotations, studies and webhooks are deleted and your running
    games resigned; games that are waiting for a second player are resigned when they start. Your id
    remains in the events of your games without a name, so that their histories still verify.
    Repeating the request returns 401.
    """
    services().players.delete(player().id, services().clock())
    return Response(status=HTTPStatus.NO_CONTENT)


@Operation(
    players,
    "GET /v1/players/<string:player_id>",
    "Get a player",
    Success(200, PublicPlayerAnswer),
    fails=(404, 503),
    security=NO_TOKEN,
)
def get_player(player_id: str) -> Response:
    """Resolves the player ids in states, lists and events to a name and its `tag`. A deleted
    account has no name; do not cache a name longer than the response allows.
    """
    known = services().players.of_id(player_id)
    if known is None:
        raise ProblemError("not_found", "No player has this id.")
    [public] = _public([known])
    return answer(public, cache=_NAMES_FOR)


@Operation(
    players,
    "GET /v1/players",
    "Find players",
    Success(200, PublicPlayersPageAnswer),
    fails=(503,),
    query=PlayersQuerySchema,
    security=NO_TOKEN,
)
def find_players() -> Response:
    """By the beginning of their names, in alphabetical order."""
    params = query(_SEARCH)
    cursor = params.get("cursor")
    after = None if cursor is None else decode(cursor, _name_position)
    found, last = services().player_names.find(params["name"], params["limit"], after)
    more = None if last is None else encode(last.entry)
    return answer(PublicPlayersPageAnswer(_public(found), more))


def _public(found: Sequence[Player]) -> list[PublicPlayerAnswer]:
    """Return the public profiles of players."""
    people = [one.id for one in found if not bot_kind(one.id)]
    ratings = {
        by: {player: PlayerRatingAnswer.of(standing) for player, standing in standings.items()}
        for by, standings in services().ratings.of_players(people).items()
    }
    return [
        PublicPlayerAnswer(
            **_shown(one),
            deleted=one.deleted,
            rating=ratings[RatedBy.RESULTS].get(one.id),
            luck_adjusted_rating=ratings[RatedBy.LUCK_ADJUSTED].get(one.id),
        )
        for one in found
    ]


def _name_position(text: str) -> NamePosition:
    match = _NAME_POSITION.fullmatch(text)
    if match is None or len(match[1].encode()) > MAX_KEY:
        raise ValueError(text)
    return NamePosition(match[1], match[2])


def _administrator() -> Player:
    authenticated = authenticate()
    if authenticated is None or Scope.ADMIN not in authenticated.scopes:
        raise ProblemError(
            "sign_up_closed", "Only an administrator can create players on this service."
        )
    return authenticated.player


def _shown(account: Player) -> dict[str, Any]:
    return {
        "id": account.id,
        "name": account.name,
        "tag": tag(account.id),
        "created_at": account.created_at,
        "bot": bot_kind(account.id),
    }
