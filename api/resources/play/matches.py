"""Matches: two games of one battle with the sides swapped, and their combined score."""

import hashlib

from flask import Response
from flask_smorest import Blueprint
from msgspec import convert

from api.access.identity import caller, player, require_visible, viewer_seats
from api.access.views import view_for, view_of
from api.answers.states import origins, state_answer
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

    Each player requests it and gets the corresponding seats of the other side; the game starts with
    the last request. Bots are seated with the first one. Repeating the request changes nothing.
    """
    who = player()
    first = services().games.current(game_id).state
    require_visible(first, who)
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
    second, opposite = _second(first) or _create(first, who.id), swapped(first)
    for seat in held:
        second = _take_seat(second, opposite[seat], who.id)
    seats = viewer_seats(second.state, who)
    headers = {
        "ETag": etag(second, seats),
        "Location": f"/v1/games/{second.state.created.game}",
    }
    return answer(state_answer(second.state, seats), headers=headers)


@Operation(
    matches,
    "GET /v1/games/<string:game_id>/match",
    "Get the score of a match",
    Success(200, MatchAnswer),
    fails=(404,),
    security=OPTIONAL_TOKEN,
)
def get_match(game_id: str) -> Response:
    """Returns the match that this game belongs to; any game can be the first of a match.

    The player with more medals in both games together wins; of several on a side, the first.
    """
    who = caller()
    state = view_for(game_id, who).state
    match = state.created.match
    second: GameState | None
    if match is None:
        first, snapshot = state, _second(state)
        second = view_of(snapshot, who).state if snapshot else None
    else:
        first, second = view_for(_first(state, match), who).state, state
    if first.free_seats:
        raise ProblemError("not_found", "The game has not started, so it has no score yet.")
    result = score(first, second)
    games = [first] if second is None else [first, second]
    imported = origins(games)
    content = MatchAnswer(
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
    return answer(content)


def _first(second: GameState, match: MatchGame) -> str:
    """Return the first game of a match. An imported log may claim any game as its first; the claim
    is trusted only if that one was imported too. Raises a problem."""
    foreign = services().imports.marks([second.created.game, match.first])
    if len(foreign) == 1:
        raise ProblemError(
            "not_found", "The first game of the match was not played on that service."
        )
    return match.first


def _second_id(first: GameState) -> str:
    """Return the id of the second game, which is derived from the first one, so that there is only
    one. An id that an imported game occupies is skipped: importers choose their ids."""
    imports = services().imports
    base = f"rematch:{first.created.game}"
    number = 0
    while True:
        text = f"{base}:{number}" if number else base
        game = f"gm_{hashlib.sha256(text.encode('ascii')).hexdigest()[:_ID_DIGITS]}"
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


def _create(first: GameState, player_id: str) -> GameSnapshot:
    created = first.created
    options = GameOptions(
        game=_second_id(first),
        scenario=created.scenario,
        setup=created.setup,
        variant=created.variant,
        undo=created.undo,
        visibility=created.visibility,
        created_by=player_id,
        move_time_limit=created.move_time_limit,
        spectator_delay=created.spectator_delay,
        clock=created.clock,
        seed=new_seed(),
        match=second_game(first),
        rated=created.rated,
        table=second_table(first),
    )
    try:
        bots = {} if options.match is None else seated_bots(options.match.players)
        return services().game_service.create(created.edition, options, seated=bots).loaded
    except ContentionError:
        return services().games.current(options.game)


def _take_seat(second: GameSnapshot, seat: Seat, player_id: str) -> GameSnapshot:
    """Take a seat for a player. Idempotent."""
    game = second.state.created.game
    if second.state.seats.get(seat) == player_id:
        return second
    try:
        return services().game_service.submit(game, TakeSeat(seat, player_id)).loaded
    except IllegalCommandError:
        current = services().games.current(game)
        if current.state.seats.get(seat) != player_id:
            raise
        return current
