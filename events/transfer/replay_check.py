"""Whether a log tells a game that was played by the rules.

Deciding its commands again, with the chance of the game's seed, must give these very events. What
came of the commands of an older log, which does not hold them, shows which they were.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import cast

import msgspec

from domain import Past, branch, create, decide
from domain import commands as c
from domain import events as e
from domain.chance import Chance, SeededChance
from domain.decide import is_offered
from domain.editions import REVISIONS
from domain.errors import IllegalCommandError, ScenarioError
from domain.inference.candidates import candidates
from domain.scenarios import load
from domain.seating import table_of, table_with
from domain.setup import Setup
from domain.state import GameState
from domain.steps.table.lifecycle import GameOptions
from domain.values import Cancellation, Face, Undo, Visibility
from events.clock import milliseconds
from events.log import codec
from events.log.stored_event import StoredEvent
from events.log.upcasts import settled
from events.scenarios import identity
from events.scenarios.sense import is_playable
from events.summaries import WAITING_LIMIT
from events.transfer.recorded_chance import (
    NotRecordedError,
    RecordedChance,
    as_held,
    completed,
    is_as_recorded,
    too_many_cards,
)
from events.transfer.shared_past import SharedPast

Battles = Callable[[str], Setup]
"""The set-up of a scenario by its name; raises ``ScenarioError`` for an unknown one."""

MAX_NONCE = 64
_NONCE = re.compile(rf"[A-Za-z0-9_-]{{1,{MAX_NONCE}}}")

MAX_TIME_LIMIT = 60 * 24 * 3600
"""Seconds that a seat may have for a decision at most."""
MAX_DELAY = 10
"""Turns that spectators may be behind at most."""


class BreachError(Exception):
    """An event that the rules do not lead to. The message says why."""

    def __init__(self, version: int, reason: str) -> None:
        super().__init__(reason)
        self.version = version


def judge_creation(first: StoredEvent, battles: Battles = load) -> None:
    """Refuse a game that was not created as one of these battles is. Raises ``BreachError``."""
    made = first.event
    if not isinstance(made, e.GameCreated):
        raise BreachError(1, "a game begins with its creation")
    if made.revision not in REVISIONS:
        reason = f"it was decided under revision {made.revision} of the rules, not judged here"
        raise BreachError(1, reason)
    _judge_numbers(made)
    try:
        setup = made.setup if _is_players(made) else battles(made.scenario)
    except ScenarioError:
        raise BreachError(1, f"no battle is named {made.scenario!r} here") from None
    table = table_with(made.variant, table_of(made).parties)
    if table is None or not is_offered(made.edition, made.variant, setup.grid):
        raise BreachError(1, f"{made.edition} has no {made.variant} like that")
    options = GameOptions(
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
        clock=made.clock,
        table=table,
        rated=made.rated,
    )
    if not _is_same(first, made, create(made.edition, options, made.revision)):
        raise BreachError(1, f"{made.scenario!r} has another set-up here")
    if first.seat is not None or first.nonce is not msgspec.UNSET:
        raise BreachError(1, "a game's creation is no seat's decision")
    if made.branch is not None:
        _judge_origin(made, made.branch)


def _judge_numbers(made: e.GameCreated) -> None:
    """The times of a game, and the turns that spectators are behind."""
    if not 1 <= made.move_time_limit <= MAX_TIME_LIMIT:
        raise BreachError(1, f"its time limit is not 1 to {MAX_TIME_LIMIT} seconds")
    if not 0 <= made.spectator_delay <= MAX_DELAY:
        raise BreachError(1, f"its spectators are not 0 to {MAX_DELAY} turns behind")
    if made.clock is not None and (wrong := made.clock.faults()):
        raise BreachError(1, f"its clock does not go by this: {', '.join(wrong)}")


def _is_players(made: e.GameCreated) -> bool:
    """Whether a game tells a battle of a player, which its slug vouches for."""
    return identity.names(made.scenario, made.setup) and is_playable(made.setup)


def _judge_origin(made: e.GameCreated, origin: e.BranchOf) -> None:
    """What each branch is made with."""
    plain = (made.undo, made.visibility, made.match, made.spectator_delay, made.rated)
    if plain != (Undo.NONE, Visibility.PRIVATE, None, 0, False):
        raise BreachError(1, "no branch is made like that")
    if not made.keeps_seed and origin.unproved != origin.at_version:
        raise BreachError(1, "a branch with a seed of its own proves nothing of what it shares")


def _is_same(first: StoredEvent, made: e.GameCreated, today: e.GameCreated) -> bool:
    """Whether a game was created as it would be today; as far as the form that it was stored in
    could tell: what a battle has gained since, such a game is played without, and its branches."""
    encoded = codec.encode(today)
    if first.schema != encoded.schema:
        return codec.is_within(settled(first.type, first.schema, first.data), encoded.data)
    if made == today or made.branch is None:
        return made == today
    older = range(1, encoded.schema)
    forms = (codec.decode(encoded.type, old, encoded.data, encoded.hidden) for old in older)
    return made in forms


class Judge:
    """Follows a game command by command.

    The draws of a branch up to version ``unproved`` follow from no known seed; there the recorded
    ones are taken, and all else is decided again like the rest.
    """

    def __init__(self, creation: StoredEvent, created: e.GameCreated) -> None:
        self._before = creation.at
        self._nonces = ""
        self._has_branched = False
        self._created, self._unproved = created, created.unproved
        self._is_proved = created.unproved == 0
        self._past = SharedPast()
        self._are_recorded = False

    def judge(self, state: GameState, group: Sequence[StoredEvent], past: Past) -> None:
        """Refuse the events of a command that do not come of one at ``state``. Raises
        ``BreachError``."""
        events, version = tuple(one.event for one in group), group[0].version
        if version <= self._unproved + 1 and too_many_cards(state):
            raise BreachError(version, "more copies of a card were seen than there are")
        if self._branches_off(events[0], version):
            self._judge_branching(state, events, group[0])
        else:
            self._require_recorded(group[0])
            command = self._command(state, events, group[0], past)
            self._judge_envelope(state, command, group[0])
        self._past.note(events, group[-1].version)
        self._before = group[0].at

    def _require_recorded(self, first: StoredEvent) -> None:
        """From the first command in a log on, every one is there: only those of before may lack."""
        is_recorded = first.command is not msgspec.UNSET
        if self._are_recorded and not is_recorded:
            raise BreachError(first.version, "the command that led to this is missing")
        self._are_recorded = is_recorded

    def _command(
        self, state: GameState, events: tuple[e.Event, ...], first: StoredEvent, past: Past
    ) -> c.Command:
        """A command that leads to just these events."""
        found: dict[Undo, c.Command] = {}
        for before in self._past.ways(state, events, first.version, past):
            command = self._leading(before, events, first, past)
            if command is not None:
                found.setdefault(before.created.undo, command)
        if not found:
            raise BreachError(first.version, "no command that the rules allow leads to this")
        self._past.agree(events[0], found)
        return next(iter(found.values()))

    def _leading(
        self, state: GameState, events: tuple[e.Event, ...], first: StoredEvent, past: Past
    ) -> c.Command | None:
        """A command that leads from the state to just these events, if there is one."""
        dice = tuple(face for one in events if isinstance(one, e.DiceFixed) for face in one.faces)
        recorded = first.command_to(events[0])
        if first.version > self._unproved:
            chance = self._seeded(first.draw_nonce)
            for command in [recorded] if recorded else candidates(state, events, first.seat):
                if _decided(state, command, chance, past, dice) == events:
                    return command
            return None
        shown = completed(state, events)
        for command in [recorded] if recorded else candidates(shown, events, first.seat):
            meant = as_held(command)
            made = _decided(shown, meant, RecordedChance(state, events), past, dice)
            if is_as_recorded(made, events):
                return command
        return None

    def _seeded(self, nonce: str | None = "") -> SeededChance:
        return SeededChance(bytes.fromhex(self._created.seed), self._created.draws_of, nonce)

    def _branches_off(self, first: e.Event, version: int) -> bool:
        """Whether a branch begins with the event: once the past that it shares is told, and before
        that where the game that it comes from is one itself."""
        origin, begins = self._created.branch, isinstance(first, e.GameBranched)
        if origin is not None and version > origin.at_version and not self._has_branched:
            begun = origin.begins(self._created.created_by)
            if version > origin.at_version + 1 or first != begun:
                raise BreachError(version, "the branch begins here")
            self._has_branched = True
        elif begins and (origin is None or self._has_branched or origin.root == origin.game):
            raise BreachError(version, "no branch begins here")
        if version > self._unproved and not self._is_proved:
            # The seed is that of an earlier branch, which proves what follows from its beginning.
            self._is_proved = True
            if version > self._unproved + 1 or not begins:
                raise BreachError(version, "its seed proves nothing from here on")
        return begins

    def _judge_branching(
        self, state: GameState, events: tuple[e.Event, ...], first: StoredEvent
    ) -> None:
        if first.version > self._unproved:
            sound = _begun(state, events, self._seeded()) == events
        else:
            # A branch that kept its seed knew its draw pile, and dealt no card anew.
            known = replace(state, cards=replace(state.cards, deck=()))
            begun = (_begun(one, events, RecordedChance(one, events)) for one in (state, known))
            sound = any(is_as_recorded(made, events) for made in begun)
        if not sound or first.seat is not None or first.nonce is not msgspec.UNSET:
            raise BreachError(first.version, "no branch begins like this")

    def _judge_envelope(self, state: GameState, command: c.Command, first: StoredEvent) -> None:
        decider = c.decider(command)
        if decider is None:
            waited = milliseconds(first.at) - milliseconds(self._before)
            if not _is_due(state, command, waited):
                raise BreachError(first.version, "the seat had time left")
        if first.seat is not (decider if first.form is msgspec.UNSET else command.seat):
            raise BreachError(first.version, f"it was the decision of {decider or 'nobody'}")
        self._judge_nonce(command, first)

    def _judge_nonce(self, command: c.Command, first: StoredEvent) -> None:
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


def _is_due(state: GameState, command: c.Command, waited: int) -> bool:
    """Whether what no seat decides may come after so long (ms): whoever has opened a game may call
    it off at any time."""
    if isinstance(command, c.CancelGame):
        return command.reason is not Cancellation.EXPIRED or waited >= WAITING_LIMIT
    if isinstance(command, c.CreditTime) or state.created.clock is not None:
        # The clock itself has known, where there is one.
        return state.clock is not None
    return command.seat in state.awaiting and waited >= state.created.move_time_limit * 1000


def _nonce(one: StoredEvent) -> str:
    return "" if one.nonce is msgspec.UNSET else one.nonce


def _begun(state: GameState, events: tuple[e.Event, ...], chance: Chance) -> tuple[e.Event, ...]:
    """What a branch begins with; nothing where none can."""
    try:
        return branch(state, cast(e.GameBranched, events[0]), chance)
    except (IllegalCommandError, NotRecordedError):
        return ()


def _decided(
    state: GameState, command: c.Command, chance: Chance, past: Past, dice: tuple[Face, ...]
) -> tuple[e.Event, ...]:
    """What comes of a command; nothing of one that the rules do not allow."""
    try:
        return decide(state, command, chance, past, dice)
    except (IllegalCommandError, NotRecordedError):
        return ()
