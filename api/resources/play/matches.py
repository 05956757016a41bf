"""Matches: two games of one battle with the sides swapped, and one score."""

import hashlib

from flask import Response
from flask_smorest import Blueprint
from msgspec import convert

from api.access.identity import caller, player, require_sight, seats_at
from api.access.views import view_for, view_of
from api.answers.states import origins, shown
from api.commands.tables import seated_bots
from api.http.etags import etag
from api.http.problems import ProblemError
from api.http.responses import answer
from api.operations.operation import ETAG, LOCATION, OPTIONAL_TOKEN, Operation, Success
from api.schemas.play.matches import MatchAnswer, MatchGameSummaryAnswer, StandingAnswer
from api.schemas.play.state import GameAnswer
from api.services import services
from domain.analysis.match import score, second_game, second_table, swapped
from domain.commands import TakeSeat
from domain.errors import IllegalCommandError, Rule
from domain.events import MatchGame
from domain.state import GameState
from domain.steps.table.lifecycle import GameOptions
from domain.values import Seat, Status
from events.games.errors import ContentionError, GameNotFoundError
from events.games.service import new_seed
from events.games.snapshot import GameSnapshot

matches = Blueprint("matches", __name__, description="Matches: two games with the sides swapped.")
_ID_DIGITS = 20


@Operation(
    matches,
    "POST /v1/games/<string:game_id>/rematch",
    "Start the second game of a match",
    Success(200, GameAnswer, headers=ETAG | LOCATION),
    fails=(403, 404, 409),
)
def play_rematch(game_id: str) -> Response:
    """The same scenario with the sides swapped, once the first game is over.

    Each player requests it and gets the seats of the same rank on the other side at once; the
    game starts with the last request. Bots are seated with the first one. Repeating the request
    changes nothing.
    """
    who = player()
    first = services().games.current(game_id).state
    require_sight(first, who)
    held = first.seats_of(who.id)
    if not held:
        raise ProblemError("forbidden", "You do not hold a seat in this game.")
    if services().imports.imported(game_id) is not None:
        raise ProblemError(
            "forbidden", "The game was imported, so it has no rematch on this service."
        )
    if first.created.branch is not None:
        raise ProblemError("forbidden", "A sandbox has no rematch. Create another branch instead.")
    if first.created.match is not None:
        raise IllegalCommandError(Rule.MATCH_COMPLETE)
    if first.status is not Status.FINISHED:
        raise IllegalCommandError(Rule.MATCH_GAME_OPEN)
    second, across = _second(first) or _created(first, who.id), swapped(first)
    for seat in held:
        second = _seated(second, across[seat], who.id)
    seats = seats_at(second.state, who)
    headers = {
        "ETag": etag(second, seats),
        "Location": f"/v1/games/{second.state.created.game}",
    }
    return answer(shown(second.state, seats), headers=headers)


@Operation(
    matches,
    "GET /v1/games/<string:game_id>/match",
    "Get the score of a match",
    Success(200, MatchAnswer),
    fails=(404,),
    security=OPTIONAL_TOKEN,
)
def get_match(game_id: str) -> Response:
    """Returns the match that this game belongs to or started; any game can be the first of a match.

    The player with more medals in both games together wins; of several on a side, the first.
    """
    who = caller()
    asked = view_for(game_id, who).state
    match = asked.created.match
    first = asked if match is None else view_for(_first(asked, match), who).state
    if first.free_seats:
        raise ProblemError("not_found", "The game has not started, so it has no score yet.")
    found = _second(first) if match is None else None
    second = asked if match is not None else view_of(found, who).state if found else None
    result = score(first, second)
    games = [first] if second is None else [first, second]
    imported = origins(games)
    score_so_far = MatchAnswer(
        games=[
            MatchGameSummaryAnswer(
                id=state.created.game,
                number=number,
                status=state.status,
                winner=state.winner,
                imported=imported[state.created.game],
            )
            for number, state in enumerate(games, start=1)
        ],
        standings=convert(result.standings, list[StandingAnswer], from_attributes=True),
        finished=result.finished,
        winner=result.winner,
    )
    return answer(score_so_far)


def _first(second: GameState, match: MatchGame) -> str:
    """The game that opened the match of a second one. A log from elsewhere may name any game as
    its first: it is believed about others from elsewhere only."""
    foreign = services().imports.marks([second.created.game, match.first])
    if len(foreign) == 1:
        raise ProblemError(
            "not_found", "The first game of the match was not played on that service."
        )
    return match.first


def _second_id(first: GameState) -> str:
    """Follows from the first game, so that there is one only. Whoever brings a game in chooses its
    id: one that takes the place of a second game played here is passed over."""
    imports = services().imports
    text = f"rematch:{first.created.game}"
    number = 0
    while True:
        numbered = f"{text}:{number}" if number else text
        game = f"gm_{hashlib.sha256(numbered.encode('ascii')).hexdigest()[:_ID_DIGITS]}"
        marked = imports.marks([first.created.game, game])
        if game not in marked or first.created.game in marked:
            return game
        number += 1


def _second(first: GameState) -> GameSnapshot | None:
    try:
        second = services().games.current(_second_id(first))
    except GameNotFoundError:
        return None
    match = second.state.created.match
    return second if match is not None and match.first == first.created.game else None


def _created(first: GameState, player_id: str) -> GameSnapshot:
    made = first.created
    new = GameOptions(
        game=_second_id(first),
        scenario=made.scenario,
        setup=made.setup,
        variant=made.variant,
        undo=made.undo,
        visibility=made.visibility,
        created_by=player_id,
        move_time_limit=made.move_time_limit,
        spectator_delay=made.spectator_delay,
        clock=made.clock,
        seed=new_seed(),
        match=second_game(first),
        rated=made.rated,
        table=second_table(first),
    )
    try:
        bots = {} if new.match is None else seated_bots(new.match.players)
        return services().game_service.create(made.edition, new, seated=bots).loaded
    except ContentionError:
        return services().games.current(new.game)


def _seated(second: GameSnapshot, seat: Seat, player_id: str) -> GameSnapshot:
    """The game with the player in the seat, who may sit there already."""
    game = second.state.created.game
    if second.state.seats.get(seat) == player_id:
        return second
    try:
        return services().game_service.submit(game, TakeSeat(seat, player_id)).loaded
    except IllegalCommandError:
        now = services().games.current(game)
        if now.state.seats.get(seat) != player_id:
            raise
        return now
