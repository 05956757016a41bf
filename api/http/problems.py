"""Errors as RFC 9457 problem documents; the one place that knows status codes of failures."""

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

import msgspec
from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException

from api.http.api_request import current
from api.http.problem_kinds import KINDS
from api.http.rule_texts import RULES
from api.limits.costly_answers import BusyError
from api.monitoring import metrics
from api.schemas.service.problems import ProblemAnswer
from domain.analysis.work import WorkLimitError
from domain.errors import IllegalCommandError
from events.archive.files import ArchiveError, DamagedArchiveError
from events.commentary.documents import DocumentChangedError, NoDocumentError, TooManyDocumentsError
from events.games.errors import ContentionError, GameNotFoundError, VersionMismatchError
from events.jobs.tracked import QueueUnavailableError, TooManyJobsError
from events.log.unreadable import UnreadableGameError
from events.store.layout import ForeignDataError
from events.store.port import (
    GameUnavailableError,
    HistoryShrankError,
    KeyReusedError,
    LogBrokenError,
    StoreFullError,
    StoreRefusedError,
    StoreUnavailableError,
)

_log = logging.getLogger(__name__)
MEDIA_TYPE = "application/problem+json"
_RETRY_AFTER = "1"
_OPERATOR_AFTER = "600"
"""Seconds; a frozen game needs its operator."""


_CODE_OF_STATUS = {
    HTTPStatus.BAD_REQUEST: "malformed_request",
    HTTPStatus.NOT_FOUND: "not_found",
    HTTPStatus.METHOD_NOT_ALLOWED: "method_not_allowed",
    HTTPStatus.NOT_ACCEPTABLE: "not_acceptable",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "body_too_large",
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE: "unsupported_media_type",
    HTTPStatus.UNPROCESSABLE_ENTITY: "invalid_request",
}


@dataclass
class ProblemError(Exception):
    """A failure that is answered with a problem document. ``extra`` are its further members."""

    code: str
    detail: str
    extra: dict[str, Any] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)


def render(problem: ProblemError) -> Response:
    """Return the response of a problem."""
    kind = KINDS[problem.code]
    metrics.PROBLEMS.labels(code=problem.code).inc()
    body = document(problem, instance=request.path, request_id=current().id)
    response = Response(msgspec.json.encode(body), status=int(kind.status), mimetype=MEDIA_TYPE)
    if kind.status is HTTPStatus.SERVICE_UNAVAILABLE:
        response.headers["Retry-After"] = _RETRY_AFTER
    if kind.status is HTTPStatus.UNAUTHORIZED:
        response.headers["WWW-Authenticate"] = 'Bearer realm="afteraction"'
    response.headers.update(problem.headers)
    response.headers["Cache-Control"] = "no-store"
    response.headers["Content-Language"] = "en"
    return response


def document(
    problem: ProblemError, *, instance: str = "", request_id: str = "", **more: Any
) -> ProblemAnswer:
    """Return the document of a problem, with further members."""
    kind = KINDS[problem.code]
    members = {"advice": kind.advice, **problem.extra, **more}
    return ProblemAnswer(
        type=f"/problems/{problem.code}",
        title=kind.title,
        status=int(kind.status),
        detail=problem.detail,
        code=problem.code,
        instance=instance,
        request_id=request_id,
        **members,
    )


def register(app: Flask) -> None:
    """Turn every failure of the app's endpoints into a problem document."""
    for kind, convert in _CONVERTERS.items():
        app.register_error_handler(kind, _handler(convert))
    for code in KINDS:
        # Start each counter at zero, so that its first increment shows as a rate.
        metrics.PROBLEMS.labels(code=code)


def _handler(convert: Callable[[Any], ProblemError]) -> Callable[[Exception], Response]:
    return lambda error: render(convert(error))


def refusal(error: IllegalCommandError, **more: Any) -> ProblemError:
    """Return the problem of a command that the rules refuse, with further members."""
    text = RULES[error.rule]
    members: dict[str, Any] = {
        "advice": text.advice,
        "rule": error.rule,
        "rule_url": f"/rules/{error.rule}",
        "source": text.source,
        "facts": error.facts,
        "awaiting": None,
        "alternatives": [],
    }
    return ProblemError("illegal_command", text.sentence, {**members, **more})


def _of_version(error: VersionMismatchError) -> ProblemError:
    detail = f"The game is now at version {error.current}; nothing was done."
    if error.named > error.current:
        detail = (
            f"You named version {error.named}, but the game is only at version "
            f"{error.current}; nothing was done. Read the game again. If this service has "
            "shown you the later version, send the complete ETag of that response in If-Match: "
            "it proves that events were lost."
        )
    return ProblemError("version_mismatch", detail, {"version": error.current})


def of_lost_history(error: HistoryShrankError) -> ProblemError:
    """Return the problem of a frozen game."""
    _log.error("history lost, or game frozen by the operator", extra={"game": error.game})
    return ProblemError(
        "history_lost",
        "Events of this game that were already shown are lost, or the operator has frozen the "
        "game.",
        headers={"Retry-After": _OPERATOR_AFTER},
    )


def of_unreadable_game(error: UnreadableGameError, game: str | None = None) -> ProblemError:
    """Return the problem of a game whose stored events cannot be read."""
    game = game or (request.view_args or {}).get("game_id", "")
    _log.error("game unreadable: %s", error, extra={"game": game})
    return ProblemError(
        "game_unreadable",
        "A stored event of this game is damaged, or has a format that this version does not know.",
        headers={"Retry-After": _OPERATOR_AFTER},
    )


def _of_broken_log(error: LogBrokenError) -> ProblemError:
    _log.error("log broken: %s", error.reason, extra={"game": error.game})
    return ProblemError(
        "log_broken",
        "The stored history of this game has been altered or damaged; the game is frozen.",
        headers={"Retry-After": _OPERATOR_AFTER},
    )


def of_broken_game(error: GameUnavailableError | UnreadableGameError, game: str) -> ProblemError:
    """Return the problem of a game that a stream cannot follow."""
    if isinstance(error, UnreadableGameError):
        return of_unreadable_game(error, game)
    return next(_CONVERTERS[kind](error) for kind in type(error).__mro__ if kind in _CONVERTERS)


def _of_archive(error: ArchiveError) -> ProblemError:
    _log.error("archive unavailable: %s", error)
    return ProblemError("archive_unavailable", "The archive that holds this game is unavailable.")


def _of_damaged_archive(error: DamagedArchiveError) -> ProblemError:
    _log.error("archive damaged: %s", error)
    return ProblemError(
        "archive_damaged",
        "The archived file of this game is missing or damaged.",
        headers={"Retry-After": _OPERATOR_AFTER},
    )


def _of_store(error: StoreUnavailableError) -> ProblemError:
    _log.error("store unavailable: %s", error)
    return ProblemError("store_unavailable", "Redis is unavailable.")


def _of_full_store(error: StoreFullError) -> ProblemError:
    _log.error("store full: %s", error)
    return ProblemError("store_full", "Redis has no memory left; nothing was written.")


def _of_refused_write(error: StoreRefusedError) -> ProblemError:
    _log.error("store refused a write: %s", error)
    return ProblemError(
        "store_not_ready", f"Redis refused the write: {error}. Nothing was written."
    )


def _of_foreign_data(error: ForeignDataError) -> ProblemError:
    _log.critical("store mismatch: %s", error)
    return ProblemError(
        "store_mismatch",
        (
            "Redis holds data with another format or number of partitions than this service is set "
            "up for."
        ),
    )


def _of_unexpected(error: Exception) -> ProblemError:
    _log.error("unexpected error", exc_info=error)
    return ProblemError("internal_error", "The failure was logged.")


def _of_http(error: HTTPException) -> ProblemError:
    status = HTTPStatus(error.code or HTTPStatus.INTERNAL_SERVER_ERROR)
    code = _CODE_OF_STATUS.get(status)
    if code is None:
        code = (
            "malformed_request" if status < HTTPStatus.INTERNAL_SERVER_ERROR else "internal_error"
        )
    headers = {
        name: value for name, value in error.get_headers() if name in ("Allow", "Retry-After")
    }
    return ProblemError(code, f"{KINDS[code].title}.", headers=headers)


def _of_game(_error: GameNotFoundError) -> ProblemError:
    return ProblemError("not_found", "No game has this id, or the game is private.")


def _of_key(_error: KeyReusedError) -> ProblemError:
    detail = (
        "This key was first used for a request with another method, address or body; nothing "
        "was done."
    )
    return ProblemError("key_reused", detail)


def _of_contention(_error: ContentionError) -> ProblemError:
    return ProblemError("contention", "Nothing was done.")


def _of_too_many_documents(error: TooManyDocumentsError) -> ProblemError:
    detail = f"You have reached the limit of {error.limit}; nothing was done."
    return ProblemError("too_many_documents", detail, {"most": error.limit})


def _of_too_many_jobs(error: TooManyJobsError) -> ProblemError:
    plural, code = _JOBS[error.kind]
    if error.limit is None:
        return ProblemError("busy", f"Too many {plural} are being created at the moment.")
    detail = f"You have {error.limit} {plural} in progress, which is the limit; nothing was done."
    return ProblemError(code, detail, {"most": error.limit})


_JOBS = {
    "animation": ("animations", "too_many_animations"),
    "judgement": ("analyses", "too_many_analyses"),
    "playtest": ("playtests", "too_many_playtests"),
}
"""The plural noun of a kind of job, and the code of its limit."""


def _of_work(_error: WorkLimitError) -> ProblemError:
    detail = "The game is too long to be processed in one request; the service stopped."
    return ProblemError("too_costly", detail)


def _of_load(_error: BusyError) -> ProblemError:
    return ProblemError("busy", "Too many expensive requests are in progress at the moment.")


def _of_queue(error: QueueUnavailableError) -> ProblemError:
    _log.error("queue unavailable: %s", error)
    return ProblemError("queue_unavailable", "The job queue is unavailable.")


def _of_missing_document(_error: NoDocumentError) -> ProblemError:
    return ProblemError("not_found", "The document does not exist, or has been deleted.")


def _of_change(error: DocumentChangedError) -> ProblemError:
    detail = f"The document is now at revision {error.revision}; nothing was done."
    return ProblemError("changed_meanwhile", detail, {"revision": error.revision})


_CONVERTERS: dict[type[Exception], Callable[[Any], ProblemError]] = {
    ProblemError: lambda error: error,
    IllegalCommandError: refusal,
    GameNotFoundError: _of_game,
    VersionMismatchError: _of_version,
    KeyReusedError: _of_key,
    ContentionError: _of_contention,
    TooManyDocumentsError: _of_too_many_documents,
    NoDocumentError: _of_missing_document,
    TooManyJobsError: _of_too_many_jobs,
    QueueUnavailableError: _of_queue,
    WorkLimitError: _of_work,
    BusyError: _of_load,
    DocumentChangedError: _of_change,
    HistoryShrankError: of_lost_history,
    UnreadableGameError: of_unreadable_game,
    LogBrokenError: _of_broken_log,
    ArchiveError: _of_archive,
    DamagedArchiveError: _of_damaged_archive,
    StoreUnavailableError: _of_store,
    StoreRefusedError: _of_refused_write,
    StoreFullError: _of_full_store,
    ForeignDataError: _of_foreign_data,
    HTTPException: _of_http,
    Exception: _of_unexpected,
}


def pointers(messages: Any) -> dict[str, list[str]]:
    """Convert marshmallow's nested messages to JSON pointers, each with its reasons."""
    reasons: dict[str, list[str]] = {}
    _collect(messages, "", reasons)
    return reasons


def _collect(messages: Any, pointer: str, reasons: dict[str, list[str]]) -> None:
    if isinstance(messages, dict):
        for name, nested in messages.items():
            step = (
                "" if name == "_schema" else "/" + str(name).replace("~", "~0").replace("/", "~1")
            )
            _collect(nested, pointer + step, reasons)
    else:
        reasons.setdefault(pointer, []).extend(map(str, messages))
