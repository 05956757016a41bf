"""Reading requests: bodies, versions and keys, in the forms the contract gives."""

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
_LEAST_SECRET = 16
"""Characters of a key that stands for its owner."""
_MAX_WORD = 64
"""Characters of a word for which a similar one is looked for."""
_KEY = re.compile(r"[\x21-\x7e]{1,255}")
_JSON_TYPES = re.compile(r"application/(?:[\w.-]+\+)?json")
_WAIT = re.compile(r'(?i)(?:^|,)\s*wait\s*=\s*"?([1-9][0-9]{0,8})"?\s*(?=$|[,;])')
_RETURN = re.compile(r'(?i)(?:^|,)\s*return\s*=\s*"?(minimal|actions)"?\s*(?=$|[,;])')
MAX_WAIT = 60
"""Seconds that a request for a page may wait."""
_SLOT_SECONDS = 1.0


class VersionConverter(IntegerConverter):
    """A version in an address: its digits as the service writes them, from 1."""

    regex = "[1-9][0-9]{0,14}"


def prepare(app: Flask) -> None:
    """Say what an address is."""
    # An address with a doubled slash is another address; a redirect would be built from the
    # request's Host header.
    app.url_map.merge_slashes = False
    app.url_map.converters["version"] = VersionConverter


def json_body() -> Any:
    """The request's JSON value. Raises a problem when there is none."""
    request = current()
    if not _JSON_TYPES.fullmatch(request.mimetype):
        raise ProblemError("unsupported_media_type", "Send Content-Type: application/json.")
    if request.headers.get("Content-Encoding", "identity").lower() != "identity":
        raise ProblemError("unsupported_media_type", "Send the body without a Content-Encoding.")
    text = _read_body(request)
    if request.content_length is None and len(text) >= MAX_BODY:
        # A body of unannounced length is cut off there without a word.
        raise ProblemError("body_too_large", "The body has more than 64 KiB.")
    try:
        return strict_json.loads(text)
    except strict_json.NotStrictError as error:
        raise ProblemError("malformed_request", str(error)) from None


def read_body() -> bytes:
    """The bytes of the request's body. Raises a problem when they do not come."""
    return _read_body(current())


def _read_body(request: ApiRequest) -> bytes:
    """A client that sends slowly holds a thread meanwhile; only a part of the
    threads may be held like that, so that reads and streams go on."""
    slots = services().body_slots
    if not slots.acquire(timeout=_SLOT_SECONDS):
        raise ProblemError("busy", "Too many requests are in progress at the moment.")
    try:
        text = request.get_data(cache=True)
    finally:
        slots.release()
    request.body_was_read = len(text) == request.content_length
    if request.content_length is not None and not request.body_was_read:
        # The web server hands over what has come when a client leaves off in the middle.
        raise ProblemError("malformed_request", "The body is shorter than its Content-Length says.")
    return text


def body(schema: Schema) -> dict[str, Any]:
    """The request's JSON object, checked against a schema."""
    return checked(schema, json_body())


def query(schema: Schema) -> dict[str, Any]:
    """The request's query parameters, checked against a schema; each may come once."""
    params = current().args
    repeated = [name for name, values in params.lists() if len(values) > 1]
    if repeated:
        reasons = {f"/{name}": ["Must not be repeated."] for name in repeated}
        raise ProblemError("invalid_request", "A parameter is repeated.", {"errors": reasons})
    return checked(schema, params.to_dict())


def checked(schema: Schema, value: object) -> dict[str, Any]:
    """A value that fits a schema; raises the problem that names what does not."""
    try:
        loaded: dict[str, Any] = schema.load(value)  # type: ignore[arg-type]
    except ValidationError as error:
        detail = "Parts of the request are invalid; see errors."
        extra = {"errors": pointers(_suggesting(schema, value, error.messages))}
        raise ProblemError("invalid_request", detail, extra) from None
    return loaded


def _suggesting(schema: Schema, value: object, reasons: Any) -> Any:
    """The reasons by field, with the name or word that was probably meant."""
    if not isinstance(value, dict) or not isinstance(reasons, dict):
        return reasons
    known = {field.data_key or name: field for name, field in schema.fields.items()}
    found = dict(reasons)
    for name in reasons.keys() & value.keys():
        field, said, sent = known.get(name), reasons[name], value[name]
        if isinstance(said, list):
            found[name] = [*said, *(_meant_word(field, sent) if field else meant(name, known))]
        elif isinstance(field, List) and isinstance(sent, list):
            found[name] = {
                place: [*why, *_meant_word(field.inner, sent[place])]
                if isinstance(why, list)
                else why
                for place, why in said.items()
            }
    return found


def _meant_word(field: Field[Any], word: object) -> list[str]:
    choices = (getattr(one, "choices", getattr(one, "known", ())) for one in field.validators)
    return meant(word, [str(one) for some in choices for one in some])


def meant(word: object, known: Iterable[str]) -> list[str]:
    """Which of the known words is probably meant by another one, if any."""
    close = get_close_matches(str(word)[:_MAX_WORD], known, n=1)
    return [f"Did you mean {one}?" for one in close]


def invalid_cursor(parameter: str = "cursor") -> ProblemError:
    """The problem of a cursor that no page here has given out."""
    reasons = {f"/{parameter}": ["Use the `next` value of the previous page, unchanged."]}
    return ProblemError("invalid_request", "The cursor is invalid.", {"errors": reasons})


def expected_versions(in_body: int | None = None) -> frozenset[int] | None:
    """The versions the client would have, by ``If-Match`` or by the body; None when any will do.

    A tag without a version, such as one of another service, is never that of a game.
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
    named = frozenset(int(found[1]) for found in tags if found)
    if own is not None and not own <= named:
        raise ProblemError("malformed_request", "If-Match and expected_version differ.")
    return named if own is None else own


def last_event_id() -> int | None:
    """The version of the last event that the client has; None when it did not say."""
    header = current().headers.get("Last-Event-ID", "").strip()
    if not header:
        return None
    if not _VERSION.fullmatch(header):
        raise ProblemError("malformed_request", "Last-Event-ID must be the version of an event.")
    return int(header)


def preferred_wait() -> int | None:
    """For how many seconds the client would rather wait than be told that there is nothing new
    (RFC 7240); None when it did not say, or not so that it can be understood."""
    found = _WAIT.search(current().headers.get("Prefer", ""))
    return min(int(found[1]), MAX_WAIT) if found else None


def preferred_return() -> str | None:
    """What the client would rather have in the answer to what it does (RFC 7240): ``minimal`` or
    ``actions``, if it says so."""
    found = _RETURN.search(current().headers.get("Prefer", ""))
    return found[1].lower() if found else None


def idempotency_key(owner: Player, sent: object, scope: str = "") -> Key | None:
    """The request's idempotency key, bound to its player and to what was sent where.

    ``scope`` sets apart keys that would otherwise be the same: it may hold no space, as keys hold
    none.
    """
    key = _sent_key()
    return None if key is None else Key(f"{owner.id} {scope} {key}", _fingerprint(sent))


def secret_idempotency_key(sent: object, owner: Player | None = None) -> Key | None:
    """The idempotency key of a request for a token, from its owner or from nobody, which must be
    one that nobody else guesses."""
    key = _sent_key()
    if key is not None and len(key) < _LEAST_SECRET:
        raise ProblemError(
            "malformed_request",
            f"Idempotency-Key must have at least {_LEAST_SECRET} characters here, such as those of "
            "a random UUID: whoever knows it gets the token.",
        )
    # No key that is sent holds a space.
    place = "" if owner is None else f"{owner.id} token "
    return None if key is None else Key(f"{place}{key}", _fingerprint(sent))


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
    """What tells a request from another one."""
    request = current()
    return hashlib.sha256(canonical([request.method, request.path, sent])).hexdigest()
