"""The response to every failed request."""

from typing import Annotated, Any

from msgspec import UNSET, UnsetType

from api.schemas.answer import Answer, Place, named
from domain.errors import Rule
from domain.values import Seat
from domain.view_types import AwaitingView
from events.accounts.tokens import Scope


class ProblemAnswer(Answer, frozen=True, kw_only=True):
    """A problem document (RFC 9457)."""

    type: str
    """The address of a page about this kind of problem."""
    title: str
    status: int
    detail: str
    code: str
    """A stable identifier for programs."""
    advice: str
    """What to do about the problem."""
    reason: str | UnsetType = UNSET
    """What is wrong with the imported file."""
    errors: dict[str, list[str]] | UnsetType = UNSET
    """The faults of the request: JSON pointers with lists of reasons."""
    scope: Scope | UnsetType = UNSET
    """The scope that the token lacks."""
    rule: Rule | UnsetType = UNSET
    """The rule that refused the command."""
    rule_url: Place | UnsetType = UNSET
    """The address of a page about the rule, also available as JSON."""
    source: str | UnsetType = UNSET
    """The source of the rule in the rulebooks."""
    facts: dict[str, Any] | UnsetType = UNSET
    """The values that triggered the rule, such as units, hexes and limits."""
    awaiting: AwaitingView | UnsetType | None = UNSET
    """For a refused command: the decision that the game is waiting for."""
    alternatives: list[Annotated[dict[str, Any], named("Command")]] | UnsetType = UNSET
    """For a refused command: up to three legal actions that are most similar to it, ready to be
    submitted. Empty if the decision is not yours."""
    version: int | UnsetType = UNSET
    """The game's version, for a mismatch or a refused command. For a refused import, the version of
    the event that is wrong; 0 for the header."""
    free_seats: list[Seat] | UnsetType = UNSET
    """For a refused seat: the seats that you could take instead."""
    game: str | UnsetType = UNSET
    """In the stream of your games: the id of the one that cannot be read."""
    offers: list[str] | UnsetType = UNSET
    """The available media types."""
    limit: str | UnsetType = UNSET
    """The name of the limit that was exceeded, as in `RateLimit`."""
    limit_quota: int | UnsetType = UNSET
    """Requests allowed per window."""
    limit_window_seconds: int | UnsetType = UNSET
    """The length of the window in seconds; `Retry-After` says when the next one starts."""
    most: int | UnsetType = UNSET
    """The limit that was reached."""
    revision: int | UnsetType = UNSET
    """The current revision of the document that you tried to change or delete."""
    instance: str
    request_id: str
