"""A game branches off another one: what is its own from there on, and what it does not know."""

from domain.events.marks import hidden
from domain.values import Card, Face
from domain.values.frozen import dataclass


@dataclass(frozen=True, slots=True)
class DiceFixed:
    """In a sandbox: the player has said what the dice of the next roll show. Its draw counts, but
    what the draw would have given does not matter."""

    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class GameBranched:
    """What came before is the past of ``game`` up to ``at_version``, whose hash there is ``head``;
    ``player`` decides for both seats from here on.

    The cards that are not known in the branch, of hands and of an offer, lie with the draw pile
    until they are dealt anew.
    """

    game: str
    at_version: int
    head: str
    player: str


@dataclass(frozen=True, slots=True)
class UnseenShuffled:
    """The ``count`` cards that were not known in the branch form its draw pile, the last of
    ``order`` on top, as draw ``draw`` of its own chance has it: all cards but those that are
    known. Who held some, or was choosing among some, draws as many from it at once."""

    count: int
    draw: int
    order: tuple[Card, ...] = hidden()
