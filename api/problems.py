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
from api.rules import RULES
from domain.errors import IllegalCommandError
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


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of problem: its status, its title, and what to do about it."""

    status: HTTPStatus
    title: str
    advice: str


KINDS: dict[str, Kind] = {
    "malformed_request": Kind(
        HTTPStatus.BAD_REQUEST,
        "The request cannot be read",
        "Send one JSON document in UTF-8, and headers in the form the contract gives.",
    ),
    "unauthenticated": Kind(
        HTTPStatus.UNAUTHORIZED,
        "Nobody is signed in",
        "Create a player with POST /v1/players and send its token as Authorization: Bearer.",
    ),
    "forbidden": Kind(
        HTTPStatus.FORBIDDEN,
        "You may not do this",
        "Only the player who holds a seat decides for it.",
    ),
    "insufficient_scope": Kind(
        HTTPStatus.FORBIDDEN,
        "The token does not allow this",
        "Use a token with the scope that is named; POST /v1/players/me/tokens makes tokens with "
        "scopes that yours has.",
    ),
    "sign_up_closed": Kind(
        HTTPStatus.FORBIDDEN,
        "Players are not created by anyone here",
        "Ask whoever runs this service for a token; an administrator's token creates players.",
    ),
    "not_found": Kind(
        HTTPStatus.NOT_FOUND,
        "There is nothing here",
        "Check the address; a private game is shown only to its players.",
    ),
    "method_not_allowed": Kind(
        HTTPStatus.METHOD_NOT_ALLOWED,
        "This address does not take that method",
        "The Allow header lists the methods it takes.",
    ),
    "not_acceptable": Kind(
        HTTPStatus.NOT_ACCEPTABLE,
        "No such representation",
        "Accept one of the media types in offers, or leave the Accept header out.",
    ),
    "illegal_command": Kind(
        HTTPStatus.CONFLICT,
        "The rules do not allow this command",
        "Ask GET /v1/games/{id}/actions for what is allowed now.",
    ),
    "contention": Kind(
        HTTPStatus.CONFLICT,
        "Other commands came first every time",
        "Read the game again and retry.",
    ),
    "too_many_tokens": Kind(
        HTTPStatus.CONFLICT,
        "You have as many tokens as one may have",
        "Revoke one with DELETE /v1/players/me/tokens/{token_id}, or let some expire.",
    ),
    "game_archived": Kind(
        HTTPStatus.CONFLICT,
        "The game is archived",
        "Nothing was done: the game is over, and takes no commands anyhow.",
    ),
    "import_conflict": Kind(
        HTTPStatus.CONFLICT,
        "Another game has this id",
        "Nothing was stored. A log is brought in under its own id, which is taken here.",
    ),
    "version_mismatch": Kind(
        HTTPStatus.PRECONDITION_FAILED,
        "The game is at another version",
        "Read the events after your version and decide again.",
    ),
    "body_too_large": Kind(
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
        "The body is too large",
        "No request needs more than 64 KiB; an import may have 4 MiB, and 32 MiB unpacked.",
    ),
    "address_too_long": Kind(
        HTTPStatus.REQUEST_URI_TOO_LONG,
        "The address is too long",
        "No address of this service needs more than 8 KiB, with its query.",
    ),
    "headers_too_large": Kind(
        HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
        "The headers are too many or too large",
        "Send fewer headers, or shorter ones: 100 at most, 32 KiB together.",
    ),
    "unsupported_media_type": Kind(
        HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
        "The body is of another type",
        "Send Content-Type: application/json; to import, application/x-ndjson or application/gzip.",
    ),
    "invalid_request": Kind(
        HTTPStatus.UNPROCESSABLE_ENTITY,
        "The request does not fit the contract",
        "See errors: each names a place and what is wrong there.",
    ),
    "import_refused": Kind(
        HTTPStatus.UNPROCESSABLE_ENTITY,
        "The game does not hold",
        "Send a complete export as GET /v1/games/{id}/export gives it, byte for byte; version and "
        "reason say what is wrong with this one.",
    ),
    "key_reused": Kind(
        HTTPStatus.UNPROCESSABLE_ENTITY,
        "This idempotency key belongs to another request",
        "Use a new Idempotency-Key for a new request, the same key only to repeat one.",
    ),
    "too_many_requests": Kind(
        HTTPStatus.TOO_MANY_REQUESTS,
        "Too many requests of this kind",
        "Nothing was done: wait as long as Retry-After says, then repeat the request.",
    ),
    "internal_error": Kind(
        HTTPStatus.INTERNAL_SERVER_ERROR,
        "Something went wrong here",
        "Report the request_id to whoever runs this service.",
    ),
    "history_lost": Kind(
        HTTPStatus.SERVICE_UNAVAILABLE,
        "This game is closed to commands",
        "Do not repeat the command; whoever runs the service has to open the game again.",
    ),
    "store_unavailable": Kind(
        HTTPStatus.SERVICE_UNAVAILABLE,
        "The store does not answer",
        "The outcome is unknown: repeat the request with the same Idempotency-Key.",
    ),
    "store_full": Kind(
        HTTPStatus.SERVICE_UNAVAILABLE,
        "The store is full",
        "Its operator has to give it more memory. Repeat the request with the same "
        "Idempotency-Key later.",
    ),
    "store_not_ready": Kind(
        HTTPStatus.SERVICE_UNAVAILABLE,
        "The store does not take this now",
        "Repeat the request with the same Idempotency-Key in a moment.",
    ),
    "store_mismatch": Kind(
        HTTPStatus.SERVICE_UNAVAILABLE,
        "The store holds the data of another version or set-up",
        "Nothing was done. The operator has to start the version, and with the PARTITIONS, that "
        "the data was made with, or to upgrade the data.",
    ),
    "store_unsafe": Kind(
        HTTPStatus.SERVICE_UNAVAILABLE,
        "The store is set up so that it forgets",
        "The operator has to set maxmemory-policy to noeviction.",
    ),
    "identity_unavailable": Kind(
        HTTPStatus.SERVICE_UNAVAILABLE,
        "Who you are cannot be checked now",
        "Nothing was done. Wait as long as Retry-After says, then repeat the request; a token of "
        "this service's own works meanwhile.",
    ),
    "busy": Kind(
        HTTPStatus.SERVICE_UNAVAILABLE,
        "Too much at once",
        "Nothing was done. Wait a moment and try again.",
    ),
    "too_many_streams": Kind(
        HTTPStatus.SERVICE_UNAVAILABLE,
        "Too many open streams",
        "Wait, or read pages of events instead.",
    ),
}

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


_EXPLAINED: dict[type[Exception], Callable[[Any], ProblemError]] = {
    ProblemError: lambda error: error,
    IllegalCommandError: refusal,
    GameNotFoundError: _of_game,
    VersionMismatchError: _of_version,
    KeyReusedError: _of_key,
    ContentionError: _of_contention,
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
