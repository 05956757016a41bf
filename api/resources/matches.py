"""Matches: two games of one battle with the sides swapped, and one score."""

import hashlib

from flask import Response
from flask_smorest import Blueprint

from api.answers import answer
from api.identity import caller, player, require_sight, seats_at
from api.operation import ETAG, LOCATION, OPTIONAL_TOKEN, Operation, Success, endpoint
from api.problems import ProblemError
from api.schemas.matches import MatchSchema
from api.schemas.state import GameSchema
from api.services import services
from api.shown import origins, shown
from api.sight import look, seen_by
from api.tags import etag
from domain.commands import TakeSeat
from domain.errors import IllegalCommandError, Rule
from domain.events import MatchGame
from domain.match import score, second_game
from domain.state import GameState
from domain.steps.lifecycle import NewGame
from domain.values import Seat, Status
from events.execute import ContentionError, GameNotFoundError, new_seed
from events.loaded import Loaded

matches = Blueprint("matches", __name__, description="Two games with the sides swapped.")
_ID_DIGITS = 20


@endpoint(
    matches,
    "POST",
    "/v1/games/<string:game_id>/rematch",
    Operation(
        "playRematch",
        "Play the second game of a match",
        Success(200, GameSchema, headers=ETAG | LOCATION),
        fails=(401, 403, 404, 409, 422, 503),
    ),
)
def play_rematch(game_id: str) -> Response:
    """The same battle with the sides swapped, once the first game is over.

    Each player asks for it and is seated at once on the other side; the second one starts the
    game. Asking again changes nothing.
    """
    who = player()
    first = services().games.current(game_id).state
    require_sight(first, who)
    held = first.seats_of(who.id)
    if not held:
        raise ProblemError("forbidden", "You hold no seat at this game.")
    if services().imports.imported(game_id) is not None:
        raise ProblemError("forbidden", "The game was not played here; it has no rematch here.")
    if first.created.branch is not None:
        raise ProblemError("forbidden", "A sandbox has no rematch; branch off again.")
    if first.created.match is not None:
        raise IllegalCommandError(Rule.MATCH_COMPLETE)
    if first.status is not Status.FINISHED:
        raise IllegalCommandError(Rule.MATCH_GAME_OPEN)
    second = _second(first) or _created(first, who.id)
    for seat in held:
        second = _seated(second, seat.opponent, who.id)
    seats = seats_at(second.state, who)
    headers = {
        "ETag": etag(second, seats),
        "Location": f"/v1/games/{second.state.created.game}",
    }
    return answer(shown(second.state, seats), headers=headers)


@endpoint(
    matches,
    "GET",
    "/v1/games/<string:game_id>/match",
    Operation(
        "getMatch",
        "The score of a match",
        Success(200, MatchSchema),
        fails=(401, 404, 422, 503),
        security=OPTIONAL_TOKEN,
    ),
)
def get_match(game_id: str) -> Response:
    """Of the match that this game opened or belongs to; any game may be the first of one.

    Whoever has more medals from both games wins.
    """
    who = caller()
    asked = look(game_id, who).state
    match = asked.created.match
    first = asked if match is None else look(_first(asked, match), who).state
    if len(first.seats) < len(Seat):
        raise ProblemError("not_found", "The game has not begun; there is no score.")
    found = _second(first) if match is None else None
    second = asked if match is not None else seen_by(found, who).state if found else None
    result = score(first, second)
    games = [first] if second is None else [first, second]
    imported = origins(games)
    return answer(
        {
            "games": [
                {
                    "id": state.created.game,
                    "number": number,
                    "status": state.status,
                    "winner": state.winner,
                    "imported": imported[state.created.game],
                }
                for number, state in enumerate(games, start=1)
            ],
            "standings": [
                {"player": one.player, "medals": one.medals, "total": one.total}
                for one in result.standings
            ],
            "finished": result.finished,
            "winner": result.winner,
        }
    )


def _first(second: GameState, match: MatchGame) -> str:
    """The game that opened the match of a second one. A log from elsewhere may name any game as
    its first: it is believed about others from elsewhere only."""
    foreign = services().imports.marks([second.created.game, match.first])
    if len(foreign) == 1:
        raise ProblemError("not_found", "The first game of the match was not played there.")
    return match.first


def _second_id(first: GameState) -> str:
    """Follows from the first game, so that there is one only. Whoever brings a game in chooses its
    id: one that takes the place of a second game played here is passed over."""
    imports = services().imports
    text = f"rematch:{first.created.game}"
    number = 0
    while True:
        told = f"{text}:{number}" if number else text
        game = f"gm_{hashlib.sha256(told.encode('ascii')).hexdigest()[:_ID_DIGITS]}"
        marked = imports.marks([first.created.game, game])
        if game not in marked or first.created.game in marked:
            return game
        number += 1


def _second(first: GameState) -> Loaded | None:
    try:
        second = services().games.current(_second_id(first))
    except GameNotFoundError:
        return None
    match = second.state.created.match
    return second if match is not None and match.first == first.created.game else None


def _created(first: GameState, player_id: str) -> Loaded:
    made = first.created
    new = NewGame(
        game=_second_id(first),
        scenario=made.scenario,
        setup=made.setup,
        variant=made.variant,
        undo=made.undo,
        visibility=made.visibility,
        created_by=player_id,
        move_time_limit=made.move_time_limit,
        spectator_delay=made.spectator_delay,
        seed=new_seed(),
        match=second_game(first),
    )
    try:
        return services().games.create(made.edition, new).loaded
    except ContentionError:
        return services().games.current(new.game)


def _seated(second: Loaded, seat: Seat, player_id: str) -> Loaded:
    """The game with the player in the seat, who may sit there already."""
    game = second.state.created.game
    if second.state.seats.get(seat) == player_id:
        return second
    try:
        return services().games.submit(game, TakeSeat(seat, player_id)).loaded
    except IllegalCommandError:
        now = services().games.current(game)
        if now.state.seats.get(seat) != player_id:
            raise
        return now
