"""Animated replays of games."""

from marshmallow import Schema, fields, validate

from api.pictures.board import LABELS
from api.pictures.motion import FORMATS, WEBP
from api.schemas.fields import Answer, Flag, WholeNumber, words
from api.schemas.history import HIGHEST_VERSION
from api.schemas.pictures import NARROWEST, theme_field
from api.schemas.vocabulary import FrameStep
from domain.values import Side
from events.animations import AnimationStatus

MOST_FRAMES = 240
WIDEST, USUAL_WIDTH = 800, 640
USUAL_PACE = 700


class AnimationWishSchema(Schema):
    """Which part of a game to animate, and how."""

    from_ = WholeNumber(
        data_key="from",
        load_default=1,
        validate=validate.Range(1, HIGHEST_VERSION),
        metadata={"description": "The version that it begins with."},
    )
    to = WholeNumber(
        validate=validate.Range(1, HIGHEST_VERSION),
        metadata={
            "description": "The version that it ends with; the newest that you may see, without it."
        },
    )
    every = fields.String(
        load_default=FrameStep.COMMAND.value,
        validate=words(FrameStep),
        metadata={
            "description": "A frame for each command that was carried out, or for the beginning of "
            f"each turn and the end. There may be {MOST_FRAMES} frames."
        },
    )
    format = fields.String(
        load_default=WEBP,
        validate=validate.OneOf(FORMATS),
        metadata={"description": "What the file is to be."},
    )
    width = WholeNumber(
        load_default=USUAL_WIDTH,
        validate=validate.Range(NARROWEST, WIDEST),
        metadata={"description": "Pixels from left to right; the height follows."},
    )
    theme = theme_field()
    labels = fields.String(
        validate=validate.OneOf(LABELS),
        metadata={"description": "What is written on hexes, as in `board.png`."},
    )
    side = fields.String(
        validate=words(Side),
        metadata={"description": "The side at the lower edge. Without it, as printed."},
    )
    frame_milliseconds = WholeNumber(
        load_default=USUAL_PACE,
        validate=validate.Range(50, 5000),
        metadata={"description": "How long each frame is shown; the last for 2 seconds at least."},
    )
    changes = Flag(
        load_default=True,
        metadata={
            "description": "Draw what has changed since the frame before: ways, shots, losses."
        },
    )


class AnimationSchema(Answer):
    """An animated replay that was asked for, and how far it is."""

    id = fields.String(
        required=True, metadata={"description": "Its id, the same for the same wish."}
    )
    game = fields.String(required=True, metadata={"description": "The game's id."})
    status = fields.String(
        required=True,
        validate=words(AnimationStatus),
        metadata={"description": "What has become of it."},
    )
    frames = fields.Integer(
        required=True, metadata={"description": "How many frames it has, or will have."}
    )
    frames_done = fields.Integer(
        required=True, metadata={"description": "How many of them are drawn."}
    )
    file = fields.String(
        required=True,
        allow_none=True,
        metadata={
            "format": "uri-reference",
            "description": "Where it is, once it is done; null before, and if it comes to nothing.",
        },
    )
    from_ = fields.Integer(
        data_key="from", required=True, metadata={"description": "The version that it begins with."}
    )
    to = fields.Integer(required=True, metadata={"description": "The version that it ends with."})
    every = fields.String(
        required=True,
        validate=words(FrameStep),
        metadata={"description": "Of what it has a frame each."},
    )
    format = fields.String(
        required=True,
        validate=validate.OneOf(FORMATS),
        metadata={"description": "What the file is."},
    )
    width = fields.Integer(required=True, metadata={"description": "Pixels from left to right."})
    frame_milliseconds = fields.Integer(
        required=True, metadata={"description": "How long each frame is shown."}
    )
    asked_at = fields.String(
        required=True,
        metadata={"format": "date-time", "description": "When it was asked for."},
    )
