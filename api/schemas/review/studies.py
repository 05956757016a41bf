"""Studies: annotated chapters about games, in order."""

from typing import Annotated, Any

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from api.schemas.answer import Answer, named
from api.schemas.fields import described, version_field, words
from api.schemas.lists import PageQuerySchema
from api.schemas.names import NAME
from api.schemas.review.annotations import RemarkSchema, VersionsSchema, require_something
from events.clock import Moment
from events.commentary.studies import Sharing

MAX_CHAPTERS = 64
MAX_GAMES = 16
_MAX_NOTES = 100
_TITLE = (validate.Length(min=1, max=120), NAME)


class NoteSchema(RemarkSchema):
    """A note on one version of a chapter."""

    version = version_field("A version within the chapter.", required=True)

    @validates_schema
    def _says_something(self, said: dict[str, Any], **_: Any) -> None:
        require_something(said)


class ChapterSchema(RemarkSchema, VersionsSchema):
    """A part of a study: some versions of a game, with text and notes."""

    title = fields.String(required=True, validate=_TITLE, metadata={"example": "The bridge falls"})
    game = fields.String(
        required=True,
        validate=validate.Length(min=1, max=64),
        metadata=described("The id of the game, which you must be able to see."),
    )
    notes = fields.List(
        fields.Nested(NoteSchema),
        load_default=list,
        validate=validate.Length(max=_MAX_NOTES),
        metadata=described("Notes on single versions of the chapter."),
    )

    @validates_schema
    def _holds_its_notes(self, chapter: dict[str, Any], **_: Any) -> None:
        first = chapter["version"]
        last = chapter.get("last_version", first)
        outside = {
            number: {"version": ["Must be one of the chapter's versions."]}
            for number, note in enumerate(chapter["notes"])
            if not first <= note["version"] <= last
        }
        if outside:
            raise ValidationError({"notes": outside})


class StudyRequestSchema(Schema):
    """The study to create."""

    title = fields.String(
        required=True, validate=_TITLE, metadata={"example": "Three ways over the Orne"}
    )
    visibility = fields.String(load_default=Sharing.PRIVATE.value, validate=words(Sharing))
    chapters = fields.List(
        fields.Nested(ChapterSchema),
        load_default=list,
        validate=validate.Length(max=MAX_CHAPTERS),
        metadata=described(f"The chapters, in order; about at most {MAX_GAMES} games."),
    )

    @validates_schema
    def _of_few_games(self, study: dict[str, Any], **_: Any) -> None:
        if len({chapter["game"] for chapter in study["chapters"]}) > MAX_GAMES:
            raise ValidationError(f"Must be about at most {MAX_GAMES} games.", "chapters")


class StudiesQuerySchema(PageQuerySchema):
    """Which studies to list."""

    owner = fields.String(
        validate=validate.Length(max=64),
        metadata=described("Only studies of this player, by id; by default, your own."),
    )


Chapter = Annotated[dict[str, Any], named("Chapter")]


class StudySummaryAnswer(Answer, frozen=True):
    """A study in a list."""

    id: str
    owner: str
    title: str
    visibility: Sharing
    created_at: Moment
    changed_at: Moment


class StudyAnswer(StudySummaryAnswer, frozen=True):
    """A study, as far as its reader may see the games that it is about."""

    revision: int
    """Starts at 1 and increases with each change; for `If-Match`."""
    chapters: list[Chapter]
    withheld: int
    """Chapters left out, because they are about games that you may not see or that
    are still running."""


class StudiesPageAnswer(Answer, frozen=True):
    """A page of studies, newest first."""

    items: list[StudySummaryAnswer]
    next: str | None
    """The next page's cursor."""


class StudyLinkAnswer(Answer, frozen=True):
    """The secret of a study that is shared by link; it is returned only once."""

    key: str
    """The secret to send as `Study-Key`."""
