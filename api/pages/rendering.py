"""Responses with pages that need no other server."""

import base64
import hashlib
import re
from pathlib import Path

import msgspec
from flask import Response
from flask_smorest import Blueprint
from markupsafe import Markup
from marshmallow import Schema

from api.operations.operation import NO_TOKEN, Operation, Success
from api.pages.markdown import render

HTML = "text/html"
PUBLIC = "public, max-age=300"
_TEMPLATES = Path(__file__).with_name("templates")
_NUMBERS = re.compile(r"\[\s*\d+(?:,\s*\d+)*\s*\]")


def page_operation(
    blueprint: Blueprint, path: str, summary: str, *fails: int, query: type[Schema] | None = None
) -> Operation:
    """Register an operation that responds with a page."""
    shown = Success(200, {"type": "string"}, content_type=HTML)
    return Operation(
        blueprint, f"GET {path}", summary, shown, fails, query=query, security=NO_TOKEN
    )


def pretty(value: object) -> str:
    """Format JSON for people: indented, with short arrays on one line."""
    text = msgspec.json.format(msgspec.json.encode(value), indent=2).decode()
    return _NUMBERS.sub(lambda found: "".join(found[0].split()).replace(",", ", "), text)


def marked(text: str) -> Markup:
    """Convert a description to HTML."""
    # Texts of this project's own, and the renderer escapes what it does not mark up.
    return Markup(render(text).body)  # nosec B704


def page(html: str, *, runs_scripts: bool = False) -> Response:
    """Return a page that may be cached for some minutes. Its policy allows no scripts, or only
    those of this service, which may call only this service."""
    response = Response(html, mimetype=HTML)
    response.headers["Cache-Control"] = PUBLIC
    policy = _POLICY + _SCRIPTS if runs_scripts else _POLICY
    response.headers["Content-Security-Policy"] = "; ".join(policy)
    return response


def screen(html: str, frames: str = "'none'") -> Response:
    """Return a page whose styles, scripts and pictures all come from this service. ``frames`` are
    the sites that may embed it."""
    response = Response(html, mimetype=HTML)
    response.headers["Cache-Control"] = PUBLIC
    response.headers["Content-Security-Policy"] = "; ".join((*_SCREEN, f"frame-ancestors {frames}"))
    return response


def _hash_of_style(name: str) -> str:
    """The source expression that allows an inline style by its hash; templates end without a line
    break."""
    text = (_TEMPLATES / name).read_bytes().removesuffix(b"\n")
    return f"'sha256-{base64.b64encode(hashlib.sha256(text).digest()).decode()}'"


_STYLES = " ".join(map(_hash_of_style, ("pages.css", "docs.css")))
_POLICY = (
    "default-src 'none'",
    f"style-src {_STYLES}",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
)
_SCRIPTS = ("script-src 'self'", "connect-src 'self'")
_SCREEN = (
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    *_SCRIPTS,
)
