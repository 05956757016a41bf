"""Pages for unknown addresses, for browsers."""

import json
from functools import cache
from http import HTTPStatus

from flask import Request, Response, render_template

from api.http.languages import preferred_language
from api.http.problems import MEDIA_TYPE
from api.pages.files import STATIC
from api.pages.rendering import HTML, page

_API = "/v1"
_JSON = ("application/json", MEDIA_TYPE)


def show_page(request: Request, response: Response) -> None:
    """Answer a 404 outside ``/v1`` as a page where the client prefers one to JSON."""
    if response.status_code != HTTPStatus.NOT_FOUND or response.mimetype != MEDIA_TYPE:
        return
    if _is_of_pages(request):
        response.vary.update(("Accept", "Accept-Language"))
        if _prefers_page(request):
            _turn_into_page(response)


def _is_of_pages(request: Request) -> bool:
    return request.path != _API and not request.path.startswith(f"{_API}/")


def _prefers_page(request: Request) -> bool:
    accepted = request.accept_mimetypes
    return accepted.quality(HTML) > max(map(accepted.quality, _JSON))


def _turn_into_page(response: Response) -> None:
    """Replace the response. The page does not show the address, which may be someone else's
    text."""
    chosen = preferred_language()
    html = render_template("missing.html", language=chosen, texts=_texts(chosen))
    shown = page(html)
    response.set_data(shown.get_data())
    response.content_type = shown.content_type
    response.content_language.clear()
    response.content_language.add(chosen)
    policy = "Content-Security-Policy"
    response.headers[policy] = shown.headers[policy]


@cache
def _texts(chosen: str) -> dict[str, str]:
    file = STATIC / "app" / "texts" / f"{chosen}.json"
    texts: dict[str, str] = json.loads(file.read_text(encoding="utf-8"))["texts"]
    return texts
