"""What somebody outside audits a game with: programs and test vectors that need nothing of us."""

from pathlib import Path

from flask import Response
from flask_smorest import Blueprint
from marshmallow import fields

import events
from api.files import SCRIPT, STATIC, about, sent
from api.operation import endpoint
from api.schemas.fields import Answer

audit = Blueprint("audit", __name__, description="For whoever checks a game without trusting us.")
_VERIFIER = Path(events.__file__).with_name("verifier.py")
_A_DAY = "public, max-age=86400"


class VectorsSchema(Answer):
    """Inputs and what comes of them, made by the verifier alone. /docs/audit tells the recipes."""

    about = fields.String(required=True)
    commitments = fields.List(fields.Dict(), required=True)
    salts = fields.List(fields.Dict(), required=True)
    cards = fields.List(fields.String(), required=True)
    draws = fields.List(fields.Dict(), required=True)
    canonical = fields.List(fields.Dict(), required=True)
    chain = fields.Dict(required=True)
    seal = fields.Dict(required=True)


@endpoint(
    audit,
    "GET",
    "/verifier.py",
    about("getVerifier", "A script that checks an export", "text/x-python", {"type": "string"}),
)
def get_verifier() -> Response:
    """One short file of Python, to read and then to run on an export: is every hash right, does
    every die and every card follow from the seed, is the seal genuine."""
    return sent(_VERIFIER, "text/x-python", _A_DAY)


@endpoint(
    audit,
    "GET",
    "/static/audit.js",
    about("getAuditModule", "The same as a module", SCRIPT, {"type": "string"}),
)
def get_audit_module() -> Response:
    """An ES module for browsers and for Node, without dependencies; it shares no code with the
    script, and comes to the same verdicts."""
    return sent(STATIC / "audit.js", SCRIPT, _A_DAY)


@endpoint(
    audit,
    "GET",
    "/static/chance_vectors.json",
    about("getChanceVectors", "Test vectors for auditors", "application/json", VectorsSchema),
)
def get_chance_vectors() -> Response:
    """Dice, shuffles, salts, commitments, a chain and a seal to test a program of your own with."""
    return sent(STATIC / "chance_vectors.json", "application/json", _A_DAY)
