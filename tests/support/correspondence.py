"""Games by mail: how often one has to wait for the other, with and without what can be told in
advance."""

import random
from collections import Counter
from collections.abc import Iterator
from enum import Enum

from domain import apply, evolve, legal_commands
from domain import events as e
from domain.chance import NoChance
from domain.commands import EndTurn, GiveOrders, Play
from domain.errors import IllegalCommandError
from domain.evolve import no_past
from domain.plans import ConditionalTurn, PlannedStep
from domain.scenarios import slugs
from domain.state import GameState
from domain.steps.table.plans import MAX_STEPS, step_of
from domain.values import EditionName, Seat
from domain.values.standing import Instruction
from events.games.drafting import AppendDraft, with_answers
from events.games.snapshot import advance
from events.log import chain
from events.log.stored_event import EventMetadata, envelop
from tests.support.games import start_game

NOW = "2030-01-02T03:04:05.678Z"
ORDERS = (
    Instruction.AMBUSH_IF_ONE_HIT,
    Instruction.RETREAT_TO_COVER,
    Instruction.TAKE_GROUND,
    Instruction.NO_OVERRUN,
    Instruction.BATTLE_BACK,
)


class Mode(Enum):
    """What both sides tell in advance: nothing, standing orders, and the next turn besides."""

    NOTHING = 0
    ORDERS = 1
    TURNS = 2


def played(number: int, mode: Mode, longest: int = 3000) -> Counter[str]:
    """The waits of a random game: for an answer in one's own turn (``off_turn``), for the other's
    turn (``turn``), and in the middle of it (``resumed``); the turns that were told, carried out
    in part (``begun``) and to their end (``whole``). It is looked at for ``longest`` commands."""
    dice, tally = random.Random(number), Counter[str]()
    slug, edition = dice.choice(slugs()), dice.choice(list(EditionName))
    so_far = first(slug, edition, number)
    acted: str | None = None
    for _ in range(longest):
        so_far, state = AppendDraft([], so_far.snapshot), so_far.snapshot.state
        for command in _new_orders(state, mode, dice):
            so_far = _given(so_far, command, tally)
        state, seat = so_far.snapshot.state, so_far.snapshot.state.awaited
        if seat is None:
            break
        if state.seats[seat] != acted:
            tally[_kind(state, seat)] += 1
        acted = state.seats[seat]
        options = [one for one in legal_commands(state, seat) if isinstance(one, Play)]
        done = with_answers(so_far.then(dice.choice(options), NOW), NOW)
        tally += _carried_out(state, done.snapshot.state)
        so_far = done
    return tally


def random_turn(state: GameState, seat: Seat, dice: random.Random) -> ConditionalTurn | None:
    """Some turn that a seat could begin as the game stands, as it goes if dice show nothing."""
    now = evolve(state, e.TurnStarted(state.turn.number + 1, seat))
    steps: list[PlannedStep] = []
    while now.awaited is seat and now.turn.number == state.turn.number + 1:
        options = [one for one in legal_commands(now, seat) if _is_plannable(one)]
        if not options or len(steps) == MAX_STEPS:
            return None
        command = dice.choice(options)
        steps.append(step_of(command))
        if isinstance(command, EndTurn):
            break
        now = apply(now, command, NoChance()).state
    return ConditionalTurn(tuple(steps)) if steps else None


def _is_plannable(command: object) -> bool:
    try:
        step_of(command)  # type: ignore[arg-type]
    except ValueError:
        return False
    return True


def first(slug: str, edition: EditionName, number: int) -> AppendDraft:
    """A game before its first decision, with nothing to be appended."""
    game = start_game(slug, edition, f"{number:064x}")
    stamp = EventMetadata(NOW, None, game.state.created.seed)
    return AppendDraft([], advance(None, envelop(game.log, 0, chain.GENESIS, stamp), no_past))


def _new_orders(state: GameState, mode: Mode, dice: random.Random) -> Iterator[GiveOrders]:
    if mode is Mode.NOTHING:
        return
    for seat in state.table.seats:
        standing = state.standing.get(seat)
        mine = state.table.side_of(state.turn.seat) is state.table.side_of(seat)
        if seat in state.awaiting or (standing and (mine or mode is Mode.ORDERS)):
            continue
        if standing and standing.turn == state.turn.number:
            continue
        turn = None if mine or mode is Mode.ORDERS else random_turn(state, seat, dice)
        if turn or not standing:
            yield GiveOrders(seat, ORDERS, None, (turn,) if turn else ())


def _given(so_far: AppendDraft, command: GiveOrders, tally: Counter[str]) -> AppendDraft:
    try:
        done = so_far.then(command, NOW)
    except IllegalCommandError:
        tally["refused"] += 1
        return so_far
    tally["told"] += bool(command.turns)
    return done


def _kind(state: GameState, seat: Seat) -> str:
    sides = {state.table.side_of(one) for one in (seat, state.turn.seat)}
    if len(sides) == 2:
        return "off_turn"
    return "turn" if not state.turn.orders else "resumed"


def _carried_out(before: GameState, after: GameState) -> Counter[str]:
    gone = after.turn.number - before.turn.number
    whole = gone > 1 or (gone == 1 and after.is_over)
    return Counter({"begun": whole or (gone == 1 and bool(after.turn.orders)), "whole": whole})
