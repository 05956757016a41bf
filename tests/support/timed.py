"""A game with a clock, in which it is told what time it is."""

from dataclasses import dataclass, field
from typing import Any

from domain import apply, create, evolve, with_clock_at
from domain.chance import SeededChance
from domain.commands import Command, TakeSeat, decider
from domain.scenarios import load
from domain.seating import tables_for
from domain.state import GameState
from domain.steps.table.lifecycle import GameOptions
from domain.values import EditionName, Seat, Undo, Variant, Visibility
from domain.values.bots import BotLevel, bot_player
from domain.values.clock import Clock, ClockKind, ClockSettings
from events.clock import at_milliseconds
from events.log import chain, command_codec
from events.log.stored_event import EventMetadata, StoredEvent, envelop

START = 1_900_000_000_000
SEED = "c10c" * 16


def options(clock: ClockSettings | None, variant: Variant, undo: Undo) -> GameOptions:
    """A game of this kind."""
    battle = "omaha_beach_overlord" if variant is Variant.OVERLORD else "pegasus_bridge"
    return GameOptions(
        game="timed",
        scenario=battle,
        setup=load(battle),
        variant=variant,
        undo=undo,
        visibility=Visibility.PUBLIC,
        created_by="pl_0",
        move_time_limit=60,
        seed=SEED,
        table=tables_for(variant)[0],
        clock=clock,
    )


@dataclass
class TimedGame:
    """A running game; ``players`` are by seat, in order of play. ``now`` is in milliseconds;
    ``done`` are its commands, each with its time."""

    clock: ClockSettings | None
    variant: Variant = Variant.YOUNG_GENERALS
    undo: Undo = Undo.NONE
    players: tuple[str, ...] = ()
    now: int = START
    log: list[StoredEvent] = field(default_factory=list)
    states: dict[int, GameState] = field(default_factory=dict)
    done: list[tuple[Command, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        created = create(EditionName.E2025, options(self.clock, self.variant, self.undo))
        self._store((created,), None)
        self.state = with_clock_at(evolve(None, created), self.now)
        table = self.state.table
        names = self.players or tuple(f"pl_{n}" for n in range(len(table.seats)))
        for seat, player in zip(table.seats, names, strict=True):
            self.do(TakeSeat(seat, player))

    def do(self, command: Command, after: float = 0) -> "TimedGame":
        """A command, so many seconds after the one before."""
        self.now += round(after * 1000)
        state = with_clock_at(self.state, self.now)
        chance = SeededChance(bytes.fromhex(SEED), "timed")
        decision = apply(state, command, chance, self.states.get)
        self._store(decision.events, command)
        self.state = decision.state
        self.states[self.state.version] = self.state
        self.done.append((command, self.now))
        return self

    def left(self, seat: Seat) -> float:
        """The seconds that a seat has left."""
        return self.time.left[seat] / 1000

    @property
    def time(self) -> Clock:
        """The clock as it stands."""
        assert self.state.clock is not None
        return self.state.clock

    def _store(self, events: Any, command: Command | None) -> None:
        seat = command and decider(command)
        result = command and command_codec.encode(command)
        stamp = EventMetadata(at_milliseconds(self.now), seat, SEED, "", result)
        head = self.log[-1].hash if self.log else chain.GENESIS
        self.log += envelop(tuple(events), len(self.log), head, stamp)


def against_a_bot(**more: Any) -> TimedGame:
    """A game of a person, who plays first, and a greedy bot; with a clock only if one is given."""
    players = ("ann", bot_player(BotLevel.GREEDY))
    return TimedGame(more.pop("clock", None), players=players, **more)


def bank(seconds: int = 300, increment: int = 10, **more: Any) -> ClockSettings:
    """A bank with an increment."""
    return ClockSettings(ClockKind.BANK, seconds, increment, **more)
