"""Branches of running games foretell nothing: of two games alike but for cards that the maker of a
branch could not see, the branches are the same bytes."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import msgspec
import pytest

from domain import apply, fold
from domain.chance import SeededChance
from domain.commands import Command
from domain.errors import IllegalCommandError
from domain.events import CardsDealt, DeckShuffled, Event
from domain.state import GameState
from domain.values import Seat, Undo
from events.games.branches import NewBranch, branched
from events.log import chain
from events.log.stored_event import EventMetadata, StoredEvent, dump, envelop
from tests.support.branching import BRANCH_SEED, CAROL
from tests.support.seating import SEATS, opponent
from tests.support.taking_back import AT, Wavering
from tests.support.twins import open_to

LENGTH = 110
STRIDE = 4
"""Of so many versions a branch is made at one."""
SEATED = 2
"""Commands until the cards are dealt."""
EXCHANGED = 2


@dataclass
class Played:
    """A game as it is stored, from what came of its first commands on."""

    seed: str
    log: list[StoredEvent] = field(default_factory=list)
    settled: dict[int, GameState] = field(default_factory=dict)

    @property
    def state(self) -> GameState:
        """The newest state."""
        return self.settled[len(self.log)]

    def begin(self, groups: list[tuple[Event, ...]]) -> None:
        """Take what has happened before the first turn."""
        state = None
        for events in groups:
            self._add(events, None)
            state = fold(events, state)
        assert state is not None
        self.settled[state.version] = state

    def do(self, command: Command) -> None:
        """Carry a command out."""
        chance = SeededChance(bytes.fromhex(self.seed), self.state.created.draws_of)
        decision = apply(self.state, command, chance, self.settled.get)
        self._add(decision.events, command.seat)
        self.settled[decision.state.version] = decision.state

    def _add(self, events: tuple[Event, ...], seat: Seat | None) -> None:
        head = self.log[-1].hash if self.log else chain.GENESIS
        self.log += envelop(events, len(self.log), head, EventMetadata(AT, seat, self.seed))


def twins(policy: Undo, number: int, viewer: Seat) -> Iterator[tuple[Played, Played]]:
    """A game with take-backs and one alike for a seat, after each command; until a card that
    differs lies open, or only one of them can go on."""
    wavering = Wavering(policy, number)
    wavering.go_on(LENGTH)
    started = list(beginning(wavering.log))
    pair = Played(wavering.new.seed), Played(wavering.new.seed)
    pair[0].begin(started)
    pair[1].begin([tuple(exchanged(events, started, opponent(viewer))) for events in started])
    for command in wavering.commands[SEATED:]:
        yield pair
        try:
            for game in pair:
                game.do(command)
        except IllegalCommandError:
            return
        one, other = (open_to(game.state, viewer) for game in pair)
        if one != other:
            return


def beginning(log: list[StoredEvent]) -> Iterator[tuple[Event, ...]]:
    """The events of each command until the cards are dealt."""
    events: list[Event] = []
    for one in log:
        events.append(one.event)
        if one.last:
            yield tuple(events)
            if any(isinstance(event, CardsDealt) for event in events):
                return
            events = []


def exchanged(
    events: tuple[Event, ...], game: list[tuple[Event, ...]], seat: Seat
) -> Iterator[Event]:
    """The same, with cards of a seat's hand in the place of others at the bottom of the deck."""
    everything = [event for group in game for event in group]
    shuffled = next(event for event in everything if isinstance(event, DeckShuffled))
    dealt = next(e for e in everything if isinstance(e, CardsDealt) and e.seat is seat)
    order, size = list(shuffled.order), len(dealt.cards)
    start = max(n for n in range(len(order)) if order[n : n + size] == [*dealt.cards[::-1]])
    others = [n for n in range(start) if order[n] not in dealt.cards][:EXCHANGED]
    for place, below in zip(range(start, start + size), others, strict=False):
        order[place], order[below] = order[below], order[place]
    for event in events:
        if event is shuffled:
            yield replace(shuffled, order=tuple(order))
        elif event is dealt:
            yield replace(dealt, cards=tuple(order[start : start + size][::-1]))
        else:
            yield event


def branch(game: Played, seats: frozenset[Seat], seed: str | None = BRANCH_SEED) -> bytes:
    """A branch of a game as it is now. The hash of the last event is everyone's to know, and covers
    what is hidden under salts."""
    *past, last = game.log
    made = branched(
        [*past, msgspec.structs.replace(last, hash="")],
        NewBranch("branch", CAROL, "what if", seats, AT, seed),
    )
    return b"\n".join(map(dump, made))


@pytest.mark.parametrize("viewer", list(SEATS))
@pytest.mark.parametrize("policy", [Undo.FREE, Undo.CONSENT])
def test_a_branch_of_a_running_game_is_independent_of_what_its_maker_could_not_know(
    policy: Undo, viewer: Seat
) -> None:
    own, anonymous = frozenset({viewer}), frozenset[Seat]()
    commands = compared = taken_back = 0
    for number in (3, 5):
        for one, other in twins(policy, number, viewer):
            taken_back += one.log[-1].type in ("taken_back", "draw_pile_shuffled")
            commands += 1
            if one.state.phase is None or commands % STRIDE:
                continue
            compared += 1
            for seats in (own, anonymous):
                assert branch(one, seats) == branch(other, seats)
            both = frozenset(SEATS)
            assert branch(one, both) != branch(other, both), "there is something to know"
            assert branch(one, own, seed=None) != branch(other, own, seed=None)
    assert compared > 8
    assert taken_back > 0
