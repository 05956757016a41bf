"""A game's state as a viewer sees it, with where the game comes from."""

from collections.abc import Sequence
from typing import TypedDict

from api.schemas.play.clock import ClockAndProposalView
from domain.values import Card
from domain.view_types import StateView
from events.summaries import BranchOfView, ImportMark


class Origin(TypedDict):
    """The origin of a game."""

    branch: BranchOfView | None
    """Null for a game that is not a branch."""
    imported: ImportMark | None
    """Null for a game that was played on this service."""


class Revealed(TypedDict, total=False):
    """What a reviewer sees beyond both hands."""

    deck: Sequence[Card]
    """The draw pile, with the top card last; only for a reviewer, and only where known."""
    seed: str
    """The seed of all dice and shuffles, in hexadecimal; only for a reviewer."""


class GameAnswer(StateView, Origin, Revealed, ClockAndProposalView):
    """The state of a game at one version, as one viewer may see it."""
