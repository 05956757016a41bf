"""What all commands have, and the answer to one that was only tried."""

from typing import Annotated, Any

import msgspec
from marshmallow import Schema, fields, validate
from msgspec import UNSET, UnsetType

from api.schemas.answer import Answer, named
from api.schemas.fields import (
    described,
    nonce_field,
    query_flag,
    validate_only_field,
    version_field,
    words,
)
from api.schemas.review.odds import ActionOddsAnswer
from domain.values import Face, Seat
from domain.view_types import AwaitingView

MAX_DICE = 30
"""More than any command throws."""


class ActionsQuerySchema(Schema):
    """What to include in the list of actions."""

    odds = query_flag("Whether to include the odds of the actions that roll dice at a unit.")


class CommandSchema(Schema):
    """Members of all commands."""

    type = fields.String(required=True)
    seat = fields.String(
        validate=words(Seat),
        metadata=described(
            "The seat that decides. A player who holds several may omit it to act for the "
            "first that is awaited."
        ),
    )
    expected_version = version_field(
        "Refuse the command unless the game is at this version, like `If-Match`. If "
        "both are sent and differ, the response is 400.",
        least=0,
    )
    nonce = nonce_field()
    validate_only = validate_only_field()
    dice = fields.List(
        fields.String(validate=words(Face)),
        validate=validate.Length(min=1, max=MAX_DICE),
        metadata=described(
            "Only in a sandbox: the faces that this command's roll is to show. The events "
            "mark them as fixed. If the command rolls more than once, such as an ambush "
            "and then the attack, the faces of the later rolls may follow."
        ),
    )


class CommandCheckAnswer(Answer, frozen=True):
    """The result of a check with `validate_only`."""

    valid: bool
    """Always true: a command that is not legal is answered with a problem."""
    version: int
    """The version of the game at which it is legal."""


class CommandReceiptAnswer(Answer, frozen=True):
    """Confirms a command, without its events."""

    version: int
    """The version of the game after the command."""


class CommandResultAnswer(Answer, frozen=True):
    """The result of a command."""

    version: int
    events: list[Annotated[msgspec.Raw, named("Event")]]
    awaiting: AwaitingView | UnsetType | None = UNSET
    """Which seats decide next; only with `Prefer: return=actions`."""
    actions: list[Annotated[dict[str, Any], named("Command")]] | UnsetType = UNSET
    """What your seats may do at this version; only with `Prefer: return=actions`."""


class AllowedActionsAnswer(Answer, frozen=True):
    """The legal actions of the seats that you hold."""

    version: int
    awaiting: AwaitingView | None
    actions: list[Annotated[dict[str, Any], named("Command")]]
    odds: list[ActionOddsAnswer] | UnsetType = UNSET
