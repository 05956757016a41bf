"""Seals of finished games, and the public keys to check them with."""

import hashlib
from typing import cast

import msgspec
from flask import Response
from flask_smorest import Blueprint
from marshmallow import fields, validate

from api.answers import IMMUTABLE, unless_known
from api.identity import caller
from api.operation import (
    IF_NONE_MATCH,
    NO_TOKEN,
    OPTIONAL_TOKEN,
    TAG,
    UNCHANGED,
    Operation,
    Success,
    endpoint,
)
from api.problems import ProblemError
from api.schemas.fields import Answer
from api.services import services
from api.sight import look
from domain.values import Status

seals = Blueprint("seals", __name__, description="Proof that a finished game is as it was.")
_SOON = "public, max-age=300"
_TAG_LENGTH = 16


class SealSchema(Answer):
    """The head of a finished game's log, signed by the service."""

    game = fields.String(required=True)
    version = fields.Integer(
        required=True, metadata={"description": "The version at which the game finished."}
    )
    head = fields.String(required=True, metadata={"description": "The hash of its last event."})
    at = fields.String(
        required=True,
        metadata={"format": "date-time", "description": "When the seal was put on."},
    )
    key = fields.String(required=True, metadata={"description": "The ``kid`` of the public key."})
    signature = fields.String(
        required=True,
        metadata={
            "description": "Ed25519, 64 bytes in base64url without padding, over the ASCII text "
            "`afteraction seal 1`, a line feed, and the canonical JSON (RFC 8785) of all other "
            "members."
        },
    )


class PublicKeySchema(Answer):
    """A public key as a JSON Web Key (RFC 8037)."""

    kty = fields.String(required=True, validate=validate.OneOf(["OKP"]))
    crv = fields.String(required=True, validate=validate.OneOf(["Ed25519"]))
    x = fields.String(
        required=True, metadata={"description": "The raw key in base64url without padding."}
    )
    kid = fields.String(
        required=True,
        metadata={"description": "The first 16 hex digits of the SHA-256 of the raw key."},
    )
    use = fields.String(required=True, validate=validate.OneOf(["sig"]))
    alg = fields.String(required=True, validate=validate.OneOf(["EdDSA"]))


class PublicKeysSchema(Answer):
    """A JSON Web Key Set (RFC 7517)."""

    keys = fields.List(fields.Nested(PublicKeySchema), required=True)


@endpoint(
    seals,
    "GET",
    "/.well-known/afteraction-keys.json",
    Operation(
        "listPublicKeys",
        "The keys that seals are checked with",
        Success(200, PublicKeysSchema, headers=TAG),
        fails=(422,),
        headers=(IF_NONE_MATCH,),
        security=NO_TOKEN,
        others=UNCHANGED,
    ),
)
def list_public_keys() -> Response:
    """For whoever checks a seal.

    The key in use comes first, then those used before; none where the service seals no games. Keep
    the keys that you rely on: they are what binds this service to what it has told you.
    """
    signer = services().signer
    keys = signer.public_keys() if signer else {"keys": []}
    mark = hashlib.sha256(msgspec.json.encode(keys)).hexdigest()[:_TAG_LENGTH]
    return unless_known(f'"{mark}"', keys, _SOON)


@endpoint(
    seals,
    "GET",
    "/v1/games/<string:game_id>/seal",
    Operation(
        "getSeal",
        "The seal of a finished game",
        Success(200, SealSchema, headers=TAG),
        fails=(401, 404, 422, 503),
        headers=(IF_NONE_MATCH,),
        security=OPTIONAL_TOKEN,
        others=UNCHANGED,
    ),
)
def get_seal(game_id: str) -> Response:
    """For whoever wants proof that a game is as it was.

    A seal never changes. Check its signature with a key of
    `GET /.well-known/afteraction-keys.json`, its head with the hash of the game's last event, and
    the events by their hashes: then they are what the service has signed. Who keeps the seal can
    hold the service to it.
    """
    state = look(game_id, caller()).state
    if state.status is not Status.FINISHED:
        raise ProblemError("not_found", "The game is not over; it is sealed when it finishes.")
    stored = services().games.seal(game_id)
    if stored is None and services().imports.imported(game_id) is not None:
        raise ProblemError(
            "not_found", "The game was not played here, so this service puts no seal on it."
        )
    if stored is None:
        raise ProblemError(
            "not_found",
            "The game has no seal: the service had no signing key when it finished. Where there is "
            "one now, it is sealed within minutes.",
        )
    seal = cast(dict[str, object], msgspec.json.decode(stored))
    return unless_known(f'"{seal["version"]}.{seal["key"]}"', seal, IMMUTABLE)
