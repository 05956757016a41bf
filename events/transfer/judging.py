"""Whether a log tells a game that was played by the rules.

The commands behind a log are not in it, but what came of them shows which they were: deciding them
again, with the chance of the game's seed, must give these very events.
"""

import re
from collections.abc import Callable, Iterator, Sequence

import msgspec

from domain import Past, create, decide, legal_commands
from domain import commands as c
from domain import events as e
from domain.chance import SeededChance
from domain.errors import IllegalCommandError, ScenarioError
from domain.scenarios import load
from domain.setup import Setup
from domain.state import GameState
from domain.steps.lifecycle import NewGame
from domain.values import Ending, Seat
from events import codec
from events.listing import milliseconds
from events.recorded import Recorded

Battles = Callable[[str], Setup]
"""The set-up of a scenario by its name; raises ``ScenarioError`` for an unknown one."""

_NONCE = re.compile(r"[A-Za-z0-9_-]{1,64}")

LONGEST_TIME_LIMIT = 60 * 24 * 3600
"""Seconds that a seat may have for a decision at most."""
LONGEST_DELAY = 10
"""Turns that spectators may be behind at most."""


class BreachError(Exception):
    """An event that the rules do not lead to. The message says why."""

    def __init__(self, version: int, reason: str) -> None:
        super().__init__(reason)
        self.version = version


def judge_creation(first: Recorded, battles: Battles = load) -> None:
    """Refuse a game that was not created as one of these battles is. Raises ``BreachError``."""
    made = first.event
    if not isinstance(made, e.GameCreated):
        raise BreachError(1, "a game begins with its creation")
    if not 1 <= made.move_time_limit <= LONGEST_TIME_LIMIT:
        raise BreachError(1, f"its time limit is not 1 to {LONGEST_TIME_LIMIT} seconds")
    if not 0 <= made.spectator_delay <= LONGEST_DELAY:
        raise BreachError(1, f"its spectators are not 0 to {LONGEST_DELAY} turns behind")
    try:
        setup = battles(made.scenario)
    except ScenarioError:
        raise BreachError(1, f"no battle is named {made.scenario!r} here") from None
    wish = NewGame(
        game=made.game,
        scenario=made.scenario,
        setup=setup,
        variant=made.variant,
        undo=made.undo,
        visibility=made.visibility,
        created_by=made.created_by,
        move_time_limit=made.move_time_limit,
        seed=made.seed,
        match=made.match,
        spectator_delay=made.spectator_delay,
    )
    if not _is_same(first, made, create(made.edition, wish)):
        raise BreachError(1, f"{made.scenario!r} has another set-up here")
    if first.seat is not None or first.nonce is not msgspec.UNSET:
        raise BreachError(1, "a game's creation is no seat's decision")


def _is_same(first: Recorded, made: e.GameCreated, today: e.GameCreated) -> bool:
    """Whether a game was created as it would be today; as far as the form that it was stored in
    could tell: what a battle has gained since, such a game is played without."""
    encoded = codec.encode(today)
    if first.schema == encoded.schema:
        return made == today
    return codec.is_within(first.data, encoded.data)


class Judge:
    """Follows a game command by command."""

    def __init__(self, creation: Recorded) -> None:
        self._before = creation.at
        self._nonces = ""

    def judge(self, state: GameState, group: Sequence[Recorded], past: Past) -> None:
        """Refuse the events of a command that do not come of one at ``state``. Raises
        ``BreachError``."""
        events = tuple(one.event for one in group)
        for command in _candidates(state, events, group[0].seat):
            if _decided(state, command, _nonce(group[0]), past) == events:
                break
        else:
            raise BreachError(group[0].version, "no command that the rules allow leads to this")
        self._judge_envelope(state, command, group[0])
        self._before = group[0].at

    def _judge_envelope(self, state: GameState, command: c.Command, first: Recorded) -> None:
        decider: Seat | None = command.seat
        if isinstance(command, c.Resign) and command.reason is Ending.TIME_LIMIT:
            decider = None
            waited = milliseconds(first.at) - milliseconds(self._before)
            if command.seat is not state.awaited or waited < state.created.move_time_limit * 1000:
                raise BreachError(first.version, "the seat had time left")
        if first.seat is not decider:
            raise BreachError(first.version, f"it was the decision of {decider or 'nobody'}")
        self._judge_nonce(command, first)

    def _judge_nonce(self, command: c.Command, first: Recorded) -> None:
        """A nonce is one command's; those of all who sit down are joined by dots."""
        nonce = _nonce(first)
        before = self._nonces if isinstance(command, c.TakeSeat) else ""
        prefix = f"{before}." if before else ""
        added = nonce.removeprefix(prefix) if nonce.startswith(prefix) else ""
        sound = nonce == before or _NONCE.fullmatch(added) is not None
        if not sound or first.nonce == "":
            raise BreachError(first.version, "its nonce is none that a client can have sent")
        if isinstance(command, c.TakeSeat):
            self._nonces = nonce


def _nonce(one: Recorded) -> str:
    return "" if one.nonce is msgspec.UNSET else one.nonce


def _decided(
    state: GameState, command: c.Command, nonce: str, past: Past
) -> tuple[e.Event, ...] | None:
    chance = SeededChance(bytes.fromhex(state.created.seed), state.created.game, nonce)
    try:
        return decide(state, command, chance, past)
    except IllegalCommandError:
        return None


def _candidates(
    state: GameState, events: Sequence[e.Event], decider: Seat | None
) -> Iterator[c.Command]:
    """The commands that may have led to events of which the first is of this type: one as a rule,
    and where the events do not tell everything, each that fits."""
    match events[0]:
        case e.SeatTaken(seat, player):
            yield c.TakeSeat(seat, player)
        case e.SeatResigned(seat, reason):
            yield c.Resign(seat, reason)
        case e.TakenBack(to_version) if decider is not None:
            yield c.AcceptUndo(decider) if state.offer else c.TakeBack(decider, to_version)
        case e.UndoRequested(seat, to_version):
            yield c.TakeBack(seat, to_version)
        case e.UndoDeclined(seat):
            yield c.DeclineUndo(seat)
        case e.UndoWithdrawn(seat):
            yield c.WithdrawUndo(seat)
        case _ if state.awaited is not None:
            yield from _plays(state, state.awaited, events)


def _plays(state: GameState, seat: Seat, events: Sequence[e.Event]) -> Iterator[c.Play]:
    match events[0]:
        case e.CardPlayed():
            for command in legal_commands(state, seat):
                if isinstance(command, c.PlayCard) and command.card is events[0].card:
                    yield command
        case e.UnitRetreated(unit, path):
            yield c.Retreat(seat, unit, path)
        case e.FlagIgnored(unit):
            back = events[1] if len(events) > 1 else None
            yield c.Retreat(seat, unit, back.path if isinstance(back, e.UnitRetreated) else ())
        case e.UnitMoved(unit, path):
            yield c.MoveUnit(seat, unit, path)
            yield c.ExitBoard(seat, unit, path)
        case e.CardKept(_, card):
            yield c.ChooseCard(seat, card)
        case e.BattlesEnded():
            yield c.EndTurn(seat)
            yield c.EndBattles(seat)
        case first:
            yield from _other_plays(seat, first)


def _other_plays(seat: Seat, first: e.Event) -> Iterator[c.Play]:
    match first:
        case e.UnitLanded() | e.UnitDropFailed():
            yield c.AirDrop(seat, first.aim)
        case e.TargetNamed(unit):
            yield c.NameTarget(seat, unit)
        case e.StrikeRolled(target):
            yield c.Strike(seat, target)
        case e.OrderDiceRolled(_, _, unit) if unit is not None:
            yield c.HealUnit(seat, unit)
        case e.UnitOrdered(unit):
            yield c.OrderUnit(seat, unit)
        case e.UnitExited(unit):
            yield c.ExitBoard(seat, unit, ())
        case e.AttackDeclared(attacker, target):
            yield c.Attack(seat, attacker, target)
        case e.WireCleared(unit):
            yield c.RemoveWire(seat, unit)
        case _:
            for plain in _PLAIN.get(type(first), ()):
                yield plain(seat)


_PLAIN: dict[type, tuple[Callable[[Seat], c.Play], ...]] = {
    e.TargetsFixed: (c.EndTargets,),
    e.OrdersEnded: (c.EndOrders,),
    e.MovesEnded: (c.EndMoves,),
    e.AmbushPlayed: (c.Ambush,),
    e.AmbushDeclined: (c.Decline,),
    e.GroundDeclined: (c.Decline,),
    e.OverrunDeclined: (c.Decline,),
    e.GroundTaken: (c.TakeGround,),
    # The battles were over before a second move; so the turn's end begins with what follows them.
    e.CardDiscarded: (c.EndTurn,),
    e.GameFinished: (c.EndTurn,),
}
"""Commands that say nothing but whose they are."""
