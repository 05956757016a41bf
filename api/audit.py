"""What somebody outside audits a game with: programs and test vectors that need nothing of us."""

import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from flask import Response, request
from flask_smorest import Blueprint
from marshmallow import fields

import events
from api.operation import (
    IF_NONE_MATCH,
    NO_TOKEN,
    TAG,
    UNCHANGED,
    Operation,
    Part,
    Success,
    endpoint,
)
from api.schemas.fields import Answer

audit = Blueprint("audit", __name__, description="For whoever checks a game without trusting us.")
_STATIC = Path(__file__).with_name("static")
_VERIFIER = Path(events.__file__).with_name("verifier.py")
_A_DAY = "public, max-age=86400"
_TAG_LENGTH = 16


class VectorsSchema(Answer):
    """Inputs and what comes of them, made by the verifier alone. `events/AUDIT.md` of the project
    tells the recipes."""

    about = fields.String(required=True)
    commitments = fields.List(fields.Dict(), required=True)
    salts = fields.List(fields.Dict(), required=True)
    cards = fields.List(fields.String(), required=True)
    draws = fields.List(fields.Dict(), required=True)
    canonical = fields.List(fields.Dict(), required=True)
    chain = fields.Dict(required=True)
    seal = fields.Dict(required=True)


def _about(name: str, summary: str, content_type: str, schema: Part) -> Operation:
    return Operation(
        name,
        summary,
        Success(200, schema, content_type=content_type, headers=TAG),
        fails=(422,),
        headers=(IF_NONE_MATCH,),
        security=NO_TOKEN,
        others=UNCHANGED,
    )


@endpoint(
    audit,
    "GET",
    "/verifier.py",
    _about("getVerifier", "A script that checks an export", "text/x-python", {"type": "string"}),
)
def get_verifier() -> Response:
    """One short file of Python, to read and then to run on an export: is every hash right, does
    every die and every card follow from the seed, is the seal genuine."""
    return _answer(_VERIFIER, "text/x-python")


@endpoint(
    audit,
    "GET",
    "/static/audit.js",
    _about("getAuditModule", "The same as a module", "text/javascript", {"type": "string"}),
)
def get_audit_module() -> Response:
    """An ES module for browsers and for Node, without dependencies; it shares no code with the
    script, and comes to the same verdicts."""
    return _answer(_STATIC / "audit.js", "text/javascript")


@endpoint(
    audit,
    "GET",
    "/static/chance_vectors.json",
    _about("getChanceVectors", "Test vectors for auditors", "application/json", VectorsSchema),
)
def get_chance_vectors() -> Response:
    """Dice, shuffles, salts, commitments, a chain and a seal to test a program of your own with."""
    return _answer(_STATIC / "chance_vectors.json", "application/json")


@dataclass(frozen=True, slots=True)
class _File:
    content: bytes
    mark: str


@cache
def _read(path: Path) -> _File:
    content = path.read_bytes()
    return _File(content, hashlib.sha256(content).hexdigest()[:_TAG_LENGTH])


def _answer(path: Path, mimetype: str) -> Response:
    """A file of the project, or 304 when the client has it already."""
    file = _read(path)
    response = Response(file.content, mimetype=mimetype)
    response.set_etag(file.mark)
    response.headers["Cache-Control"] = _A_DAY
    response.make_conditional(request)
    return response
