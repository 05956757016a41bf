"""Standing orders: who may give which, what they answer, and that they tell nothing of a hand."""

from dataclasses import replace

import pytest

from domain import apply, evolve, view
from domain import events as e
from domain.commands import (
    Ambush,
    Attack,
    BattleBack,
    Command,
    Decline,
    GiveOrders,
    Retreat,
    TakeGround,
)
from domain.errors import IllegalCommandError, Rule
from domain.geometry.hexes import Hex
from domain.legal import legal_commands
from domain.notation.record import HIDDEN
from domain.notation.recording import _as_shown
from domain.notation.words import read_command, write_command
from domain.phases import BattleBackPhase, OverrunPhase
from domain.redaction import redact
from domain.state import GameState, Standing
from domain.steps.table.standing import CHANGES_PER_TURN, answer
from domain.values import Card, EditionName, Seat
from domain.values.standing import UNKNOWN_ORDERS, Instruction
from events.log import command_codec
from events.log.codec import decode, encode
from tests.support.chance import Script
from tests.support.each import each
from tests.support.games import Skirmish
from tests.support.ordered_twins import compare, differ

ALLIES, AXIS = Seat.ALLIES, Seat.AXIS
ORDERS = Instruction
AMBUSH = (Card.AMBUSH,)
BARRAGE = (Card.BARRAGE,)


def given(state: GameState, seat: Seat, *orders: Instruction) -> GameState:
    return apply(state, GiveOrders(seat, orders), Script("")).state


def attacked(picture: str, orders: tuple[Instruction, ...], enemy: tuple[Card, ...]) -> GameState:
    """The Axis, with its orders, is asked whether it ambushes the unit that attacks ``i``."""
    unit = "A" if "A" in picture else "I"
    state = Skirmish(picture, ordered=unit, enemy=enemy).begin(EditionName.E2025)
    return apply(given(state, AXIS, *orders), Attack(ALLIES, unit, "i"), Script("")).state


@each(
    "picture, order, enemy, expected",
    [
        ("4: I i", ORDERS.AMBUSH_ALWAYS, AMBUSH, Ambush(AXIS)),
        ("4: I i", ORDERS.AMBUSH_ALWAYS, BARRAGE, Decline(AXIS)),
        ("4: I i", ORDERS.AMBUSH_NEVER, AMBUSH, Decline(AXIS)),
        ("4: I i", ORDERS.AMBUSH_IF_ONE_HIT, AMBUSH, Ambush(AXIS)),
        ("4: A i", ORDERS.AMBUSH_IF_ONE_HIT, AMBUSH, Ambush(AXIS)),
        ("4: I i", ORDERS.AMBUSH_IF_ONE_HIT, BARRAGE, Decline(AXIS)),
        ("4: A/F i", ORDERS.AMBUSH_IF_ONE_HIT, AMBUSH, Decline(AXIS)),
        ("4: A/F i", ORDERS.AMBUSH_IF_HALF_A_HIT, AMBUSH, Ambush(AXIS)),
        ("4: I i", ORDERS.AMBUSH_IF_ONE_AND_A_HALF_HITS, AMBUSH, Ambush(AXIS)),
        ("4: A i", ORDERS.AMBUSH_IF_ONE_AND_A_HALF_HITS, AMBUSH, Decline(AXIS)),
        ("4: I i", ORDERS.AMBUSH_IF_TWO_HITS, AMBUSH, Decline(AXIS)),
        ("4: I i", ORDERS.TAKE_GROUND, AMBUSH, None),
    ],
)
def test_an_ambush_is_answered(
    picture: str, order: Instruction, enemy: tuple[Card, ...], expected: Command | None
) -> None:
    assert answer(attacked(picture, (order,), enemy)) == expected


@each("order", [ORDERS.AMBUSH_ALWAYS, ORDERS.AMBUSH_NEVER, ORDERS.AMBUSH_IF_ONE_HIT])
def test_twins_look_the_same(order: Instruction) -> None:
    """Hands without the card, and orders not to play it, differ in nothing that the attacker or a
    spectator sees."""
    first = attacked("4: I i", (order,), BARRAGE)
    second = attacked("4: I i", (ORDERS.AMBUSH_NEVER,), AMBUSH)
    items = []
    for state in (first, second):
        command = answer(state)
        assert command is not None
        done = apply(state, command, Script("star star star"))
        for viewer in (frozenset({ALLIES}), frozenset[Seat]()):
            seen = [redact(one, viewer) for one in done.events]
            items.append((viewer, seen, view(state, viewer), view(done.state, viewer)))
    assert items[:2] == items[2:]


def answers(state: GameState, seat: Seat) -> dict[Instruction, Command | None]:
    """What each order by itself answers for a seat."""
    standing = {one: {seat: Standing((one,), 1, 1)} for one in Instruction}
    return {one: answer(replace(state, standing=orders)) for one, orders in standing.items()}


def test_a_retreat_is_answered() -> None:
    game = Skirmish(
        """
        0: .   .   .
        1:   .   F
        2: .   .   .
        3:   . i   .
        4: .   I   .
        """,
        ordered="I",
    ).begin(EditionName.E2025)
    state = apply(game, Attack(ALLIES, "I", "i"), Script("flag star star")).state
    found = answers(state, AXIS)
    assert {one for one, way in found.items() if way} == {
        ORDERS.RETREAT_SHORTEST,
        ORDERS.RETREAT_LONGEST,
        ORDERS.RETREAT_TO_COVER,
    }
    for way in filter(None, found.values()):
        assert apply(state, way, Script("")).events
    for way in retreats(state):
        end = way.path[-1] if way.path else state.units["i"].hex
        toward = Standing((ORDERS.RETREAT_TOWARD,), 1, 1, end)
        named = answer(replace(state, standing={AXIS: toward}))
        assert isinstance(named, Retreat)
        assert (named.path[-1] if named.path else state.units["i"].hex) == end


def retreats(state: GameState) -> list[Retreat]:
    return [way for way in legal_commands(state, AXIS) if isinstance(way, Retreat)]


def test_ground_and_overrun_are_answered() -> None:
    game = Skirmish("4: A i:1 i2", ordered="A").begin(EditionName.E2025)
    state = apply(game, Attack(ALLIES, "A", "i"), Script("grenade star star")).state
    found = answers(state, ALLIES)
    assert {one: way for one, way in found.items() if way} == {
        ORDERS.TAKE_GROUND: TakeGround(ALLIES),
        ORDERS.LEAVE_GROUND: Decline(ALLIES),
    }
    state = apply(state, TakeGround(ALLIES), Script("")).state
    assert isinstance(state.phase, OverrunPhase)
    found = answers(state, ALLIES)
    assert {one: way for one, way in found.items() if way} == {ORDERS.NO_OVERRUN: Decline(ALLIES)}


def test_a_battle_back_is_answered() -> None:
    game = Skirmish("4: I i:1", ordered="I").begin(EditionName.E2025)
    found = answers(replace(game, phase=BattleBackPhase(AXIS, "i")), AXIS)
    assert {one: way for one, way in found.items() if way} == {
        ORDERS.BATTLE_BACK: BattleBack(AXIS),
        ORDERS.NO_BATTLE_BACK: Decline(AXIS),
    }


def test_what_is_refused() -> None:
    state = Skirmish("4: I i", ordered="I").begin(EditionName.E2025)
    both = (ORDERS.AMBUSH_ALWAYS, ORDERS.AMBUSH_NEVER)
    changes = [(ORDERS.TAKE_GROUND,), ()] * CHANGES_PER_TURN
    for toward in GiveOrders(AXIS, (ORDERS.RETREAT_TOWARD,)), GiveOrders(AXIS, (), Hex(1, 2)):
        with pytest.raises(IllegalCommandError) as refused:
            apply(state, toward, Script(""))
        assert refused.value.rule is Rule.STANDING_CONTRADICT
    for seat, orders, rule in (
        (ALLIES, (), Rule.STANDING_AWAITED),
        (AXIS, both, Rule.STANDING_CONTRADICT),
        (AXIS, (), Rule.STANDING_SAME),
    ):
        with pytest.raises(IllegalCommandError) as refused:
            given(state, seat, *orders)
        assert refused.value.rule is rule
    for orders in changes[:CHANGES_PER_TURN]:
        state = given(state, AXIS, *orders)
    with pytest.raises(IllegalCommandError) as refused:
        given(state, AXIS, *changes[CHANGES_PER_TURN])
    assert refused.value.rule is Rule.STANDING_NONE_LEFT


def test_only_their_seat_knows_them() -> None:
    event = e.StandingOrdersGiven(AXIS, (ORDERS.AMBUSH_NEVER,))
    assert redact(event, frozenset({AXIS})) == event
    assert redact(event, frozenset({ALLIES})) == replace(event, orders=UNKNOWN_ORDERS)


def test_a_hex_is_hidden_stored_and_told_with_them() -> None:
    event = e.StandingOrdersGiven(AXIS, (ORDERS.RETREAT_TOWARD,), Hex(3, 4))
    plain = e.StandingOrdersGiven(AXIS, (ORDERS.AMBUSH_NEVER,))
    seen = frozenset({ALLIES})
    assert redact(event, seen) == redact(plain, seen)
    for one, names in (event, {"orders", "toward"}), (plain, {"orders"}):
        stored = encode(one)
        assert stored.data == {"seat": AXIS}
        assert stored.hidden is not None and stored.hidden.keys() == names
        assert decode(stored.type, stored.schema, stored.data, stored.hidden) == one
    state = Skirmish("4: I i", ordered="I").begin(EditionName.E2025)
    command = GiveOrders(AXIS, event.orders, event.toward)
    result = write_command(command, state)
    assert result == ("instruct", "retreat_toward=D5")
    assert read_command(AXIS, *result, state) == command
    unknown = GiveOrders(AXIS, UNKNOWN_ORDERS)
    assert write_command(unknown, state) == ("instruct", HIDDEN)
    recorded = command_codec.encode(command)
    assert recorded == {"type": "give_orders"}
    assert command_codec.decode(recorded, AXIS, event) == command


def test_a_request_to_take_back_stands_beside_them() -> None:
    state = Skirmish("4: I i", ordered="I").begin(EditionName.E2025)
    state = evolve(state, e.UndoRequested(ALLIES, 3))
    later = given(state, AXIS, ORDERS.AMBUSH_NEVER)
    assert later.offer == state.offer is not None
    taken_back = evolve(later, e.TakenBack(3), lambda _: state)
    assert taken_back.standing == later.standing


def test_a_sandbox_answers_nothing() -> None:
    state = attacked("4: I i", (ORDERS.AMBUSH_NEVER,), AMBUSH)
    branch = e.BranchOf("gm", 3, "head", "gm", None, "gm", 0)
    assert answer(replace(state, created=replace(state.created, branch=branch))) is None


def test_without_an_attack_nobody_is_ambushed() -> None:
    state = attacked("4: I i", (ORDERS.TAKE_GROUND,), BARRAGE)
    ordered = given(replace(state, phase=None), AXIS, ORDERS.AMBUSH_IF_ONE_HIT)
    calm = replace(ordered, phase=state.phase, turn=replace(state.turn, fight=None))
    with pytest.raises(ValueError, match="no attack"):
        answer(calm)


def test_a_record_shows_the_orders_that_its_viewer_knows() -> None:
    known, hidden = ((ORDERS.TAKE_GROUND,), UNKNOWN_ORDERS)
    shown = _as_shown(GiveOrders(AXIS, known), e.StandingOrdersGiven(AXIS, hidden))
    assert shown == GiveOrders(AXIS, hidden)


@pytest.mark.no_cover
def test_random_twins_look_the_same() -> None:
    tally = compare(4)
    assert tally.twins > 5
    assert tally.different == 0
    shows = (attacked("4: I i", (ORDERS.AMBUSH_ALWAYS,), hand) for hand in (AMBUSH, BARRAGE))
    assert differ(tally, *shows, AXIS)
