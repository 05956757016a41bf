"""Seals of finished games, and the public keys to verify them."""

import hashlib
from typing import Literal

import msgspec
from flask import Response
from flask_smorest import Blueprint

from api.access.identity import caller
from api.access.views import view_for
from api.http.problems import ProblemError
from api.http.responses import IMMUTABLE, conditional_answer
from api.operations.operation import (
    IF_NONE_MATCH,
    NO_TOKEN,
    OPTIONAL_TOKEN,
    TAG,
    Operation,
    Success,
)
from api.schemas.answer import Answer
from api.services import services
from domain.values import Status
from events.clock import Moment

seals = Blueprint(
    "seals", __name__, description="Signed proof that a finished game has not changed."
)
_CACHE_KEYS = "public, max-age=300"
_TAG_LENGTH = 16


class SealAnswer(Answer, frozen=True):
    """The hash of a finished game's last event, signed by the service."""

    game: str
    version: int
    """The version at which the game ended."""
    head: str
    """The hash of its last event."""
    at: Moment
    """When the game was sealed, in UTC (RFC 3339)."""
    key: str
    """The ``kid`` of the public key."""
    signature: str
    """Ed25519, 64 bytes in base64url without padding, over the ASCII text `afteraction seal 1`, a
    line feed, and the canonical JSON (RFC 8785) of all other members."""


class PublicKeyAnswer(Answer, frozen=True):
    """A public key as a JSON Web Key (RFC 8037)."""

    kty: Literal["OKP"]
    crv: Literal["Ed25519"]
    x: str
    """The raw key in base64url without padding."""
    kid: str
    """The first 16 hex digits of the SHA-256 of the raw key."""
    use: Literal["sig"]
    alg: Literal["EdDSA"]


class PublicKeysAnswer(Answer, frozen=True):
    """A JSON Web Key Set (RFC 7517)."""

    keys: list[PublicKeyAnswer]


@Operation(
    seals,
    "GET /.well-known/afteraction-keys.json",
    "List the public keys for seals",
    Success(200, PublicKeysAnswer, headers=TAG),
    headers=(IF_NONE_MATCH,),
    security=NO_TOKEN,
)
def list_public_keys() -> Response:
    """The current key comes first, then retired keys. The list is empty if the service does not
    seal games.

    Keep the keys that you rely on, so that you can verify seals independently of this service.
    """
    signer = services().signer
    keys = (
        msgspec.convert(signer.public_keys(), PublicKeysAnswer) if signer else PublicKeysAnswer([])
    )
    digest = hashlib.sha256(msgspec.json.encode(keys)).hexdigest()[:_TAG_LENGTH]
    return conditional_answer(f'"{digest}"', keys, _CACHE_KEYS)


@Operation(
    seals,
    "GET /v1/games/<string:game_id>/seal",
    "Get the seal of a finished game",
    Success(200, SealAnswer, headers=TAG),
    fails=(404,),
    headers=(IF_NONE_MATCH,),
    security=OPTIONAL_TOKEN,
)
def get_seal(game_id: str) -> Response:
    """Proves that a game has not changed since it ended.

    A seal never changes. Verify its signature with a key of `listPublicKeys`, its head against the
    hash of the game's last event, and the events by their hashes. Keep the seal to prove later what
    the service signed.
    """
    state = view_for(game_id, caller()).state
    if state.status is not Status.FINISHED:
        raise ProblemError("not_found", "The game is not over. It is sealed when it finishes.")
    stored = services().games.seal(game_id)
    if stored is None and services().imports.imported(game_id) is not None:
        raise ProblemError("not_found", "The game was imported, so this service does not seal it.")
    if stored is None:
        raise ProblemError(
            "not_found",
            "The game has no seal, because the service had no signing key when it finished. If "
            "the service has one now, the game is sealed within minutes.",
        )
    seal = msgspec.json.decode(stored, type=SealAnswer)
    return conditional_answer(f'"{seal.version}.{seal.key}"', msgspec.Raw(stored), IMMUTABLE)
