"""Games: opening, finding, sitting down, looking at."""

from dataclasses import replace
from typing import Any

from flask import Response, request
from flask_smorest import Blueprint

from api.answers import IMMUTABLE, answer
from api.compact import in_form
from api.cursors import cursor_of, place_of
from api.dry_run import allowed, checked, require_version
from api.game_ids import made
from api.identity import caller, may_see, player, seats_at
from api.operation import (
    ETAG,
    IDEMPOTENCY_KEY,
    IF_MATCH,
    IF_NONE_MATCH,
    LOCATION,
    OPTIONAL_TOKEN,
    REPLAYED,
    UNCHANGED,
    Operation,
    Success,
    endpoint,
)
from api.problems import ProblemError, refusal
from api.refusals import told
from api.requests import body, expected_versions, idempotency_key, query
from api.resources.invitations import require_invitation
from api.schemas.games import (
    KINDS,
    FormQuerySchema,
    GamesPageSchema,
    GamesQuerySchema,
    NewGameSchema,
    StateQuerySchema,
    TakeSeatSchema,
)
from api.schemas.state import GameSchema
from api.services import services
from api.shown import shown, shown_in
from api.sight import Sight, look, seen_by
from api.tags import etag, require_kept
from domain.commands import TakeSeat
from domain.errors import IllegalCommandError
from domain.scenarios import load
from domain.state import GameState
from domain.steps.lifecycle import NewGame, free_seats
from domain.values import EditionName, Seat, Undo, Variant, Visibility
from events.execute import Outcome, VersionMismatchError, new_seed
from events.lists.catalog import Query
from events.lists.entry import GAMES, SANDBOXES
from events.loaded import Loaded
from events.players import Player

games = Blueprint("games", __name__, description="Games and their states.")
_NEW_GAME = NewGameSchema()
_TAKE_SEAT = TakeSeatSchema()
_FORM = FormQuerySchema()
_STATE = StateQuerySchema()
_QUERY = GamesQuerySchema()
_SHELVES = dict(zip(KINDS, (GAMES, SANDBOXES), strict=True))


@endpoint(
    games,
    "POST",
    "/v1/games",
    Operation(
        "createGame",
        "Open a game",
        Success(201, GameSchema, headers=ETAG | LOCATION | REPLAYED),
        fails=(400, 401, 413, 415, 422, 503),
        body=NewGameSchema,
        headers=(IDEMPOTENCY_KEY,),
    ),
)
def create_game() -> Response:
    """Nobody sits at it yet. Its dice and shuffles are fixed by a secret seed from now on."""
    who = player()
    wish = body(_NEW_GAME)
    key = idempotency_key(who, wish, scope="new")
    new = NewGame(
        game="",
        scenario=wish["scenario"],
        setup=load(wish["scenario"]),
        variant=Variant(wish["variant"]),
        undo=Undo(wish["undo"]),
        visibility=Visibility(wish["visibility"]),
        created_by=who.id,
        move_time_limit=wish["move_time_limit"],
        spectator_delay=wish["spectator_delay"],
        seed=new_seed(),
    )
    edition = EditionName(wish["edition"])
    done = made(lambda game: services().games.create(edition, replace(new, game=game), key), key)
    place = f"/v1/games/{done.loaded.state.created.game}"
    return outcome(done, who, 201, {"Location": place})


@endpoint(
    games,
    "GET",
    "/v1/games",
    Operation(
        "listGames",
        "List the games you may see",
        Success(200, GamesPageSchema),
        fails=(401, 422, 503),
        query=GamesQuerySchema,
        security=OPTIONAL_TOKEN,
    ),
)
def list_games() -> Response:
    """Newest first. A private game is listed to its creator and its players only. Sandboxes are
    listed apart, with `kind=sandboxes`."""
    who = caller()
    wish = query(_QUERY)
    found, last = services().catalog.find(
        Query(
            viewer=who.id if who else None,
            status=wish.get("status"),
            player=wish.get("player"),
            scenario=wish.get("scenario"),
            since=_moment(wish, "since"),
            until=_moment(wish, "until"),
            shelf=_SHELVES[wish["kind"]],
        ),
        wish["limit"],
        place_of(wish.get("cursor")),
    )
    return answer({"items": found, "next": cursor_of(last)})


@endpoint(
    games,
    "GET",
    "/v1/games/<string:game_id>",
    Operation(
        "getGame",
        "A game's state now",
        Success(200, GameSchema, headers=ETAG),
        fails=(401, 404, 422, 503),
        query=FormQuerySchema,
        headers=(IF_NONE_MATCH,),
        security=OPTIONAL_TOKEN,
        others=UNCHANGED,
    ),
)
def get_game(game_id: str) -> Response:
    """As the caller may see it: the other hand is a number, the deck too.

    With `form=compact` only what differs from the game's first version, as a CompactGame of the
    type `application/vnd.afteraction.compact+json`; its entity tags are others.
    """
    who, form = caller(), query(_FORM)["form"]
    sight = look(game_id, who)
    require_kept(sight.seen, request.headers.get("If-None-Match"), past=False)
    return in_form(sight, shown_in(sight), form)


@endpoint(
    games,
    "GET",
    "/v1/games/<string:game_id>/states/<version:version>",
    Operation(
        "getState",
        "A game's state at any version",
        Success(200, GameSchema, headers=ETAG),
        fails=(401, 404, 409, 422, 503),
        query=StateQuerySchema,
        headers=(IF_NONE_MATCH,),
        security=OPTIONAL_TOKEN,
        others=UNCHANGED,
    ),
)
def get_state(game_id: str, version: int) -> Response:
    """What `GET /v1/games/{game_id}` answered at that version to the same viewer.

    A version between the events of one command was never answered there: it awaits nobody.

    Once the game is over, everyone who may see it may look through other eyes: `as=allies` and
    `as=axis` show what that seat saw, byte for byte; `as=reviewer` shows both hands, and has the
    order of the `deck` and the `seed` too.
    """
    wish = query(_STATE)
    now = look(game_id, caller(), wish.get("as_"))
    then = now.at(version)
    return in_form(then, shown_in(then, now.state), wish["form"], IMMUTABLE)


@endpoint(
    games,
    "POST",
    "/v1/games/<string:game_id>/seats",
    Operation(
        "takeSeat",
        "Take a seat",
        Success(200, {"$ref": "#/components/schemas/TakeSeatResult"}, headers=ETAG | REPLAYED),
        fails=(400, 401, 404, 409, 412, 413, 415, 422, 503),
        body=TakeSeatSchema,
        headers=(
            IF_MATCH,
            IDEMPOTENCY_KEY,
        ),
    ),
)
def take_seat(game_id: str) -> Response:
    """The last seat starts the game. Taking a seat that is already yours changes nothing.

    With `validate_only` the rules are asked and nothing is done; the answer is a CommandCheck then.
    """
    who = player()
    wish = body(_TAKE_SEAT)
    key = idempotency_key(who, wish)
    loaded = services().games.current(game_id)
    require_invitation(loaded.state, who, wish.get("invite"))
    require_kept(loaded, request.headers.get("If-Match"))
    sight = seen_by(loaded, who)
    command = TakeSeat(Seat(wish["side"]), who.id)
    if wish.get("validate_only") or sight.delayed:
        # Who is behind holds no seat at a running game, and will get none.
        return _tried(sight, command, who)
    try:
        done = services().games.submit(
            game_id, command, expected_versions(), key, wish.get("nonce", "")
        )
    except VersionMismatchError as error:
        raise seen_by(services().games.current(game_id), who).mismatch(error.named) from None
    except IllegalCommandError as error:
        now = seen_by(services().games.current(game_id), who)
        if command.seat not in now.seats:
            raise _seat_refused(error, now.state, who) from None
        return _shown(now.seen, who)
    return outcome(done, who, 200)


def _tried(sight: Sight, command: TakeSeat, who: Player) -> Response:
    """Whether the seat could be taken."""
    expected = expected_versions()
    if command.seat in sight.seats:
        require_version(sight, expected)
        return allowed(sight.state.version, sight.etag)
    return checked(
        sight,
        command,
        expected,
        lambda error, state: _seat_refused(error, state, who),
    )


def _seat_refused(error: IllegalCommandError, state: GameState, who: Player) -> ProblemError:
    """An invited player who does not sit here is not told how a private game stands."""
    if may_see(state, who):
        refused = told(error, state, seats_at(state, who))
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
    loaded: Loaded, who: Player, status: int = 200, headers: dict[str, str] | None = None
) -> Response:
    seats = seats_at(loaded.state, who)
    tag = {"ETag": etag(loaded, seats)}
    return answer(shown(loaded.state, seats), status, {**tag, **(headers or {})})


def _moment(wish: dict[str, Any], name: str) -> int | None:
    return round(wish[name].timestamp() * 1000) if name in wish else None
