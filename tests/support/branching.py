"""Branches of recorded games, as they are stored."""

import random
from collections.abc import Sequence

from domain import Decision, apply, fold
from domain.chance import SeededChance
from domain.commands import Command, Resign, TakeBack
from domain.events import (
    AmbushRolled,
    DiceRolled,
    Event,
    GameCreated,
    OrderDiceRolled,
    StrikeRolled,
)
from domain.state import GameState
from domain.values import Face, Seat
from events.games.branches import NewBranch, branched
from events.log.stored_event import EventMetadata, StoredEvent, envelop
from tests.fixtures import plays
from tests.support.words import Json, command_out

AT = "2031-01-02T03:04:05.678Z"
BRANCH_SEED = "b5eed000" * 8
CAROL = "pl_carol"


def state_of(log: Sequence[StoredEvent]) -> GameState:
    """The state that a log leads to."""
    state = fold(one.event for one in log)
    assert state is not None
    return state


def fork(log: Sequence[StoredEvent], share: float = 0.5) -> int:
    """The last version, up to so far into a game, at which a decision was awaited."""
    version = int(len(log) * share)
    while not log[version - 1].last or state_of(log[:version]).phase is None:
        version -= 1
    return version


def branch_of(
    log: Sequence[StoredEvent],
    at_version: int | None = None,
    *,
    seats: frozenset[Seat] = frozenset(),
    seed: str | None = None,
    game: str = "branch",
    name: str | None = "what if",
) -> list[StoredEvent]:
    """A branch of a game, as it begins; without a seed it keeps the game's."""
    params = NewBranch(game, CAROL, name, seats, AT, seed)
    return branched(log[: at_version or fork(log)], params)


class Sandbox:
    """A branch that is played on."""

    def __init__(self, log: Sequence[StoredEvent]) -> None:
        created = log[0].event
        assert isinstance(created, GameCreated)
        self.created = created
        self.log = list(log)
        self.state = state_of(log)
        self.settled = {self.state.version: self.state}
        self.commands: list[Json] = []

    def decided(self, command: Command, dice: tuple[Face, ...] = ()) -> Decision:
        """What would come of a command."""
        chance = SeededChance(bytes.fromhex(self.created.seed), self.created.draws_of)
        return apply(self.state, command, chance, self.settled.get, dice)

    def do(self, command: Command, dice: tuple[Face, ...] = ()) -> list[StoredEvent]:
        """Carry a command out; what came of it."""
        decision = self.decided(command, dice)
        stamp = EventMetadata(AT, command.seat, self.created.seed)
        made = envelop(decision.events, self.state.version, self.log[-1].hash, stamp)
        self.state = decision.state
        self.settled[self.state.version] = self.state
        self.commands.append({**command_out(command), **({"dice": list(dice)} if dice else {})})
        self.log += made
        return made

    def play(self, commands: int, number: int = 1) -> "Sandbox":
        """So many random commands, of which some take back, and some rolls are fixed; a seat gives
        up in the end."""
        chooser = random.Random(number)
        for _ in range(commands):
            if self.state.awaited is None:
                return self
            if chooser.random() < 1 / 8 and len(self.settled) > 1:
                self.do(TakeBack(self.state.awaited, chooser.choice(sorted(self.settled)[:-1])))
            else:
                command = chooser.choice(plays(self.state))
                thrown = [faces_of(one) for one in self.decided(command).events if faces_of(one)]
                self.do(command, thrown[0][::-1] if thrown and chooser.random() < 1 / 3 else ())
        if self.state.awaited is not None:
            self.do(Resign(self.state.awaited))
        return self


def faces_of(event: Event) -> tuple[Face, ...]:
    """The dice of an event that throws some."""
    rolls = DiceRolled | AmbushRolled | StrikeRolled | OrderDiceRolled
    return event.faces if isinstance(event, rolls) else ()
