"""Branches of recorded games, as they are stored."""

import random
from collections.abc import Sequence

from domain import decide, evolve, fold
from domain.chance import SeededChance
from domain.commands import Command, Resign, TakeBack
from domain.events import GameCreated
from domain.state import GameState
from domain.values import Seat
from events.branches import NewBranch, branched
from events.recorded import Recorded, Stamp, record
from tests.fixtures import plays

AT = "2031-01-02T03:04:05.678Z"
BRANCH_SEED = "b5eed000" * 8
CAROL = "pl_carol"


def state_of(log: Sequence[Recorded]) -> GameState:
    """The state that a log leads to."""
    state = fold(one.event for one in log)
    assert state is not None
    return state


def fork(log: Sequence[Recorded], share: float = 0.5) -> int:
    """The last version, up to so far into a game, at which a decision was awaited."""
    version = int(len(log) * share)
    while not log[version - 1].last or state_of(log[:version]).phase is None:
        version -= 1
    return version


def branch_of(
    log: Sequence[Recorded],
    at_version: int | None = None,
    *,
    seats: frozenset[Seat] = frozenset(),
    seed: str | None = None,
    game: str = "branch",
    name: str | None = "what if",
) -> list[Recorded]:
    """A branch of a game, as it begins; without a seed it keeps the game's."""
    wish = NewBranch(game, CAROL, name, seats, AT, seed)
    return branched(log[: at_version or fork(log)], wish)


class Sandbox:
    """A branch that is played on."""

    def __init__(self, log: Sequence[Recorded]) -> None:
        created = log[0].event
        assert isinstance(created, GameCreated)
        self.created = created
        self.log = list(log)
        self.state = state_of(log)
        self.settled = {self.state.version: self.state}
        self.commands: list[Command] = []

    def do(self, command: Command) -> list[Recorded]:
        """Carry a command out; what came of it."""
        chance = SeededChance(bytes.fromhex(self.created.seed), self.created.draws_of)
        events = decide(self.state, command, chance, self.settled.get)
        stamp = Stamp(AT, command.seat, self.created.seed)
        made = record(events, self.state.version, self.log[-1].hash, stamp)
        for event in events:
            self.state = evolve(self.state, event, self.settled.get)
        self.settled[self.state.version] = self.state
        self.commands.append(command)
        self.log += made
        return made

    def play(self, commands: int, number: int = 1) -> "Sandbox":
        """So many random commands, of which some take back; a seat gives up in the end."""
        chooser = random.Random(number)
        for _ in range(commands):
            if self.state.awaited is None:
                return self
            if chooser.random() < 1 / 8 and len(self.settled) > 1:
                self.do(TakeBack(self.state.awaited, chooser.choice(sorted(self.settled)[:-1])))
            else:
                self.do(chooser.choice(plays(self.state)))
        if self.state.awaited is not None:
            self.do(Resign(self.state.awaited))
        return self
