"""Serves files of the project."""

import hashlib
from functools import cache
from pathlib import Path

from flask import Response, request
from flask_smorest import Blueprint

from api.operations.operation import IF_NONE_MATCH, NO_TOKEN, TAG, Operation, Part, Success

STATIC = Path(__file__).with_name("static")
SCRIPT = "text/javascript"
_TAG_LENGTH = 16


def file_operation(
    blueprint: Blueprint, path: str, summary: str, content_type: str, schema: Part, *fails: int
) -> Operation:
    """Register the operation that serves a file, with its errors besides the common ones."""
    return Operation(
        blueprint,
        f"GET {path}",
        summary,
        Success(200, schema, content_type=content_type, headers=TAG),
        fails=(*fails,),
        headers=(IF_NONE_MATCH,),
        security=NO_TOKEN,
    )


def file_response(path: Path, mimetype: str, cache_control: str) -> Response:
    """Return a file of the project, or 304 if the client has it."""
    return content_response(_read(path), mimetype, cache_control)


def content_response(content: bytes, mimetype: str, cache_control: str) -> Response:
    """Return generated content likewise."""
    response = Response(content, mimetype=mimetype)
    response.set_etag(hashlib.sha256(content).hexdigest()[:_TAG_LENGTH])
    response.headers["Cache-Control"] = cache_control
    response.make_conditional(request)
    return response


@cache
def _read(path: Path) -> bytes:
    return path.read_bytes()
