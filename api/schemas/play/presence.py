"""The presence of players."""

from api.schemas.answer import Answer
from domain.values import Seat
from events.clock import Moment


class PresentSeatAnswer(Answer, frozen=True):
    """A seat whose player shares this."""

    seat: Seat
    present: bool
    """Whether the player follows the game now."""
    seen_at: Moment


class PresenceAnswer(Answer, frozen=True):
    """The presence of the other seats."""

    items: list[PresentSeatAnswer]
