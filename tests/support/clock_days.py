"""Days of play by the clock, simulated: the real service and the real job, beside a reference that
counts each seat's time in a way of its own.

The reference keeps the spans in which a seat was awaited and those in which nobody's time, or not
its, may run, and measures what is left of the first. In between the processes start anew, the
service is down, its clock jumps, and the time zone of the machine changes.
"""

import os
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from domain.commands import (
    AcceptUndo,
    AgreeToProposal,
    Command,
    EndPause,
    EndVacation,
    Play,
    Propose,
    TakeBack,
    TakeSeat,
    TakeVacation,
)
from domain.errors import IllegalCommandError
from domain.values import EditionName, Seat, Status, Undo
from domain.values.agreements import Agreement
from domain.values.bots import BotLevel, bot_level
from domain.values.clock import DAY, AtZero, ClockKind, ClockSettings
from events.backend import Backend
from events.clock import at_milliseconds
from events.games import heartbeats
from events.games.service import GameService
from events.games.timing import outages
from events.store import keys
from events.store.redis import RedisEventStore
from events.store.servers import Client
from events.transfer.verifying import verified
from tests.fixtures import ALICE, BOB, KEYS, game_options, plays
from workers.time_limits import expire_games

Span = tuple[int, int]
HOUR = DAY // 24
ZONES = ("UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia")
SECONDS = (300, 3600, 86_400, 3 * 86_400, 30 * 86_400)
"""What a clock may give; the longer ones make many days of few commands."""
MARCH = 1_900_000_000_000 - 9 * DAY
"""Before the clocks of most zones change."""


def measure(span: Span, stopped: list[Span]) -> int:
    """The milliseconds of a span that are in none of those that stop time."""
    left = [span]
    for start, end in stopped:
        left = [
            part
            for a, b in left
            for part in ((a, min(b, start)), (max(a, end), b))
            if part[0] < part[1]
        ]
    return sum(end - start for start, end in left)


@dataclass
class Reference:
    """What each seat has left, from what was seen to happen."""

    settings: ClockSettings
    left: dict[Seat, int]
    common: list[Span] = field(default_factory=list)
    own: dict[Seat, list[Span]] = field(default_factory=dict)
    awaited: tuple[Seat, ...] = ()
    since: int = 0
    turn: int = 0
    added: set[tuple[int, Seat]] = field(default_factory=set)

    def remaining(self, seat: Seat, now: int) -> int:
        """What an awaited seat has left at a moment."""
        stopped = self.common + self.own.get(seat, [])
        return self.left[seat] - measure((self.since, now), stopped)

    def is_out(self, now: int) -> bool:
        """Whether somebody's time is up."""
        return any(self.remaining(seat, now) <= 0 for seat in self.awaited)

    def happened(self, events: list[Any], command: Command, now: int) -> None:
        """Book what came at a moment."""
        self.left |= {seat: self.remaining(seat, now) for seat in self.awaited}
        self.since = now
        full = self.settings.seconds * 1000
        is_move, is_turn = (self.settings.kind is kind for kind in (ClockKind.MOVE, ClockKind.TURN))
        if is_move and isinstance(command, Play):
            self.left = dict.fromkeys(self.left, full)
        for one in events:
            data = one.data
            if one.type == "turn_started" and data["turn"] > self.turn:
                self.turn = data["turn"]
                if is_turn:
                    self.left = dict.fromkeys(self.left, full)
            if one.type == "turn_ended" and (data["turn"], data["seat"]) not in self.added:
                self.added.add((data["turn"], data["seat"]))
                more = self.left[data["seat"]] + self.settings.increment * 1000
                cap = self.settings.cap * 1000 or more
                self.left[data["seat"]] = max(self.left[data["seat"]], min(cap, more))
            if one.type == "clock_stopped":
                self._stopped(data["seat"]).append((now, now + data["days"] * DAY))
            if one.type == "clock_resumed":
                spans = self._stopped(data["seat"])
                spans[:] = [(a, min(b, now)) for a, b in spans]

    def _stopped(self, seat: Seat | None) -> list[Span]:
        return self.common if seat is None else self.own.setdefault(seat, [])


@dataclass
class Tally:
    """What was simulated, and what went wrong."""

    games: int = 0
    days: float = 0
    commands: int = 0
    flags: int = 0
    restarts: int = 0
    downs: int = 0
    jumps: int = 0
    wrong: list[str] = field(default_factory=list)


class Simulation:
    """One game, from its start until somebody's time is up or it has lasted long enough."""

    def __init__(self, client: Client, seed: int, tally: Tally, shortest: int) -> None:
        client.flushdb()
        self.client, self.dice, self.tally = client, random.Random(seed), tally
        self.now = self.shown = MARCH + self.dice.randrange(300 * DAY)
        self.seed = seed
        self.settings = self._settings([one for one in SECONDS if one >= shortest])
        self._start()
        new = replace(game_options("game"), undo=Undo.CONSENT, clock=self.settings)
        self.alive()
        self.games.create(EditionName.E2025, new)
        for seat, player in (Seat.ALLIES, ALICE), (Seat.AXIS, BOB):
            self.games.submit("game", TakeSeat(seat, player))
        left = dict.fromkeys((Seat.ALLIES, Seat.AXIS), self.settings.seconds * 1000)
        self.reference = Reference(self.settings, left, since=self.now)
        self._look()

    def _settings(self, lengths: list[int]) -> ClockSettings:
        dice = self.dice
        kind = dice.choice([ClockKind.BANK, ClockKind.TURN, ClockKind.MOVE])
        seconds = dice.choice(lengths)
        is_bank, is_bot = kind is ClockKind.BANK, dice.random() < 0.3
        return ClockSettings(
            kind,
            seconds,
            increment=dice.choice([0, 10, 43_200, 5 * 86_400]) if is_bank else 0,
            cap=dice.choice([0, seconds * 2]) if is_bank else 0,
            at_zero=AtZero.BOT if is_bot else AtZero.RESIGN,
            bot=BotLevel.GREEDY if is_bot else None,
            vacation_days=dice.choice([0, 5, 30]),
        )

    def run(self, days: float) -> None:
        """Play for so many days at most."""
        game, until = self.now, self.now + days * DAY
        while self.now < until and self.reference.awaited and not self.tally.wrong:
            self._wait()
            if not self.reference.awaited or self._sweep() or not self._act():
                break
        self._audit()
        self.tally.games += 1
        self.tally.days += (self.now - game) / DAY

    def _audit(self) -> None:
        """Whoever has the log comes to the same clock, and judges every flag to be right."""
        state = self.games.repository.current("game").state
        log = self.games.repository.events("game", 0)
        if verified(log, None, vouched=False).state != state:
            self.tally.wrong.append(f"seed {self.seed}: the log tells another clock")

    def clock(self) -> str:
        """What the service takes the time to be."""
        return at_milliseconds(self.shown)

    def alive(self) -> None:
        """Both kinds of process show that they work."""
        for sign in keys.SWEPT, keys.ANSWERED:
            self.client.set(sign, self.shown)

    def _start(self) -> None:
        """Processes that know nothing but what is stored."""
        store = RedisEventStore(self.client, KEYS)
        self.games = GameService(store, self.clock, outages=outages(self.client, store))

    def _look(self) -> None:
        state = self.games.repository.current("game").state
        persons = (s for s in state.awaiting if bot_level(state.seats[s]) is None)
        self.reference.awaited = tuple(persons) if state.status is Status.ACTIVE else ()

    def _wait(self) -> None:
        """Time passes: mostly as much as a player of such a game takes, at times just too much, to
        the millisecond."""
        dice, ref = self.dice, self.reference
        shortest = min(ref.remaining(seat, self.now) for seat in ref.awaited)
        gap = round(shortest * dice.choice([0.001, 0.05, 0.2, 0.5]))
        if dice.random() < 0.08:
            gap = shortest + dice.choice([-1, 0, 1, 5000])
        if dice.random() < 0.1:
            self._go_down(round(gap * dice.random()))
        self.now = self.shown = self.now + max(1, gap)
        self.alive()
        if dice.random() < 0.1:
            self.tally.jumps += 1
            # The clock is set back: what it shows comes again, and counts once.
            back = dice.randrange(1, 2 * DAY)
            self.shown = self.now - back
            self.alive()
            self._act()
            self.shown = self.now
            self.alive()
        if dice.random() < 0.2:
            self.tally.restarts += 1
            self._start()
        if dice.random() < 0.05:
            os.environ["TZ"] = dice.choice(ZONES)
            time.tzset()

    def _go_down(self, after: int) -> None:
        """The service is down for hours, or its clock jumps ahead by them, which looks the same."""
        self.tally.downs += 1
        start = self.now + after
        end = start + self.dice.choice([3 * 60_000, 2 * HOUR, 3 * DAY])
        self.client.set(keys.SWEPT, start)
        self.client.set(keys.ANSWERED, start)
        heartbeats.record_heartbeat(self.client, keys.SWEPT, end)
        self.reference.common.append((start, end))
        self.now = self.shown = end

    def _sweep(self) -> bool:
        """The worker looks, or not, and ends somebody's time exactly if it is up."""
        if self.dice.random() < 0.3:
            return False
        expected = self.reference.is_out(self.shown)
        ended = expire_games(Backend.on(self.client), self.clock()) == 1
        self._compare(ended, expected)
        return ended and not self._goes_on()

    def _compare(self, ended: bool, expected: bool) -> None:
        self.tally.flags += ended
        if ended is not expected:
            left = {s: self.reference.remaining(s, self.shown) for s in self.reference.awaited}
            result = f"seed {self.seed}, {self.clock()}: flag {ended}, left {left}, {self.settings}"
            self.tally.wrong.append(result)

    def _goes_on(self) -> bool:
        """A bot may have taken over; the other one plays on once it has moved."""
        state = self.games.repository.current("game").state
        self._look()
        self.reference.since = max(self.reference.since, self.shown)
        return state.status is Status.ACTIVE and bool(self.reference.awaited)

    def _act(self) -> bool:
        """A command of somebody; False once the game is over for the persons at it."""
        loaded = self.games.repository.current("game")
        before = loaded.version
        expected = self.reference.is_out(self.shown)
        command = self._choice(loaded.state)
        try:
            done = self.games.submit("game", command)
        except IllegalCommandError:
            done = None
        events = self.games.repository.events("game", before)
        reasons = {one.data.get("reason") for one in events}
        ended = "time_limit" in reasons
        self._compare(ended, expected)
        self.tally.commands += 1
        if ended:
            self.reference.awaited = ()
            return False
        if done is not None:
            self.reference.happened(events, command, max(self.shown, self.reference.since))
        self._look()
        return bool(self.reference.awaited)

    def _choice(self, state: Any) -> Command:
        dice = self.dice
        seat = dice.choice([Seat.ALLIES, Seat.AXIS])
        asides: list[Callable[[], Command]] = [
            lambda: TakeVacation(seat, dice.randrange(1, 6)),
            lambda: EndVacation(seat),
            lambda: Propose(seat, Agreement.PAUSE, dice.randrange(1, 8)),
            lambda: AgreeToProposal(seat),
            lambda: EndPause(seat),
            lambda: TakeBack(seat, max(1, state.version - dice.randrange(1, 30))),
            lambda: AcceptUndo(seat),
        ]
        if state.proposal is not None and dice.random() < 0.6:
            return AgreeToProposal(state.table.opponents(state.proposal.seat)[0])
        if state.offer is not None and dice.random() < 0.6:
            return AcceptUndo(state.table.opponents(state.offer.seat)[0])
        if dice.random() < 0.15:
            return dice.choice(asides)()
        options = plays(state)
        return options[-1] if dice.random() < 0.85 else dice.choice(options)


def simulate(
    client: Client,
    days: float,
    first: int = 1,
    shortest: int = SECONDS[0],
    progress: Callable[[Tally], None] = lambda _: None,
) -> Tally:
    """Games one after another, for so many days in all or until something is wrong; ``progress``
    hears of each. No clock gives less than ``shortest`` seconds."""
    tally, seed, zone = Tally(), first, os.environ.get("TZ")
    try:
        while tally.days < days and not tally.wrong:
            simulation = Simulation(client, seed, tally, shortest)
            simulation.run(min(2000.0, days - tally.days))
            progress(tally)
            seed += 1
    finally:
        os.environ.pop("TZ", None)
        os.environ |= {} if zone is None else {"TZ": zone}
        time.tzset()
    return tally
