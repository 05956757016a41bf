"""Games to take away, and games from elsewhere."""

import gzip
import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from threading import Lock
from typing import Any

from flask import Response, request
from flask_smorest import Blueprint

from api.answers import IMMUTABLE, MUTABLE, answer, has_already
from api.identity import caller, has_sight, player
from api.operation import (
    CONTENT_ENCODING,
    IF_NONE_MATCH,
    LOCATION,
    OPTIONAL_TOKEN,
    TAG,
    UNCHANGED,
    Operation,
    Success,
    also_answers,
    endpoint,
)
from api.problems import ProblemError
from api.remarks import remarks_of
from api.requests import query
from api.schemas.games import GameSummarySchema
from api.schemas.records import RecordQuerySchema
from api.services import services
from api.sight import Sight, look
from api.uploads import FILE, GZIP, NDJSON, RECORD, export_sent, lines_of, text_of
from domain.values import Seat, Status
from events.listing import summary
from events.loaded import Loaded
from events.players import Player
from events.recorded import Recorded
from events.transfer.exports import export_lines, read_export
from events.transfer.imports import ImportConflictError
from events.transfer.records import read_record, record_text
from events.transfer.verifying import CheckedLog, RefusedLogError

transfer = Blueprint("transfer", __name__, description="Games taken away and brought in.")
_FORMAT, _WRITTEN = "export 1", "record 1"
"""Counted up when the same events are other bytes, so that no cache mixes the two."""
_MARK_DIGITS = 16
_VARY = "Authorization, Accept, Accept-Encoding"
_LEVEL = 6
_RECORD = RecordQuerySchema()
Verify = Callable[[Mapping[str, Any] | None], CheckedLog]
"""Makes sure of a game; raises ``RefusedLogError``."""
_TEXT = "text/plain"
_one_at_a_time = Lock()
_PATIENCE = 2.0
"""Seconds to wait for another import of this process: to verify a game is seconds of work."""


@endpoint(
    transfer,
    "GET",
    "/v1/games/<string:game_id>/export",
    Operation(
        "exportGame",
        "A game to take away",
        Success(200, FILE, content_type=NDJSON, headers=TAG),
        fails=(401, 404, 422, 503),
        headers=(IF_NONE_MATCH,),
        security=OPTIONAL_TOKEN,
        others=UNCHANGED,
    ),
)
def export_game(game_id: str) -> Response:
    """JSON Lines: a header, each event as you may see it, and the seal of a sealed game.

    The header has `format` (`afteraction game`), `schema` (1), `game`, `version`, `head` (the hash
    of the last event), `complete`, and `exported_at`, the time of the last event: exports of one
    version are the same bytes. Of a finished game everyone who may see it gets a complete export,
    in which every hidden part is open; that can be brought into any service by
    `POST /v1/imports`. With `Accept: application/gzip` it is a packed file.
    """
    taken = _taken(look(game_id, caller()))
    kind = request.accept_mimetypes.best_match([NDJSON, GZIP])
    packed = kind != GZIP and request.accept_encodings.quality("gzip") > 0
    headers = taken.headers(f"{_FORMAT}\n{kind} {packed}")
    if has_already(headers["ETag"]):
        return Response(status=304, headers=headers)
    content = b"".join(export_lines(taken.events(), taken.seats, taken.seal))
    if packed:
        headers["Content-Encoding"] = "gzip"
    suffix = ".gz" if kind == GZIP else ""
    headers["Content-Disposition"] = f'attachment; filename="{game_id}.jsonl{suffix}"'
    if packed or kind == GZIP:
        content = gzip.compress(content, _LEVEL, mtime=0)
    return Response(content, headers=headers, mimetype=kind or NDJSON)


@endpoint(
    transfer,
    "GET",
    "/v1/games/<string:game_id>/record",
    Operation(
        "getRecord",
        "A game in writing",
        Success(200, {"type": "string"}, content_type=_TEXT, headers=TAG),
        fails=(401, 404, 409, 422, 503),
        query=RecordQuerySchema,
        headers=(IF_NONE_MATCH,),
        security=OPTIONAL_TOKEN,
        others=UNCHANGED,
    ),
)
def get_record(game_id: str) -> Response:
    """A compact text that people read: headers, then each turn with its card, orders, moves and
    battles, dice and draws, and in parentheses what was taken back.

    `/docs/notation` tells the notation. Of a finished game everyone who may see it gets a complete
    record, marked `[View "all"]`: with its seed it can be played again to the same events, and
    brought into any service by `POST /v1/imports`. Of a running game it tells what you may see,
    and `as=allies` or `as=axis` of a finished one what that seat saw.

    With `comments=true` the public annotations that you may read stand in braces behind the
    commands that they are about; those are no part of the game, and whoever plays it again reads
    past them.
    """
    wish, who = query(_RECORD), caller()
    sight = look(game_id, who, wish.get("as_"))
    taken = _taken(sight)
    said = remarks_of(sight, who) if wish["comments"] else None
    headers = taken.headers(_WRITTEN if said is None else f"{_WRITTEN}\n{said}")
    if said is not None:
        headers["Cache-Control"] = MUTABLE
    if has_already(headers["ETag"]):
        return Response(status=304, headers=headers)
    headers["Content-Disposition"] = f'inline; filename="{game_id}.txt"'
    text = record_text(taken.events(), taken.seats, taken.seal, said or ())
    return Response(text, headers=headers, mimetype=_TEXT)


@endpoint(
    transfer,
    "POST",
    "/v1/imports",
    Operation(
        "importGame",
        "Bring a finished game in",
        Success(201, GameSummarySchema, headers=LOCATION),
        fails=(400, 401, 409, 413, 415, 422, 503),
        body=FILE,
        body_types=(NDJSON, GZIP, RECORD),
        headers=(CONTENT_ENCODING,),
    ),
)
@also_answers(
    transfer,
    200,
    {
        "description": "The same game is here already; nothing was done.",
        "headers": LOCATION,
        "content": {"application/json": {"schema": GameSummarySchema}},
    },
)
def import_game() -> Response:
    """Takes a complete export, plain or as gzip, or a complete record; up to 4 MiB, 32 MiB
    unpacked.

    It is verified whole before anything is stored: its hashes, its seed, every die and shuffle,
    and unless a key known here has sealed it, that the rules lead to each of its events. A seal by
    another key is left out. A log may name anyone as its players, so an imported game is marked as
    such, and counts for nobody.
    Bringing the same game again changes nothing. Where a private game is here already, nobody but
    its players and who brought it can bring it: to others it is another game of that id.
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
    if not _one_at_a_time.acquire(timeout=_PATIENCE):
        raise ProblemError("busy", "Another game is being verified at this moment.")
    try:
        signer = services().signer
        log = verify(signer.public_keys() if signer else None)
        fresh = services().imports.add(log, who.id, services().clock())
    except RefusedLogError as error:
        raise _refused(error) from None
    except ImportConflictError as error:
        raise _conflict(error) from None
    finally:
        _one_at_a_time.release()
    if not fresh and not has_sight(log.state, who):
        # Somebody else's private game: not even that it is the same one is told.
        raise _conflict(ImportConflictError())
    return log, fresh


@dataclass(frozen=True, slots=True)
class _Taken:
    """A game as far as the caller may take it away: everything, in place of what ``seats`` see,
    once it is over."""

    loaded: Loaded
    seats: frozenset[Seat] | None
    seal: bytes | None

    def events(self) -> list[Recorded]:
        """What has happened."""
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


def _taken(sight: Sight) -> _Taken:
    over = sight.state.status is Status.FINISHED
    seal = services().games.seal(sight.state.created.game) if over else None
    whole = over and (sight.eyes is None or sight.reviewing)
    return _Taken(sight.seen, None if whole else sight.seats, seal)


def _verified(sent: bytes, keys: Mapping[str, Any] | None) -> CheckedLog:
    if request.mimetype == RECORD:
        return read_record(text_of(sent), keys)
    return read_export(lines_of(sent), keys)


def _conflict(error: ImportConflictError) -> ProblemError:
    return ProblemError("import_conflict", f"Nothing was done: {error}.")


def _refused(error: RefusedLogError) -> ProblemError:
    place = "the file" if not error.version else f"event {error.version}"
    detail = f"Nothing was stored. In {place}: {error.reason}."
    extra: dict[str, Any] = {"reason": error.reason}
    if error.version is not None:
        extra["version"] = error.version
    return ProblemError("import_refused", detail, extra)
