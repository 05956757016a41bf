"""Studies as files: to take away with their games, and to bring in.

A file is JSON Lines. The first line is the study; then comes each of its games as an export of its
own, as the reader sees it: complete, if it is over.
"""

from collections.abc import Iterable, Iterator
from functools import partial
from http import HTTPStatus
from itertools import islice
from typing import Any

import msgspec
from flask import Response
from flask_smorest import Blueprint
from marshmallow import ValidationError

from api import strict_json
from api.answers import MUTABLE
from api.identity import caller, player
from api.operation import (
    CONTENT_ENCODING,
    LOCATION,
    OPTIONAL_TOKEN,
    Operation,
    Success,
    endpoint,
)
from api.problems import ProblemError, pointers
from api.remarks import TAG, told
from api.resources.studies import (
    NEW_STUDY,
    STUDY_KEY,
    new_study,
    open_study,
    shown_study,
)
from api.resources.transfer import brought_in
from api.schemas.studies import MOST_GAMES, StudySchema
from api.services import services
from api.sight import Sight
from api.sights import Sights, require_games
from api.uploads import FILE, GZIP, NDJSON, export_sent, lines_of
from domain.values import Status
from events.chain import canonical
from events.documents import Known
from events.studies import Sharing, new_study_id
from events.transfer.exports import MOST_EVENTS, export_lines, read_export

study_files = Blueprint("study_files", __name__, description="Studies taken away and brought in.")
_FORMAT, _SCHEMA = "afteraction study", 1
_LARGEST_HEADER = 512 * 1024
_SEAL = b'{"seal":'


class _GameHeader(msgspec.Struct, frozen=True):
    """As much of the header of a game's export as tells where it ends."""

    version: int
    complete: bool


@endpoint(
    study_files,
    "GET",
    "/v1/studies/<string:study_id>/export",
    Operation(
        "exportStudy",
        "A study to take away, with its games",
        Success(200, FILE, content_type=NDJSON),
        fails=(401, 404, 422, 503),
        headers=(STUDY_KEY,),
        security=OPTIONAL_TOKEN,
    ),
)
def export_study(study_id: str) -> Response:
    """JSON Lines: the study, with `format` (`afteraction study`), `schema` (1), `title` and the
    `chapters` that you may read; then each game that they are about, once, as `exportGame` gives it
    to you. `POST /v1/imports/studies` takes it."""
    who = caller()
    study, _ = open_study(study_id, who)
    sights = Sights(who)
    chapters = list(sights.told(study))
    header = {"format": _FORMAT, "schema": _SCHEMA, "title": study.title, "chapters": chapters}
    lines = [canonical(header) + b"\n"]
    for game in dict.fromkeys(chapter["game"] for chapter in chapters):
        sight = sights.of(game)
        if sight is not None:
            lines += _game(sight)
    response = Response(b"".join(lines), mimetype=NDJSON)
    response.headers["Cache-Control"] = MUTABLE
    response.headers["Content-Disposition"] = f'attachment; filename="{study_id}.jsonl"'
    response.vary.update(("Authorization", "Accept", "Study-Key"))
    return response


@endpoint(
    study_files,
    "POST",
    "/v1/imports/studies",
    Operation(
        "importStudy",
        "Bring a study in, with its games",
        Success(201, StudySchema, headers=TAG | LOCATION),
        fails=(400, 401, 404, 409, 413, 415, 422, 503),
        body=FILE,
        body_types=(NDJSON, GZIP),
        headers=(CONTENT_ENCODING,),
    ),
)
def import_study() -> Response:
    """Takes what `exportStudy` gives, plain or as gzip; up to 4 MiB, 32 MiB unpacked, and 20,000
    events. The study is yours then, and `private`.

    Each finished game is brought in as `importGame` does it, and verified; one that runs is passed
    over. A chapter must be about a game in the file or one that you may see here, or else nothing
    is kept of the study; games that hold stay.
    """
    who = player()
    lines = lines_of(export_sent())
    wish = _study(next(lines, b""))
    for game in _games(lines):
        brought_in(partial(read_export, game), who)
    require_games(wish["chapters"], who)
    made = services().studies.add(new_study(who, wish, new_study_id(None)), None)
    if isinstance(made, Known):
        raise TypeError("nothing is known of a request without a key")
    place = f"/v1/studies/{made[0].id}"
    return told(shown_study(*made, who), HTTPStatus.CREATED, {"Location": place})


def _game(sight: Sight) -> Iterator[bytes]:
    game, over = sight.state.created.game, sight.state.status is Status.FINISHED
    events = services().games.events(game, 0, sight.state.version)
    seal = services().games.seal(game) if over else None
    return export_lines(events, None if over else sight.seats, seal)


def _study(line: bytes) -> dict[str, Any]:
    """The study of a file's first line."""
    if len(line) > _LARGEST_HEADER:
        raise ProblemError("body_too_large", "The first line has more than 512 KiB.")
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
        wish: dict[str, Any] = NEW_STUDY.load(said)
    except ValidationError as error:
        problem = _refused("the study does not fit")
        problem.extra["errors"] = pointers(error.messages)
        raise problem from None
    return {**wish, "visibility": Sharing.PRIVATE}


def _games(lines: Iterable[bytes]) -> list[list[bytes]]:
    """The lines of each complete game of a file."""
    left, events = list(lines), 0
    found: list[list[bytes]] = []
    while left:
        try:
            header = msgspec.json.decode(left[0], type=_GameHeader)
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise _refused("a line is no header of a game's export") from None
        events += max(header.version, 1)
        if events > MOST_EVENTS or len(found) == MOST_GAMES:
            raise _refused(f"more than {MOST_EVENTS} events, or {MOST_GAMES} games")
        end = 1 + max(header.version, 1)
        end += any(line.startswith(_SEAL) for line in islice(left, end, end + 1))
        if header.complete:
            found.append(left[:end])
        left = left[end:]
    return found


def _refused(reason: str) -> ProblemError:
    return ProblemError("import_refused", f"Nothing was stored: {reason}.", {"reason": reason})
