"""Whether a log tells a game that was played by the rules.

The commands behind a log are not in it, but what came of them shows which they were: deciding them
again, with the chance of the game's seed, must give these very events.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import cast

import msgspec

from domain import Past, branch, create, decide
from domain import commands as c
from domain import events as e
from domain.candidates import candidates
from domain.chance import SeededChance
from domain.errors import IllegalCommandError, ScenarioError
from domain.scenarios import load
from domain.setup import Setup
from domain.state import GameState
from domain.steps.lifecycle import NewGame
from domain.values import Face, Undo
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
        branch=made.branch,
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
        self._has_branched = False

    def judge(self, state: GameState, group: Sequence[Recorded], past: Past) -> None:
        """Refuse the events of a command that do not come of one at ``state``. Raises
        ``BreachError``."""
        events = tuple(one.event for one in group)
        if self._branches_off(state, events[0], group[0].version):
            self._judge_branching(state, events, group[0])
            return
        fixed = [event for event in events if isinstance(event, e.DiceFixed)]
        dice = tuple(face for event in fixed for face in event.faces)
        chance = _chance(state, _nonce(group[0]))
        ways = [_deciding(one, chance, past, dice) for one in _as_played(state, group[0].version)]
        for command in candidates(state, events, group[0].seat):
            if any(decided(command) == events for decided in ways):
                break
        else:
            raise BreachError(group[0].version, "no command that the rules allow leads to this")
        self._judge_envelope(state, command, group[0])
        self._before = group[0].at

    def _branches_off(self, state: GameState, first: e.Event, version: int) -> bool:
        """Whether a branch begins with the event: once the past that it shares is told, and before
        that where the game that it comes from is one itself."""
        origin, begins = state.created.branch, isinstance(first, e.GameBranched)
        if origin is not None and version > origin.at_version and not self._has_branched:
            begun = origin.begins(state.created.created_by)
            if version > origin.at_version + 1 or first != begun:
                raise BreachError(version, "the branch begins here")
            self._has_branched = True
        elif begins and (origin is None or self._has_branched):
            raise BreachError(version, "no branch begins here")
        return begins

    def _judge_branching(
        self, state: GameState, events: tuple[e.Event, ...], first: Recorded
    ) -> None:
        chance = SeededChance(bytes.fromhex(state.created.seed), state.created.draws_of)
        try:
            sound = branch(state, cast(e.GameBranched, events[0]), chance) == events
        except IllegalCommandError:
            sound = False
        if not sound or first.seat is not None or first.nonce is not msgspec.UNSET:
            raise BreachError(first.version, "no branch begins like this")
        self._before = first.at

    def _judge_envelope(self, state: GameState, command: c.Command, first: Recorded) -> None:
        decider = c.decider(command)
        if decider is None:
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


def _as_played(state: GameState, version: int) -> Iterator[GameState]:
    """The state as its game may have been played on from it: a past that a branch shares was played
    under a policy of taking back that the branch does not tell, and before it branched off."""
    origin = state.created.branch
    if origin is None or version > origin.at_version:
        yield state
        return
    for policy in Undo:
        then = replace(state.created, undo=policy, branch=replace(origin, at_version=0))
        yield replace(state, created=then)


def _nonce(one: Recorded) -> str:
    return "" if one.nonce is msgspec.UNSET else one.nonce


def _chance(state: GameState, nonce: str) -> SeededChance:
    return SeededChance(bytes.fromhex(state.created.seed), state.created.draws_of, nonce)


def _deciding(
    state: GameState, chance: SeededChance, past: Past, dice: tuple[Face, ...]
) -> Callable[[c.Command], tuple[e.Event, ...] | None]:
    """What comes of a command; None for one that the rules do not allow."""

    def decided(command: c.Command) -> tuple[e.Event, ...] | None:
        try:
            return decide(state, command, chance, past, dice)
        except IllegalCommandError:
            return None

    return decided
