"""Answering with pages that need no other server."""

import re

import msgspec
from flask import Response
from markupsafe import Markup

from api.markdown import render

HTML = "text/html"
PUBLIC = "public, max-age=300"
_NUMBERS = re.compile(r"\[\s*\d+(?:,\s*\d+)*\s*\]")


def pretty(value: object) -> str:
    """JSON to read: indented, its short arrays on one line."""
    text = msgspec.json.format(msgspec.json.encode(value), indent=2).decode()
    return _NUMBERS.sub(lambda found: "".join(found[0].split()).replace(",", ", "), text)


def marked(text: str) -> Markup:
    """A description with its code and paragraphs marked up."""
    return Markup(render(text).body)


def page(html: str) -> Response:
    """A page that may be kept for some minutes, and may load and run nothing."""
    response = Response(html, mimetype=HTML)
    response.headers["Cache-Control"] = PUBLIC
    response.headers["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'"
    return response
