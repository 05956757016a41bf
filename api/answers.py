"""Writing answers: JSON straight from the values, with the headers that caches go by."""

from collections.abc import Mapping
from typing import Any

import msgspec
from flask import Response, request

JSON = "application/json"
_VARY = "Authorization, Accept"
MUTABLE = "private, no-cache"
IMMUTABLE = "private, max-age=31536000, immutable"


def answer(
    value: Any, status: int = 200, headers: Mapping[str, str] | None = None, cache: str = MUTABLE
) -> Response:
    """A JSON answer that depends on who asks."""
    response = Response(msgspec.json.encode(value), status=status, mimetype=JSON)
    response.headers["Cache-Control"] = cache
    response.headers["Vary"] = _VARY
    response.headers.update(headers or {})
    return response


def unless_known(tag: str, value: Any, cache: str = MUTABLE) -> Response:
    """A JSON answer under an entity tag, or 304 when the client has it already."""
    if request.if_none_match.contains_weak(tag.strip('"')):
        known = Response(status=304)
        known.headers.update({"ETag": tag, "Cache-Control": cache, "Vary": _VARY})
        return known
    return answer(value, headers={"ETag": tag}, cache=cache)
