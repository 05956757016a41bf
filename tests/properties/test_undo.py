"""Whole games with take-backs under each policy, against a model: a plain list of the states; and
beside each a twin, alike but for hidden cards, which looks the same to the other side."""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from domain import apply, create, decide, fold, view
from domain import events as e
from domain.chance import SeededChance
from domain.commands import AcceptUndo, Command, DeclineUndo, TakeBack, TakeSeat, WithdrawUndo
from domain.errors import IllegalCommandError, Rule
from domain.scenarios import load
from domain.state import GameState
from domain.values import EditionName, Seat, Status, Undo, Variant
from tests.support.games import SEED, game_options, plays
from tests.support.seating import SEATS, opponent
from tests.support.twins import Twin

REVEALING = (
    e.CardDrawn,
    e.CardsOffered,
    e.CardsDealt,
    e.DeckShuffled,
    e.TurnStarted,
    e.AmbushPlayed,
)
NOT_TAKEN_BACK = {"version", "undo_offer", "undo_since"}
STEPS = 60


class Taking(RuleBasedStateMachine):
    """One game; ``states`` has it at every settled version."""

    policy = Undo.NONE
    solo = False

    def __init__(self) -> None:
        super().__init__()
        battle = load("pegasus_bridge")

        wished = replace(
            game_options(battle, SEED, "pegasus_bridge"), undo=self.policy, variant=Variant.STANDARD
        )
        self.chance = SeededChance(bytes.fromhex(SEED), wished.game)
        self.log: list[e.Event] = [create(EditionName.E2025, wished)]
        first = fold(self.log)
        assert first is not None
        self.state: GameState = first
        self.states: dict[int, GameState] = {}
        self.twin: Twin | None = None
        self.deciders: dict[int, Seat] = {}
        for seat, player in zip(SEATS, ("ann", "ann" if self.solo else "bob"), strict=True):
            self.do(TakeSeat(seat, player))

    @initialize(viewer=st.sampled_from(SEATS), number=st.integers(0, 10**6))
    def begin_a_twin(self, viewer: Seat, number: int) -> None:
        """Who holds both seats has no other side."""
        if not self.solo:
            self.twin = Twin(self.state, viewer, random.Random(number))

    def past(self, version: int) -> GameState | None:
        return self.states.get(version)

    def do(self, command: Command) -> tuple[e.Event, ...]:
        decision = apply(self.state, command, self.chance, self.past)
        events, self.state = decision.events, decision.state
        self.log.extend(events)
        self.states[self.state.version] = self.state
        if self.twin:
            self.twin.do(command, events, self.state, self.chance)
        self.deciders |= dict.fromkeys(
            range(self.state.version - len(events) + 1, self.state.version + 1), command.seat
        )
        return events

    def running(self) -> bool:
        return self.state.status is Status.ACTIVE

    @precondition(running)
    @rule(which=st.integers(0, 10**6), times=st.integers(1, 12))
    def play(self, which: int, times: int) -> None:
        for _ in range(times):
            if options := self.options():
                self.do(options[which % len(options)])

    def options(self) -> list[Command]:
        """What may be played; what the twin can play too before all else."""
        options = plays(self.state)
        return (self.twin.shared(options) if self.twin else []) or options

    @precondition(running)
    @rule(seat=st.sampled_from(SEATS), back=st.integers(1, 200))
    def take_back(self, seat: Seat, back: int) -> None:
        before, to_version = self.state, self.state.version - back
        try:
            events = self.do(TakeBack(seat, to_version))
        except IllegalCommandError as refused:
            self.refused_rightly(refused.rule, seat, to_version)
            if self.twin:
                self.twin.refuses(TakeBack(seat, to_version), refused.rule, self.chance)
            return
        if isinstance(events[0], e.UndoRequested):
            assert self.policy is Undo.CONSENT
            assert self.state.offer is not None
            assert shown(self.state) == shown(before)
            return
        self.went_back(before, to_version)
        if not self.solo:
            assert self.policy is Undo.FREE
            assert self.revealed_nothing(to_version, before.version, seat)

    @precondition(lambda self: not self.running())
    @rule(seat=st.sampled_from(SEATS), back=st.integers(1, 200))
    def nothing_follows_the_end(self, seat: Seat, back: int) -> None:
        assert self.state.offer is None
        for late in (TakeBack(seat, self.state.version - back), AcceptUndo(seat)):
            with pytest.raises(IllegalCommandError):
                decide(self.state, late, self.chance, self.past)

    @precondition(lambda self: self.state.offer is not None)
    @rule()
    def accept(self) -> None:
        before, offer = self.state, self.state.offer
        assert offer is not None
        with pytest.raises(IllegalCommandError):
            decide(self.state, AcceptUndo(offer.seat), self.chance, self.past)
        self.do(AcceptUndo(opponent(offer.seat)))
        self.went_back(before, offer.to_version)

    @precondition(lambda self: self.state.offer is not None)
    @rule(withdraw=st.booleans())
    def settle(self, withdraw: bool) -> None:
        before, offer = self.state, self.state.offer
        assert offer is not None
        seat = offer.seat
        self.do(WithdrawUndo(seat) if withdraw else DeclineUndo(opponent(seat)))
        assert self.state.offer is None
        assert shown(self.state) == shown(before)
        with pytest.raises(IllegalCommandError):
            self.do(AcceptUndo(opponent(seat)))

    def went_back(self, before: GameState, to_version: int) -> None:
        then = self.states[to_version]
        assert shown(self.state) == shown(then)
        assert self.state.version > before.version
        assert self.state.draws >= before.draws
        assert sorted(self.state.cards.deck) == sorted(then.cards.deck)

    def revealed_nothing(self, after: int, upto: int, seat: Seat) -> bool:
        """Whether the events of these versions are the seat's own and told it nothing."""
        since = range(after + 1, upto + 1)
        taken = [self.log[version - 1] for version in since]
        own = all(self.deciders[version] is seat for version in since)
        return own and not any(isinstance(one, REVEALING) or hasattr(one, "draw") for one in taken)

    def refused_rightly(self, refused: Rule, seat: Seat, to_version: int) -> None:
        known = self.states.get(to_version)
        match refused:
            case Rule.UNDO_NO_SUCH_VERSION:
                assert known is None or known.phase is None or to_version >= self.state.version
            case Rule.UNDO_NOT_ALLOWED:
                assert self.policy is Undo.NONE
            case Rule.UNDO_NOT_YOUR_TURN:
                assert self.policy is Undo.FREE and seat is not self.state.turn.seat
            case Rule.UNDO_REVEALED:
                assert not self.revealed_nothing(to_version, self.state.version, seat)
            case _:
                assert self.policy is Undo.CONSENT, refused

    @invariant()
    def the_log_folds_to_the_state(self) -> None:
        assert fold(self.log) == self.state
        middle = self.states.get(len(self.log) // 2)
        if middle is not None:
            assert fold(self.log[middle.version :], middle, self.past) == self.state

    @invariant()
    def no_draw_is_made_twice(self) -> None:
        made = list(draws(self.log))
        assert made == list(range(len(made)))


def draws(log: list[e.Event]) -> Iterator[int]:
    """The draws in the order in which they were made."""
    return (event.draw for event in log if getattr(event, "draw", None) is not None)


def shown(state: GameState) -> list[dict[str, object]]:
    """What the seats see of a state, less what is not taken back."""
    return [
        {
            name: value
            for name, value in view(state, frozenset({seat})).items()
            if name not in NOT_TAKEN_BACK
        }
        for seat in SEATS
    ]


class Free(Taking):
    policy = Undo.FREE


class Consent(Taking):
    policy = Undo.CONSENT


class Alone(Taking):
    solo = True


PACE = settings(
    max_examples=6,
    stateful_step_count=STEPS,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
for machine in (Taking, Free, Consent, Alone):
    machine.TestCase.settings = PACE
TestNone, TestFree, TestConsent, TestAlone = (
    machine.TestCase for machine in (Taking, Free, Consent, Alone)
)
del machine
