"""Random games in which much is taken back, as they are stored."""

import random
from dataclasses import replace

from domain import apply, create, evolve
from domain.chance import SeededChance
from domain.commands import (
    AcceptUndo,
    Command,
    DeclineUndo,
    Resign,
    TakeBack,
    TakeSeat,
    WithdrawUndo,
)
from domain.errors import IllegalCommandError
from domain.scenarios import load
from domain.state import GameState
from domain.values import EditionName, Seat, Undo, Variant
from events.log import chain
from events.log.stored_event import EventMetadata, StoredEvent, envelop
from tests.fixtures import ALICE, BOB, game_options, plays
from tests.support.seating import opponent

AT = "2030-01-02T03:04:05.678Z"
LENGTH = 400


class Wavering:
    """A game whose players change their minds in one command of three."""

    def __init__(
        self,
        policy: Undo,
        number: int = 1,
        *,
        solo: bool = False,
        battle: str = "arnhem_bridge",
        edition: EditionName = EditionName.E2025,
    ) -> None:
        self.chooser = random.Random(number)
        self.new = replace(
            game_options(f"undo-{policy}-{number}", seed=f"{number:064x}"),
            scenario=battle,
            setup=load(battle),
            variant=Variant.STANDARD,
            undo=policy,
        )
        first = create(edition, self.new)
        self.log = envelop((first,), 0, chain.GENESIS, EventMetadata(AT, None, self.new.seed))
        self.state: GameState = evolve(None, first)
        self.settled: dict[int, GameState] = {}
        self.commands: list[Command] = []
        self.do(TakeSeat(Seat.AXIS, ALICE if solo else BOB))
        self.do(TakeSeat(Seat.ALLIES, ALICE))

    def do(self, command: Command) -> None:
        """Carry a command out."""
        chance = SeededChance(bytes.fromhex(self.new.seed), self.new.game)
        decision = apply(self.state, command, chance, self.settled.get)
        stamp = EventMetadata(AT, command.seat, self.new.seed)
        self.commands.append(command)
        self.log += envelop(decision.events, self.state.version, self.log[-1].hash, stamp)
        self.state = decision.state
        self.settled[self.state.version] = self.state

    def waver(self) -> None:
        """Ask, answer or go back, if that is allowed."""
        offer = self.state.offer
        if offer is not None:
            other = opponent(offer.seat)
            answers = (AcceptUndo(other), DeclineUndo(other), WithdrawUndo(offer.seat))
            self.do(self.chooser.choice(answers))
            return
        back = self.chooser.choice((1, 1, 2, 5, 40))
        earlier = [version for version in self.settled if version <= self.state.version - back]
        if not earlier:
            return
        try:
            self.do(TakeBack(self.state.turn.seat, max(earlier)))
        except IllegalCommandError:
            return

    def go_on(self, length: int = LENGTH) -> list[StoredEvent]:
        """The log once it has so many events, or the game is over; a seat gives up in the end."""
        while self.state.awaited is not None and len(self.log) < length:
            if self.chooser.random() < 1 / 3:
                self.waver()
            else:
                self.do(self.chooser.choice(plays(self.state)))
        if self.state.awaited is not None:
            self.do(Resign(self.state.awaited))
        return self.log
