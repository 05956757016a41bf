"""Names that people choose, and slugs of battles."""

from typing import Any

from marshmallow import ValidationError, validate

from domain.scenarios import slugs
from events.accounts.names import is_visible
from events.scenarios import identity

MAX_SLUG = 64


def is_slug(text: str) -> bool:
    """Return whether a text is the slug of a battle of the service, or could be a player's."""
    return text in slugs() or identity.is_slug(text)


class Slug(validate.Validator):
    """Validates the form of a battle's slug."""

    known = slugs()

    def __call__(self, text: str) -> str:
        """Return the slug. Raises ``ValidationError``."""
        if not is_slug(text):
            raise ValidationError("No scenario has this slug.")
        return text


class _Name(validate.Regexp):
    """Validates a name: one line with visible characters."""

    def __call__(self, value: Any) -> Any:
        super().__call__(value)
        if not is_visible(value):
            raise ValidationError(
                "Must have a visible letter, digit or symbol, with only a few combining marks "
                "on each."
            )
        return value


NAME = _Name(
    r"^(?!\s)[^\x00-\x1f\x7f-\x9f\u2028\u2029]+(?<!\s)(?![\s\S])",
    error="Must not be blank, start or end with a space, or contain control characters.",
)
