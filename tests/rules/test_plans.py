"""Turns that are told in advance: what may be told, what is carried out, and that nothing shows."""

from dataclasses import replace

import pytest

from domain import apply, legal_commands, view
from domain import events as e
from domain.commands import Attack, ChooseCard, EndTurn, GiveOrders, PlayCard
from domain.errors import IllegalCommandError, Rule
from domain.evolve import no_past
from domain.geometry.hexes import Hex
from domain.notation.record import HIDDEN
from domain.notation.words import read_command, write_command
from domain.plans import Condition, ConditionalTurn, PlannedStep, StepType
from domain.redaction import redact
from domain.state import GameState
from domain.steps.table.plans import MAX_STEPS, MAX_TURNS, command_of, planned, step_of
from domain.steps.table.standing import given
from domain.values import Card, EditionName, Seat, Section
from domain.values.standing import Instruction
from events.games.drafting import AppendDraft, follow, with_answers
from events.games.snapshot import advance
from events.log import chain, command_codec
from events.log.codec import decode, encode
from events.log.stored_event import EventMetadata, envelop
from tests.support.chance import Script
from tests.support.correspondence import NOW, Mode, played
from tests.support.each import each
from tests.support.games import Skirmish

ALLIES, AXIS = Seat.ALLIES, Seat.AXIS
CARD = Card.ASSAULT_CENTER
AWAY, NEAR = Hex(0, 6), Hex(2, 6)
SKIRMISH = Skirmish(
    """
    0: .  .  .  .  .  .  .
    1:   .  .  .  .  .  .
    2: .  .  .  .  .  .  i
    3:   .  .  .  .  .  .
    4: .  .  .  .  .  .  I
    """,
    left=0,
    ordered="I",
    enemy=(CARD,),
    held=(Card.BARRAGE,),
)


def step(kind: StepType, **said: object) -> PlannedStep:
    return PlannedStep(kind, **said)  # type: ignore[arg-type]


PLAY, END = step(StepType.PLAY_CARD, card=CARD), step(StepType.END_TURN)
ORDER = step(StepType.ORDER_UNIT, unit="i")
DONE = (step(StepType.END_ORDERS), step(StepType.END_MOVES))
FIRE = step(StepType.ATTACK, unit="i", target="I")
MOVE = step(StepType.MOVE_UNIT, unit="i", path=(Hex(3, 5),))
QUIET, FIGHT = (PLAY, ORDER, *DONE, END), (PLAY, ORDER, *DONE, FIRE, END)


def conditional_turn(
    *steps: PlannedStep, when: Condition = Condition.ALWAYS, at: Hex | None = None
) -> ConditionalTurn:
    return ConditionalTurn(steps or QUIET, when, at)


def so_far(*turns: ConditionalTurn) -> AppendDraft:
    """The Allies battle; the Axis has told its next turn."""
    log = SKIRMISH.log(EditionName.E2025)
    stamp = EventMetadata(NOW, None, "5eed" * 16)
    game = AppendDraft([], advance(None, envelop(log, 0, chain.GENESIS, stamp), no_past))
    return game.then(GiveOrders(AXIS, (), None, turns), NOW) if turns else game


def ended(*turns: ConditionalTurn) -> AppendDraft:
    return with_answers(so_far(*turns).then(EndTurn(ALLIES), NOW), NOW)


def test_a_turn_is_carried_out_in_the_same_append() -> None:
    done = ended(conditional_turn())
    state = done.snapshot.state
    assert (state.turn.number, state.turn.seat) == (3, ALLIES)
    carried = [one.command["type"] for one in done.recorded if one.command]
    # One unit can be ordered, so that ordering ends by itself.
    turn = ["play_card", "order_unit", "end_moves", "end_turn"]
    assert carried == ["give_orders", "end_turn", *turn]
    assert {one.at for one in done.recorded} == {NOW}
    # It is told for one turn: the Axis is asked in the next one.
    over = with_answers(AppendDraft([], done.snapshot).then(plays(state, ALLIES), NOW), NOW)
    assert (
        planned(replace(over.snapshot.state, turn=replace(state.turn, seat=AXIS, number=4))) == ()
    )
    assert given(replace(state, turn=replace(state.turn, number=4)), AXIS) == ((), None, ())


def plays(state: GameState, seat: Seat) -> PlayCard:
    return next(one for one in legal_commands(state, seat) if isinstance(one, PlayCard))


@each(
    "when, at, carried_out",
    [
        (Condition.ALWAYS, None, True),
        (Condition.UNTOUCHED, None, True),
        (Condition.ENEMY_ON, Hex(4, 6), True),
        (Condition.ENEMY_ON, NEAR, False),
        (Condition.NO_ENEMY_ON, AWAY, True),
        (Condition.NO_ENEMY_ON, Hex(4, 6), False),
    ],
)
def test_a_condition_decides(when: Condition, at: Hex | None, carried_out: bool) -> None:
    assert (
        ended(conditional_turn(when=when, at=at)).snapshot.state.turn.number == 3
    ) is carried_out


def test_the_first_whose_condition_holds_counts() -> None:
    hit = conditional_turn(when=Condition.UNTOUCHED)
    moved = conditional_turn(PLAY, ORDER, MOVE, when=Condition.ENEMY_ON, at=Hex(4, 6))
    game = so_far(hit, moved)
    state = apply(game.snapshot.state, Attack(ALLIES, "I", "i"), Script("infantry star")).state
    after = apply(state, EndTurn(ALLIES), Script("")).state
    assert [type(one).__name__ for one in planned(after)] == ["PlayCard", "OrderUnit", "MoveUnit"]


def test_it_stops_where_the_rules_do_not_allow_the_next_step() -> None:
    twice = conditional_turn(PLAY, ORDER, *DONE, FIRE, FIRE, END)
    game = so_far(twice).then(EndTurn(ALLIES), NOW)
    found = follow(game, NOW)
    assert found.steps == 5
    assert found.refused is not None
    assert found.draft.snapshot.state.turn.seat is AXIS


def test_what_is_not_begun_leaves_no_trace() -> None:
    """A turn whose condition fails, one that is not possible any more, and no turn at all: others
    see the same events, states and times."""
    no = conditional_turn(when=Condition.ENEMY_ON, at=AWAY)
    gone = so_far(conditional_turn()).snapshot.state
    hands = {**gone.cards.hands, AXIS: (Card.RECON_LEFT,) * 6}
    lost = replace(gone, cards=replace(gone.cards, hands=hands))
    first = so_far(conditional_turn())
    shown = []
    for game in (
        so_far(no),
        AppendDraft(first.recorded, replace(first.snapshot, state=lost)),
        so_far(ConditionalTurn((PLAY,), Condition.ENEMY_ON, NEAR)),
        so_far().then(GiveOrders(AXIS, (Instruction.NO_OVERRUN,)), NOW),
    ):
        done = with_answers(game.then(EndTurn(ALLIES), NOW), NOW)
        for viewer in frozenset({ALLIES}), frozenset[Seat]():
            seen = [one.shown_to(viewer) for one in done.recorded]
            events = [{k: v for k, v in one.items() if k not in ("hash", "hidden")} for one in seen]
            shown.append((events, view(done.snapshot.state, viewer)))
    assert shown[2:] == shown[:2] * 3


@each(
    "rule, turns",
    [
        (Rule.STANDING_TURN, (conditional_turn(END),)),
        (Rule.STANDING_TURN, (ConditionalTurn(()),)),
        (Rule.STANDING_TURN, (conditional_turn(*(PLAY, *(END,) * MAX_STEPS)),)),
        (Rule.STANDING_TURN, (conditional_turn(),) * (MAX_TURNS + 1)),
        (Rule.STANDING_TURN, (conditional_turn(when=Condition.ENEMY_ON),)),
        (Rule.STANDING_TURN, (conditional_turn(at=AWAY),)),
        (Rule.STANDING_TURN, (conditional_turn(PLAY, step(StepType.ORDER_UNIT)),)),
        (Rule.STANDING_TURN, (conditional_turn(PLAY, step(StepType.END_TURN, unit="i")),)),
        (
            Rule.CARD_NOT_IN_HAND,
            (conditional_turn(step(StepType.PLAY_CARD, card=Card.RECON_LEFT)),),
        ),
        (Rule.UNIT_NOT_YOURS, (conditional_turn(PLAY, step(StepType.ORDER_UNIT, unit="I")),)),
    ],
)
def test_what_is_refused(rule: Rule, turns: tuple[ConditionalTurn, ...]) -> None:
    with pytest.raises(IllegalCommandError) as refused:
        so_far(*turns)
    assert refused.value.rule is rule


def test_what_is_decided_later_is_not_judged_before() -> None:
    """What follows dice, or the end of the turn, is judged when it is carried out."""
    for steps in (PLAY, ORDER, *DONE, FIRE, FIRE, END), (*QUIET, END):
        assert so_far(conditional_turn(*steps)).snapshot.state.standing[AXIS].turns


def test_it_is_given_while_the_other_side_plays() -> None:
    state = replace(so_far().snapshot.state, phase=None)
    with pytest.raises(IllegalCommandError) as refused:
        apply(state, GiveOrders(ALLIES, (), None, (conditional_turn(),)), Script(""))
    assert refused.value.rule is Rule.STANDING_TURN


def test_a_sandbox_and_a_seat_without_any_are_asked() -> None:
    after = so_far(conditional_turn()).then(EndTurn(ALLIES), NOW).snapshot.state
    branch = e.BranchOf("gm", 3, "head", "gm", None, "gm", 0)
    assert planned(after)
    assert planned(replace(after, created=replace(after.created, branch=branch))) == ()
    assert planned(replace(after, standing={})) == ()
    assert planned(replace(after, phase=None)) == ()


def test_commands_are_steps_and_steps_commands() -> None:
    for one in (*FIGHT, MOVE, step(StepType.PLAY_CARD, card=CARD, section=Section.LEFT)):
        assert step_of(command_of(AXIS, one)) == one
    for not_told in ChooseCard(AXIS, CARD), PlayCard(AXIS, CARD, shared=True):
        with pytest.raises(ValueError, match=r"card|choose"):
            step_of(not_told)


def test_it_is_hidden_stored_and_written() -> None:
    way = step(StepType.EXIT_BOARD, unit="i", path=())
    moving = step(StepType.ORDER_UNIT, unit="i", on_the_move=True)
    turns = (
        conditional_turn(*FIGHT, MOVE, way, moving),
        conditional_turn(when=Condition.ENEMY_ON, at=AWAY),
    )
    orders = (Instruction.AMBUSH_NEVER,)
    event = e.StandingOrdersGiven(AXIS, orders, None, turns)
    plain = e.StandingOrdersGiven(AXIS, orders)
    assert redact(event, frozenset({ALLIES})) == redact(plain, frozenset({ALLIES}))
    stored = encode(event)
    assert stored.data == {"seat": AXIS}
    assert stored.hidden is not None
    assert stored.hidden["turns"][0]["steps"][0] == {"type": "play_card", "card": CARD}
    assert decode(stored.type, stored.schema, stored.data, stored.hidden) == event
    command, state = GiveOrders(AXIS, orders, None, turns), so_far().snapshot.state
    recorded = command_codec.encode(command)
    assert recorded == {"type": "give_orders"}
    assert command_codec.decode(recorded, AXIS, event) == command
    for one in command, GiveOrders(AXIS, (), None, turns):
        word, argument = write_command(one, state)
        assert set(argument) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHI0123456789_-/=")
        assert read_command(AXIS, word, argument, state) == one
    assert write_command(redacted(command), state)[1] == HIDDEN
    with pytest.raises(ValueError, match="not an argument"):
        read_command(AXIS, "instruct", "none/then=always/end_turn=who-i", state)


def redacted(command: GiveOrders) -> GiveOrders:
    shown = redact(
        e.StandingOrdersGiven(AXIS, command.orders, None, command.turns), frozenset({ALLIES})
    )
    assert isinstance(shown, e.StandingOrdersGiven)
    return GiveOrders(AXIS, shown.orders, shown.toward, shown.turns)


def test_a_conditional_turn_does_not_wait() -> None:
    """Of a random game's waits those in the other's turn are gone with orders, and with turns most
    of those for one's own."""
    asked, answered, carried = (played(1, mode, 250) for mode in Mode)
    assert asked["off_turn"] > 0 == answered["off_turn"] == carried["off_turn"]
    assert carried["whole"] > carried["told"] / 2
    assert carried["turn"] + carried["resumed"] < answered["turn"] / 2
