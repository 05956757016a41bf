"""Animated replays of games."""

from typing import Annotated

import msgspec
from marshmallow import Schema, fields, validate
from msgspec import Meta

from api.pictures.board import LABELS
from api.pictures.motion import FORMATS, WEBP
from api.schemas.answer import Answer, Place
from api.schemas.fields import Flag, WholeNumber, described, version_field, words
from api.schemas.review.pictures import NARROWEST, theme_field
from api.schemas.vocabulary import FrameStep
from domain.values import Side
from events.clock import Moment
from events.jobs.tracked import JobStatus

MAX_FRAMES = 240
WIDEST, USUAL_WIDTH = 800, 640
USUAL_PACE = 700


class AnimationWishSchema(Schema):
    """Which part of a game to animate, and how."""

    from_ = version_field("The first version.", data_key="from", load_default=1)
    to = version_field("The last version; the newest that you may see by default.")
    every = fields.String(
        load_default=FrameStep.COMMAND.value,
        validate=words(FrameStep),
        metadata=described(
            "One frame per command, or one per turn (at its start) and one for the end. At "
            f"most {MAX_FRAMES} frames."
        ),
    )
    format = fields.String(
        load_default=WEBP,
        validate=validate.OneOf(FORMATS),
        metadata=described("The format of the file."),
    )
    width = WholeNumber(
        load_default=USUAL_WIDTH,
        validate=validate.Range(NARROWEST, WIDEST),
        metadata=described("The width in pixels; the height follows from it."),
    )
    theme = theme_field()
    labels = fields.String(
        validate=validate.OneOf(LABELS),
        metadata=described("The labels on hexes, as in `board.png`."),
    )
    side = fields.String(
        validate=words(Side),
        metadata=described("The side at the bottom edge; by default, as printed in the scenario."),
    )
    frame_milliseconds = WholeNumber(
        load_default=USUAL_PACE,
        validate=validate.Range(50, 5000),
        metadata=described(
            "The duration of each frame in milliseconds; the last frame is shown for at least "
            "2 seconds."
        ),
    )
    changes = Flag(
        load_default=True,
        metadata=described(
            "Whether to draw the changes since the previous frame: paths, shots and losses."
        ),
    )


class AnimationAnswer(Answer, frozen=True):
    """A requested animated replay, and its progress."""

    id: str
    """The id of the animation, the same for equal requests."""
    game: str
    """The game's id."""
    status: JobStatus
    """The status of the animation."""
    frames: int
    """Frames."""
    frames_done: int
    """Frames drawn so far."""
    file: Place | None
    """The address of the file; null until the animation is done, and if it fails or is cancelled.
    """
    from_: int = msgspec.field(name="from")
    """The first version."""
    to: int
    """The last version."""
    every: FrameStep
    """What each frame shows."""
    format: Annotated[str, Meta(extra_json_schema={"enum": list(FORMATS)})]
    """The format of the file."""
    width: int
    """The width in pixels."""
    frame_milliseconds: int
    """The duration of each frame in milliseconds."""
    asked_at: Moment
    """When it was requested."""
