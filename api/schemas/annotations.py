"""Annotations: what is said of versions of a game, in words, signs and marks."""

import unicodedata
from typing import Any

from marshmallow import Schema, ValidationError, fields, post_load, validate, validates_schema

from api.schemas.fields import Answer, QueryNumber, WholeNumber, hex_field, words
from api.schemas.history import HIGHEST_VERSION
from api.schemas.lists import PageQuerySchema
from api.schemas.vocabulary import MarkColor, MoveSign
from domain.hexes import Hex, standard_grid
from events.annotations import Audience

LONGEST_TEXT = 2000
MOST_MARKS = 64
_PLAIN = validate.Regexp(
    r"^(?=[\s\S]*\S)[^\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029]+(?![\s\S])",
    error="Must not be blank, or hold control characters other than line feeds.",
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
    if Hex(*mark[name]) not in standard_grid():
        raise ValidationError("There is no such hex on the board.", name)


class RemarkSchema(Schema):
    """What is said of a version: words, a sign, and marks on the board."""

    text = fields.String(
        load_default=None,
        allow_none=True,
        validate=[validate.Length(max=LONGEST_TEXT), _PLAIN],
        metadata={
            "description": "Plain text in any language, kept in Unicode's form NFC. It is never "
            "read as HTML, and whoever shows it must not do so either.",
            "example": "The bridge is worth more than the tanks.",
        },
    )
    sign = fields.String(load_default=None, allow_none=True, validate=words(MoveSign))
    arrows = fields.List(
        fields.Nested(ArrowSchema), load_default=list, validate=validate.Length(max=MOST_MARKS)
    )
    hexes = fields.List(
        fields.Nested(MarkedHexSchema), load_default=list, validate=validate.Length(max=MOST_MARKS)
    )

    @post_load
    def _normal(self, said: dict[str, Any], **_: Any) -> dict[str, Any]:
        if said["text"] is not None:
            said["text"] = unicodedata.normalize("NFC", said["text"])
        return said


def require_something(said: dict[str, Any]) -> None:
    """Refuse a remark that says nothing."""
    if not any(said.get(name) for name in _SAID):
        raise ValidationError("Say something: a text, a sign, an arrow or a marked hex.")


class VersionsSchema(Schema):
    """Of which versions of a game something is said."""

    version = WholeNumber(
        required=True,
        validate=_VERSION,
        metadata={"description": "The version that it is about, or the first one of several."},
    )
    last_version = WholeNumber(
        validate=_VERSION,
        metadata={"description": "The last version that it is about; left out, the first alone."},
    )

    @validates_schema
    def _in_order(self, about: dict[str, Any], **_: Any) -> None:
        if about.get("last_version", about["version"]) < about["version"]:
            raise ValidationError("Is before `version`.", "last_version")

    @post_load
    def _whole(self, about: dict[str, Any], **_: Any) -> dict[str, Any]:
        about.setdefault("last_version", about["version"])
        return about


class AnnotationChangeSchema(RemarkSchema):
    """What an annotation is to be instead. The versions that it is about stay."""

    visibility = fields.String(
        required=True,
        validate=words(Audience),
        metadata={"description": "Who may read it; for what runs still see createAnnotation."},
    )

    @validates_schema
    def _says_something(self, said: dict[str, Any], **_: Any) -> None:
        require_something(said)


class NewAnnotationSchema(AnnotationChangeSchema, VersionsSchema):
    """What to say of a version."""


class AnnotationsQuerySchema(PageQuerySchema):
    """Which annotations of a game to list."""

    version = QueryNumber(
        validate=_VERSION,
        metadata={"description": "Only those that are about this version."},
    )
    author = fields.String(
        validate=validate.Length(max=64), metadata={"description": "Only those of this player."}
    )


class AnnotationSchema(Answer):
    """What a player has said of a version of a game."""

    id = fields.String(required=True)
    game = fields.String(required=True)
    author = fields.String(required=True, metadata={"description": "The player's id."})
    version = fields.Integer(required=True)
    last_version = fields.Integer(required=True)
    visibility = fields.String(required=True, validate=words(Audience))
    text = fields.String(required=True, allow_none=True)
    sign = fields.String(required=True, allow_none=True, validate=words(MoveSign))
    arrows = fields.List(fields.Nested(ArrowSchema), required=True)
    hexes = fields.List(fields.Nested(MarkedHexSchema), required=True)
    revision = fields.Integer(
        required=True,
        metadata={"description": "1, and one more with each change; `If-Match` takes it."},
    )
    created_at = fields.String(required=True, metadata={"format": "date-time"})
    changed_at = fields.String(required=True, metadata={"format": "date-time"})


class AnnotationsPageSchema(Answer):
    """A page of annotations, in the order of versions."""

    items = fields.List(fields.Nested(AnnotationSchema), required=True)
    next = fields.String(
        required=True, allow_none=True, metadata={"description": "The cursor of the next page."}
    )
