"""Binding a function to its address and its description in the contract, in one step."""

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
"""The ways in which an operation may be called: each names the scope of the token it takes."""
TOKEN: Security = [{Scope.PLAY.value: []}]
READ_TOKEN: Security = [{Scope.READ.value: []}]
ADMIN_TOKEN: Security = [{Scope.ADMIN.value: []}]
OPTIONAL_TOKEN: Security = [{}, *READ_TOKEN]
OPTIONAL_ADMIN_TOKEN: Security = [{}, *ADMIN_TOKEN]
NO_TOKEN: Security = []
_EVERY_TOKEN_HAS = Scope.READ
WEIGHT = "x-rate-limit-weight"
"""The member of an operation in the contract that says as how many requests one counts."""
_NEEDED = "needed_scope"
"""The name under which a view function knows the scope that its callers need."""


def header(name: str, description: str, **schema: Any) -> dict[str, Any]:
    """An optional request header."""
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
UNCHANGED = {304: "Not modified."}
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
    """What an operation answers when all goes well."""

    status: int
    schema: Part | None = None
    content_type: str | None = None
    headers: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation of the contract: its address, its inputs, its answers. Decorates the function
    that serves it, whose docstring describes it further.

    ``place`` is a method and a path. ``fails`` lists the statuses it may answer with a problem
    document, besides those that follow from the rest.
    """

    blueprint: Blueprint
    place: str
    summary: str
    success: Success
    fails: Iterable[int] = ()
    body: Part | None = None
    query: type[Schema] | None = None
    headers: Iterable[dict[str, Any]] = ()
    security: Security = field(default_factory=lambda: TOKEN)
    """Which scope a token must have, and whether one must be sent at all."""
    body_types: tuple[str, ...] = ("application/json",)
    others: Mapping[int, str] = field(default_factory=dict)
    """Further statuses that are no failure, with what they mean; their answers are empty. 304 is
    among them wherever the client may say what it has."""
    counted: bool = True
    """Whether its requests count towards a limit."""
    weight: int = 1
    """As how many requests one counts: about how many times the processor time of a state's."""

    def failures(self) -> Iterator[int]:
        """Every status that it names: its own, and those that follow from the rest. What any
        request may be answered (406, 413, 414, 415, 500, 503) is told in the introduction, as is
        429 once the parts are shared; a ``default`` would not do, as clients would read a proxy's
        pages as problem documents."""
        yield from self.fails
        yield HTTPStatus.UNPROCESSABLE_ENTITY
        if self.body is not None:
            yield HTTPStatus.BAD_REQUEST
        if self.scope is not None:
            yield HTTPStatus.UNAUTHORIZED
        if self.scope not in (None, _EVERY_TOKEN_HAS):
            yield HTTPStatus.FORBIDDEN
        if self.counted:
            yield HTTPStatus.TOO_MANY_REQUESTS

    def __call__(self, view: View) -> View:
        """Serve it by this function."""
        method, path = self.place.split(" ", 1)
        success = self.success
        described = self.blueprint.doc(**self._description(view))(view)
        answering = self.blueprint.response(
            success.status,
            schema_of(success.schema),
            content_type=success.content_type,
            headers=dict(success.headers or {}),
        )(described)
        setattr(answering, _NEEDED, self.scope)
        return cast(View, self.blueprint.route(path, methods=[method])(answering))

    @property
    def scope(self) -> Scope | None:
        """The scope that a token must have which comes with a request."""
        return next((Scope(name) for way in self.security for name in way), None)

    def _description(self, view: View) -> dict[str, Any]:
        responses: dict[str, Any] = {str(int(status)): PROBLEM for status in self.failures()}
        known = UNCHANGED if IF_NONE_MATCH in self.headers else {}
        others = {**known, **self.others}
        responses |= {str(status): {"description": said} for status, said in others.items()}
        parameters: list[dict[str, Any]] = list(self.headers)
        if self.query is not None:
            parameters.append({"in": "query", "schema": self.query})
        described: dict[str, Any] = {
            "operationId": operation_id(view.__name__),
            "summary": self.summary,
            "description": cleandoc(view.__doc__ or ""),
            "security": self.security,
            "parameters": parameters,
            "responses": responses,
        }
        if self.weight > 1:
            described[WEIGHT] = self.weight
        if self.body is not None:
            content = {kind: {"schema": self.body} for kind in self.body_types}
            described["requestBody"] = {"required": True, "content": content}
        return described


def operation_id(function: str) -> str:
    """The name for generated clients of the operation that a function serves."""
    first, *others = function.split("_")
    return first + "".join(map(str.capitalize, others))


def schema_of(part: Part | None) -> type[Schema] | dict[str, Any] | None:
    """What the library takes for a part of the contract: an answer is a name to it."""
    return part if not isinstance(part, type) or issubclass(part, Schema) else reference(part)


def needed_scope(view: Callable[..., Any]) -> Scope | None:
    """The scope that callers of a view function need who send a token."""
    return cast(Scope | None, getattr(view, _NEEDED, None))


def also_answers(
    blueprint: Blueprint, status: int, answer: Mapping[str, Any]
) -> Callable[[View], View]:
    """Describe a further answer of an operation, or a further form of one; stands below
    ``Operation``."""

    def bind(view: View) -> View:
        return cast(View, blueprint.doc(responses={str(status): dict(answer)})(view))

    return bind
