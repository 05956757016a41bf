"""Programs and test vectors to verify games with, without trusting this service."""

from pathlib import Path
from typing import Any

from flask import Response
from flask_smorest import Blueprint

from api.pages.files import SCRIPT, STATIC, file_operation, file_response
from api.schemas.answer import Answer
from events.log import verifier

audit = Blueprint(
    "audit", __name__, description="For auditors, who verify games without trusting this service."
)
_VERIFIER = Path(verifier.__file__)
_A_DAY = "public, max-age=86400"


class VectorsAnswer(Answer, frozen=True):
    """Inputs and expected results, computed by the verifier. /docs/audit describes the
    algorithms."""

    file_operation: str
    commitments: list[dict[str, Any]]
    salts: list[dict[str, Any]]
    cards: list[str]
    draws: list[dict[str, Any]]
    canonical: list[dict[str, Any]]
    chain: dict[str, Any]
    seal: dict[str, Any]


@file_operation(
    audit,
    "/verifier.py",
    "Get a program that verifies an export",
    "text/x-python",
    {"type": "string"},
)
def get_verifier() -> Response:
    """A single Python script that verifies an export: its hashes, dice, cards and seal."""
    return file_response(_VERIFIER, "text/x-python", _A_DAY)


@file_operation(
    audit, "/static/audit.js", "Get the verifier as a module", SCRIPT, {"type": "string"}
)
def get_audit_module() -> Response:
    """An ES module for browsers and Node without dependencies; an independent implementation with
    the same verdicts as the script."""
    return file_response(STATIC / "audit.js", SCRIPT, _A_DAY)


@file_operation(
    audit, "/static/report.js", "Get the checker of reports as a module", SCRIPT, {"type": "string"}
)
def get_report_module() -> Response:
    """An ES module that derives every claim of an after-action report from the export of its
    game."""
    return file_response(STATIC / "report.js", SCRIPT, _A_DAY)


@file_operation(
    audit,
    "/static/chance_vectors.json",
    "Get test vectors for auditors",
    "application/json",
    VectorsAnswer,
)
def get_chance_vectors() -> Response:
    """Dice, shuffles, salts, commitments, a chain and a seal to test your own verifier with.
    /docs/audit describes the algorithms."""
    return file_response(STATIC / "chance_vectors.json", "application/json", _A_DAY)
