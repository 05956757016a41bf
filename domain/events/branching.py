"""A game branches off another one: its own start, and what it does not know."""

from domain.events.marks import hidden
from domain.values import Card, Face
from domain.values.frozen import dataclass


@dataclass(frozen=True, slots=True)
class DiceFixed:
    """In a sandbox, the player fixed the dice of the next roll, which still counts as a draw."""

    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class GameBranched:
    """Everything before is the past of ``game`` up to ``at_version``, whose hash there is ``head``;
    ``player`` decides for both seats from now on.

    Cards unknown to the branch, in hands and offers, go to the draw pile until they are dealt anew.
    """

    game: str
    at_version: int
    head: str
    player: str


@dataclass(frozen=True, slots=True)
class UnseenShuffled:
    """The ``count`` cards unknown to the branch form its draw pile, the last of ``order`` on top,
    by draw ``draw`` of its own chance. Seats that held or were offered unknown cards draw as many
    from it at once."""

    count: int
    draw: int
    order: tuple[Card, ...] = hidden()
