"""Games to take away, and games from elsewhere."""

import gzip
import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from flask import Response, request
from flask_smorest import Blueprint

from api.access.commentary_access import remarks_of
from api.access.identity import caller, has_sight, player
from api.access.views import GameView, view_for
from api.http.problems import ProblemError
from api.http.requests import query
from api.http.responses import IMMUTABLE, MUTABLE, answer, has_already
from api.http.uploads import FILE, GZIP, NDJSON, RECORD, export_sent, lines_of, text_of
from api.limits.costly_answers import STEPS_PER_EVENT, STEPS_PER_LINE
from api.middleware.rates import requester
from api.operations.operation import (
    CONTENT_ENCODING,
    IF_NONE_MATCH,
    LOCATION,
    OPTIONAL_TOKEN,
    TAG,
    Operation,
    Success,
    also_answers,
)
from api.schemas.play.records import RecordQuerySchema
from api.schemas.vocabulary import reference
from api.services import services
from domain.analysis.work import Spend
from domain.values import Seat, Status
from events.accounts.players import Player
from events.games.snapshot import GameSnapshot
from events.log.stored_event import StoredEvent
from events.summaries import GameSummaryView, summary
from events.transfer.exports import export_lines, read_export
from events.transfer.imports import ImportConflictError
from events.transfer.records import read_record, record_text
from events.transfer.verifying import CheckedLog, RefusedLogError

transfer = Blueprint("transfer", __name__, description="Export and import of games.")
_FORMAT, _WRITTEN = "export 1", "record 1"
"""Counted up when the same events are other bytes, so that no cache mixes the two."""
_MARK_DIGITS = 16
_VARY = "Authorization, Accept, Accept-Encoding"
_LEVEL = 6
_RECORD = RecordQuerySchema()
Verify = Callable[[Mapping[str, Any] | None], CheckedLog]
"""Makes sure of a game; raises ``RefusedLogError``."""
_TEXT = "text/plain"


@Operation(
    transfer,
    "GET /v1/games/<string:game_id>/export",
    "Export a game",
    Success(200, FILE, content_type=NDJSON, headers=TAG),
    weight=20,
    fails=(404,),
    headers=(IF_NONE_MATCH,),
    security=OPTIONAL_TOKEN,
)
def export_game(game_id: str) -> Response:
    """Returns JSON Lines: a header, each event as you may see it, and the seal if the game is
    sealed.

    The header has `format` (`afteraction game`), `schema` (1), `game`, `version`, `head` (the hash
    of the last event), `complete`, and `exported_at`, the time of the last event. For a finished
    game everyone who may see it gets a complete export with all hidden parts, which any service can
    import with `POST /v1/imports`. With `Accept: application/gzip` the file is compressed.
    """
    taken = _taken(view_for(game_id, caller()))
    kind = request.accept_mimetypes.best_match([NDJSON, GZIP])
    packed = kind != GZIP and request.accept_encodings.quality("gzip") > 0
    headers = taken.headers(f"{_FORMAT}\n{kind} {packed}")
    if has_already(headers["ETag"]):
        return Response(status=304, headers=headers)

    def written(spend: Spend) -> bytes:
        content = b"".join(
            export_lines(taken.events(spend, STEPS_PER_LINE), taken.seats, taken.seal)
        )
        return gzip.compress(content, _LEVEL, mtime=0) if packed or kind == GZIP else content

    content = services().costly.answer(headers["ETag"], written, requester())
    if packed:
        headers["Content-Encoding"] = "gzip"
    suffix = ".gz" if kind == GZIP else ""
    headers["Content-Disposition"] = f'attachment; filename="{game_id}.jsonl{suffix}"'
    return Response(content, headers=headers, mimetype=kind or NDJSON)


@Operation(
    transfer,
    "GET /v1/games/<string:game_id>/record",
    "Get the record of a game",
    Success(200, {"type": "string"}, content_type=_TEXT, headers=TAG),
    weight=50,
    fails=(404, 409),
    query=RecordQuerySchema,
    headers=(IF_NONE_MATCH,),
    security=OPTIONAL_TOKEN,
)
def get_record(game_id: str) -> Response:
    """A compact, human-readable text: headers, then each turn with its card, orders, moves,
    battles, dice and draws, and in parentheses what was taken back.

    `/docs/notation` describes the notation. For a finished game everyone who may see it gets a
    complete record, marked `[View "all"]`: with its seed it replays to the same events, and
    `importGame` takes it. For a running game the record contains what you may see; for a finished
    one, `as=allies` or `as=axis` gives what that seat saw.

    With `comments=true` the public annotations that you may read follow the commands that they are
    about, in braces. A replay ignores them.
    """
    params, who = query(_RECORD), caller()
    game_view = view_for(game_id, who, params.get("as_"))
    taken = _taken(game_view)
    said = remarks_of(game_view, who) if params["comments"] else None
    headers = taken.headers(_WRITTEN if said is None else f"{_WRITTEN}\n{said}")
    if said is not None:
        headers["Cache-Control"] = MUTABLE
    if has_already(headers["ETag"]):
        return Response(status=304, headers=headers)
    headers["Content-Disposition"] = f'inline; filename="{game_id}.txt"'

    def written(spend: Spend) -> bytes:
        return record_text(
            taken.events(spend, STEPS_PER_EVENT), taken.seats, taken.seal, said or ()
        ).encode()

    text = services().costly.answer(headers["ETag"], written, requester())
    return Response(text, headers=headers, mimetype=_TEXT)


@Operation(
    transfer,
    "POST /v1/imports",
    "Import a finished game",
    Success(201, GameSummaryView, headers=LOCATION),
    weight=100,
    fails=(409,),
    body=FILE,
    body_types=(NDJSON, GZIP, RECORD),
    headers=(CONTENT_ENCODING,),
)
@also_answers(
    transfer,
    200,
    {
        "description": "The game is already on this service; nothing was done.",
        "headers": LOCATION,
        "content": {"application/json": {"schema": reference(GameSummaryView)}},
    },
)
def import_game() -> Response:
    """Accepts a complete export, plain or gzipped, or a complete record; up to 4 MiB, 32 MiB when
    decompressed.

    The whole game is verified before anything is stored: the hashes, the seed, every die and
    shuffle, and, unless a key known to this service has sealed the game, that the rules lead to
    each of its events. A seal by an unknown key is dropped. An imported game is marked as imported
    and excluded from statistics. Importing it again changes nothing; where a private game is here
    already, only its players and who imported it can, and for others its id is in use.
    """
    who = player()
    sent = export_sent(RECORD)
    log, fresh = brought_in(lambda keys: _verified(sent, keys), who)
    body = summary(log.state, log.times, services().imports.imported(log.game))
    place = {"Location": f"/v1/games/{log.game}"}
    return answer(body, 201 if fresh else 200, place)


def brought_in(verify: Verify, who: Player) -> tuple[CheckedLog, bool]:
    """A game that comes out of ``verify``, given the keys that vouch for games here, and is kept;
    whether it was not here before. Raises a problem."""
    # Small files unpack to large ones: one at a time, like their verification.
    with services().costly.turn(requester()):
        try:
            signer = services().signer
            log = verify(signer.public_keys() if signer else None)
            fresh = services().imports.add(log, who.id, services().clock())
        except RefusedLogError as error:
            raise _refused(error) from None
        except ImportConflictError as error:
            raise _conflict(error) from None
    if not fresh and not has_sight(log.state, who):
        # Somebody else's private game: not even that it is the same one is told.
        raise _conflict(ImportConflictError())
    return log, fresh


@dataclass(frozen=True, slots=True)
class _Taken:
    """A game as far as the caller may take it away: everything, in place of what ``seats`` see,
    once it is over."""

    loaded: GameSnapshot
    seats: frozenset[Seat] | None
    seal: bytes | None

    def events(self, spend: Spend, steps: int) -> list[StoredEvent]:
        """What has happened, for so many steps an event."""
        spend(self.loaded.version * steps)
        return services().games.events(self.loaded.state.created.game, 0, self.loaded.version)

    def headers(self, form: str) -> dict[str, str]:
        """The headers of a form of it. A seal may still come, and makes other bytes."""
        return {
            "ETag": self._etag(form),
            "Cache-Control": IMMUTABLE if self.seal is not None else MUTABLE,
            "Vary": _VARY,
        }

    def _etag(self, form: str) -> str:
        """The tag of its bytes: other viewers, a seal, and other forms make others."""
        viewer = "all" if self.seats is None else ",".join(sorted(self.seats))
        said = "\n".join((form, self.loaded.head, viewer, str(self.seal)))
        mark = hashlib.sha256(said.encode()).hexdigest()[:_MARK_DIGITS]
        return f'"{self.loaded.version}.{mark}"'


def _taken(game_view: GameView) -> _Taken:
    over = game_view.state.status is Status.FINISHED
    seal = services().games.seal(game_view.state.created.game) if over else None
    whole = over and (game_view.perspective is None or game_view.reviewing)
    return _Taken(game_view.snapshot, None if whole else game_view.seats, seal)


def _verified(sent: bytes, keys: Mapping[str, Any] | None) -> CheckedLog:
    if request.mimetype == RECORD:
        return read_record(text_of(sent), keys)
    return read_export(lines_of(sent), keys)


def _conflict(error: ImportConflictError) -> ProblemError:
    return ProblemError("import_conflict", f"Nothing was stored: {error}.")


def _refused(error: RefusedLogError) -> ProblemError:
    place = "the file" if not error.version else f"event {error.version}"
    detail = f"Nothing was stored. In {place}: {error.reason}."
    extra: dict[str, Any] = {"reason": error.reason}
    if error.version is not None:
        extra["version"] = error.version
    return ProblemError("import_refused", detail, extra)
