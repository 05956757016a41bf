"""Parsing requests: bodies, queries, versions, preferences and idempotency keys."""

import hashlib
import re
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any

from flask import Flask
from marshmallow import Schema, ValidationError
from marshmallow.fields import Field, List
from werkzeug.routing import IntegerConverter

from api.http import strict_json
from api.http.api_request import MAX_BODY, ApiRequest, current
from api.http.problems import ProblemError, pointers
from api.services import services
from events.accounts.players import Player
from events.log.chain import canonical
from events.store.port import Key

_TAG = re.compile(r'(?:W/)?"([\x21\x23-\x7e\x80-\xff]*)"')
_TAGS = re.compile(rf"(?:{_TAG.pattern})?(?:[ \t]*,[ \t]*(?:{_TAG.pattern})?)*")
_VERSIONED = re.compile(r"([0-9]{1,15})(?:\..*)?")
_VERSION = re.compile(r"[0-9]{1,15}")
_MIN_SECRET_KEY = 16
"""Characters of an idempotency key that must be hard to guess."""
_MAX_WORD = 64
"""Characters of a word that are compared for suggestions."""
_KEY = re.compile(r"[\x21-\x7e]{1,255}")
_JSON_TYPES = re.compile(r"application/(?:[\w.-]+\+)?json")
_WAIT = re.compile(r'(?i)(?:^|,)\s*wait\s*=\s*"?([1-9][0-9]{0,8})"?\s*(?=$|[,;])')
_RETURN = re.compile(r'(?i)(?:^|,)\s*return\s*=\s*"?(minimal|actions)"?\s*(?=$|[,;])')
MAX_WAIT = 60
"""Seconds of ``Prefer: wait``."""
_SLOT_TIMEOUT_SECONDS = 1.0


class VersionConverter(IntegerConverter):
    """A version in a path: a positive integer without leading zeros."""

    regex = "[1-9][0-9]{0,14}"


def configure(app: Flask) -> None:
    """Configure the routing of paths."""
    # A path with a double slash is another path; a redirect would be built from the Host header.
    app.url_map.merge_slashes = False
    app.url_map.converters["version"] = VersionConverter


def json_body() -> Any:
    """Return the JSON value of the request's body. Raises a problem if it is not valid JSON."""
    request = current()
    if not _JSON_TYPES.fullmatch(request.mimetype):
        raise ProblemError("unsupported_media_type", "Send Content-Type: application/json.")
    if request.headers.get("Content-Encoding", "identity").lower() != "identity":
        raise ProblemError("unsupported_media_type", "Send the body without a Content-Encoding.")
    text = _read_body(request)
    if request.content_length is None and len(text) >= MAX_BODY:
        # Flask silently truncates a body without a Content-Length at the maximum.
        raise ProblemError("body_too_large", "The body has more than 64 KiB.")
    try:
        return strict_json.loads(text)
    except strict_json.NotStrictError as error:
        raise ProblemError("malformed_request", str(error)) from None


def read_body() -> bytes:
    """Return the bytes of the request's body. Raises a problem if it is incomplete."""
    return _read_body(current())


def _read_body(request: ApiRequest) -> bytes:
    """A slow client holds a thread meanwhile; only some of the threads may be held like that, so
    that reads and streams continue."""
    slots = services().body_slots
    if not slots.acquire(timeout=_SLOT_TIMEOUT_SECONDS):
        raise ProblemError("busy", "Too many requests are in progress at the moment.")
    try:
        text = request.get_data(cache=True)
    finally:
        slots.release()
    request.body_was_read = len(text) == request.content_length
    if request.content_length is not None and not request.body_was_read:
        # The web server hands over an incomplete body when a client disconnects.
        raise ProblemError("malformed_request", "The body is shorter than its Content-Length says.")
    return text


def body(schema: Schema) -> dict[str, Any]:
    """Return the request's JSON object, validated against a schema. Raises a problem."""
    return validated(schema, json_body())


def query(schema: Schema) -> dict[str, Any]:
    """Return the query parameters, validated against a schema. Raises a problem, also when one is
    repeated."""
    params = current().args
    repeated = [name for name, values in params.lists() if len(values) > 1]
    if repeated:
        reasons = {f"/{name}": ["Must not be repeated."] for name in repeated}
        raise ProblemError("invalid_request", "A parameter is repeated.", {"errors": reasons})
    return validated(schema, params.to_dict())


def validated(schema: Schema, value: object) -> dict[str, Any]:
    """Validate a value against a schema. Raises a problem that lists the errors."""
    try:
        loaded: dict[str, Any] = schema.load(value)  # type: ignore[arg-type]
    except ValidationError as error:
        detail = "Parts of the request are invalid; see errors."
        extra = {"errors": pointers(_with_suggestions(schema, value, error.messages))}
        raise ProblemError("invalid_request", detail, extra) from None
    return loaded


def _with_suggestions(schema: Schema, value: object, errors: Any) -> Any:
    """Add to the errors by field the name or value that was probably meant."""
    if not isinstance(value, dict) or not isinstance(errors, dict):
        return errors
    fields = {field.data_key or name: field for name, field in schema.fields.items()}
    result = dict(errors)
    for name in errors.keys() & value.keys():
        field, reasons, sent = fields.get(name), errors[name], value[name]
        if isinstance(reasons, list):
            similar = _similar_choices(field, sent) if field else suggestions(name, fields)
            result[name] = [*reasons, *similar]
        elif isinstance(field, List) and isinstance(sent, list):
            result[name] = {
                index: [*inner, *_similar_choices(field.inner, sent[index])]
                if isinstance(inner, list)
                else inner
                for index, inner in reasons.items()
            }
    return result


def _similar_choices(field: Field[Any], word: object) -> list[str]:
    choices = (getattr(each, "choices", getattr(each, "known", ())) for each in field.validators)
    return suggestions(word, [str(choice) for some in choices for choice in some])


def suggestions(word: object, known: Iterable[str]) -> list[str]:
    """Suggest the known word that is closest to another one, if any is close."""
    close = get_close_matches(str(word)[:_MAX_WORD], known, n=1)
    return [f"Did you mean {match}?" for match in close]


def invalid_cursor(parameter: str = "cursor") -> ProblemError:
    """Return the problem of a cursor that this service did not issue."""
    reasons = {f"/{parameter}": ["Use the `next` value of the previous page, unchanged."]}
    return ProblemError("invalid_request", "The cursor is invalid.", {"errors": reasons})


def expected_versions(in_body: int | None = None) -> frozenset[int] | None:
    """Return the versions that ``If-Match`` or the body allow; None when any is allowed.

    A tag without a version matches no game.
    """
    own = None if in_body is None else frozenset({in_body})
    header = current().headers.get("If-Match", "*").strip()
    if header == "*":
        return own
    if not header.strip(", \t") or not _TAGS.fullmatch(header):
        raise ProblemError(
            "malformed_request",
            ('If-Match must be a list of entity tags, such as "17" or W/"17.a8f3", or *.'),
        )
    tags = (_VERSIONED.fullmatch(tag[1]) for tag in _TAG.finditer(header))
    named = frozenset(int(match[1]) for match in tags if match)
    if own is not None and not own <= named:
        raise ProblemError("malformed_request", "If-Match and expected_version differ.")
    return named if own is None else own


def last_event_id() -> int | None:
    """Return the version in ``Last-Event-ID``; None without the header. Raises a problem."""
    header = current().headers.get("Last-Event-ID", "").strip()
    if not header:
        return None
    if not _VERSION.fullmatch(header):
        raise ProblemError("malformed_request", "Last-Event-ID must be the version of an event.")
    return int(header)


def preferred_wait() -> int | None:
    """Return the seconds of ``Prefer: wait=…`` (RFC 7240), capped; None without it."""
    match = _WAIT.search(current().headers.get("Prefer", ""))
    return min(int(match[1]), MAX_WAIT) if match else None


def preferred_return() -> str | None:
    """Return ``minimal`` or ``actions`` from ``Prefer: return=…`` (RFC 7240); None without it."""
    match = _RETURN.search(current().headers.get("Prefer", ""))
    return match[1].lower() if match else None


def idempotency_key(owner: Player, sent: object, scope: str = "") -> Key | None:
    """Return the request's idempotency key, bound to its player, its path and its body.

    ``scope`` separates keys that would otherwise be equal; like a key it contains no space.
    """
    key = _sent_key()
    return None if key is None else Key(f"{owner.id} {scope} {key}", _fingerprint(sent))


def secret_idempotency_key(sent: object, owner: Player | None = None) -> Key | None:
    """Return the idempotency key of a request that creates a token, with or without its owner.

    Whoever repeats the key gets the token, so a short one raises a problem.
    """
    key = _sent_key()
    if key is not None and len(key) < _MIN_SECRET_KEY:
        raise ProblemError(
            "malformed_request",
            f"Idempotency-Key must have at least {_MIN_SECRET_KEY} characters here, such as those "
            "of a random UUID: whoever knows it gets the token.",
        )
    # Keys that clients send contain no space.
    prefix = "" if owner is None else f"{owner.id} token "
    return None if key is None else Key(f"{prefix}{key}", _fingerprint(sent))


def _sent_key() -> str | None:
    header = current().headers.get("Idempotency-Key")
    if header is None:
        return None
    key = header.strip()
    if len(key) > 1 and key[0] == key[-1] == '"':
        key = key[1:-1]
    if not _KEY.fullmatch(key):
        raise ProblemError(
            "malformed_request", "Idempotency-Key must have 1 to 255 visible ASCII characters."
        )
    return key


def _fingerprint(sent: object) -> str:
    """Return a hash of what makes a request the same as another."""
    request = current()
    return hashlib.sha256(canonical([request.method, request.path, sent])).hexdigest()
