"""Picture responses with their caching headers."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from flask import Response

from api.http.etags import content_tag
from api.http.languages import preferred_language
from api.http.responses import is_cached, not_modified
from api.limits.costly_answers import BusyError
from api.middleware.rates import rate_limit_subject
from api.pictures.board import NAMES, NONE, Manner
from api.pictures.png import TooSlowError, png
from api.services import services
from domain.analysis.work import Spend
from domain.values import Side

SVG, PNG = "image/svg+xml", "image/png"
PUBLIC = "public, max-age=300"
_STYLE = "style 5"
"""Raised when the same board is drawn differently, so that no cache mixes the two."""
_POLICY = "default-src 'none'; sandbox"
"""A picture contains nothing that a browser has to load or run."""
NAMED_FROM = 560
"""The width in pixels from which names are readable."""


@dataclass(frozen=True, slots=True)
class Picture:
    """One picture: its media type, of which version of a game it is (0 before any), what it follows
    from besides that and the wish, and how it is drawn in a manner. Where drawing is ``costly``,
    callers take turns, as they do for pixels."""

    kind: str
    version: int
    said: tuple[str, ...]
    drawn: Callable[[Manner, Spend], str]
    cache: str
    costly: bool = False


def pictured(picture: Picture, params: dict[str, Any]) -> Response:
    """Return a picture as the query requests it, or 304 if the client has it."""
    manner = _manner(params)
    inputs = (_STYLE, picture.kind, *picture.said, repr(manner), params.get("width"))
    tag = content_tag(picture.version, *inputs)
    if is_cached(tag):
        response = not_modified(tag, picture.cache)
    else:
        width = params.get("width")
        caller = None if width is None and not picture.costly else rate_limit_subject()
        content = services().costly.answer(
            tag, lambda spend: picture_bytes(picture.drawn(manner, spend), width), caller
        )
        response = Response(content, mimetype=picture.kind)
        response.headers.update({"ETag": tag, "Cache-Control": picture.cache})
        response.headers["Content-Language"] = manner.language
        response.headers["Content-Security-Policy"] = _POLICY
    viewer = () if picture.cache == PUBLIC else ("Authorization",)
    response.headers["Vary"] = ", ".join((*viewer, "Accept", "Accept-Language"))
    return response


def _manner(params: dict[str, Any]) -> Manner:
    small = params.get("width", NAMED_FROM) < NAMED_FROM
    return Manner(
        theme=params["theme"],
        labels=params.get("labels", NONE if small else NAMES),
        side=Side(params["side"]) if "side" in params else None,
        language=preferred_language(),
    )


def picture_bytes(svg: str, width: int | None) -> bytes:
    """Return the bytes of a picture, as SVG or as PNG of a width. Raises ``BusyError``."""
    if width is None:
        return svg.encode()
    try:
        return png(svg, width)
    except TooSlowError:
        raise BusyError from None
