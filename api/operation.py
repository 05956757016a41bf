"""Binding an endpoint to its address and its description in the contract, in one step."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from inspect import cleandoc
from typing import Any, TypeVar, cast

from flask import Response
from flask_smorest import Blueprint
from marshmallow import Schema

from events.tokens import Scope

View = TypeVar("View", bound=Callable[..., Response])
Part = type[Schema] | dict[str, Any]

PROBLEM = {"$ref": "#/components/responses/Problem"}
ETAG = {
    "ETag": {
        "schema": {"type": "string"},
        "description": "The game's version and a mark of the viewer's representation.",
    }
}
TAG = {"ETag": {"schema": {"type": "string"}, "description": "What `If-None-Match` takes."}}
WAITED = {
    "Preference-Applied": {
        "schema": {"type": "string", "const": "wait"},
        "description": "Present when the wait that was asked for in `Prefer` was granted.",
    }
}
APPLIED = {
    "Preference-Applied": {
        "schema": {"type": "string", "const": "return=minimal"},
        "description": "Present when the answer is the short one that was asked for in `Prefer`.",
    }
}
REPLAYED = {
    "Idempotency-Replayed": {
        "schema": {"type": "string", "const": "true"},
        "description": "Present when the key was known: the first outcome again, nothing new.",
    }
}
LOCATION = {
    "Location": {
        "schema": {"type": "string", "format": "uri-reference"},
        "description": "Where what was created is found.",
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
    'The game\'s version, as an entity tag: "17", or a tag as the service gave it. One of several '
    "is enough, and `*` is any.",
    pattern=r'^(\*|(W/)?"[!#-~]*"(, *(W/)?"[!#-~]*")*)$',
    examples=['"17"', 'W/"17.a8f3"'],
)
IDEMPOTENCY_KEY = header(
    "Idempotency-Key",
    "Repeat a request with the same key and it is not carried out twice.",
    minLength=1,
    maxLength=255,
    pattern='^(?!""$)[!-~]+$',
)
CONTENT_ENCODING = header(
    "Content-Encoding", "Whether the body is packed.", enum=["identity", "gzip"]
)
ACCEPT_LANGUAGE = header("Accept-Language", "In which language names are: en, de, es, fr, pt.")
UNCHANGED = {304: "You have it already."}
LAST_EVENT_ID = header(
    "Last-Event-ID",
    "Where a stream goes on: the id of the last event that you have; wins over `after`.",
    pattern="^[0-9]{0,15}$",
)
PREFER = header(
    "Prefer",
    "`wait=20` waits up to so many seconds, 60 at most, for something new instead of answering at "
    "once that there is nothing (RFC 7240).",
)
RETURN = header(
    "Prefer",
    "`return=minimal` leaves the events out of the answer (RFC 7240): they come by the stream.",
)
IF_NONE_MATCH = header("If-None-Match", "Answer 304 when it still has this entity tag.")


@dataclass(frozen=True, slots=True)
class Success:
    """What an operation answers when all goes well."""

    status: int
    schema: Part | None = None
    content_type: str | None = None
    headers: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation of the contract: its name for generated clients, its inputs, its answers.

    ``fails`` lists the statuses it may answer with a problem document; 403 is among them wherever a
    token may lack the scope.
    """

    name: str
    summary: str
    success: Success
    fails: Iterable[int]
    body: Part | None = None
    query: type[Schema] | None = None
    headers: Iterable[dict[str, Any]] = ()
    security: Security = field(default_factory=lambda: TOKEN)
    """Which scope a token must have, and whether one must be sent at all."""
    body_types: tuple[str, ...] = ("application/json",)
    others: Mapping[int, str] = field(default_factory=dict)
    """Further statuses that are no failure, with what they mean; their answers are empty."""
    counted: bool = True
    """Whether its requests count towards a limit."""

    def failures(self) -> Iterator[int]:
        """Every status that it may answer with a problem document: its own, and what any may."""
        yield from self.fails
        if self.scope not in (None, _EVERY_TOKEN_HAS):
            yield HTTPStatus.FORBIDDEN
        if self.success.status != HTTPStatus.NO_CONTENT:
            yield HTTPStatus.NOT_ACCEPTABLE
        if self.query is not None:
            yield HTTPStatus.REQUEST_URI_TOO_LONG
        if self.counted:
            yield HTTPStatus.TOO_MANY_REQUESTS

    @property
    def scope(self) -> Scope | None:
        """The scope that a token must have which comes with a request."""
        return next((Scope(name) for way in self.security for name in way), None)


def endpoint(
    blueprint: Blueprint, method: str, path: str, operation: Operation
) -> Callable[[View], View]:
    """Serve ``operation`` by the decorated function, whose docstring describes it further."""

    def bind(view: View) -> View:
        success = operation.success
        described = blueprint.doc(**_description(operation, view))(view)
        answering = blueprint.response(
            success.status,
            success.schema,
            content_type=success.content_type,
            headers=dict(success.headers or {}),
        )(described)
        setattr(answering, _NEEDED, operation.scope)
        return cast(View, blueprint.route(path, methods=[method])(answering))

    return bind


def needed_scope(view: Callable[..., Any]) -> Scope | None:
    """The scope that callers of a view function need who send a token."""
    return cast(Scope | None, getattr(view, _NEEDED, None))


def also_answers(
    blueprint: Blueprint, status: int, answer: Mapping[str, Any]
) -> Callable[[View], View]:
    """Describe a further answer of an operation, or a further form of one; stands below
    ``endpoint``."""

    def bind(view: View) -> View:
        return cast(View, blueprint.doc(responses={str(status): dict(answer)})(view))

    return bind


def _description(operation: Operation, view: View) -> dict[str, Any]:
    responses: dict[str, Any] = {str(int(status)): PROBLEM for status in operation.failures()}
    responses |= {str(status): {"description": said} for status, said in operation.others.items()}
    parameters: list[dict[str, Any]] = list(operation.headers)
    if operation.query is not None:
        parameters.append({"in": "query", "schema": operation.query})
    described: dict[str, Any] = {
        "operationId": operation.name,
        "summary": operation.summary,
        "description": cleandoc(view.__doc__ or ""),
        "security": operation.security,
        "parameters": parameters,
        "responses": responses,
    }
    if operation.body is not None:
        content = {kind: {"schema": operation.body} for kind in operation.body_types}
        described["requestBody"] = {"required": True, "content": content}
    return described
