"""A game by turns."""

from collections.abc import Mapping, Sequence
from typing import Annotated, TypedDict

import msgspec
from marshmallow import Schema, fields, validate

from api.schemas.answer import Answer, named
from api.schemas.fields import described, perspective_field, version_param
from domain.geometry.hexes import Hex
from domain.narrative.messages import AccountMessage, DieResult, EntryKind, Piece
from domain.values import (
    Card,
    EditionName,
    Face,
    ObstacleKind,
    Seat,
    Section,
    Side,
)

MY_LAST_TURN = "my_last_turn"


class TimelineQuerySchema(Schema):
    """Which part of the timeline to return."""

    since = fields.String(
        validate=validate.Regexp(
            rf"^({MY_LAST_TURN}|0|[1-9][0-9]{{0,14}})(?![\s\S])",
            error=f"A version, or {MY_LAST_TURN}.",
        ),
        metadata=described(
            "Only what happened after this version; `my_last_turn` stands for the version "
            "at which your last turn ended."
        ),
    )
    version = version_param("Only what happened up to this version.")
    as_ = perspective_field()


class MessageParametersAnswer(TypedDict, total=False):
    """The parameters of a message. Each message always has the same ones."""

    game: str
    scenario: str
    edition: EditionName
    seat: Seat
    player: str
    side: Side
    turn: int
    version: int
    card: Card
    cards: list[Card]
    orders_as: Card
    seats: list[Seat]
    section: Section
    unit: Piece
    target: Piece
    units: list[Piece]
    hex: Hex
    distance: int
    count: int
    faces: list[Face]
    results: list[DieResult]
    obstacle: ObstacleKind
    objective: str
    reason: str


class ClauseAnswer(Answer, frozen=True):
    """A clause of a timeline entry: a message and its parameters."""

    message: AccountMessage
    parameters: MessageParametersAnswer


PerSide = Annotated[Mapping[Side, int], named("PerSide")]


class TimelineEntryAnswer(Answer, frozen=True):
    """Events that belong together, described in one line."""

    kind: EntryKind
    seat: Seat | None
    from_: int = msgspec.field(name="from")
    to: int
    undone: bool
    text: str
    clauses: list[ClauseAnswer]
    dice: Sequence[Sequence[Face]]
    losses: PerSide
    medals: PerSide


class TimelineTurnAnswer(Answer, frozen=True):
    """A turn and its entries."""

    number: int
    seat: Seat | None
    from_: int = msgspec.field(name="from")
    to: int
    undone: bool
    card: Card | None
    orders_as: Card | None
    medals: PerSide
    losses: PerSide
    seconds: float
    entries: list[TimelineEntryAnswer]


class TimelineAnswer(Answer, frozen=True):
    """A game by turns. Every event after `since` belongs to exactly one entry."""

    version: int
    since: int
    turns: list[TimelineTurnAnswer]
