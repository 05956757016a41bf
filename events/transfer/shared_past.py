"""The possible histories of a branch's shared past: the branch does not record the undo policy, nor
the order of a draw pile of which nothing is known."""

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
    """What the commands so far reveal of the shared past.

    ``policies`` are the undo policies consistent with them, up to a first branch. ``begun`` is the
    last version that this branch shares in turn. ``shuffles`` has, for the end of each command, the
    version of the last shuffle of the draw pile.
    """

    policies: tuple[Undo, ...] = tuple(Undo)
    begun: int | None = None
    shuffles: dict[int, int] = field(default_factory=dict)
    shuffled: int = 0

    def possible_states(
        self, state: GameState, events: Sequence[e.Event], version: int, past: Past
    ) -> Iterator[GameState]:
        """The state in each possible history whose command led to the events."""
        origin = state.created.branch
        if origin is None or version > origin.at_version:
            yield state
            return
        for possible in self._by_policy(state, origin, events[0]):
            yield possible
            if self._may_be_reordered(state, events[0], past):
                yield replace(possible, cards=replace(possible.cards, deck=()))

    def agree(self, first: e.Event, valid: Container[Undo]) -> None:
        """Record the policies under which an event is valid."""
        if isinstance(first, _BY_POLICY) and self.begun is None:
            self.policies = tuple(policy for policy in self.policies if policy in valid)

    def note(self, events: Sequence[e.Event], version: int) -> None:
        """Process a command whose last event has this version."""
        first = version - len(events) + 1
        for event_version, event in enumerate(events, start=first):
            match event:
                case e.GameBranched(at_version=at_version):
                    self.begun = at_version
                case e.TakenBack(to_version):
                    self.shuffled = self.shuffles[to_version]
                case _ if isinstance(event, _SHUFFLES):
                    self.shuffled = event_version
        self.shuffles[version] = self.shuffled

    def _by_policy(
        self, state: GameState, origin: e.BranchOf, first: e.Event
    ) -> Iterator[GameState]:
        if self.begun is not None:
            before = replace(origin, at_version=self.begun)
            yield replace(state, created=replace(state.created, branch=before))
            return
        policies = self.policies if isinstance(first, _BY_POLICY) else self.policies[:1]
        for policy in policies:
            yield replace(state, created=replace(state.created, undo=policy, branch=None))

    def _may_be_reordered(self, state: GameState, first: e.Event, past: Past) -> bool:
        """Whether a draw pile of the same size, with unknown cards, was shuffled in between: its
        order may or may not have changed."""
        if not isinstance(first, e.TakenBack) or UNKNOWN_CARD not in state.cards.deck:
            return False
        earlier = past(first.to_version)
        return (
            earlier is not None
            and len(earlier.cards.deck) == len(state.cards.deck)
            and self.shuffles[first.to_version] != self.shuffled
        )
