"""From a game that was played to its record."""

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
from domain.notation.words import written
from domain.phases import PursuitPhase
from domain.position import Position
from domain.redaction import Viewer, redact
from domain.rules.cards import plays
from domain.rules.moves import movement
from domain.seating import table_of
from domain.state import GameState
from domain.values import UNKNOWN_CARD, Seat


@dataclass(frozen=True, slots=True)
class Deed:
    """The events of one command, the seat that decided it (none where time ran out), and what the
    command was, where that is recorded."""

    decider: Seat | None
    events: tuple[e.Event, ...]
    command: c.Command | None = None


def record_of(created: e.GameCreated, deeds: Iterable[Deed], viewer: Viewer = None) -> Record:
    """The record of a game for whoever holds the seats of ``viewer``; None may see everything, as
    everybody may once a game is over."""
    if created.branch is not None and viewer is None:
        # Its past was played under another policy, perhaps with another seed: it is for reading.
        viewer = frozenset(table_of(created).seats)
    state = evolve(None, created)
    settled: dict[int, GameState] = {}
    steps, versions, taken_back = [], [], {}
    for deed in deeds:
        first = deed.events[0]
        if isinstance(first, e.TakenBack):
            taken_back[state.version + 1] = first.to_version
        shown = [redact(one, viewer) for one in deed.events]
        command = _as_shown(deed.command, shown[0]) or command_behind(state, shown, deed.decider)
        word, argument = written(command, state)
        turn, active = heading(state)
        said, state = outcome(state, deed.events, viewer, settled.get)
        settled[state.version] = state
        steps.append(Step(_seat(state, command), word, argument, said, turn, active))
        versions.append(state.version)
    gone = struck(versions, taken_back)
    counted = (replace(s, undone=True) if out else s for s, out in zip(steps, gone, strict=True))
    said_of = headers.headers_of(state, viewer)
    return Record({name: Header(value) for name, value in said_of.items()}, tuple(counted))


def _as_shown(command: c.Command | None, first: e.Event) -> c.Command | None:
    """A recorded command, as far as a viewer may know it."""
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


def struck(versions: Sequence[int], taken_back: dict[int, int]) -> Iterator[bool]:
    """Of commands that led to ``versions``, whether each no longer counts."""
    spans = undone(versions[-1], taken_back) if versions else []
    gone = {version for first, last in spans for version in range(first, last + 1)}
    return (version in gone for version in versions)


def heading(state: GameState) -> tuple[int, Seat | None]:
    """The turn and its seat that a command at ``state`` stands under."""
    turn = state.turn
    return turn.number, turn.seat if turn.number else None


def command_behind(
    state: GameState, events: Sequence[e.Event], decider: Seat | None
) -> c.Command | e.GameBranched:
    """The command at ``state`` that events came of, or what a branch began with instead. Where the
    rules of today would not allow it, it is the one that comes nearest."""
    first = events[0]
    if isinstance(first, e.GameBranched):
        return first
    played = first if isinstance(first, e.CardPlayed) and not state.cards.handed else None
    lying = state.cards.committed.get(played.seat, ()) if played else ()
    if played and UNKNOWN_CARD in (*state.cards.hand(played.seat), *lying):
        return _as_it_lies(played)
    found = list(candidates(state, events, decider))
    if played and not found:
        return _as_it_lies(played)
    return next((one for one in found if _fits(state, one, events)), found[0])


def _seat(state: GameState, said: c.Command | e.GameBranched) -> Seat:
    """Whose a step is; a branch begins in place of the decision that was awaited."""
    return (state.awaited or state.turn.seat) if isinstance(said, e.GameBranched) else said.seat


def _as_it_lies(played: e.CardPlayed) -> c.PlayCard:
    section = played.section if played.orders_as is None else None
    return c.PlayCard(played.seat, played.card, section)


def _fits(state: GameState, command: c.Command, events: Sequence[e.Event]) -> bool:
    """Whether what the events tell besides goes with the command as well."""
    match command, events[0]:
        case c.PlayCard(seat, card, section, as_card), e.CardPlayed() as played:
            position = Position(rulebook(state.created), state)
            meant = plays.meaning(position, seat, card, plays.Way(section, as_card))
            return meant == plays.Meaning(played.orders_as, played.section, played.fallback)
        case c.ExitBoard(), e.UnitMoved() as moved:
            return _left(events) or not _may_go(state, moved)
        case c.MoveUnit(), e.UnitMoved() as moved:
            return not _left(events) and _may_go(state, moved)
        case c.EndTurn(), _:
            return not any(isinstance(one, e.SecondMoveOffered) for one in events)
        case _:
            return True


def _left(events: Sequence[e.Event]) -> bool:
    return any(isinstance(one, e.UnitExited) for one in events)


def _may_go(state: GameState, moved: e.UnitMoved) -> bool:
    """Whether a unit can make a move that stays on the board; one that ended the game on its way
    off the board tells that by its cost alone."""
    position = Position(rulebook(state.created), state, state.orderer(moved.unit))
    pursues = isinstance(state.phase, PursuitPhase)
    moves = (movement.pursuits if pursues else movement.moves)(position, state.units[moved.unit])
    return any(way.path == moved.path and way.cost == moved.cost for way in moves)
