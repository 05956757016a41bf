"""Studies: an ordered account of games, chapter by chapter."""

from typing import Any

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from api.schemas.annotations import RemarkSchema, VersionsSchema, require_something
from api.schemas.fields import Answer, WholeNumber, words
from api.schemas.history import HIGHEST_VERSION
from api.schemas.lists import PageQuerySchema
from api.schemas.players import NAME
from events.studies import Sharing

MOST_CHAPTERS = 64
MOST_GAMES = 16
_MOST_NOTES = 100
_TITLE = (validate.Length(min=1, max=120), NAME)


class NoteSchema(RemarkSchema):
    """What a chapter says of one of its versions."""

    version = WholeNumber(
        required=True,
        validate=validate.Range(1, HIGHEST_VERSION),
        metadata={"description": "One of the chapter's versions."},
    )

    @validates_schema
    def _says_something(self, said: dict[str, Any], **_: Any) -> None:
        require_something(said)


class ChapterSchema(RemarkSchema, VersionsSchema):
    """A part of a study: some versions of a game, and what there is to say of them."""

    title = fields.String(required=True, validate=_TITLE, metadata={"example": "The bridge falls"})
    game = fields.String(
        required=True,
        validate=validate.Length(min=1, max=64),
        metadata={"description": "The game's id; you must be able to see it."},
    )
    notes = fields.List(
        fields.Nested(NoteSchema),
        load_default=list,
        validate=validate.Length(max=_MOST_NOTES),
        metadata={"description": "What it says of single versions among them."},
    )

    @validates_schema
    def _holds_its_notes(self, chapter: dict[str, Any], **_: Any) -> None:
        first = chapter["version"]
        last = chapter.get("last_version", first)
        outside = {
            number: {"version": ["Is none of the chapter's versions."]}
            for number, note in enumerate(chapter["notes"])
            if not first <= note["version"] <= last
        }
        if outside:
            raise ValidationError({"notes": outside})


class NewStudySchema(Schema):
    """What a study is to be."""

    title = fields.String(
        required=True, validate=_TITLE, metadata={"example": "Three ways over the Orne"}
    )
    visibility = fields.String(load_default=Sharing.PRIVATE.value, validate=words(Sharing))
    chapters = fields.List(
        fields.Nested(ChapterSchema),
        load_default=list,
        validate=validate.Length(max=MOST_CHAPTERS),
        metadata={"description": f"In their order; of {MOST_GAMES} games at most."},
    )

    @validates_schema
    def _of_few_games(self, study: dict[str, Any], **_: Any) -> None:
        if len({chapter["game"] for chapter in study["chapters"]}) > MOST_GAMES:
            raise ValidationError(f"Of more than {MOST_GAMES} games.", "chapters")


class StudiesQuerySchema(PageQuerySchema):
    """Which studies to list."""

    owner = fields.String(
        validate=validate.Length(max=64),
        metadata={"description": "Whose, by id; left out, yours."},
    )


class StudySchema(Answer):
    """A study, as far as its reader may see the games that it is about."""

    id = fields.String(required=True)
    owner = fields.String(required=True)
    title = fields.String(required=True)
    visibility = fields.String(required=True, validate=words(Sharing))
    chapters = fields.List(fields.Nested(ChapterSchema), required=True)
    withheld = fields.Integer(
        required=True,
        metadata={
            "description": "How many chapters more there are: of games that you may not see, or "
            "that still run."
        },
    )
    revision = fields.Integer(
        required=True,
        metadata={"description": "1, and one more with each change; `If-Match` takes it."},
    )
    created_at = fields.String(required=True, metadata={"format": "date-time"})
    changed_at = fields.String(required=True, metadata={"format": "date-time"})


class StudySummarySchema(Answer):
    """A study in a list."""

    id = fields.String(required=True)
    owner = fields.String(required=True)
    title = fields.String(required=True)
    visibility = fields.String(required=True, validate=words(Sharing))
    created_at = fields.String(required=True, metadata={"format": "date-time"})
    changed_at = fields.String(required=True, metadata={"format": "date-time"})


class StudiesPageSchema(Answer):
    """A page of studies, newest first."""

    items = fields.List(fields.Nested(StudySummarySchema), required=True)
    next = fields.String(
        required=True, allow_none=True, metadata={"description": "The cursor of the next page."}
    )


class StudyLinkSchema(Answer):
    """What opens a study that is shared by link; it is shown this once."""

    key = fields.String(
        required=True, metadata={"description": "The secret, to be sent as `Study-Key`."}
    )
