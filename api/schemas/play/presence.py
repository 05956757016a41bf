"""Who is there."""

from api.schemas.answer import Answer
from domain.values import Seat
from events.clock import Moment


class PresentSeatAnswer(Answer, frozen=True):
    """A seat whose player lets the others know."""

    seat: Seat
    present: bool
    """Whether the player follows the game now."""
    seen_at: Moment


class PresenceAnswer(Answer, frozen=True):
    """Who of the other seats is there."""

    items: list[PresentSeatAnswer]
