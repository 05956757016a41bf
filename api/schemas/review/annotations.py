"""Annotations of versions of a game: text, signs and marks."""

import unicodedata
from typing import Annotated, Any

from marshmallow import Schema, ValidationError, fields, post_load, validate, validates_schema

from api.schemas.answer import Answer, named
from api.schemas.fields import (
    HIGHEST_VERSION,
    QueryNumber,
    WholeNumber,
    described,
    hex_field,
    words,
)
from api.schemas.lists import PageQuerySchema
from api.schemas.vocabulary import MarkColor, MoveSign
from domain.geometry.shape import MAX_COLUMNS, MAX_ROWS
from events.clock import Moment
from events.commentary.annotations import Audience

MAX_TEXT = 2000
MAX_MARKS = 64
_PLAIN = validate.Regexp(
    r"^(?=[\s\S]*\S)[^\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029]+(?![\s\S])",
    error="Must not be blank, or contain control characters other than line feeds.",
)
_VERSION = validate.Range(1, HIGHEST_VERSION)
_SAID = ("text", "sign", "arrows", "hexes")


class ArrowSchema(Schema):
    """An arrow from hex to hex."""

    start = hex_field(required=True)
    end = hex_field(required=True)
    color = fields.String(load_default=MarkColor.GREEN.value, validate=words(MarkColor))

    @validates_schema
    def _fits(self, arrow: dict[str, Any], **_: Any) -> None:
        for name in ("start", "end"):
            _require_on_board(arrow, name)


class MarkedHexSchema(Schema):
    """A hex that is marked."""

    hex = hex_field(required=True)
    color = fields.String(load_default=MarkColor.GREEN.value, validate=words(MarkColor))

    @validates_schema
    def _fits(self, mark: dict[str, Any], **_: Any) -> None:
        _require_on_board(mark, "hex")


def _require_on_board(mark: dict[str, Any], name: str) -> None:
    row, column = mark[name]
    if row >= MAX_ROWS or column >= MAX_COLUMNS:
        raise ValidationError("The board has no such hex.", name)


class RemarkSchema(Schema):
    """An annotation of a version: text, a rating sign, and marks on the board."""

    text = fields.String(
        load_default=None,
        allow_none=True,
        validate=[validate.Length(max=MAX_TEXT), _PLAIN],
        metadata=described(
            "Plain text in any language, stored in Unicode normalization form NFC. It is "
            "not HTML; clients must escape it.",
            example="The bridge is worth more than the tanks.",
        ),
    )
    sign = fields.String(load_default=None, allow_none=True, validate=words(MoveSign))
    arrows = fields.List(
        fields.Nested(ArrowSchema), load_default=list, validate=validate.Length(max=MAX_MARKS)
    )
    hexes = fields.List(
        fields.Nested(MarkedHexSchema), load_default=list, validate=validate.Length(max=MAX_MARKS)
    )

    @post_load
    def _normal(self, said: dict[str, Any], **_: Any) -> dict[str, Any]:
        if said["text"] is not None:
            said["text"] = unicodedata.normalize("NFC", said["text"])
        return said


def require_something(said: dict[str, Any]) -> None:
    """Refuse an empty annotation."""
    if not any(said.get(name) for name in _SAID):
        raise ValidationError("Must have a text, a sign, an arrow or a marked hex.")


class VersionsSchema(Schema):
    """The versions of a game that an annotation is about."""

    version = WholeNumber(
        required=True,
        validate=_VERSION,
        metadata=described("The version that it is about, or the first of several."),
    )
    last_version = WholeNumber(
        validate=_VERSION,
        metadata=described("The last version that it is about; by default, the same as `version`."),
    )

    @validates_schema
    def _in_order(self, about: dict[str, Any], **_: Any) -> None:
        if about.get("last_version", about["version"]) < about["version"]:
            raise ValidationError("Must not be less than `version`.", "last_version")

    @post_load
    def _whole(self, about: dict[str, Any], **_: Any) -> dict[str, Any]:
        about.setdefault("last_version", about["version"])
        return about


class AnnotationChangeSchema(RemarkSchema):
    """The new contents of an annotation. The versions that it is about do not change."""

    visibility = fields.String(
        required=True,
        validate=words(Audience),
        metadata=described("Who may read it; for running games see createAnnotation."),
    )

    @validates_schema
    def _says_something(self, said: dict[str, Any], **_: Any) -> None:
        require_something(said)


class AnnotationRequestSchema(AnnotationChangeSchema, VersionsSchema):
    """The annotation to create."""


class AnnotationsQuerySchema(PageQuerySchema):
    """Which annotations of a game to list."""

    version = QueryNumber(
        validate=_VERSION,
        metadata=described("Only annotations about this version."),
    )
    author = fields.String(
        validate=validate.Length(max=64),
        metadata=described("Only annotations by this player."),
    )


Arrow = Annotated[dict[str, Any], named("Arrow")]
MarkedHex = Annotated[dict[str, Any], named("MarkedHex")]


class AnnotationAnswer(Answer, frozen=True):
    """A player's annotation of one or several versions of a game."""

    id: str
    game: str
    author: str
    """The player's id."""
    version: int
    last_version: int
    visibility: Audience
    text: str | None
    sign: MoveSign | None
    arrows: list[Arrow]
    hexes: list[MarkedHex]
    revision: int
    """Starts at 1 and increases with each change; for `If-Match`."""
    created_at: Moment
    changed_at: Moment


class AnnotationsPageAnswer(Answer, frozen=True):
    """A page of annotations, in the order of versions."""

    items: list[AnnotationAnswer]
    next: str | None
    """The next page's cursor."""
