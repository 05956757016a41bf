"""Declares operations: binds a view function to its path and its description in the contract."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from inspect import cleandoc
from typing import Any, TypeVar, cast

from flask import Response
from flask_smorest import Blueprint
from marshmallow import Schema

from api.schemas.vocabulary import reference
from events.accounts.tokens import Scope

View = TypeVar("View", bound=Callable[..., Response])
Part = type | dict[str, Any]

PROBLEM = {"$ref": "#/components/responses/Problem"}
ETAG = {
    "ETag": {
        "schema": {"type": "string"},
        "description": "The game's version and a hash of the viewer's representation.",
    }
}
TAG = {"ETag": {"schema": {"type": "string"}, "description": "The entity tag for `If-None-Match`."}}
WAITED = {
    "Preference-Applied": {
        "schema": {"type": "string", "const": "wait"},
        "description": "Present if the wait requested in `Prefer` was applied.",
    }
}
APPLIED = {
    "Preference-Applied": {
        "schema": {"type": "string", "enum": ["return=minimal", "return=actions"]},
        "description": "Present if the response is the one requested in `Prefer`.",
    }
}
REPLAYED = {
    "Idempotency-Replayed": {
        "schema": {"type": "string", "const": "true"},
        "description": (
            "Present if the idempotency key was used before: this is the first result again, "
            "and nothing new was done."
        ),
    }
}
RATE_LIMIT_LEFT = {
    "RateLimit": {
        "schema": {"type": "string"},
        "description": "What is left of the limit that `RateLimit-Policy` names, which comes with "
        'it: `"reads";r=299;t=60` is 299 requests, all of them again in 60 seconds.',
    },
}
RATE_LIMITS = {
    "RateLimit-Policy": {
        "schema": {"type": "string"},
        "description": 'Which limit the request counted towards: `"reads";q=300;w=60` is 300 in 60 '
        "seconds (draft-ietf-httpapi-ratelimit-headers). Absent where none applies.",
    },
    **RATE_LIMIT_LEFT,
}
RETRY = {
    "Retry-After": {
        "schema": {"type": "integer", "minimum": 1},
        "description": "After how many seconds to ask again.",
    }
}
SIGN_IN = {
    "WWW-Authenticate": {
        "schema": {"type": "string"},
        "description": "How to authenticate: with a bearer token (RFC 6750).",
    }
}
LOCATION = {
    "Location": {
        "schema": {"type": "string", "format": "uri-reference"},
        "description": "The address of the new resource.",
    }
}
Security = list[dict[str, list[str]]]
"""The alternatives of authentication: each names the scope of a token, ``{}`` needs none."""
TOKEN: Security = [{Scope.PLAY.value: []}]
READ_TOKEN: Security = [{Scope.READ.value: []}]
ADMIN_TOKEN: Security = [{Scope.ADMIN.value: []}]
OPTIONAL_TOKEN: Security = [{}, *READ_TOKEN]
OPTIONAL_ADMIN_TOKEN: Security = [{}, *ADMIN_TOKEN]
NO_TOKEN: Security = []
_SCOPE_OF_ALL_TOKENS = Scope.READ
WEIGHT = "x-rate-limit-weight"
"""The member of an operation in the contract that says as how many requests one counts."""
_SCOPE = "required_scope"
"""The attribute of a view function with the scope of its operation."""


def header(name: str, description: str, **schema: Any) -> dict[str, Any]:
    """Return the parameter object of an optional request header."""
    return {
        "name": name,
        "in": "header",
        "required": False,
        "schema": {"type": "string", **schema},
        "description": description,
    }


IF_MATCH = header(
    "If-Match",
    'The game\'s version, as an entity tag: "17", or a tag that the service returned. With '
    "several tags, one must match; `*` matches any version.",
    pattern=r'^(\*|(W/)?"[!#-~]*"(, *(W/)?"[!#-~]*")*)$',
    examples=['"17"', 'W/"17.a8f3"'],
)
IDEMPOTENCY_KEY = header(
    "Idempotency-Key",
    "A request that is repeated with the same key takes effect only once.",
    minLength=1,
    maxLength=255,
    pattern='^(?!""$)[!-~]+$',
)
CONTENT_ENCODING = header(
    "Content-Encoding", "Whether the body is compressed.", enum=["identity", "gzip"]
)
ACCEPT_LANGUAGE = header(
    "Accept-Language", "The preferred language of names and texts: en, de, es, fr or pt."
)
NOT_MODIFIED = {304: "Not modified."}
LAST_EVENT_ID = header(
    "Last-Event-ID",
    "Where to resume a stream: the id of the last event that you received. Takes precedence "
    "over `after`.",
    pattern="^[0-9]{0,15}$",
)
PREFER = header(
    "Prefer",
    "`wait=20` waits up to 20 seconds (at most 60) for new events instead of returning an "
    "empty page at once (RFC 7240).",
)
RETURN = header(
    "Prefer",
    "`return=minimal` leaves the events out of the response (RFC 7240), for clients that "
    "receive them by stream. `return=actions` adds what the player may do next.",
)
IF_NONE_MATCH = header("If-None-Match", "Return 304 if the resource still has this entity tag.")


@dataclass(frozen=True, slots=True)
class Success:
    """The successful response of an operation."""

    status: int
    schema: Part | None = None
    content_type: str | None = None
    headers: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation of the contract: its route, inputs and responses. Decorates the view function,
    whose docstring becomes the description.

    ``route`` is a method and a path. ``fails`` lists the statuses of its problem documents, besides
    those that follow from the other fields.
    """

    blueprint: Blueprint
    route: str
    summary: str
    success: Success
    fails: Iterable[int] = ()
    body: Part | None = None
    query: type[Schema] | None = None
    headers: Iterable[dict[str, Any]] = ()
    security: Security = field(default_factory=lambda: TOKEN)
    """The scope that a token must have, and whether a token is required."""
    body_types: tuple[str, ...] = ("application/json",)
    others: Mapping[int, str] = field(default_factory=dict)
    """Further statuses of success with their descriptions, without bodies. 304 is added if
    ``If-None-Match`` is among the headers."""
    counted: bool = True
    """Whether its requests count towards a rate limit."""
    weight: int = 1
    """As how many requests one counts: roughly its CPU time as a multiple of ``getGame``'s."""

    def failures(self) -> Iterator[int]:
        """Yield the error statuses in the contract: ``fails``, and those that follow from the other
        fields. Errors of any request (406, 413, 414, 415, 500, 503) are described in the
        introduction instead. A ``default`` response would make clients parse a proxy's error pages
        as problem documents."""
        yield from self.fails
        yield HTTPStatus.UNPROCESSABLE_ENTITY
        if self.body is not None:
            yield HTTPStatus.BAD_REQUEST
        if self.scope is not None:
            yield HTTPStatus.UNAUTHORIZED
        if self.scope not in (None, _SCOPE_OF_ALL_TOKENS):
            yield HTTPStatus.FORBIDDEN
        if self.counted:
            yield HTTPStatus.TOO_MANY_REQUESTS

    def __call__(self, view: View) -> View:
        """Register a view function for the operation."""
        method, path = self.route.split(" ", 1)
        success = self.success
        described = self.blueprint.doc(**self._description(view))(view)
        decorated = self.blueprint.response(
            success.status,
            schema_of(success.schema),
            content_type=success.content_type,
            headers=dict(success.headers or {}),
        )(described)
        setattr(decorated, _SCOPE, self.scope)
        return cast(View, self.blueprint.route(path, methods=[method])(decorated))

    @property
    def scope(self) -> Scope | None:
        """The scope that a token must have."""
        return next((Scope(name) for option in self.security for name in option), None)

    def _description(self, view: View) -> dict[str, Any]:
        responses: dict[str, Any] = {str(int(status)): PROBLEM for status in self.failures()}
        conditional = NOT_MODIFIED if IF_NONE_MATCH in self.headers else {}
        others = {**conditional, **self.others}
        responses |= {str(status): {"description": text} for status, text in others.items()}
        parameters: list[dict[str, Any]] = list(self.headers)
        if self.query is not None:
            parameters.append({"in": "query", "schema": self.query})
        document: dict[str, Any] = {
            "operationId": operation_id(view.__name__),
            "summary": self.summary,
            "description": cleandoc(view.__doc__ or ""),
            "security": self.security,
            "parameters": parameters,
            "responses": responses,
        }
        if self.weight > 1:
            document[WEIGHT] = self.weight
        if self.body is not None:
            content = {kind: {"schema": self.body} for kind in self.body_types}
            document["requestBody"] = {"required": True, "content": content}
        return document


def operation_id(function: str) -> str:
    """Return the operation id of a view function, in camel case."""
    first, *others = function.split("_")
    return first + "".join(map(str.capitalize, others))


def schema_of(part: Part | None) -> type[Schema] | dict[str, Any] | None:
    """Return a schema as flask-smorest takes it: an answer type becomes a reference."""
    return part if not isinstance(part, type) or issubclass(part, Schema) else reference(part)


def required_scope(view: Callable[..., Any]) -> Scope | None:
    """Return the scope that a token must have to call a view function."""
    return cast(Scope | None, getattr(view, _SCOPE, None))


def also_answers(
    blueprint: Blueprint, status: int, answer: Mapping[str, Any]
) -> Callable[[View], View]:
    """Describe a further response of an operation, or a further media type of one. Apply it before
    ``Operation``."""

    def bind(view: View) -> View:
        return cast(View, blueprint.doc(responses={str(status): dict(answer)})(view))

    return bind
