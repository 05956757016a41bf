"""Battles in a list."""

from api.schemas.answer import Answer


class ScenarioSummaryAnswer(Answer, frozen=True):
    """A battle in a list."""

    slug: str
    title: str
    year: int


class ScenariosPageAnswer(Answer, frozen=True):
    """A page of battles."""

    items: list[ScenarioSummaryAnswer]
    next: str | None
