"""Creating, listing and reading games, and taking seats."""

from dataclasses import replace
from typing import Any

from flask import Response, request
from flask_smorest import Blueprint

from api.access.battles import named_setup
from api.access.game_ids import with_new_id
from api.access.identity import caller, held_by, may_see, player, viewer_seats
from api.access.views import GameView, view_for, view_of
from api.answers.compact import in_form
from api.answers.states import state_answer, view_answer
from api.commands.dry_run import check_command, deprecated, dry_run, require_version, valid
from api.commands.rating import require_rateable
from api.commands.tables import bots_by_seat, table_for
from api.http.cursors import cursor_of, position_of
from api.http.etags import etag, verify_tags
from api.http.problems import ProblemError, refusal
from api.http.refusals import refusal_for
from api.http.requests import body, expected_versions, idempotency_key, query
from api.http.responses import IMMUTABLE, answer
from api.operations.operation import (
    ETAG,
    IDEMPOTENCY_KEY,
    IF_MATCH,
    IF_NONE_MATCH,
    LOCATION,
    OPTIONAL_TOKEN,
    REPLAYED,
    Operation,
    Success,
)
from api.resources.play.invitations import require_invitation
from api.schemas.play.games import (
    KINDS,
    ME,
    FormQuerySchema,
    GameRequestSchema,
    GamesPageAnswer,
    GamesQuerySchema,
    StateQuerySchema,
    TakeSeatSchema,
    timing,
)
from api.schemas.play.state import GameAnswer
from api.services import services
from domain.commands import TakeSeat
from domain.errors import IllegalCommandError, Rule
from domain.state import GameState
from domain.steps.table.lifecycle import GameOptions, free_seats, seat_on
from domain.values import EditionName, Seat, Side, Undo, Variant, Visibility
from events.accounts.players import Player
from events.games.errors import VersionMismatchError
from events.games.service import Outcome, new_seed
from events.games.snapshot import GameSnapshot
from events.read_models.catalog import Query
from events.read_models.game_index_row import GAMES, SANDBOXES

games = Blueprint("games", __name__, description="Games, seats and states.")
_NEW_GAME = GameRequestSchema()
_TAKE_SEAT = TakeSeatSchema()
_FORM = FormQuerySchema()
_STATE = StateQuerySchema()
_QUERY = GamesQuerySchema()
_SHELVES = dict(zip(KINDS, (GAMES, SANDBOXES), strict=True))


@Operation(
    games,
    "POST /v1/games",
    "Create a game",
    Success(201, GameAnswer, headers=ETAG | LOCATION | REPLAYED),
    body=GameRequestSchema,
    headers=(IDEMPOTENCY_KEY,),
)
def create_game() -> Response:
    """Seats named in `bots` are taken at once, all others are free at first. A secret seed, chosen
    now, determines all dice and shuffles.

    A bot plays as soon as it is its turn, and sees no more than a player of its seat. `table` has
    its level. It agrees to take-backs that have revealed nothing. Games with a bot are excluded
    from results and statistics.
    """
    who = player()
    params = body(_NEW_GAME)
    key = idempotency_key(who, params, scope="new")
    edition, variant = EditionName(params["edition"]), Variant(params["variant"])
    smaller = Side(params["smaller_side"]) if "smaller_side" in params else None
    setup = named_setup(params["scenario"])
    table = table_for(edition, variant, setup.grid, params.get("players"), smaller)
    move_time_limit, clock = timing(params)
    options = GameOptions(
        game="",
        scenario=params["scenario"],
        setup=setup,
        variant=variant,
        undo=Undo(params["undo"]),
        visibility=Visibility(params["visibility"]),
        created_by=who.id,
        move_time_limit=move_time_limit,
        spectator_delay=params["spectator_delay"],
        clock=clock,
        seed=new_seed(),
        table=table,
        rated=params["rated"],
    )
    bots = bots_by_seat(table, params["bots"])
    if options.rated:
        require_rateable(options, table, bots=bool(bots))
    created = with_new_id(
        lambda game: services().game_service.create(
            edition, replace(options, game=game), key, bots
        ),
        key,
    )
    location = f"/v1/games/{created.loaded.state.created.game}"
    return outcome_answer(created, who, 201, {"Location": location})


@Operation(
    games,
    "GET /v1/games",
    "List games",
    Success(200, GamesPageAnswer),
    query=GamesQuerySchema,
    security=OPTIONAL_TOKEN,
)
def list_games() -> Response:
    """Newest first. Private games are listed only for their creator and their players. Sandboxes
    are listed separately, with `kind=sandboxes`."""
    params = query(_QUERY)
    player_id, awaiting = params.get("player"), "awaiting" in params
    who = player() if awaiting or player_id == ME else caller()
    if who is not None and player_id == ME:
        player_id = who.id
    filters = Query(
        viewer=who.id if who else None,
        status=params.get("status"),
        player=player_id,
        scenario=params.get("scenario"),
        since=_milliseconds(params, "since"),
        until=_milliseconds(params, "until"),
        awaiting=awaiting,
        shelf=_SHELVES[params["kind"]],
    )
    catalog = services().catalog
    items, position = catalog.find(filters, params["limit"], position_of(params.get("cursor")))
    return answer(
        GamesPageAnswer(items=items, total=catalog.count(filters), next=cursor_of(position))
    )


@Operation(
    games,
    "GET /v1/games/<string:game_id>",
    "Get the current state of a game",
    Success(200, GameAnswer, headers=ETAG),
    fails=(404,),
    query=FormQuerySchema,
    headers=(IF_NONE_MATCH,),
    security=OPTIONAL_TOKEN,
)
def get_game(game_id: str) -> Response:
    """Returns what the caller may see: the opponent's hand and the deck are numbers of cards.

    With `form=compact`, the response is a CompactGame, the differences from the game's first
    version, with the media type `application/vnd.afteraction.compact+json` and entity tags of its
    own.
    """
    who, form = caller(), query(_FORM)["form"]
    game_view = view_for(game_id, who)
    verify_tags(game_view.snapshot, request.headers.get("If-None-Match"), past=False)
    return in_form(game_view, view_answer(game_view), form)


@Operation(
    games,
    "GET /v1/games/<string:game_id>/states/<version:version>",
    "Get the state of a game at a version",
    Success(200, GameAnswer, headers=ETAG),
    fails=(404, 409),
    query=StateQuerySchema,
    headers=(IF_NONE_MATCH,),
    security=OPTIONAL_TOKEN,
)
def get_state(game_id: str, version: int) -> Response:
    """Returns what `GET /v1/games/{game_id}` returned to the same viewer at that version.

    A version between two events of the same command awaits no decision.

    Once the game is over, everyone who may see it can choose another perspective: `as=allies` and
    `as=axis` show exactly what that seat saw; `as=reviewer` also shows both hands, the `deck` in
    order and the `seed`.
    """
    params = query(_STATE)
    current_view = view_for(game_id, caller(), params.get("as_"))
    game_view = current_view.at(version)
    state = view_answer(game_view, current_view.state)
    return in_form(game_view, state, params["form"], IMMUTABLE)


@Operation(
    games,
    "POST /v1/games/<string:game_id>/seats",
    "Take a seat",
    Success(200, GameAnswer, headers=ETAG | REPLAYED),
    fails=(404, 409, 412),
    body=TakeSeatSchema,
    headers=(IF_MATCH, IDEMPOTENCY_KEY),
)
def take_seat(game_id: str) -> Response:
    """The last seat starts the game. Taking a seat that is already yours changes nothing."""
    who, params = player(), body(_TAKE_SEAT)
    key = idempotency_key(who, params)
    game_view, command = _read(game_id, who, params)
    if params.get("validate_only"):
        return deprecated(_check(game_view, command, who))
    if game_view.delayed:
        # A delayed viewer holds no seat of a running game, so this is refused.
        return _check(game_view, command, who)
    try:
        outcome = services().game_service.submit(
            game_id, command, expected_versions(), key, params.get("nonce", "")
        )
    except VersionMismatchError as error:
        raise view_of(services().games.current(game_id), who).mismatch(error.named) from None
    except IllegalCommandError as error:
        current = view_of(services().games.current(game_id), who)
        if command.seat not in current.held:
            raise _seat_refusal(error, current.state, who) from None
        return _game_answer(current.snapshot, who)
    return outcome_answer(outcome, who, 200)


@dry_run(games, "/v1/games/<string:game_id>/seats/validate", "Try to take a seat", TakeSeatSchema)
def validate_seat(game_id: str) -> Response:
    """Checks whether the seat can be taken, without taking it."""
    who, params = player(), body(_TAKE_SEAT)
    return _check(*_read(game_id, who, params), who)


def _read(game_id: str, who: Player, params: dict[str, Any]) -> tuple[GameView, TakeSeat]:
    """Return the caller's view of the game and the command. Raises a problem."""
    current = services().games.current(game_id)
    require_invitation(current.state, who, params.get("invite"))
    game_view = view_of(current, who)
    verify_tags(game_view.snapshot, request.headers.get("If-Match"))
    creator = current.state.created.created_by
    if (
        not game_view.held
        and creator != who.id
        and services().blocks.is_blocked_between(creator, who.id)
    ):
        raise ProblemError("forbidden", "You cannot take a seat in this game.")
    state, side = game_view.state, Side(params["side"]) if "side" in params else None
    if "seat" not in params:
        return game_view, TakeSeat(seat_on(state, side, who.id), who.id)
    seat = Seat(params["seat"])
    if side is not None and seat not in state.table.seats_of(side):
        of_side = list(state.table.seats_of(side))
        error = IllegalCommandError(Rule.SEAT_UNKNOWN, seat=seat, seats=of_side)
        raise _seat_refusal(error, state, who)
    return game_view, TakeSeat(seat, who.id)


def _check(game_view: GameView, command: TakeSeat, who: Player) -> Response:
    """Return the response of a dry run. Raises a problem if the seat cannot be taken."""
    expected = expected_versions()
    if command.seat in game_view.held:
        require_version(game_view, expected)
        return valid(game_view.state.version, game_view.etag)
    return check_command(
        game_view,
        command,
        expected,
        lambda error, state: _seat_refusal(error, state, who),
    )


def _seat_refusal(error: IllegalCommandError, state: GameState, who: Player) -> ProblemError:
    """Return the problem of a refused seat. An invited player without a seat learns nothing about
    the state of a private game."""
    if may_see(state, who):
        problem = refusal_for(error, state, held_by(state, who))
        problem.extra["free_seats"] = free_seats(state, who.id)
        return problem
    return refusal(error)


def outcome_answer(
    outcome: Outcome, who: Player, status: int, headers: dict[str, str] | None = None
) -> Response:
    """Return the game right after a command, also when the command is a replayed one."""
    if not outcome.replayed:
        return _game_answer(outcome.loaded, who, status, headers)
    then = services().games.at(outcome.loaded.state.created.game, outcome.upto)
    return _game_answer(then, who, status, {"Idempotency-Replayed": "true", **(headers or {})})


def _game_answer(
    snapshot: GameSnapshot, who: Player, status: int = 200, headers: dict[str, str] | None = None
) -> Response:
    seats = viewer_seats(snapshot.state, who)
    tag = {"ETag": etag(snapshot, seats)}
    return answer(state_answer(snapshot.state, seats), status, {**tag, **(headers or {})})


def _milliseconds(params: dict[str, Any], name: str) -> int | None:
    return round(params[name].timestamp() * 1000) if name in params else None
