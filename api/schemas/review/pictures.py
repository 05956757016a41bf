"""How pictures are asked for."""

from marshmallow import Schema, fields, validate

from api.pictures.board import LABELS
from api.pictures.drawing.themes import THEMES
from api.schemas.fields import QueryNumber, described, version_param, words
from domain.values import Side

PICTURE, KIT = FORMS = ("picture", "kit")
_MARKS = r"^[A-Z][1-9][0-9]?(,[A-Z][1-9][0-9]?){0,8}(?![\s\S])"
"""Up to nine hexes as people call them."""
NARROWEST, WIDEST, USUAL_WIDTH = 160, 2400, 1040


def theme_field() -> fields.String:
    """The colors of a picture."""
    return fields.String(
        load_default="light",
        validate=validate.OneOf(list(THEMES)),
        metadata=described("The color theme: light, dark, or for print."),
    )


class MannerQuerySchema(Schema):
    """How to draw a board."""

    theme = theme_field()
    labels = fields.String(
        validate=validate.OneOf(LABELS),
        metadata=described(
            "The labels on hexes: `names` of places (the default, except on a PNG narrower "
            "than 560 pixels), `hexes` (C5 is the fifth hex of the third row of the board "
            "as printed), `all` for both, or `none`."
        ),
    )
    side = fields.String(
        validate=words(Side),
        metadata=described("The side at the bottom edge; by default, as printed in the scenario."),
    )


class BoardQuerySchema(MannerQuerySchema):
    """Which board of a game to draw, and how."""

    version = version_param("The version; the newest that you may see by default.")
    unit = fields.String(
        validate=validate.Length(1, 64),
        metadata=described(
            "A unit whose options to draw: where it may move and whom it may attack, if "
            "the decision is yours; which enemies within range it can see; and which hexes "
            "are out of its line of sight."
        ),
    )
    since = version_param(
        "Also draw the changes since this version: moves as arrows (dashed for "
        "retreats), shots, lost figures and eliminated units. What was taken back is "
        "left out."
    )
    marks = fields.String(
        validate=validate.Regexp(_MARKS),
        metadata=described("Hexes to number in this order, such as `E7,C5`."),
    )


class DrawnBoardQuerySchema(BoardQuerySchema):
    """Which board of a game to draw to scale, and how."""

    form = fields.String(
        load_default=PICTURE,
        validate=validate.OneOf(FORMS),
        metadata=described(
            "`picture`, or `kit` for a page that draws the board itself: the fixed parts "
            "of the board, and every piece as a symbol, in the colors of "
            "`/static/app/colors.css`. Of the other parameters, only `side` affects a kit."
        ),
    )


class _Wide(Schema):
    width = QueryNumber(
        load_default=USUAL_WIDTH,
        validate=validate.Range(NARROWEST, WIDEST),
        metadata=described("The width in pixels; the height follows from it."),
    )


class WideMannerQuerySchema(MannerQuerySchema, _Wide):
    """How to draw a board in pixels."""


class WideBoardQuerySchema(BoardQuerySchema, _Wide):
    """Which board of a game to draw in pixels, and how."""
