"""Errors as RFC 9457 problem documents; the one place that knows status codes of failures."""

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

import msgspec
from flask import Flask, Response, g, request
from werkzeug.exceptions import HTTPException

from api import metrics
from api.problem_kinds import KINDS
from api.rules import RULES
from domain.errors import IllegalCommandError
from events.animations import QueueUnavailableError, TooManyAnimationsError
from events.documents import DocumentChangedError, NoDocumentError, TooManyDocumentsError
from events.execute import (
    ContentionError,
    GameNotFoundError,
    KeyReusedError,
    VersionMismatchError,
)
from events.layout import ForeignDataError
from events.store import (
    HistoryShrankError,
    StoreFullError,
    StoreRefusedError,
    StoreUnavailableError,
)

_log = logging.getLogger(__name__)
MEDIA_TYPE = "application/problem+json"
_RETRY_AFTER = "1"
_OPERATOR_AFTER = "600"
"""Seconds after which a closed game is worth another look: a person has to open it."""


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
    """A failure to be told as a problem document. ``extra`` are further members of it."""

    code: str
    detail: str
    extra: dict[str, Any] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)


def render(problem: ProblemError) -> Response:
    """The answer for a problem."""
    kind = KINDS[problem.code]
    metrics.PROBLEMS.labels(code=problem.code).inc()
    content = {"instance": request.path, "request_id": g.get("request_id", "")}
    body = msgspec.json.encode({**document(problem), **content})
    response = Response(body, status=int(kind.status), mimetype=MEDIA_TYPE)
    if kind.status is HTTPStatus.SERVICE_UNAVAILABLE:
        response.headers["Retry-After"] = _RETRY_AFTER
    if kind.status is HTTPStatus.UNAUTHORIZED:
        response.headers["WWW-Authenticate"] = 'Bearer realm="afteraction"'
    response.headers.update(problem.headers)
    response.headers["Cache-Control"] = "no-store"
    response.headers["Content-Language"] = "en"
    return response


def document(problem: ProblemError) -> dict[str, Any]:
    """What is said of a problem, whatever the request was."""
    kind = KINDS[problem.code]
    return {
        "type": f"/problems/{problem.code}",
        "title": kind.title,
        "status": int(kind.status),
        "detail": problem.detail,
        "code": problem.code,
        "advice": kind.advice,
        **problem.extra,
    }


def register(app: Flask) -> None:
    """Turn every failure of the app's endpoints into a problem document."""
    for kind, explain in _EXPLAINED.items():
        app.register_error_handler(kind, _handler(explain))
    for code in KINDS:
        # Counted from nought, so that the first one is seen as one more.
        metrics.PROBLEMS.labels(code=code)


def _handler(explain: Callable[[Any], ProblemError]) -> Callable[[Exception], Response]:
    return lambda error: render(explain(error))


def refusal(error: IllegalCommandError, **more: Any) -> ProblemError:
    """The problem of a command that the rules refuse, with further members of its document."""
    text = RULES[error.rule]
    told: dict[str, Any] = {
        "advice": text.instead,
        "rule": error.rule,
        "rule_url": f"/rules/{error.rule}",
        "source": text.source,
        "facts": error.facts,
        "awaiting": None,
        "alternatives": [],
    }
    return ProblemError("illegal_command", text.sentence, {**told, **more})


def _of_version(error: VersionMismatchError) -> ProblemError:
    detail = f"The game is at version {error.current} now; nothing was done."
    if error.named > error.current:
        detail = (
            f"You name version {error.named}, but the game is at version {error.current}; nothing "
            "was done. Read the game again. If this service has shown you the later version, send "
            "the whole ETag that came with it in If-Match: it proves that events were lost."
        )
    return ProblemError("version_mismatch", detail, {"version": error.current})


def of_lost_history(error: HistoryShrankError) -> ProblemError:
    """The problem of a game that is frozen."""
    _log.error("history lost or closed by the operator", extra={"game": error.game})
    return ProblemError(
        "history_lost",
        "Events of this game that were shown before are lost, or its operator has closed it.",
        headers={"Retry-After": _OPERATOR_AFTER},
    )


def _of_store(error: StoreUnavailableError) -> ProblemError:
    _log.error("store unavailable: %s", error)
    return ProblemError("store_unavailable", "Redis does not answer as it should.")


def _of_full_store(error: StoreFullError) -> ProblemError:
    _log.error("store full: %s", error)
    return ProblemError("store_full", "Redis has no memory left; this write was not made.")


def _of_refusal_by_store(error: StoreRefusedError) -> ProblemError:
    _log.error("store refuses: %s", error)
    return ProblemError("store_not_ready", f"Redis refuses: {error}. Nothing was written.")


def _of_foreign_data(error: ForeignDataError) -> ProblemError:
    _log.critical("store mismatch: %s", error)
    return ProblemError("store_mismatch", "Redis holds other data than this service is set up for.")


def _of_surprise(error: Exception) -> ProblemError:
    _log.error("unexpected failure", exc_info=error)
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
    return ProblemError("not_found", "No game has this id, or it is private.")


def _of_key(_error: KeyReusedError) -> ProblemError:
    detail = "The first request with this key had another body; nothing was done."
    return ProblemError("key_reused", detail)


def _of_contention(_error: ContentionError) -> ProblemError:
    return ProblemError("contention", "Nothing was done.")


def _of_full_place(error: TooManyDocumentsError) -> ProblemError:
    detail = f"You have {error.most} here; nothing was done."
    return ProblemError("too_many_documents", detail, {"most": error.most})


def _of_animations(error: TooManyAnimationsError) -> ProblemError:
    if error.most is None:
        return ProblemError("busy", "Many animations are being made at this moment.")
    detail = f"You have {error.most} under way; nothing was done."
    return ProblemError("too_many_animations", detail, {"most": error.most})


def _of_queue(error: QueueUnavailableError) -> ProblemError:
    _log.error("queue unavailable: %s", error)
    return ProblemError("queue_unavailable", "The server of the jobs does not answer.")


def _of_missing_document(_error: NoDocumentError) -> ProblemError:
    return ProblemError("not_found", "It is not here, or no longer.")


def _of_change(error: DocumentChangedError) -> ProblemError:
    detail = f"It is at revision {error.revision} now; nothing was done."
    return ProblemError("changed_meanwhile", detail, {"revision": error.revision})


_EXPLAINED: dict[type[Exception], Callable[[Any], ProblemError]] = {
    ProblemError: lambda error: error,
    IllegalCommandError: refusal,
    GameNotFoundError: _of_game,
    VersionMismatchError: _of_version,
    KeyReusedError: _of_key,
    ContentionError: _of_contention,
    TooManyDocumentsError: _of_full_place,
    NoDocumentError: _of_missing_document,
    TooManyAnimationsError: _of_animations,
    QueueUnavailableError: _of_queue,
    DocumentChangedError: _of_change,
    HistoryShrankError: of_lost_history,
    StoreUnavailableError: _of_store,
    StoreRefusedError: _of_refusal_by_store,
    StoreFullError: _of_full_store,
    ForeignDataError: _of_foreign_data,
    HTTPException: _of_http,
    Exception: _of_surprise,
}


def pointers(messages: Any) -> dict[str, list[str]]:
    """marshmallow's nested messages as JSON pointers into what was sent, each with its reasons."""
    found: dict[str, list[str]] = {}
    _collect(messages, "", found)
    return found


def _collect(messages: Any, place: str, found: dict[str, list[str]]) -> None:
    if isinstance(messages, dict):
        for name, below in messages.items():
            step = (
                "" if name == "_schema" else "/" + str(name).replace("~", "~0").replace("/", "~1")
            )
            _collect(below, place + step, found)
    else:
        found.setdefault(place, []).extend(map(str, messages))
