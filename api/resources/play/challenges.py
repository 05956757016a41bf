"""Challenges, to a player or to anyone, and the lobby."""

from http import HTTPStatus
from typing import Any

from flask import Response
from flask_smorest import Blueprint
from msgspec import convert

from api.access.identity import caller, player
from api.commands.challenges import (
    accept,
    close,
    decline,
    draft_challenge,
    open_challenge,
    refreshed,
    with_game,
)
from api.http import cursors
from api.http.problems import ProblemError
from api.http.requests import body, idempotency_key, query
from api.http.responses import answer
from api.operations.operation import (
    IDEMPOTENCY_KEY,
    LOCATION,
    OPTIONAL_TOKEN,
    REPLAYED,
    Operation,
    Success,
)
from api.schemas.play.challenges import (
    MINE,
    ChallengeAnswer,
    ChallengeRequestSchema,
    ChallengesPageAnswer,
    ChallengesQuerySchema,
    JoiningQuerySchema,
)
from api.schemas.play.lobby import FEW, MOST, LobbyAnswer
from api.services import services
from domain.values import Status
from events.accounts.blocks import BlockLevel
from events.accounts.players import Player
from events.lobby.challenges import MAX_OPEN, Challenge, ChallengeStatus, TooManyChallengesError
from events.read_models.catalog import Query

challenges = Blueprint("challenges", __name__, description="Challenges: finding an opponent.")
_NEW, _QUERY, _JOINING = ChallengeRequestSchema(), ChallengesQuerySchema(), JoiningQuerySchema()
_PLACE = "/v1/challenges/<string:challenge_id>"


@Operation(
    challenges,
    "POST /v1/challenges",
    "Create a challenge",
    Success(201, ChallengeAnswer, headers=LOCATION | REPLAYED),
    fails=(409,),
    body=ChallengeRequestSchema,
    headers=(IDEMPOTENCY_KEY,),
)
def create_challenge() -> Response:
    """A challenge for two goes to one player or to anyone; accepting it seats both and starts the
    game. With more than two, players join seat by seat, and the last one starts the game.

    With `pair`, two players who want the same are paired at once: the response is then the accepted
    challenge of the other player. A player may have 20 open challenges.
    """
    who, params = player(), body(_NEW)
    key = idempotency_key(who, params, scope="challenge")
    draft = draft_challenge(params, who, key)
    try:
        added = services().challenges.add(draft, key)
    except TooManyChallengesError:
        detail = f"You have {MAX_OPEN} open challenges, which is the limit; nothing was done."
        raise ProblemError("too_many_challenges", detail, {"most": MAX_OPEN}) from None
    if added.known:
        challenge, headers = refreshed(added.challenge), {"Idempotency-Replayed": "true"}
    else:
        challenge, headers = open_challenge(added.challenge, pair=params["pair"]), {}
    headers["Location"] = f"/v1/challenges/{challenge.id}"
    return answer(_challenge_answer(challenge), HTTPStatus.CREATED, headers)


@Operation(
    challenges,
    "GET /v1/challenges",
    "List challenges",
    Success(200, ChallengesPageAnswer),
    query=ChallengesQuerySchema,
    security=OPTIONAL_TOKEN,
)
def list_challenges() -> Response:
    """Newest first. Closed challenges are listed for about a month."""
    params = query(_QUERY)
    mine = params["whose"] == MINE
    who = player() if mine else caller()
    after = cursors.decode(params["cursor"], Challenge.place) if "cursor" in params else ""
    items, last = page_for(who, params["limit"], after, mine=mine)
    return answer(ChallengesPageAnswer(items, cursors.encode(last) if last else None))


def page_for(
    who: Player | None, limit: int, after: str = "", *, mine: bool
) -> tuple[list[ChallengeAnswer], str | None]:
    """Return a page of a viewer's own challenges or of all, newest first, without those of blocked
    players, and the position of the next page."""
    page, last = services().challenges.page(
        who.id if mine and who else None, services().clock(), limit, after
    )
    hidden = services().blocks.of(who.id) if who else {}
    visible = [each for each in page if hidden.get(each.challenger) is not BlockLevel.BLOCK]
    return [_challenge_answer(each) for each in visible], last


@Operation(
    challenges, "GET /v1/lobby", "Get the lobby", Success(200, LobbyAnswer), security=OPTIONAL_TOKEN
)
def get_lobby() -> Response:
    """The first of `listGames` and `listChallenges`: 20 of your games, 20 waiting, 6 active and 6
    finished ones."""
    who = caller()
    games, found = list(_lobby_games(who).values()), _open_to(who)
    seated = {one for game in games for one in game["seats"].values()}
    accounts = services().players.of_ids(sorted(seated | {each.challenger for each in found}))
    names = {one.id: one.name for one in accounts.values() if one.name is not None}
    return answer(LobbyAnswer(games=games, challenges=found, names=names))


def _lobby_games(who: Player | None) -> dict[str, dict[str, Any]]:
    """Return the games by id, so that the caller's own are not repeated."""
    viewer = who.id if who else None
    queries = [(Query(viewer, player=viewer), MOST)] if who else []
    queries += [(Query(viewer, Status.WAITING), MOST)]
    queries += [(Query(viewer, status), FEW) for status in (Status.ACTIVE, Status.FINISHED)]
    pages = [services().catalog.find(*query)[0] for query in queries]
    return {game["id"]: game for page in pages for game in page}


def _open_to(who: Player | None) -> list[ChallengeAnswer]:
    """Return the viewer's own open challenges, then those to anyone."""
    mine = page_for(who, MOST, mine=True)[0] if who else []
    own = {each.id: each for each in mine if each.status is ChallengeStatus.OPEN}
    others = page_for(who, MOST, mine=False)[0]
    return [*own.values(), *(each for each in others if each.id not in own)]


@Operation(
    challenges,
    f"GET {_PLACE}",
    "Get a challenge",
    Success(200, ChallengeAnswer),
    fails=(404,),
    security=OPTIONAL_TOKEN,
)
def get_challenge(challenge_id: str) -> Response:
    """A challenge to a player is visible to both; one to anyone, to everyone."""
    return answer(_challenge_answer(with_game(_find(challenge_id, caller()))))


@Operation(
    challenges,
    f"POST {_PLACE}/accept",
    "Accept a challenge",
    Success(200, ChallengeAnswer),
    fails=(403, 404, 409),
    query=JoiningQuerySchema,
)
def accept_challenge(challenge_id: str) -> Response:
    """The game starts at once, or when the last seat is taken; `game` is its id. Accepting it again
    changes nothing."""
    who, params = player(), query(_JOINING)
    challenge = _find(challenge_id, who)
    accepted = accept(challenge, who, params.get("seat"), params.get("side"))
    return answer(_challenge_answer(accepted))


@Operation(
    challenges,
    f"POST {_PLACE}/decline",
    "Decline a challenge",
    Success(200, ChallengeAnswer),
    fails=(403, 404, 409),
)
def decline_challenge(challenge_id: str) -> Response:
    """For the challenged player, or one who has joined, whose seat then becomes free for anyone.
    Declining it again changes nothing."""
    who = player()
    return answer(_challenge_answer(decline(_find(challenge_id, who), who)))


@Operation(
    challenges,
    f"POST {_PLACE}/cancel",
    "Cancel a challenge",
    Success(200, ChallengeAnswer),
    fails=(403, 404, 409),
)
def cancel_challenge(challenge_id: str) -> Response:
    """For the challenger. Cancelling it again changes nothing."""
    who = player()
    challenge = _find(challenge_id, who)
    if challenge.challenger != who.id:
        raise ProblemError("forbidden", "Only the player who made a challenge can cancel it.")
    return answer(_challenge_answer(close(challenge, ChallengeStatus.CANCELLED)))


def _find(challenge_id: str, who: Player | None) -> Challenge:
    challenge = services().challenges.find(challenge_id)
    if challenge is None or not challenge.is_visible_to(who.id if who else None):
        raise ProblemError("not_found", "No challenge has this id, or it is not for you.")
    return challenge.at(services().clock())


def _challenge_answer(challenge: Challenge) -> ChallengeAnswer:
    return convert(challenge, ChallengeAnswer, from_attributes=True)
