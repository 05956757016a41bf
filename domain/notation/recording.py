"""Create the record of a game from its events."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from domain import commands as c
from domain import events as e
from domain.editions import rulebook
from domain.evolve import evolve
from domain.history import undone
from domain.inference.candidates import candidates
from domain.notation import headers
from domain.notation.outcomes import outcome
from domain.notation.record import Header, Record, Step
from domain.notation.words import write_command
from domain.phases import PursuitPhase
from domain.position import Position
from domain.redaction import Viewer, redact
from domain.rules.cards import plays
from domain.rules.moves import movement
from domain.seating import table_of
from domain.state import GameState
from domain.values import UNKNOWN_CARD, Seat


@dataclass(frozen=True, slots=True)
class LoggedCommand:
    """The events of one command, the seat that decided it (None if time ran out), and the command,
    if it is recorded."""

    decider: Seat | None
    events: tuple[e.Event, ...]
    command: c.Command | None = None


def record_of(
    created: e.GameCreated, log: Iterable[LoggedCommand], viewer: Viewer = None
) -> Record:
    """Return the record of a game for a viewer who holds the seats of ``viewer``; None may see
    everything, as everyone may once a game is over."""
    if created.branch is not None and viewer is None:
        # Its past had another policy and perhaps another seed, so it cannot be replayed.
        viewer = frozenset(table_of(created).seats)
    state = evolve(None, created)
    states: dict[int, GameState] = {}
    steps, versions, taken_back = [], [], {}
    for logged in log:
        first = logged.events[0]
        if isinstance(first, e.TakenBack):
            taken_back[state.version + 1] = first.to_version
        shown = [redact(event, viewer) for event in logged.events]
        command = _as_shown(logged.command, shown[0]) or infer_command(state, shown, logged.decider)
        word, argument = write_command(command, state)
        turn, active = heading(state)
        words, state = outcome(state, logged.events, viewer, states.get)
        states[state.version] = state
        steps.append(Step(_seat(state, command), word, argument, words, turn, active))
        versions.append(state.version)
    undone_steps = undone_flags(versions, taken_back)
    marked = (
        replace(step, undone=True) if is_undone else step
        for step, is_undone in zip(steps, undone_steps, strict=True)
    )
    header_values = headers.headers_of(state, viewer)
    return Record({name: Header(value) for name, value in header_values.items()}, tuple(marked))


def _as_shown(command: c.Command | None, first: e.Event) -> c.Command | None:
    """Return a recorded command, as far as a viewer may know it."""
    match command, first:
        case (
            (c.ChooseCard() | c.CommitCard() | c.ProposeCard() | c.HandOut()) as named,
            (e.CardKept() | e.CardCommitted() | e.CardProposed() | e.CardHandedOut()) as known,
        ):
            return replace(named, card=known.card)
        case c.GiveOrders() as given, e.StandingOrdersGiven() as stand:
            return replace(given, orders=stand.orders, toward=stand.toward, turns=stand.turns)
        case _:
            return command


def undone_flags(versions: Sequence[int], taken_back: dict[int, int]) -> Iterator[bool]:
    """Return, for each command by the version it led to, whether it no longer counts."""
    spans = undone(versions[-1], taken_back) if versions else []
    undone_versions = {version for first, last in spans for version in range(first, last + 1)}
    return (version in undone_versions for version in versions)


def heading(state: GameState) -> tuple[int, Seat | None]:
    """Return the turn and seat of the heading for a command at ``state``."""
    turn = state.turn
    return turn.number, turn.seat if turn.number else None


def infer_command(
    state: GameState, events: Sequence[e.Event], decider: Seat | None
) -> c.Command | e.GameBranched:
    """Return the command at ``state`` that led to events, or the first event of a branch instead.
    If today's rules would not allow it, return the nearest one."""
    first = events[0]
    if isinstance(first, e.GameBranched):
        return first
    played = first if isinstance(first, e.CardPlayed) and not state.cards.handed else None
    committed = state.cards.committed.get(played.seat, ()) if played else ()
    if played and UNKNOWN_CARD in (*state.cards.hand(played.seat), *committed):
        return _play_of(played)
    options = list(candidates(state, events, decider))
    if played and not options:
        return _play_of(played)
    return next((command for command in options if _fits(state, command, events)), options[0])


def _seat(state: GameState, command: c.Command | e.GameBranched) -> Seat:
    return (
        (state.awaited or state.turn.seat) if isinstance(command, e.GameBranched) else command.seat
    )


def _play_of(played: e.CardPlayed) -> c.PlayCard:
    section = played.section if played.orders_as is None else None
    return c.PlayCard(played.seat, played.card, section)


def _fits(state: GameState, command: c.Command, events: Sequence[e.Event]) -> bool:
    """Return whether the other events are consistent with the command as well."""
    match command, events[0]:
        case c.PlayCard(seat, card, section, as_card), e.CardPlayed() as played:
            position = Position(rulebook(state.created), state)
            meaning = plays.meaning(position, seat, card, plays.PlayOption(section, as_card))
            return meaning == plays.Meaning(played.orders_as, played.section, played.fallback)
        case c.ExitBoard(), e.UnitMoved() as moved:
            return _exited(events) or not _can_move(state, moved)
        case c.MoveUnit(), e.UnitMoved() as moved:
            return not _exited(events) and _can_move(state, moved)
        case c.EndTurn(), _:
            return not any(isinstance(event, e.SecondMoveOffered) for event in events)
        case _:
            return True


def _exited(events: Sequence[e.Event]) -> bool:
    return any(isinstance(event, e.UnitExited) for event in events)


def _can_move(state: GameState, moved: e.UnitMoved) -> bool:
    """Return whether a unit can make this move and stay on the board; an exit that ended the game
    on its way differs only in its cost."""
    position = Position(rulebook(state.created), state, state.orderer(moved.unit))
    pursues = isinstance(state.phase, PursuitPhase)
    moves = (movement.pursuits if pursues else movement.moves)(position, state.units[moved.unit])
    return any(move.path == moved.path and move.cost == moved.cost for move in moves)
