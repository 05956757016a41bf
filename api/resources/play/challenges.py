"""Challenges: made to a player or to anyone, and the game that comes of one that is accepted."""

from http import HTTPStatus
from typing import Any

from flask import Response
from flask_smorest import Blueprint
from msgspec import convert

from api.access.identity import caller, player
from api.commands.challenges import accepted, answered, closed, declined, drafted, known, with_game
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
    """For a game of two, to one player or to anyone. When it is accepted, both players are seated
    and the game starts. For more than two, players join seat by seat, and the last starts the game.

    With `pair` two players who want the same are paired at once: the response is then the accepted
    challenge of the other player. A player may have 20 open challenges.
    """
    who, params = player(), body(_NEW)
    key = idempotency_key(who, params, scope="challenge")
    draft = drafted(params, who, key)
    try:
        made = services().challenges.add(draft, key)
    except TooManyChallengesError:
        detail = f"You have {MAX_OPEN} open challenges, which is the limit; nothing was done."
        raise ProblemError("too_many_challenges", detail, {"most": MAX_OPEN}) from None
    shown = known(made.challenge) if made.known else answered(made.challenge, pair=params["pair"])
    headers = {"Idempotency-Replayed": "true"} if made.known else {}
    place = {"Location": f"/v1/challenges/{shown.id}"}
    return answer(_challenge_answer(shown), HTTPStatus.CREATED, place | headers)


@Operation(
    challenges,
    "GET /v1/challenges",
    "List challenges",
    Success(200, ChallengesPageAnswer),
    query=ChallengesQuerySchema,
    security=OPTIONAL_TOKEN,
)
def list_challenges() -> Response:
    """Newest first. What is over is listed for about a month."""
    params = query(_QUERY)
    mine = params["whose"] == MINE
    who = player() if mine else caller()
    after = cursors.read(params["cursor"], Challenge.place) if "cursor" in params else ""
    items, last = listed(who, params["limit"], after, mine=mine)
    return answer(ChallengesPageAnswer(items, cursors.written(last) if last else None))


def listed(
    who: Player | None, limit: int, after: str = "", *, mine: bool
) -> tuple[list[ChallengeAnswer], str | None]:
    """Challenges that somebody is shown, newest first, without those of blocked players; and where
    the list goes on."""
    found, last = services().challenges.page(
        who.id if mine and who else None, services().clock(), limit, after
    )
    hidden = services().blocks.of(who.id) if who else {}
    shown = [one for one in found if hidden.get(one.challenger) is not BlockLevel.BLOCK]
    return [_challenge_answer(one) for one in shown], last


@Operation(
    challenges, "GET /v1/lobby", "Get the lobby", Success(200, LobbyAnswer), security=OPTIONAL_TOKEN
)
def get_lobby() -> Response:
    """What `listGames` and `listChallenges` return first: 20 of your games, 20 that wait, 6 that
    run, 6 that are over."""
    who = caller()
    return answer(LobbyAnswer(games=list(_lobby_games(who).values()), challenges=_open_to(who)))


def _lobby_games(who: Player | None) -> dict[str, dict[str, Any]]:
    """By id: what is among one's own is not there twice."""
    viewer = who.id if who else None
    wanted = [(Query(viewer, player=viewer), MOST)] if who else []
    wanted += [(Query(viewer, Status.WAITING), MOST)]
    wanted += [(Query(viewer, status), FEW) for status in (Status.ACTIVE, Status.FINISHED)]
    pages = [services().catalog.find(*one)[0] for one in wanted]
    return {game["id"]: game for page in pages for game in page}


def _open_to(who: Player | None) -> list[ChallengeAnswer]:
    """One's own that are open, then those to anyone."""
    mine = listed(who, MOST, mine=True)[0] if who else []
    own = {one.id: one for one in mine if one.status is ChallengeStatus.OPEN}
    others = listed(who, MOST, mine=False)[0]
    return [*own.values(), *(one for one in others if one.id not in own)]


@Operation(
    challenges,
    f"GET {_PLACE}",
    "Get a challenge",
    Success(200, ChallengeAnswer),
    fails=(404,),
    security=OPTIONAL_TOKEN,
)
def get_challenge(challenge_id: str) -> Response:
    """A challenge to a player is visible to the two of them, one to anyone to everyone."""
    return answer(_challenge_answer(with_game(_found(challenge_id, caller()))))


@Operation(
    challenges,
    f"POST {_PLACE}/accept",
    "Accept a challenge",
    Success(200, ChallengeAnswer),
    fails=(403, 404, 409),
    query=JoiningQuerySchema,
)
def accept_challenge(challenge_id: str) -> Response:
    """The game starts at once, or when the last seat is taken: `game` is its id. Accepting it again
    changes nothing."""
    who, wanted = player(), query(_JOINING)
    found = _found(challenge_id, who)
    return answer(_challenge_answer(accepted(found, who, wanted.get("seat"), wanted.get("side"))))


@Operation(
    challenges,
    f"POST {_PLACE}/decline",
    "Decline a challenge",
    Success(200, ChallengeAnswer),
    fails=(403, 404, 409),
)
def decline_challenge(challenge_id: str) -> Response:
    """For a player whom it was made to, and for one who has joined, whose seat is then free for
    anyone. Declining it again changes nothing."""
    who = player()
    return answer(_challenge_answer(declined(_found(challenge_id, who), who)))


@Operation(
    challenges,
    f"POST {_PLACE}/cancel",
    "Cancel a challenge",
    Success(200, ChallengeAnswer),
    fails=(403, 404, 409),
)
def cancel_challenge(challenge_id: str) -> Response:
    """For its challenger. Cancelling it again changes nothing."""
    who = player()
    found = _found(challenge_id, who)
    if found.challenger != who.id:
        raise ProblemError("forbidden", "Only the player who made a challenge can cancel it.")
    return answer(_challenge_answer(closed(found, ChallengeStatus.CANCELLED)))


def _found(name: str, who: Player | None) -> Challenge:
    found = services().challenges.find(name)
    if found is None or not found.is_seen_by(who.id if who else None):
        raise ProblemError("not_found", "No challenge has this id, or it is not for you.")
    return found.at(services().clock())


def _challenge_answer(one: Challenge) -> ChallengeAnswer:
    return convert(one, ChallengeAnswer, from_attributes=True)
