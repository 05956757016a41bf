"""How the past that a branch shares may have been played: the branch does not say under which
policy things were taken back, nor how a draw pile lay of which it knows nothing."""

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, field, replace

from domain import Past
from domain import events as e
from domain.state import GameState
from domain.values import UNKNOWN_CARD, Undo

_SHUFFLES = e.DeckShuffled | e.DrawPileShuffled | e.UnseenShuffled
_BY_POLICY = e.TakenBack | e.UndoRequested
"""The events that the undo policy affects."""


@dataclass
class SharedPast:
    """What the commands so far tell of it.

    ``policies`` are those under which all of them may have come, up to a first branch. ``begun`` is
    the last version that this one shares in its turn. ``shuffles`` has, for the end of each
    command, the version at which the draw pile got its order.
    """

    policies: tuple[Undo, ...] = tuple(Undo)
    begun: int | None = None
    shuffles: dict[int, int] = field(default_factory=dict)
    shuffled: int = 0

    def ways(
        self, state: GameState, events: Sequence[e.Event], version: int, past: Past
    ) -> Iterator[GameState]:
        """The state, as each game may have had it whose command led to the events."""
        origin = state.created.branch
        if origin is None or version > origin.at_version:
            yield state
            return
        for way in self._as_agreed(state, origin, events[0]):
            yield way
            if self._may_lie_otherwise(state, events[0], past):
                yield replace(way, cards=replace(way.cards, deck=()))

    def agree(self, first: e.Event, found: Container[Undo]) -> None:
        """Note under which policies an event was found to be right."""
        if isinstance(first, _BY_POLICY) and self.begun is None:
            self.policies = tuple(policy for policy in self.policies if policy in found)

    def note(self, events: Sequence[e.Event], version: int) -> None:
        """Go on behind a command, whose last event has this version."""
        first = version - len(events) + 1
        for place, event in enumerate(events, start=first):
            match event:
                case e.GameBranched(at_version=at_version):
                    self.begun = at_version
                case e.TakenBack(to_version):
                    self.shuffled = self.shuffles[to_version]
                case _ if isinstance(event, _SHUFFLES):
                    self.shuffled = place
        self.shuffles[version] = self.shuffled

    def _as_agreed(
        self, state: GameState, origin: e.BranchOf, first: e.Event
    ) -> Iterator[GameState]:
        if self.begun is not None:
            before = replace(origin, at_version=self.begun)
            yield replace(state, created=replace(state.created, branch=before))
            return
        policies = self.policies if isinstance(first, _BY_POLICY) else self.policies[:1]
        for policy in policies:
            yield replace(state, created=replace(state.created, undo=policy, branch=None))

    def _may_lie_otherwise(self, state: GameState, first: e.Event, past: Past) -> bool:
        """Whether a draw pile has as many cards as before, of which none is known, but was shuffled
        in between: it may or may not lie as it did."""
        if not isinstance(first, e.TakenBack) or UNKNOWN_CARD not in state.cards.deck:
            return False
        earlier = past(first.to_version)
        return (
            earlier is not None
            and len(earlier.cards.deck) == len(state.cards.deck)
            and self.shuffles[first.to_version] != self.shuffled
        )
