"""Branches: which to make, and lists of them."""

from marshmallow import Schema, fields, validate

from api.schemas.fields import described, version_field
from api.schemas.lists import PageQuerySchema
from api.schemas.names import NAME
from api.schemas.play.games import GamesPageAnswer
from events.summaries import HIDDEN
from events.transfer.verifying import MAX_NAME

OWN, TREE = WHICH = ("game", "tree")


class BranchRequestSchema(Schema):
    """Where to create the branch."""

    at_version = version_field(
        "The last shared version: one that you may see, that ended a command, and at "
        "which a decision was awaited.",
        required=True,
    )
    name = fields.String(
        validate=[validate.Length(min=1, max=MAX_NAME), NAME],
        metadata=described("A name to recognize it by.", example="what if they had held"),
    )
    hidden = fields.String(
        validate=validate.OneOf(HIDDEN),
        metadata=described(
            "`kept`: continue with the seed and the cards of the game, which must be "
            "finished or one of your sandboxes; this is the default for those. `anew`: use "
            "a new seed, and deal anew what you could not know at that version; branches "
            "of running games always do this."
        ),
    )


class BranchesQuerySchema(PageQuerySchema):
    """Which branches to list."""

    of = fields.String(
        load_default=OWN,
        validate=validate.OneOf(WHICH),
        metadata=described(
            "`game`: branches of this game. `tree`: all direct and indirect branches of "
            "its root game."
        ),
    )


class BranchesPageAnswer(GamesPageAnswer, frozen=True):
    """A page of branches."""

    root: str
    """The root game, which is not a branch; this game if it is not a branch."""
