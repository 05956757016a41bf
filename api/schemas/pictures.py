"""How pictures are asked for."""

from marshmallow import Schema, fields, validate

from api.pictures.board import LABELS
from api.pictures.themes import THEMES
from api.schemas.fields import QueryNumber, words
from api.schemas.history import HIGHEST_VERSION
from domain.values import Side

PICTURE, KIT = FORMS = ("picture", "kit")
NARROWEST, WIDEST, USUAL_WIDTH = 160, 2400, 1040


def theme_field() -> fields.String:
    """The colors of a picture."""
    return fields.String(
        load_default="light",
        validate=validate.OneOf(list(THEMES)),
        metadata={"description": "Its colors: for screens by day or by night, or for paper."},
    )


class MannerQuerySchema(Schema):
    """How to draw a board."""

    theme = theme_field()
    labels = fields.String(
        validate=validate.OneOf(LABELS),
        metadata={
            "description": "What is written on hexes: `names` of places, which is what there is "
            "without it (but not on a PNG of less than 560 pixels), `hexes` (C5 is the fifth "
            "of the third row of the board as printed), `all` of that, or `none`."
        },
    )
    side = fields.String(
        validate=words(Side),
        metadata={"description": "The side at the lower edge. Without it, as printed."},
    )


class BoardQuerySchema(MannerQuerySchema):
    """Which board of a game to draw, and how."""

    version = QueryNumber(
        validate=validate.Range(1, HIGHEST_VERSION),
        metadata={"description": "Which version; the newest that you may see, without it."},
    )
    unit = fields.String(
        validate=validate.Length(1, 64),
        metadata={
            "description": "A unit whose options are drawn: where it may go and at whom it may "
            "throw dice, if that is yours to decide now; which enemies within its range it sees, "
            "and which hexes are out of its sight."
        },
    )
    since = QueryNumber(
        validate=validate.Range(1, HIGHEST_VERSION),
        metadata={
            "description": "Draw what has changed since this version as well: ways gone as arrows "
            "(broken ones for retreats), shots, figures lost, units gone. What was taken back "
            "is left out."
        },
    )


class DrawnBoardQuerySchema(BoardQuerySchema):
    """Which board of a game to draw to scale, and how."""

    form = fields.String(
        load_default=PICTURE,
        validate=validate.OneOf(FORMS),
        metadata={
            "description": "`picture`, or `kit` for a page that draws the board itself: what never "
            "moves in the game, and every piece there is as a symbol, in the colors of "
            "`/static/app/colors.css`. Besides `side`, nothing else changes a kit."
        },
    )


class _Wide(Schema):
    width = QueryNumber(
        load_default=USUAL_WIDTH,
        validate=validate.Range(NARROWEST, WIDEST),
        metadata={"description": "Pixels from left to right; the height follows."},
    )


class WideMannerQuerySchema(MannerQuerySchema, _Wide):
    """How to draw a board in pixels."""


class WideBoardQuerySchema(BoardQuerySchema, _Wide):
    """Which board of a game to draw in pixels, and how."""
