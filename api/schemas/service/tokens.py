"""Tokens of players."""

from typing import Annotated

from marshmallow import Schema, fields, validate
from msgspec import Meta

from api.schemas.answer import Answer
from api.schemas.fields import WholeNumber, described, words
from api.schemas.names import NAME
from events.accounts.tokens import Scope
from events.clock import Moment

MAX_DAYS = 3650
_SCOPES = (
    "`read`: see whatever the player may see; every token has it. `play`: act for the player. "
    "`admin`: administer the service."
)


class TokenRequestSchema(Schema):
    """The token to create."""

    name = fields.String(
        required=True,
        validate=[validate.Length(min=1, max=60), NAME],
        metadata=described("A name to recognize it by.", example="bot on the laptop"),
    )
    scopes = fields.List(
        fields.String(validate=words(Scope)),
        required=True,
        validate=validate.Length(min=1, max=len(Scope)),
        metadata=described(f"{_SCOPES} Only scopes that your own token has.", example=["play"]),
    )
    expires_in_days = WholeNumber(
        validate=validate.Range(1, MAX_DAYS),
        metadata=described("After how many days it expires; never by default."),
    )


class TokenAnswer(Answer, frozen=True):
    """A token, without its secret."""

    id: str
    """The id to revoke it by."""
    name: str
    """The name; `first` for the token of a new player."""
    scopes: Annotated[list[Scope], Meta(description=_SCOPES)]
    created_at: Moment | None
    """When it was created; null for old tokens, for which it was not recorded.
    """
    expires_at: Moment | None
    """When it expires; null for never."""
    last_used_at: Moment | None
    """When it was last used, to within about an hour; null if it was never used."""


class TokenWithSecretAnswer(TokenAnswer, frozen=True):
    """A new token with its secret, which is returned only once."""

    token: str
    """The secret token."""


class TokensPageAnswer(Answer, frozen=True):
    """The tokens of a player."""

    items: list[TokenAnswer]
    next: str | None
    """Always null: all tokens fit on one page."""
