"""Before the first turn and out of turn: creating a game, taking seats, resigning."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from domain import events as e
from domain.chance import commitment
from domain.commands import LeaveSeat, Resign, TakeSeat
from domain.errors import IllegalCommandError, Rule
from domain.rulebook.book import Edition
from domain.seating import Table, tables_for
from domain.setup import Army, Setup
from domain.state import GameState
from domain.steps import board, guards
from domain.steps.cards import draw
from domain.steps.draft import Draft
from domain.steps.table import agreements
from domain.steps.units import air, hazards
from domain.values import (
    Cancellation,
    Card,
    Ending,
    ObjectiveKind,
    Seat,
    ShuffleReason,
    Side,
    Status,
    Undo,
    Variant,
    Visibility,
)
from domain.values.bots import bot_kind, bot_level, bot_player
from domain.values.clock import ClockSettings

_HELD_WITHOUT_UNITS = (ObjectiveKind.CONTESTED, ObjectiveKind.EMPTY_SECTION)
"""Objectives that a side can hold without a unit there."""


@dataclass(frozen=True, slots=True)
class GameOptions:
    """The options of a new game. ``seed`` is secret, in hex; times are in seconds,
    ``spectator_delay`` in turns; the default ``table`` is the variant's largest."""

    game: str
    scenario: str
    setup: Setup
    variant: Variant
    undo: Undo
    visibility: Visibility
    created_by: str
    move_time_limit: int
    seed: str = field(repr=False)
    match: e.MatchGame | None = None
    spectator_delay: int = 0
    branch: e.BranchOf | None = None
    clock: ClockSettings | None = None
    table: Table | None = None
    rated: bool = False


def create(book: Edition, options: GameOptions, revision: int) -> e.GameCreated:
    """Return the first event of a game."""
    deck = book.decks.get(options.variant)
    table = options.table or tables_for(options.variant)[0]
    if deck is None or table not in tables_for(options.variant):
        raise ValueError(f"{book.name} has no {options.variant} like that")
    fixed = book.hand_sizes.get(options.variant)
    sizes = tuple(
        size if fixed is None else e.HandSize(size.seat, fixed)
        for army in options.setup.armies
        for size in _hand_sizes(army, table)
    )
    return e.GameCreated(
        game=options.game,
        scenario=options.scenario,
        edition=book.name,
        variant=options.variant,
        undo=options.undo,
        visibility=options.visibility,
        created_by=options.created_by,
        move_time_limit=options.move_time_limit,
        hand_sizes=sizes,
        deck=_deck({card: spec.copies for card, spec in deck.items()}, options.setup),
        seats=table.places,
        together=table.together,
        tables=book.tables,
        revision=revision,
        setup=options.setup,
        seed_commitment=commitment(bytes.fromhex(options.seed)),
        match=options.match,
        seed=options.seed,
        spectator_delay=options.spectator_delay,
        branch=options.branch,
        rated=options.rated,
        clock=options.clock,
        parties=table.shared_parties,
    )


def _deck(copies: dict[Card, int], setup: Setup) -> dict[Card, int]:
    for rule in setup.replaced_cards:
        count = copies.pop(rule.card, 0)
        if count and rule.by is not None:
            copies[rule.by] = copies.get(rule.by, 0) + count
    return copies


def _hand_sizes(army: Army, table: Table) -> Iterator[e.HandSize]:
    """Yield how many cards each seat of an army holds: a single seat the scenario's number, each
    member of a pair two less, but at least one (2025 Appendix 5, Operation Alliance). The extra
    cards of a growing hand after the army's own turns go to the member whose turn it was.

    Ruling: the table of the rulebook begins with four cards; its example of a growing hand begins
    with two, of which each member gets one.
    """
    seats = [seat for seat in table.leaders if table.side_of(seat) is army.side]
    for index, seat in enumerate(seats):
        turns = range(index + 1, max(army.extra_draws, default=0) + 1, len(seats))
        extra = (n for n, turn in enumerate(turns, start=1) if turn in army.extra_draws)
        start = max(1, army.hand - 2) if table.partners(seat) else army.hand
        yield e.HandSize(seat, start, tuple(extra))


def take_seat(draft: Draft, command: TakeSeat) -> None:
    """Seat a player; taking the last free seat starts the game."""
    refusal = _refusal(draft.state, command)
    if refusal is not None:
        raise refusal
    for seat in draft.state.table.party(command.seat):
        if _refusal(draft.state, TakeSeat(seat, command.player)) is None:
            draft.then(e.SeatTaken(seat, command.player))
    if not draft.state.free_seats:
        _start(draft)


def leave_seat(draft: Draft, command: LeaveSeat) -> None:
    """Free a seat again. The game is cancelled if only bots are left."""
    _require_waiting(draft.state)
    if draft.state.seats.get(command.seat) != command.player:
        raise IllegalCommandError(Rule.SEAT_NOT_YOURS, seat=command.seat)
    for seat in draft.state.table.party(command.seat):
        if draft.state.seats.get(seat) == command.player:
            draft.then(e.SeatLeft(seat, command.player))
    remaining = draft.state.seats.values()
    if remaining and all(bot_level(player) for player in remaining):
        draft.then(e.GameCancelled(Cancellation.ABANDONED))


def cancel(draft: Draft, reason: Cancellation) -> None:
    """Cancel a game that has not begun."""
    _require_waiting(draft.state)
    draft.then(e.GameCancelled(reason))


def free_seats(state: GameState, player: str) -> tuple[Seat, ...]:
    """Return the seats that a player could take now."""
    seats = state.table.seats
    return tuple(seat for seat in seats if _refusal(state, TakeSeat(seat, player)) is None)


def seat_on(state: GameState, side: Side | None, player: str) -> Seat:
    """Return the seat on a side, or on either, for a player with no preference: its own, else the
    first it can take, else the first one, whose refusal says why not."""
    seats = state.table.seats if side is None else state.table.seats_of(side)
    free = free_seats(state, player)
    own = [seat for seat in seats if state.seats.get(seat) == player]
    return next(iter((*own, *(seat for seat in seats if seat in free), *seats)))


def _require_waiting(state: GameState) -> None:
    if state.status is not Status.WAITING:
        raise IllegalCommandError(Rule.SEATING_CLOSED, status=state.status)


def _refusal(state: GameState, command: TakeSeat) -> IllegalCommandError | None:
    if state.status is not Status.WAITING:
        return IllegalCommandError(Rule.SEATING_CLOSED, status=state.status)
    if command.seat in state.seats:
        return IllegalCommandError(Rule.SEAT_TAKEN, seat=command.seat)
    match = state.created.match
    if match is not None and match.players.get(command.seat) != command.player:
        return IllegalCommandError(Rule.SEAT_RESERVED, seat=command.seat)
    if state.created.rated and (command.player in state.seats.values() or bot_kind(command.player)):
        return IllegalCommandError(Rule.SEAT_BOTH_SIDES, seat=command.seat)
    return None


def resign(draft: Draft, command: Resign) -> None:
    """Give the game to the other side, or the seat to a bot if its clock says so."""
    guards.running(draft.state)
    if command.reason is Ending.TIME_LIMIT:
        agreements.require_out_of_time(draft.state, command.seat)
        clock = draft.state.clock
        if clock is not None and clock.settings.bot is not None:
            player = bot_player(clock.settings.bot)
            draft.then(e.SeatHandedOver(command.seat, player, command.reason))
            return
    draft.then(e.SeatResigned(command.seat, command.reason))
    draft.finish(draft.state.table.side_of(command.seat).enemy, command.reason)


def _start(draft: Draft) -> None:
    """Shuffle, deal to the first player first, and award the objectives held from the start."""
    created = draft.state.created
    table = draft.state.table
    first = table.first_of(created.setup.first)
    draft.then(e.GameStarted(first))
    number = draft.state.draws
    order = draft.chance.shuffle(number, full_deck(created.deck))
    draft.then(e.DeckShuffled(ShuffleReason.SETUP, len(order), 0, number, order))
    sizes = {size.seat: size.start for size in created.hand_sizes}
    for seat in (first, *(other for other in table.others(first) if other in sizes)):
        count = sizes[seat]
        draft.then(e.CardsDealt(seat, count, draft.state.cards.deck[-count:][::-1]))
    for side in Side:
        draw.lay_shared(draft, table.first_of(side))
    hazards.lay_mines(draft)
    for unit in list(draft.state.units.values()):
        board.settle_objectives(draft, unit.hex)
    for objective in created.setup.objectives:
        if objective.kind in _HELD_WITHOUT_UNITS:
            board.settle_objectives(draft, objective.hexes[0])
    air.demand_or_begin(draft)


def full_deck(deck: Mapping[Card, int]) -> list[Card]:
    """Return every card of a deck, with its copies."""
    return [card for card, copies in deck.items() for _ in range(copies)]
