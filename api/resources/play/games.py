"""Games: opening, finding, sitting down, looking at."""

from dataclasses import replace
from typing import Any

from flask import Response, request
from flask_smorest import Blueprint

from api.access.battles import named_setup
from api.access.game_ids import made
from api.access.identity import caller, held_by, may_see, player, seats_at
from api.access.views import GameView, view_for, view_of
from api.answers.compact import in_form
from api.answers.states import shown, shown_in
from api.commands.dry_run import allowed, checked, deprecated, dry_run, require_version
from api.commands.rating import require_rateable
from api.commands.tables import asked_table, bots_by_seat
from api.http.cursors import cursor_of, place_of
from api.http.etags import etag, require_kept
from api.http.problems import ProblemError, refusal
from api.http.refusals import refused_command
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

    A bot plays as soon as it is its turn. It sees no more than a player of its seat does, and
    `table` marks its seat with its level. It agrees to take back what has revealed nothing. Games
    with a bot count in no results and no statistics.
    """
    who = player()
    params = body(_NEW_GAME)
    key = idempotency_key(who, params, scope="new")
    edition, variant = EditionName(params["edition"]), Variant(params["variant"])
    smaller = Side(params["smaller_side"]) if "smaller_side" in params else None
    setup = named_setup(params["scenario"])
    table = asked_table(edition, variant, setup.grid, params.get("players"), smaller)
    move_time_limit, clock = timing(params)
    new = GameOptions(
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
    if new.rated:
        require_rateable(new, table, bots=bool(bots))
    done = made(
        lambda game: services().game_service.create(edition, replace(new, game=game), key, bots),
        key,
    )
    place = f"/v1/games/{done.loaded.state.created.game}"
    return outcome(done, who, 201, {"Location": place})


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
    asked, awaiting = params.get("player"), "awaiting" in params
    who = player() if awaiting or asked == ME else caller()
    if who is not None and asked == ME:
        asked = who.id
    wanted = Query(
        viewer=who.id if who else None,
        status=params.get("status"),
        player=asked,
        scenario=params.get("scenario"),
        since=_moment(params, "since"),
        until=_moment(params, "until"),
        awaiting=awaiting,
        shelf=_SHELVES[params["kind"]],
    )
    catalog = services().catalog
    found, last = catalog.find(wanted, params["limit"], place_of(params.get("cursor")))
    return answer(GamesPageAnswer(items=found, total=catalog.count(wanted), next=cursor_of(last)))


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
    """Shows what the caller may see: the opponent's hand and the deck are given as numbers of
    cards.

    With `form=compact` the response contains only the differences from the game's first version, as
    a CompactGame with the media type `application/vnd.afteraction.compact+json` and entity tags of
    its own.
    """
    who, form = caller(), query(_FORM)["form"]
    game_view = view_for(game_id, who)
    require_kept(game_view.snapshot, request.headers.get("If-None-Match"), past=False)
    return in_form(game_view, shown_in(game_view), form)


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
    `as=axis` show exactly what that seat saw; `as=reviewer` shows both hands, the order of the
    `deck` and the `seed`.
    """
    params = query(_STATE)
    now = view_for(game_id, caller(), params.get("as_"))
    then = now.at(version)
    return in_form(then, shown_in(then, now.state), params["form"], IMMUTABLE)


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
    game_view, command = _looked_at(game_id, who, params)
    if params.get("validate_only"):
        return deprecated(_tried(game_view, command, who))
    if game_view.delayed:
        # Who is behind holds no seat at a running game, and will get none.
        return _tried(game_view, command, who)
    try:
        done = services().game_service.submit(
            game_id, command, expected_versions(), key, params.get("nonce", "")
        )
    except VersionMismatchError as error:
        raise view_of(services().games.current(game_id), who).mismatch(error.named) from None
    except IllegalCommandError as error:
        now = view_of(services().games.current(game_id), who)
        if command.seat not in now.held:
            raise _seat_refused(error, now.state, who) from None
        return _shown(now.snapshot, who)
    return outcome(done, who, 200)


@dry_run(games, "/v1/games/<string:game_id>/seats/validate", "Try to take a seat", TakeSeatSchema)
def validate_seat(game_id: str) -> Response:
    """Says whether the seat could be taken, and does nothing."""
    who, params = player(), body(_TAKE_SEAT)
    return _tried(*_looked_at(game_id, who, params), who)


def _looked_at(game_id: str, who: Player, params: dict[str, Any]) -> tuple[GameView, TakeSeat]:
    """The game as it stands for whoever wants a seat, and the seat to be taken."""
    loaded = services().games.current(game_id)
    require_invitation(loaded.state, who, params.get("invite"))
    game_view = view_of(loaded, who)
    require_kept(game_view.snapshot, request.headers.get("If-Match"))
    creator = loaded.state.created.created_by
    if not game_view.held and creator != who.id and services().blocks.apart(creator, who.id):
        raise ProblemError("forbidden", "You cannot take a seat in this game.")
    state, side = game_view.state, Side(params["side"]) if "side" in params else None
    if "seat" not in params:
        return game_view, TakeSeat(seat_on(state, side, who.id), who.id)
    seat = Seat(params["seat"])
    if side is not None and seat not in state.table.seats_of(side):
        of_side = list(state.table.seats_of(side))
        error = IllegalCommandError(Rule.SEAT_UNKNOWN, seat=seat, seats=of_side)
        raise _seat_refused(error, state, who)
    return game_view, TakeSeat(seat, who.id)


def _tried(game_view: GameView, command: TakeSeat, who: Player) -> Response:
    """Whether the seat could be taken."""
    expected = expected_versions()
    if command.seat in game_view.held:
        require_version(game_view, expected)
        return allowed(game_view.state.version, game_view.etag)
    return checked(
        game_view,
        command,
        expected,
        lambda error, state: _seat_refused(error, state, who),
    )


def _seat_refused(error: IllegalCommandError, state: GameState, who: Player) -> ProblemError:
    """An invited player who does not sit here is not told how a private game stands."""
    if may_see(state, who):
        refused = refused_command(error, state, held_by(state, who))
        refused.extra["free_seats"] = free_seats(state, who.id)
        return refused
    return refusal(error)


def outcome(
    done: Outcome, who: Player, status: int, headers: dict[str, str] | None = None
) -> Response:
    """The game right after a request was carried out, be it now or when its key came first."""
    if not done.replayed:
        return _shown(done.loaded, who, status, headers)
    then = services().games.at(done.loaded.state.created.game, done.upto)
    return _shown(then, who, status, {"Idempotency-Replayed": "true", **(headers or {})})


def _shown(
    loaded: GameSnapshot, who: Player, status: int = 200, headers: dict[str, str] | None = None
) -> Response:
    seats = seats_at(loaded.state, who)
    tag = {"ETag": etag(loaded, seats)}
    return answer(shown(loaded.state, seats), status, {**tag, **(headers or {})})


def _moment(params: dict[str, Any], name: str) -> int | None:
    return round(params[name].timestamp() * 1000) if name in params else None
