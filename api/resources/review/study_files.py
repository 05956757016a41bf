"""Export and import of studies with their games.

A file is JSON Lines: the study, then the export of each of its games as the reader sees it, which
is complete if the game is over.
"""

import hashlib
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import islice
from typing import Any

import msgspec
from flask import Response
from flask_smorest import Blueprint
from marshmallow import ValidationError

from api.access.commentary_access import TAG
from api.access.identity import caller, player
from api.access.study_views import GameViews, require_games
from api.access.views import GameView
from api.http import strict_json
from api.http.problems import ProblemError, pointers
from api.http.requests import idempotency_key
from api.http.responses import MUTABLE
from api.http.uploads import FILE, GZIP, NDJSON, lines_of, read_upload
from api.limits.costly_answers import MAX_STEPS, STEPS_PER_LINE
from api.middleware.rates import rate_limit_subject
from api.operations.operation import (
    CONTENT_ENCODING,
    IDEMPOTENCY_KEY,
    LOCATION,
    OPTIONAL_TOKEN,
    REPLAYED,
    Operation,
    Success,
)
from api.resources.play.transfer import store_import
from api.resources.review.studies import NEW_STUDY, STUDY_KEY, open_study, store_study
from api.schemas.review.studies import MAX_GAMES, StudyAnswer
from api.services import services
from domain.analysis.work import WorkBudget
from domain.values import Status
from events.commentary.studies import Sharing
from events.log.chain import canonical
from events.transfer.bounds import MAX_EVENTS
from events.transfer.exports import export_lines, read_export

study_files = Blueprint("study_files", __name__, description="Export and import of studies.")
_FORMAT, _SCHEMA = "afteraction study", 1
_MAX_HEADER = 512 * 1024
_SEAL = b'{"seal":'


class _GameHeader(msgspec.Struct, frozen=True):
    """The members of a game export's header that say where the export ends."""

    version: int
    complete: bool


@Operation(
    study_files,
    "GET /v1/studies/<string:study_id>/export",
    "Export a study with its games",
    Success(200, FILE, content_type=NDJSON),
    weight=20,
    fails=(404,),
    headers=(STUDY_KEY,),
    security=OPTIONAL_TOKEN,
)
def export_study(study_id: str) -> Response:
    """Returns JSON Lines: the study, with `format` (`afteraction study`), `schema` (1), `title` and
    the `chapters` that you may read; then each game that they are about, once, as `exportGame`
    returns it. `POST /v1/imports/studies` imports the file."""
    who = caller()
    study, _ = open_study(study_id, who)
    views = GameViews(who)
    chapters = list(views.chapters(study))
    header = {"format": _FORMAT, "schema": _SCHEMA, "title": study.title, "chapters": chapters}
    lines, spend = [canonical(header) + b"\n"], WorkBudget(MAX_STEPS).spend
    with services().costly.turn(rate_limit_subject()):
        for game in dict.fromkeys(chapter["game"] for chapter in chapters):
            game_view = views.of(game)
            if game_view is not None:
                spend(game_view.state.version * STEPS_PER_LINE)
                lines += _game(game_view)
    response = Response(b"".join(lines), mimetype=NDJSON)
    response.headers["Cache-Control"] = MUTABLE
    response.headers["Content-Disposition"] = f'attachment; filename="{study_id}.jsonl"'
    response.vary.update(("Authorization", "Accept", "Study-Key"))
    return response


@Operation(
    study_files,
    "POST /v1/imports/studies",
    "Import a study with its games",
    Success(201, StudyAnswer, headers=TAG | LOCATION | REPLAYED),
    weight=100,
    fails=(404, 409),
    body=FILE,
    body_types=(NDJSON, GZIP),
    headers=(CONTENT_ENCODING, IDEMPOTENCY_KEY),
)
def import_study() -> Response:
    """Accepts the file that `exportStudy` returns, plain or gzipped; up to 4 MiB, 32 MiB when
    decompressed, and 20,000 events. You own the imported study, and it is `private`.

    Each finished game is imported and verified as by `importGame`; running games are skipped. Each
    chapter must be about a game in the file or one that you may see on this service; otherwise the
    study is refused, but games that verify are kept.
    """
    who, sent = player(), read_upload()
    key = idempotency_key(who, hashlib.sha256(sent).hexdigest(), scope="study")
    lines = lines_of(sent)
    params = _study(next(lines, b""))
    for game in _games(lines):
        store_import(partial(read_export, game), who)
    require_games(params["chapters"], who)
    return store_study(who, params, key)


def _game(game_view: GameView) -> Iterator[bytes]:
    game, over = game_view.state.created.game, game_view.state.status is Status.FINISHED
    events = services().games.events(game, 0, game_view.state.version)
    seal = services().games.seal(game) if over else None
    return export_lines(events, None if over else game_view.seats, seal)


def _study(line: bytes) -> dict[str, Any]:
    """Parse the study in a file's first line. Raises a problem."""
    if len(line) > _MAX_HEADER:
        raise ProblemError("body_too_large", "The first line of the file has more than 512 KiB.")
    try:
        header = strict_json.loads(line)
    except strict_json.NotStrictError as error:
        raise _refused(f"the first line: {error}") from None
    if not isinstance(header, dict) or (header.get("format"), header.get("schema")) != (
        _FORMAT,
        _SCHEMA,
    ):
        raise _refused(f"this is not {_FORMAT!r}, schema {_SCHEMA}")
    said = {name: header[name] for name in header.keys() - {"format", "schema"}}
    try:
        params: dict[str, Any] = NEW_STUDY.load(said)
    except ValidationError as error:
        problem = _refused("the study is invalid")
        problem.extra["errors"] = pointers(error.messages)
        raise problem from None
    return {**params, "visibility": Sharing.PRIVATE}


def _games(lines: Iterable[bytes]) -> list[list[bytes]]:
    """Split the lines of a file into its complete games. Raises a problem."""
    left, events = list(lines), 0
    found: list[list[bytes]] = []
    while left:
        try:
            header = msgspec.json.decode(left[0], type=_GameHeader)
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise _refused("a line is not the header of a game export") from None
        events += max(header.version, 1)
        if events > MAX_EVENTS or len(found) == MAX_GAMES:
            raise _refused(f"more than {MAX_EVENTS} events, or {MAX_GAMES} games")
        end = 1 + max(header.version, 1)
        end += any(line.startswith(_SEAL) for line in islice(left, end, end + 1))
        if header.complete:
            found.append(left[:end])
        left = left[end:]
    return found


def _refused(reason: str) -> ProblemError:
    return ProblemError("import_refused", f"Nothing was stored: {reason}.", {"reason": reason})
