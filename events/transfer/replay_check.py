"""Check that a log is of a game that was played by the rules.

Deciding its commands again with the seed must give exactly its events. For an older log without
recorded commands, they are inferred from the events.
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
"""The maximum seconds that a seat may have for a decision."""
MAX_DELAY = 10
"""The maximum turns that spectators may be behind."""


class BreachError(Exception):
    """An event does not follow from the rules. The message says why."""

    def __init__(self, version: int, reason: str) -> None:
        super().__init__(reason)
        self.version = version


def judge_creation(first: StoredEvent, battles: Battles = load) -> None:
    """Raise ``BreachError`` unless a game was created with the set-up of one of the battles."""
    created = first.event
    if not isinstance(created, e.GameCreated):
        raise BreachError(1, "a game begins with its creation")
    if created.revision not in REVISIONS:
        reason = f"it was decided under revision {created.revision} of the rules, not judged here"
        raise BreachError(1, reason)
    _judge_numbers(created)
    try:
        setup = created.setup if _is_players_scenario(created) else battles(created.scenario)
    except ScenarioError:
        raise BreachError(1, f"this service has no scenario named {created.scenario!r}") from None
    table = table_with(created.variant, table_of(created).parties)
    if table is None or not is_offered(created.edition, created.variant, setup.grid):
        raise BreachError(1, f"{created.edition} has no {created.variant} like that")
    options = GameOptions(
        game=created.game,
        scenario=created.scenario,
        setup=setup,
        variant=created.variant,
        undo=created.undo,
        visibility=created.visibility,
        created_by=created.created_by,
        move_time_limit=created.move_time_limit,
        seed=created.seed,
        match=created.match,
        spectator_delay=created.spectator_delay,
        branch=created.branch,
        clock=created.clock,
        table=table,
        rated=created.rated,
    )
    if not _is_same(first, created, create(created.edition, options, created.revision)):
        raise BreachError(1, f"the set-up of {created.scenario!r} differs on this service")
    if first.seat is not None or first.nonce is not msgspec.UNSET:
        raise BreachError(1, "no seat decides the creation of a game")
    if created.branch is not None:
        _judge_origin(created, created.branch)


def _judge_numbers(created: e.GameCreated) -> None:
    """Check time limit, spectator delay and clock."""
    if not 1 <= created.move_time_limit <= MAX_TIME_LIMIT:
        raise BreachError(1, f"its time limit is not 1 to {MAX_TIME_LIMIT} seconds")
    if not 0 <= created.spectator_delay <= MAX_DELAY:
        raise BreachError(1, f"its spectators are not 0 to {MAX_DELAY} turns behind")
    if created.clock is not None and (wrong := created.clock.faults()):
        raise BreachError(1, f"its clock has invalid settings: {', '.join(wrong)}")


def _is_players_scenario(created: e.GameCreated) -> bool:
    """Whether a game is of a player's scenario, which its slug identifies."""
    return identity.names(created.scenario, created.setup) and is_playable(created.setup)


def _judge_origin(created: e.GameCreated, origin: e.BranchOf) -> None:
    """Check the options that every branch has."""
    plain = (
        created.undo,
        created.visibility,
        created.match,
        created.spectator_delay,
        created.rated,
    )
    if plain != (Undo.NONE, Visibility.PRIVATE, None, 0, False):
        raise BreachError(1, "no branch can be created like this")
    if not created.keeps_seed and origin.unproved != origin.at_version:
        raise BreachError(1, "a branch with its own seed cannot prove its shared past")


def _is_same(first: StoredEvent, created: e.GameCreated, today: e.GameCreated) -> bool:
    """Whether a game was created as it would be today, as far as its stored schema has the fields:
    a game, and its branches, are played without what its scenario has gained since."""
    encoded = codec.encode(today)
    if first.schema != encoded.schema:
        return codec.is_within(settled(first.type, first.schema, first.data), encoded.data)
    if created == today or created.branch is None:
        return created == today
    older = range(1, encoded.schema)
    forms = (codec.decode(encoded.type, old, encoded.data, encoded.hidden) for old in older)
    return created in forms


class Judge:
    """Checks a game command by command.

    The draws of a branch up to version ``unproved`` cannot be derived from a known seed; they are
    taken as recorded, and everything else is decided again.
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
        """Raise ``BreachError`` unless the events are the result of a command at ``state``."""
        events, version = tuple(one.event for one in group), group[0].version
        if version <= self._unproved + 1 and too_many_cards(state):
            raise BreachError(version, "a card was seen more often than it exists")
        if self._branches_off(events[0], version):
            self._judge_branching(state, events, group[0])
        else:
            self._require_recorded(group[0])
            command = self._find_command(state, events, group[0], past)
            self._judge_envelope(state, command, group[0])
        self._past.note(events, group[-1].version)
        self._before = group[0].at

    def _require_recorded(self, first: StoredEvent) -> None:
        """Require a recorded command after the first recorded one."""
        is_recorded = first.command is not msgspec.UNSET
        if self._are_recorded and not is_recorded:
            raise BreachError(first.version, "its command is missing")
        self._are_recorded = is_recorded

    def _find_command(
        self, state: GameState, events: tuple[e.Event, ...], first: StoredEvent, past: Past
    ) -> c.Command:
        """Find a command that leads to exactly these events. Raises ``BreachError``."""
        commands: dict[Undo, c.Command] = {}
        for possible in self._past.possible_states(state, events, first.version, past):
            command = self._find_leading_command(possible, events, first, past)
            if command is not None:
                commands.setdefault(possible.created.undo, command)
        if not commands:
            raise BreachError(first.version, "no legal command leads to this")
        self._past.agree(events[0], commands)
        return next(iter(commands.values()))

    def _find_leading_command(
        self, state: GameState, events: tuple[e.Event, ...], first: StoredEvent, past: Past
    ) -> c.Command | None:
        """Find a command that leads from the state to exactly these events, or None."""
        dice = tuple(
            face for event in events if isinstance(event, e.DiceFixed) for face in event.faces
        )
        recorded = first.command_to(events[0])
        if first.version > self._unproved:
            chance = self._seeded(first.draw_nonce)
            for command in [recorded] if recorded else candidates(state, events, first.seat):
                if _decide(state, command, chance, past, dice) == events:
                    return command
            return None
        revealed = completed(state, events)
        for command in [recorded] if recorded else candidates(revealed, events, first.seat):
            decidable = as_held(command)
            decided = _decide(revealed, decidable, RecordedChance(state, events), past, dice)
            if is_as_recorded(decided, events):
                return command
        return None

    def _seeded(self, nonce: str | None = "") -> SeededChance:
        return SeededChance(bytes.fromhex(self._created.seed), self._created.draws_of, nonce)

    def _branches_off(self, first: e.Event, version: int) -> bool:
        """Whether a branch begins with the event: after its shared past, or within it if the parent
        is a branch itself."""
        origin, begins = self._created.branch, isinstance(first, e.GameBranched)
        if origin is not None and version > origin.at_version and not self._has_branched:
            expected = origin.begins(self._created.created_by)
            if version > origin.at_version + 1 or first != expected:
                raise BreachError(version, "the branch begins here")
            self._has_branched = True
        elif begins and (origin is None or self._has_branched or origin.root == origin.game):
            raise BreachError(version, "no branch begins here")
        if version > self._unproved and not self._is_proved:
            # The seed is that of an earlier branch, and proves what follows its beginning.
            self._is_proved = True
            if version > self._unproved + 1 or not begins:
                raise BreachError(version, "its seed cannot prove what follows")
        return begins

    def _judge_branching(
        self, state: GameState, events: tuple[e.Event, ...], first: StoredEvent
    ) -> None:
        if first.version > self._unproved:
            sound = _branch_events(state, events, self._seeded()) == events
        else:
            # A branch that kept its seed knew its draw pile and redealt no cards.
            without_deck = replace(state, cards=replace(state.cards, deck=()))
            attempts = (
                _branch_events(attempt_state, events, RecordedChance(attempt_state, events))
                for attempt_state in (state, without_deck)
            )
            sound = any(is_as_recorded(decided, events) for decided in attempts)
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
        """Check a nonce: each command has its own; those of taken seats are joined by dots."""
        nonce = _nonce(first)
        before = self._nonces if isinstance(command, c.TakeSeat) else ""
        prefix = f"{before}." if before else ""
        added = nonce.removeprefix(prefix) if nonce.startswith(prefix) else ""
        sound = nonce == before or _NONCE.fullmatch(added) is not None
        if not sound or first.nonce == "":
            raise BreachError(first.version, "its nonce is not one that a client can send")
        if isinstance(command, c.TakeSeat):
            self._nonces = nonce


def _is_due(state: GameState, command: c.Command, waited: int) -> bool:
    """Whether a command that no seat decides may come after so long (ms). The creator may cancel a
    waiting game at any time."""
    if isinstance(command, c.CancelGame):
        return command.reason is not Cancellation.EXPIRED or waited >= WAITING_LIMIT
    if isinstance(command, c.CreditTime) or state.created.clock is not None:
        # With a clock, the rules have checked it.
        return state.clock is not None
    return command.seat in state.awaiting and waited >= state.created.move_time_limit * 1000


def _nonce(event: StoredEvent) -> str:
    return "" if event.nonce is msgspec.UNSET else event.nonce


def _branch_events(
    state: GameState, events: tuple[e.Event, ...], chance: Chance
) -> tuple[e.Event, ...]:
    """The first events of a branch; empty if none can begin."""
    try:
        return branch(state, cast(e.GameBranched, events[0]), chance)
    except (IllegalCommandError, NotRecordedError):
        return ()


def _decide(
    state: GameState, command: c.Command, chance: Chance, past: Past, dice: tuple[Face, ...]
) -> tuple[e.Event, ...]:
    """The events of a command; empty if the rules do not allow it."""
    try:
        return decide(state, command, chance, past, dice)
    except (IllegalCommandError, NotRecordedError):
        return ()
