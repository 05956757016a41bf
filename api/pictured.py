"""Answers that are pictures: drawn once for each wish, kept for a while, with the headers that
caches go by."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from flask import Response

from api import texts
from api.answers import has_already, unchanged
from api.pictures.board import NAMES, NONE, Manner
from api.pictures.png import TooSlowError, png
from api.problems import ProblemError
from api.services import services
from domain.values import Side
from events.cache import Recent

SVG, PNG = "image/svg+xml", "image/png"
PUBLIC = "public, max-age=300"
_STYLE = "style 2"
"""Counted up when the same board is drawn otherwise, so that no cache mixes the two."""
_POLICY = "default-src 'none'; sandbox"
"""There is nothing in a picture that a browser would have to load or to run."""
NAMED_FROM = 560
"""Pixels across from which names can be read."""
_MARK_DIGITS = 16
_BUSY = "Many pictures are being made at this moment."
_recent: Recent[bytes] = Recent(16 * 1024 * 1024, weight=len)


@dataclass(frozen=True, slots=True)
class Picture:
    """One picture: its media type, of which version of a game it is (0 before any), what it follows
    from besides that and the wish, and how it is drawn in a manner."""

    kind: str
    version: int
    said: tuple[str, ...]
    drawn: Callable[[Manner], str]
    cache: str


def pictured(picture: Picture, wish: dict[str, Any]) -> Response:
    """The answer with a picture as the query wishes it, or 304 when the client has it already."""
    manner = _manner(wish)
    parts = (_STYLE, picture.kind, *picture.said, repr(manner), str(wish.get("width")))
    mark = hashlib.sha256("\n".join(parts).encode()).hexdigest()[:_MARK_DIGITS]
    tag = f'"{picture.version}.{mark}"'
    if has_already(tag):
        response = unchanged(tag, picture.cache)
    else:
        content = _recent.get(mark)
        if content is None:
            content = _made(picture.drawn(manner), wish.get("width"))
            _recent.put(mark, content)
        response = Response(content, mimetype=picture.kind)
        response.headers.update({"ETag": tag, "Cache-Control": picture.cache})
        response.headers["Content-Language"] = manner.language
        response.headers["Content-Security-Policy"] = _POLICY
    viewer = () if picture.cache == PUBLIC else ("Authorization",)
    response.headers["Vary"] = ", ".join((*viewer, "Accept", "Accept-Language"))
    return response


def _manner(wish: dict[str, Any]) -> Manner:
    small = wish.get("width", NAMED_FROM) < NAMED_FROM
    return Manner(
        theme=wish["theme"],
        labels=wish.get("labels", NONE if small else NAMES),
        side=Side(wish["side"]) if "side" in wish else None,
        language=texts.language(),
    )


def _made(svg: str, width: int | None) -> bytes:
    """The picture's bytes: as drawn, or so many pixels across."""
    if width is None:
        return svg.encode()
    slots = services().picture_slots
    if not slots.acquire(blocking=False):
        raise ProblemError("busy", _BUSY)
    try:
        return png(svg, width)
    except TooSlowError:
        raise ProblemError("busy", _BUSY) from None
    finally:
        slots.release()
