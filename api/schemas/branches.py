"""Branches: which to make, and lists of them."""

from marshmallow import Schema, fields, validate

from api.schemas.fields import WholeNumber
from api.schemas.games import GamesPageSchema
from api.schemas.history import HIGHEST_VERSION
from api.schemas.lists import PageQuerySchema
from api.schemas.players import NAME
from events.listing import HIDDEN
from events.transfer.verifying import LONGEST_NAME

OWN, TREE = WHICH = ("game", "tree")


class NewBranchSchema(Schema):
    """Where to branch off."""

    at_version = WholeNumber(
        required=True,
        validate=validate.Range(1, HIGHEST_VERSION),
        metadata={
            "description": "The last version that is shared: one that you may see, that ended a "
            "command, and at which a decision was awaited."
        },
    )
    name = fields.String(
        validate=[validate.Length(min=1, max=LONGEST_NAME), NAME],
        metadata={"description": "What you will know it by.", "example": "what if they had held"},
    )
    hidden = fields.String(
        validate=validate.OneOf(HIDDEN),
        metadata={
            "description": "`kept`: go on with the seed and the cards of the game, which must be "
            "over or a sandbox of yours; that is what is done there when this is left out. `anew`: "
            "with a seed of its own, and what you could not know at that version dealt anew; of a "
            "game that runs every branch is."
        },
    )


class BranchesQuerySchema(PageQuerySchema):
    """Which branches to list."""

    of = fields.String(
        load_default=OWN,
        validate=validate.OneOf(WHICH),
        metadata={
            "description": "`game`: what branches off this game itself. `tree`: all that has grown "
            "from its root, to put together by what each one branches off."
        },
    )


class BranchesPageSchema(GamesPageSchema):
    """A page of branches."""

    root = fields.String(
        required=True,
        metadata={"description": "The game that began by itself; this one, if it did."},
    )
