"""Export, record and import of games."""

import gzip
import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from flask import Response, request
from flask_smorest import Blueprint

from api.access.commentary_access import remarks_of
from api.access.identity import caller, is_visible, player
from api.access.views import GameView, view_for
from api.http.problems import ProblemError
from api.http.requests import query
from api.http.responses import IMMUTABLE, MUTABLE, answer, is_cached
from api.http.uploads import FILE, GZIP, NDJSON, RECORD, lines_of, read_upload, text_of
from api.limits.costly_answers import STEPS_PER_EVENT, STEPS_PER_LINE
from api.middleware.rates import rate_limit_subject
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
_EXPORT_FORMAT, _RECORD_FORMAT = "export 1", "record 1"
"""Raised when the same events are written differently, so that no cache mixes the two."""
_HASH_DIGITS = 16
_VARY = "Authorization, Accept, Accept-Encoding"
_LEVEL = 6
_RECORD = RecordQuerySchema()
Verify = Callable[[Mapping[str, Any] | None], CheckedLog]
"""Verifies a game with the public keys of this service. Raises ``RefusedLogError``."""
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
    export = _export(view_for(game_id, caller()))
    kind = request.accept_mimetypes.best_match([NDJSON, GZIP])
    compressed = kind != GZIP and request.accept_encodings.quality("gzip") > 0
    headers = export.headers(f"{_EXPORT_FORMAT}\n{kind} {compressed}")
    if is_cached(headers["ETag"]):
        return Response(status=304, headers=headers)

    def write(spend: Spend) -> bytes:
        content = b"".join(
            export_lines(export.events(spend, STEPS_PER_LINE), export.seats, export.seal)
        )
        return gzip.compress(content, _LEVEL, mtime=0) if compressed or kind == GZIP else content

    content = services().costly.answer(headers["ETag"], write, rate_limit_subject())
    if compressed:
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
    battles, dice and draws; take-backs are in parentheses.

    `/docs/notation` describes the notation. For a finished game everyone who may see it gets a
    complete record, marked `[View "all"]`: with its seed it replays to the same events, and
    `importGame` accepts it. For a running game the record contains what you may see; for a finished
    one, `as=allies` or `as=axis` returns what that seat saw.

    With `comments=true`, the public annotations that you may read follow their commands in braces.
    A replay ignores them.
    """
    params, who = query(_RECORD), caller()
    game_view = view_for(game_id, who, params.get("as_"))
    export = _export(game_view)
    remarks = remarks_of(game_view, who) if params["comments"] else None
    headers = export.headers(_RECORD_FORMAT if remarks is None else f"{_RECORD_FORMAT}\n{remarks}")
    if remarks is not None:
        headers["Cache-Control"] = MUTABLE
    if is_cached(headers["ETag"]):
        return Response(status=304, headers=headers)
    headers["Content-Disposition"] = f'inline; filename="{game_id}.txt"'

    def write(spend: Spend) -> bytes:
        return record_text(
            export.events(spend, STEPS_PER_EVENT), export.seats, export.seal, remarks or ()
        ).encode()

    text = services().costly.answer(headers["ETag"], write, rate_limit_subject())
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
    and excluded from statistics. Importing it again changes nothing. An existing private game can
    be imported again only by its players and its importer; for others its id is in use.
    """
    who = player()
    content = read_upload(RECORD)
    log, is_new = store_import(lambda keys: _verify(content, keys), who)
    body = summary(log.state, log.times, services().imports.imported(log.game))
    return answer(body, 201 if is_new else 200, {"Location": f"/v1/games/{log.game}"})


def store_import(verify: Verify, who: Player) -> tuple[CheckedLog, bool]:
    """Verify and store a game; return it and whether it is new. Raises a problem."""
    # Small files may decompress to large ones, so decompression takes a turn like verification.
    with services().costly.turn(rate_limit_subject()):
        try:
            signer = services().signer
            log = verify(signer.public_keys() if signer else None)
            is_new = services().imports.add(log, who.id, services().clock())
        except RefusedLogError as error:
            raise _import_refused(error) from None
        except ImportConflictError as error:
            raise _conflict(error) from None
    if not is_new and not is_visible(log.state, who):
        # Do not reveal whether another player's private game is the same one.
        raise _conflict(ImportConflictError())
    return log, is_new


@dataclass(frozen=True, slots=True)
class _Export:
    """A game as the caller may export it: as ``seats`` see it, or in full if None."""

    snapshot: GameSnapshot
    seats: frozenset[Seat] | None
    seal: bytes | None

    def events(self, spend: Spend, steps: int) -> list[StoredEvent]:
        """Read the events, at a cost of ``steps`` each."""
        spend(self.snapshot.version * steps)
        return services().games.events(self.snapshot.state.created.game, 0, self.snapshot.version)

    def headers(self, form: str) -> dict[str, str]:
        """Return the headers of a form. Until the game is sealed its bytes may change."""
        return {
            "ETag": self._etag(form),
            "Cache-Control": IMMUTABLE if self.seal is not None else MUTABLE,
            "Vary": _VARY,
        }

    def _etag(self, form: str) -> str:
        """Return the entity tag, which depends on the form, the viewer and the seal."""
        viewer = "all" if self.seats is None else ",".join(sorted(self.seats))
        text = "\n".join((form, self.snapshot.head, viewer, str(self.seal)))
        digest = hashlib.sha256(text.encode()).hexdigest()[:_HASH_DIGITS]
        return f'"{self.snapshot.version}.{digest}"'


def _export(game_view: GameView) -> _Export:
    over = game_view.state.status is Status.FINISHED
    seal = services().games.seal(game_view.state.created.game) if over else None
    complete = over and (game_view.perspective is None or game_view.reviewing)
    return _Export(game_view.snapshot, None if complete else game_view.seats, seal)


def _verify(content: bytes, keys: Mapping[str, Any] | None) -> CheckedLog:
    if request.mimetype == RECORD:
        return read_record(text_of(content), keys)
    return read_export(lines_of(content), keys)


def _conflict(error: ImportConflictError) -> ProblemError:
    return ProblemError("import_conflict", f"Nothing was stored: {error}.")


def _import_refused(error: RefusedLogError) -> ProblemError:
    place = "the file" if not error.version else f"event {error.version}"
    detail = f"Nothing was stored. In {place}: {error.reason}."
    extra: dict[str, Any] = {"reason": error.reason}
    if error.version is not None:
        extra["version"] = error.version
    return ProblemError("import_refused", detail, extra)
