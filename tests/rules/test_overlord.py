"""Two boards, a chain of command on each side, and generals who act at the same time (Overlord)."""

import random
from collections import Counter
from dataclasses import replace

import pytest

from domain import events as e
from domain.bots import choose
from domain.bots.knowledge import known
from domain.commands import (
    Ambush,
    Attack,
    Decline,
    EndBattles,
    EndHandOut,
    EndMoves,
    EndOrders,
    EndTurn,
    HandOut,
    HealUnit,
    LeaveSeat,
    MoveUnit,
    NameTarget,
    OrderUnit,
    PlayCard,
    Resign,
    Retreat,
    TakeSeat,
)
from domain.decide import create, is_offered
from domain.editions import edition_on
from domain.errors import Rule
from domain.evolve import evolve, fold
from domain.geometry.hexes import Hex, at, distance, grid_of
from domain.geometry.shape import OVERLORD, STANDARD, GridShape
from domain.legal import legal_commands
from domain.narrative.cards import SAID
from domain.narrative.context import opened
from domain.narrative.messages import AccountMessage as M
from domain.notation.words import understood, written
from domain.phases import (
    AmbushPhase,
    BattlePhase,
    HandOutPhase,
    MoveAgainPhase,
    MovePhase,
    NameTargetsPhase,
    OrderPhase,
    RetreatPhase,
)
from domain.pieces.card_spec import ANY_NUMBER, Halves
from domain.pieces.cards import SECTION_CARDS, TACTIC_CARDS
from domain.playtest import play_out
from domain.redaction import redact
from domain.scenarios import load
from domain.seating import Table, table_with, tables_for
from domain.setup import AppliedDoctrine, Setup, StandIn
from domain.state import GameState
from domain.steps.table.lifecycle import full_deck
from domain.values import (
    UNKNOWN_CARD,
    Card,
    DiscardSource,
    Doctrine,
    Edge,
    EditionName,
    Face,
    Role,
    Seat,
    Section,
    Side,
    Status,
    Variant,
)
from domain.values.bots import BotLevel
from domain.view import view
from tests.rules.test_alliance import exchanged, holding, refused
from tests.support.boards import board
from tests.support.chance import Script
from tests.support.games import Playing, filled, wish
from tests.support.laws import broken_laws

A1, A2, A3, A4 = Seat.ALLIES_1, Seat.ALLIES_2, Seat.ALLIES_3, Seat.ALLIES_4
X1, X2, X3, X4 = Seat.AXIS_1, Seat.AXIS_2, Seat.AXIS_3, Seat.AXIS_4
OLD, NEW = EditionName.E2004, EditionName.E2025
LEFT, CENTER, RIGHT = Section.LEFT, Section.CENTER, Section.RIGHT
EIGHT, SIX, FOUR, TWO = tables_for(Variant.OVERLORD)
BATTLE = "omaha_beach_overlord"
# A unit of each side in each half of each section, and one of each on the line between two
# generals; from the left: W1, W2, the line at 17, C1, C2, E1, E2.
PICTURE = """
    1: .  .  i1 .  .  i2 .  .  i3 .  i4 .  .  .  i5 .  .  .  i6 .  .  .  i7 .  .
    7: .  .  I1 .  .  I2 .  .  I3 .  I4 .  .  .  I5 .  .  .  I6 .  .  .  I7 .  .
"""


def begun(
    setup: Setup | None = None,
    table: Table = EIGHT,
    edition: EditionName = NEW,
    battle: str = "drawn",
    seed: str = "5eed" * 16,
) -> Playing:
    """A game with a player of its own in each seat; on the drawn board the Allies begin."""
    drawn = setup or board(PICTURE, 0, OVERLORD).setup(Side.ALLIES, 8, (), 4)
    wanted = replace(wish(drawn, seed, battle), variant=Variant.OVERLORD, table=table)
    return filled(edition, wanted)


def handed(game: Playing, *pairs: tuple[Card, Seat]) -> tuple[e.Event, ...]:
    """The chief at turn gets these cards beside those of its hand, hands them out, and ends."""
    chief = game.state.turn.seat
    holding(game, chief, *(card for card, _ in pairs), *[Card.PROBE_LEFT] * 5)
    told: tuple[e.Event, ...] = ()
    for card, to in pairs:
        told = game.do(HandOut(chief, card, to))
    return game.do(EndHandOut(chief)) if isinstance(game.state.phase, HandOutPhase) else told


def ordered(game: Playing, seat: Seat) -> set[str]:
    """The units that a seat may order."""
    return {one.unit for one in legal_commands(game.state, seat) if isinstance(one, OrderUnit)}


def scripted(game: Playing, *faces: Face) -> None:
    """The dice that are thrown next."""
    game.chance = Script(" ".join(faces))


def passed(game: Playing) -> None:
    """The turn goes on to its end, with nothing done that need not be."""
    turn = game.state.turn.number
    while game.state.turn.number == turn and game.state.winner is None:
        seat = game.state.awaiting[0]
        listed = [one for one in legal_commands(game.state, seat) if not isinstance(one, Resign)]
        game.do(listed[-1])


# The board.


def test_two_boards_are_one_field() -> None:
    """26 and 25 hexes a row; where the boards touch, printed halves make whole hexes at x 25."""
    grid = grid_of(OVERLORD)
    assert len(grid.hexes) == 5 * 26 + 4 * 25
    assert distance(at(2, 24), at(2, 26)) == 1
    assert set(grid.neighbors[at(3, 25)]) == {
        *(at(3, 23), at(3, 27)),
        *(at(row, x) for row in (2, 4) for x in (24, 26)),
    }


@pytest.mark.parametrize(
    ("x", "sections", "halves"),
    [
        (1, (LEFT,), (0,)),
        (7, (LEFT,), (0, 1)),
        (15, (LEFT,), (1,)),
        (17, (LEFT, CENTER), (1, 2)),
        (25, (CENTER,), (2, 3)),
        (33, (CENTER, RIGHT), (3, 4)),
        (43, (RIGHT,), (4, 5)),
        (49, (RIGHT,), (5,)),
    ],
)
def test_sections_are_double_and_their_lines_belong_to_both(
    x: int, sections: tuple[Section, ...], halves: tuple[int, ...]
) -> None:
    grid = grid_of(OVERLORD)
    assert grid.sections(at(1, x), Edge.BOTTOM) == sections
    mirrored = {LEFT: RIGHT, CENTER: CENTER, RIGHT: LEFT}
    assert set(grid.sections(at(1, x), Edge.TOP)) == {mirrored[one] for one in sections}
    assert grid.halves[at(1, x)] == halves
    for edge in Edge:
        own = {half for one in grid.sections(at(1, x), edge) for half in grid.halves_of(one, edge)}
        assert set(halves) <= own


@pytest.mark.parametrize("lines", [(7, 25), (7, 25, 30), (25, 7, 43), (7, 25, 50)])
def test_halves_lie_within_sections(lines: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="one line between its halves"):
        GridShape(columns=26, section_lines=(17, 33), half_lines=lines)


# The table.


def test_a_side_has_a_chief_and_three_generals() -> None:
    for side, seats in ((Side.ALLIES, (A1, A2, A3, A4)), (Side.AXIS, (X1, X2, X3, X4))):
        places = {place.seat: (place.role, place.sections) for place in EIGHT.places}
        assert EIGHT.seats_of(side) == seats
        assert places[seats[0]] == (Role.COMMANDER_IN_CHIEF, ())
        for seat, section in zip(seats[1:], Section, strict=True):
            assert places[seat] == (Role.FIELD_GENERAL, (section,))
    assert EIGHT.leaders == (A1, X1)
    assert (EIGHT.sight({A2}), EIGHT.sight({A1})) == ({A2}, {A1})


@pytest.mark.parametrize(
    ("table", "parties"),
    [
        (EIGHT, [(seat,) for seat in EIGHT.seats]),
        (SIX, [(A1, A3), (X1, X3), (A2,), (X2,), (A4,), (X4,)]),
        (FOUR, [(A1, A3), (X1, X3), (A2, A4), (X2, X4)]),
        (TWO, [(A1, A2, A3, A4), (X1, X2, X3, X4)]),
    ],
    ids=["8", "6", "4", "2"],
)
def test_fewer_players_take_several_seats(table: Table, parties: list[tuple[Seat, ...]]) -> None:
    """Ruling: the chief commands the center of six, of four the other one both flanks."""
    assert table.parties == tuple(parties)
    assert table_with(Variant.OVERLORD, table.parties) is table
    created = create(
        NEW,
        replace(
            wish(load(BATTLE), scenario=BATTLE),
            variant=Variant.OVERLORD,
            table=table,
        ),
    )
    chance = Script()
    game = Playing(evolve(None, created), [created], [], chance)
    last = parties[-1][-1]
    assert game.do(TakeSeat(last, "ann")) == tuple(e.SeatTaken(s, "ann") for s in parties[-1])
    assert refused(game, TakeSeat(parties[-1][0], "bob")) is Rule.SEAT_TAKEN
    assert game.do(LeaveSeat(last, "ann")) == tuple(e.SeatLeft(s, "ann") for s in parties[-1])


def test_overlord_is_played_on_its_boards_alone_by_both_editions() -> None:
    for edition in EditionName:
        assert is_offered(edition, Variant.OVERLORD, OVERLORD)
        assert not is_offered(edition, Variant.OVERLORD, STANDARD)
        assert not is_offered(edition, Variant.STANDARD, OVERLORD)


def test_eight_cards_a_side_are_the_chiefs_of_two_decks() -> None:
    game = begun(load(BATTLE), battle=BATTLE)
    assert {s: len(hand) for s, hand in game.state.cards.hands.items()} == {X1: 8, A1: 8}
    assert sum(game.state.created.deck.values()) == 120
    assert (game.state.turn.seat, game.state.awaiting) == (X1, (X1,))
    once = {**SECTION_CARDS, **TACTIC_CARDS}
    assert game.state.created.deck == {card: 2 * spec.copies for card, spec in once.items()}


@pytest.mark.parametrize("edition", EditionName)
def test_what_two_boxes_hold_is_double(edition: EditionName) -> None:
    one, two = edition_on(STANDARD, edition), edition_on(OVERLORD, edition)
    assert two.obstacle_limits == {kind: 2 * most for kind, most in one.obstacle_limits.items()}
    assert (two.units, two.terrain, two.air_dice) == (one.units, one.terrain, one.air_dice)


# Handing out.

TO_THE_LEFT, TO_THE_CENTER, TO_THE_RIGHT = (A2,), (A3,), (A4,)
TO_ANY, TO_THE_FLANKS, TO_THE_CHIEF = (A2, A3, A4), (A2, A4), (A1,)
TAKERS: dict[Card, tuple[Seat, ...]] = {
    **dict.fromkeys((Card.RECON_LEFT, Card.PROBE_LEFT, Card.ATTACK_LEFT), TO_THE_LEFT),
    **dict.fromkeys((Card.PROBE_CENTER, Card.ASSAULT_CENTER), TO_THE_CENTER),
    **dict.fromkeys((Card.PROBE_RIGHT, Card.ASSAULT_RIGHT), TO_THE_RIGHT),
    **dict.fromkeys((Card.RECON_IN_FORCE, Card.GENERAL_ADVANCE), TO_ANY),
    Card.PINCER_MOVE: TO_THE_FLANKS,
    **dict.fromkeys((Card.AIR_POWER, Card.BARRAGE, Card.THEIR_FINEST_HOUR), TO_THE_CHIEF),
    Card.AMBUSH: (),
    Card.COUNTER_ATTACK: (),
    **dict.fromkeys(
        (
            *(Card.ARMOR_ASSAULT, Card.MOVE_OUT, Card.DIRECT_FROM_HQ, Card.INFANTRY_ASSAULT),
            *(Card.CLOSE_ASSAULT, Card.FIREFIGHT, Card.ARTILLERY_BOMBARD, Card.DIG_IN),
            *(Card.BEHIND_ENEMY_LINES, Card.MEDICS_AND_MECHANICS),
        ),
        TO_ANY,
    ),
}


@pytest.mark.parametrize("card", TAKERS, ids=str)
def test_a_card_goes_to_whom_it_concerns(card: Card) -> None:
    """Section cards to the general of the section, the four of the chief to nobody, Ambush is a
    reaction, a Counter-Attack wants an order to copy, all others go to any general."""
    game = begun()
    holding(game, A1, card, Card.PROBE_LEFT)
    listed = [one for one in legal_commands(game.state, A1) if isinstance(one, HandOut)]
    assert tuple(one.to for one in listed if one.card is card) == TAKERS[card]
    for to in EIGHT.seats:
        if to not in TAKERS[card]:
            assert refused(game, HandOut(A1, card, to)) is Rule.CARD_NOT_FOR_SEAT


def test_three_cards_at_most_one_for_each_and_one_is_kept() -> None:
    game = begun()
    holding(game, A1, Card.MOVE_OUT, Card.MOVE_OUT, Card.DIG_IN, Card.BARRAGE)
    assert isinstance(game.state.phase, HandOutPhase)
    assert refused(game, EndHandOut(A1)) is Rule.CARD_NONE_HANDED_OUT
    assert refused(game, EndHandOut(A2)) is Rule.TURN_NOT_YOURS
    assert refused(game, PlayCard(A1, Card.MOVE_OUT)) is Rule.PHASE_OTHER_DECISION
    assert refused(game, HandOut(A1, Card.ASSAULT_LEFT, A2)) is Rule.CARD_NOT_IN_HAND
    assert refused(game, HandOut(A1, Card.DIG_IN, Seat.ALLIES)) is Rule.SEAT_UNKNOWN
    game.do(HandOut(A1, Card.MOVE_OUT, A2))
    assert refused(game, HandOut(A1, Card.MOVE_OUT, A2)) is Rule.CARD_NOT_FOR_SEAT
    assert refused(game, HandOut(A1, Card.MOVE_OUT, X2)) is Rule.CARD_NOT_FOR_SEAT
    assert EndHandOut(A1) in legal_commands(game.state, A1)
    game.do(HandOut(A1, Card.MOVE_OUT, A4))
    third = game.do(HandOut(A1, Card.BARRAGE, A1))
    assert [one.seat for one in third if isinstance(one, e.CardPlayed)] == [A1, A2, A4]
    assert game.state.cards.hand(A1) == (Card.DIG_IN,)


def test_of_two_cards_one_is_kept_and_a_last_one_is_played() -> None:
    for hand, left in (([Card.MOVE_OUT, Card.DIG_IN], (Card.DIG_IN,)), ([Card.MOVE_OUT], ())):
        game = begun()
        holding(game, A1, *hand)
        told = game.do(HandOut(A1, Card.MOVE_OUT, A3))
        assert told[:2] == (e.CardHandedOut(A1, A3, Card.MOVE_OUT), e.CardPlayed(A3, Card.MOVE_OUT))
        assert game.state.cards.hand(A1) == left


def test_a_hand_of_which_nothing_can_be_handed_out_is_played_without_effect() -> None:
    """Ruling: an Ambush, or a Counter-Attack that has nothing to copy."""
    for card in (Card.AMBUSH, Card.COUNTER_ATTACK):
        game = begun()
        holding(game, A1, card, Card.AMBUSH)
        assert HandOut(A1, card, A1) in legal_commands(game.state, A1)
        game.do(HandOut(A1, card, A1))
        assert isinstance(game.state.phase, BattlePhase)
        assert (game.state.awaiting, legal_commands(game.state, A2)) == ((A1,), (Resign(A2),))
        ended = game.do(EndTurn(A1))
        assert e.CardDiscarded(A1, card, DiscardSource.IN_PLAY) in ended
        assert sum(isinstance(one, e.CardDrawn) for one in ended) == 2


def test_who_sees_what_was_handed_out() -> None:
    """Before the cards are played: the chief, and each general its own."""
    game = begun()
    holding(game, A1, Card.DIG_IN, Card.MOVE_OUT, Card.BARRAGE)
    [event] = game.do(HandOut(A1, Card.DIG_IN, A2))
    for seats, seen in (
        ({A1}, True),
        ({A2}, True),
        ({A3}, False),
        ({X1, X2}, False),
        (set[Seat](), False),
    ):
        shown = view(game.state, frozenset(seats))
        assert shown.get("handed_out") == [{"seat": A2, "card": Card.DIG_IN if seen else None}]
        assert ("cards" in shown["hands"]["allies_1"]) is (A1 in seats)
        told = redact(event, frozenset(seats))
        assert isinstance(told, e.CardHandedOut)
        assert (told.card == UNKNOWN_CARD) is not seen
        said = SAID[e.CardHandedOut](opened(game.state.created), told)
        open_, closed = M.CARD_HANDED_OUT_OPEN, M.CARD_HANDED_OUT
        assert [part.message for part in said] == [open_ if seen else closed]
    for seat, seen in ((A1, True), (A2, True), (A3, False), (X1, False)):
        assert (known(game.state, seat).cards.handed[A2] is Card.DIG_IN) is seen
    game.do(EndHandOut(A1))
    laid = view(game.state, frozenset())["handed_out"]
    assert laid == [
        {"seat": A2, "card": Card.DIG_IN, "orders_as": Card.DIG_IN, "orders_fallback": False}
    ]


# Orders.

W1, W2, C1, C2, E1, E2 = "I1", "I2", "I4", "I5", "I6", "I7"
SHARED = "I3"
"""On the line between the left general and the one in the center."""


def test_a_general_orders_the_units_of_its_section_and_those_on_its_lines() -> None:
    game = begun()
    handed(game, (Card.DIRECT_FROM_HQ, A2), (Card.MOVE_OUT, A3), (Card.DIG_IN, A4))
    assert isinstance(game.state.phase, OrderPhase)
    assert game.state.awaiting == (A2, A3, A4)
    assert ordered(game, A2) == {W1, W2, SHARED}
    assert ordered(game, A3) == {SHARED, C1, C2}
    assert ordered(game, A4) == {E1, E2}
    assert refused(game, OrderUnit(A4, C1)) is Rule.UNIT_NOT_YOURS
    assert game.do(OrderUnit(A3, SHARED)) == (e.UnitOrdered(SHARED, (CENTER,)),)
    assert ordered(game, A2) == {W1, W2}
    assert refused(game, OrderUnit(A2, SHARED)) is Rule.UNIT_NOT_YOURS
    assert refused(game, OrderUnit(A3, SHARED)) is Rule.ORDER_ALREADY_GIVEN
    assert game.state.orderer(SHARED) is A3


def test_a_unit_on_the_line_is_the_first_generals_until_it_is_ordered() -> None:
    """Ruling: where a retreat is to be chosen for it."""
    game = begun()
    handed(game, (Card.MOVE_OUT, A3))
    rules = (None, A2), (SHARED, A3)
    for unit, seat in rules:
        if unit:
            game.do(OrderUnit(A3, unit))
        ground = game.state.units[SHARED].hex
        state = evolve(game.state, e.RetreatDemanded(SHARED, seat, 1, 0, 1, 1))
        assert state.awaiting == (seat,)
        assert ground == at(7, 17)


HALVES = [
    # Two in one half, three in one half, all of one half, one and two in each half.
    (Card.PROBE_LEFT, A2, W1, (), Rule.ORDER_NOT_IN_SECTION),
    (Card.PROBE_LEFT, A2, W2, (SHARED,), None),
    (Card.ATTACK_CENTER, A3, C1, (SHARED,), None),
    (Card.ASSAULT_CENTER, A3, C2, (), Rule.ORDER_NOT_IN_SECTION),
    (Card.INFANTRY_ASSAULT, A2, W2, (SHARED,), None),
    (Card.PINCER_MOVE, A4, E1, (), Rule.ORDER_NOT_IN_SECTION),
    (Card.RECON_IN_FORCE, A2, W2, (W1,), Rule.ORDER_NONE_LEFT),
    (Card.GENERAL_ADVANCE, A2, W2, (W1, SHARED), None),
    (Card.RECON_LEFT, A2, W1, (), Rule.ORDER_NONE_LEFT),
    (Card.DIRECT_FROM_HQ, A2, W1, (W2, SHARED), None),
]


@pytest.mark.parametrize(("card", "to", "first", "others", "rule"), HALVES, ids=str)
def test_cards_order_in_halves_of_a_section(
    card: Card, to: Seat, first: str, others: tuple[str, ...], rule: Rule | None
) -> None:
    """The first unit shows which half a card for one of them orders in."""
    game = begun()
    handed(game, (card, to))
    game.do(OrderUnit(to, first))
    assert ordered(game, to) == set(others)
    if rule is not None and isinstance(game.state.phase, OrderPhase):
        grid, own = grid_of(OVERLORD), set(EIGHT.commands(to))
        left = [
            unit.id
            for unit in game.state.units.values()
            if unit.side is Side.ALLIES
            and own & set(grid.sections(unit.hex, Edge.BOTTOM))
            and unit.id not in (first, *others)
        ]
        assert {refused(game, OrderUnit(to, one)) for one in left} == {rule}


def test_a_unit_in_the_middle_of_a_section_counts_for_either_half() -> None:
    """General Advance: two in each half; one at x 25 is of both."""
    rows = "1: i\n 7: . . . . . . . . I1 . I2 . I3 . I4 . I5"
    game = begun(board(rows, 0, OVERLORD).setup(Side.ALLIES, 8, (), 4))
    handed(game, (Card.GENERAL_ADVANCE, A3))
    # x 17, 21, 25, 29, 33.
    for name in ("I1", "I2", "I3"):
        game.do(OrderUnit(A3, name))
    assert ordered(game, A3) == {"I4", "I5"}
    game.do(OrderUnit(A3, "I4"))
    assert isinstance(game.state.phase, MovePhase)


def test_a_probe_fills_up_with_two() -> None:
    game = begun()
    handed(game, (Card.PROBE_LEFT, A2), (Card.MOVE_OUT, A3))
    game.do(OrderUnit(A2, W2))
    assert game.do(OrderUnit(A2, SHARED))[-1] == e.PhaseFinished(A2)
    assert game.state.awaiting == (A3,)
    assert refused(game, EndOrders(A2)) is Rule.TURN_NOT_YOURS


def test_a_general_without_units_of_a_kind_orders_one_of_any() -> None:
    """Tested over its own section: others may have armor."""
    rows = "1: i\n 7: I1 . . . . . . . . . A1"
    game = begun(board(rows, 0, OVERLORD).setup(Side.ALLIES, 8, (), 4))
    handed(game, (Card.ARMOR_ASSAULT, A2), (Card.ARMOR_ASSAULT, A3))
    assert game.state.turn.orders[A2].fallback
    assert not game.state.turn.orders[A3].fallback
    assert (ordered(game, A2), ordered(game, A3)) == ({"I1"}, {"A1"})


def test_who_can_order_nobody_has_finished() -> None:
    rows = "1: i\n 7: I1"
    game = begun(board(rows, 0, OVERLORD).setup(Side.ALLIES, 8, (), 4))
    told = handed(game, (Card.MOVE_OUT, A2), (Card.MOVE_OUT, A3))
    assert told[-1] == e.PhaseFinished(A3)
    assert game.state.awaiting == (A2,)


# Moves and battles.


def test_generals_order_move_and_battle_at_the_same_time() -> None:
    game = begun()
    handed(game, (Card.MOVE_OUT, A2), (Card.MOVE_OUT, A4))
    for seat, unit in ((A4, E1), (A2, W1), (A4, E2)):
        game.do(OrderUnit(seat, unit))
    game.do(EndOrders(A2))
    assert game.state.awaiting == (A2, A4)
    assert isinstance(game.state.phase, MovePhase)
    assert game.state.awaiting == (A2, A4)
    movers = {
        seat: {one.unit for one in legal_commands(game.state, seat) if isinstance(one, MoveUnit)}
        for seat in (A2, A3, A4)
    }
    assert movers == {A2: {W1}, A3: set(), A4: {E1, E2}}
    assert refused(game, MoveUnit(A2, E1, (at(6, 36),))) is Rule.UNIT_NOT_YOURS
    assert game.do(EndMoves(A2)) == (e.PhaseFinished(A2),)
    assert game.do(EndMoves(A4)) == (e.MovesEnded(),)
    assert isinstance(game.state.phase, BattlePhase)
    assert game.state.awaiting == (A2, A4)
    assert game.do(EndTurn(A4)) == (e.PhaseFinished(A4),)
    ended = game.do(EndTurn(A2))
    assert isinstance(ended[0], e.BattlesEnded)
    discarded = [(one.seat, one.card) for one in ended if isinstance(one, e.CardDiscarded)]
    assert discarded == [(A2, Card.MOVE_OUT), (A4, Card.MOVE_OUT)]
    assert ended[-2:] == (e.TurnEnded(1, A1), e.TurnStarted(2, X1))
    assert isinstance(game.state.phase, HandOutPhase)


def attacking(
    card: Card = Card.DIRECT_FROM_HQ, *more: tuple[Card, Seat], doctrine: Doctrine | None = None
) -> Playing:
    """The left general has a unit next to one of the enemy's right general, the other one has one
    far off."""
    rows = "4: . . i1 i2\n 5: . . I1 . . . . . . . . . . . . . . . . . . I2"
    applied = (AppliedDoctrine(Side.AXIS, doctrine),) if doctrine else ()
    game = begun(replace(board(rows, 0, OVERLORD).setup(Side.ALLIES, 8, (), 4), doctrines=applied))
    handed(game, (card, A2), *more)
    return game


def test_each_general_decides_on_what_its_units_win() -> None:
    game = attacking(Card.DIRECT_FROM_HQ, (Card.DIRECT_FROM_HQ, A4))
    game.do(OrderUnit(A2, "I1"))
    game.do(OrderUnit(A4, "I2"))
    for seat in (A2, A4):
        game.do(EndMoves(seat))
    scripted(game, *[Face.INFANTRY] * 3)
    told = game.do(Attack(A2, "I1", "i1"))
    assert isinstance(told[-1], e.AmbushOffered)
    assert game.state.awaiting == (X1,)
    game.do(Decline(X1))
    assert isinstance(game.state.phase, BattlePhase)
    assert game.state.awaiting == (A2, A4)
    assert view(game.state, frozenset())["ordered"][0]["battled"]


@pytest.mark.parametrize(("seat", "unit", "other"), [(A2, "I1", A4), (A4, "I2", A2)])
def test_who_ordered_a_unit_decides_on_its_ground(seat: Seat, unit: str, other: Seat) -> None:
    game = attacking(Card.DIRECT_FROM_HQ, (Card.DIRECT_FROM_HQ, A4))
    game.do(OrderUnit(A2, "I1"))
    game.do(OrderUnit(A4, "I2"))
    for one in (A2, A4):
        game.do(EndMoves(one))
    offered = e.GroundOffered(unit, game.state.units[unit].hex)
    game.state = evolve(game.state, offered)
    assert game.state.awaiting == (seat,)
    assert refused(game, Decline(other)) is Rule.TURN_NOT_YOURS
    game.do(Decline(seat))
    assert game.state.awaiting == (A2, A4)


def test_the_general_of_a_section_answers_for_its_units() -> None:
    game = attacking()
    game.do(OrderUnit(A2, "I1"))
    game.do(EndMoves(A2))
    scripted(game, Face.FLAG, Face.STAR, Face.STAR)
    game.do(Attack(A2, "I1", "i1"))
    game.do(Decline(X1))
    assert isinstance(game.state.phase, RetreatPhase)
    assert game.state.awaiting == (X4,)
    back = legal_commands(game.state, X4)
    assert isinstance(back[0], Retreat)
    game.do(back[0])
    assert game.state.awaiting == (A2,)


def test_it_decides_whether_they_battle_back() -> None:
    """No card is played for it, so that it is not the Commander-in-Chief's decision."""
    game = attacking(doctrine=Doctrine.BRITISH_COMMONWEALTH)
    game.do(OrderUnit(A2, "I1"))
    game.do(EndMoves(A2))
    scripted(game, *[Face.INFANTRY] * 3)
    game.do(Attack(A2, "I1", "i1"))
    assert game.do(Decline(X1))[-1] == e.BattleBackOffered("i1", X4)
    assert game.state.awaiting == (X4,)


def test_an_ambush_is_the_chiefs_and_replaced_at_once() -> None:
    game = attacking()
    game.do(OrderUnit(A2, "I1"))
    game.do(EndMoves(A2))
    game.do(Attack(A2, "I1", "i1"))
    assert isinstance(game.state.phase, AmbushPhase)
    holding(game, X1, Card.AMBUSH)
    top = game.state.cards.deck[-1]
    told = game.do(Ambush(X1))
    assert [type(one) for one in told[:2]] == [e.AmbushPlayed, e.AmbushRolled]
    assert e.CardDiscarded(X1, Card.AMBUSH, DiscardSource.REACTION) in told
    assert game.state.cards.hand(X1) == (top,)
    assert not game.state.cards.reactions


def test_a_second_move_is_made_while_others_battle() -> None:
    """Behind Enemy Lines: its general has finished with it, the others go on."""
    game = begun()
    handed(game, (Card.BEHIND_ENEMY_LINES, A2), (Card.MOVE_OUT, A4))
    for seat, unit in ((A2, W1), (A4, E1)):
        game.do(OrderUnit(seat, unit))
    for seat in game.state.awaiting:
        game.do(EndOrders(seat))
    for seat in game.state.awaiting:
        game.do(EndMoves(seat))
    assert refused(game, EndTurn(A2)) is Rule.MOVEMENT_SECOND_MOVE_LEFT
    assert game.do(EndBattles(A2)) == (e.SecondMoveOffered(W1),)
    assert isinstance(game.state.phase, MoveAgainPhase)
    assert game.state.awaiting == (A2,)
    after = Playing(game.state, [*game.log], [], game.chance)
    assert after.do(EndTurn(A2)) == (e.PhaseFinished(A2),)
    assert (after.state.awaiting, type(after.state.phase)) == ((A4,), BattlePhase)
    move = next(one for one in legal_commands(game.state, A2) if isinstance(one, MoveUnit))
    assert game.do(move)[-1] == e.MovesEnded()
    assert game.state.awaiting == (A2, A4)
    assert set(legal_commands(game.state, A2)) == {EndTurn(A2), Resign(A2)}
    game.do(EndTurn(A4))
    assert game.do(EndTurn(A2))[-1] == e.TurnStarted(2, X1)


def test_medics_throw_four_dice_while_others_order() -> None:
    game = begun()
    hurt = replace(game.state.units[W1], figures=1)
    game.state = replace(
        game.state,
        units={**game.state.units, W1: hurt},
        occupants={**game.state.occupants, hurt.hex: hurt},
    )
    handed(game, (Card.MEDICS_AND_MECHANICS, A2), (Card.MOVE_OUT, A3))
    assert game.state.awaiting == (A2, A3)
    assert set(legal_commands(game.state, A2)) == {HealUnit(A2, W1), EndOrders(A2), Resign(A2)}
    assert refused(game, OrderUnit(A2, W2)) is Rule.ORDER_NOT_IN_SECTION
    assert refused(game, HealUnit(A3, C1)) is Rule.PHASE_OTHER_DECISION
    scripted(game, Face.INFANTRY, Face.STAR, Face.FLAG, Face.ARMOR)
    healed = game.do(HealUnit(A2, W1))
    assert [type(one) for one in healed] == [
        e.OrderDiceRolled,
        e.FiguresRestored,
        e.UnitOrdered,
        e.PhaseFinished,
    ]
    assert healed[1] == e.FiguresRestored(W1, 2)
    assert game.state.awaiting == (A3,)


def test_medics_with_nobody_to_help_have_finished() -> None:
    game = begun()
    told = handed(game, (Card.MEDICS_AND_MECHANICS, A2), (Card.MOVE_OUT, A3))
    assert told[-1] == e.PhaseFinished(A2)


# The cards of the chief.


def test_a_strike_comes_before_the_generals_orders() -> None:
    game = begun()
    told = handed(game, (Card.BARRAGE, A1), (Card.MOVE_OUT, A2))
    assert told[-1] == e.TargetsDemanded(4, 1, None)
    assert isinstance(game.state.phase, NameTargetsPhase)
    assert game.state.awaiting == (A1,)
    scripted(game, Face.FLAG, Face.STAR, Face.STAR, Face.STAR)
    game.do(NameTarget(A1, "i4"))
    assert isinstance(game.state.phase, RetreatPhase)
    assert game.state.awaiting == (X3,)
    game.do(legal_commands(game.state, X3)[0])
    assert isinstance(game.state.phase, OrderPhase)
    assert game.state.awaiting == (A2,)


@pytest.mark.parametrize(
    ("edition", "year", "dice"), [(OLD, 1944, 2), (NEW, 1944, 2), (NEW, 1943, 1)]
)
def test_air_power_is_by_the_edition(edition: EditionName, year: int, dice: int) -> None:
    setup = replace(board(PICTURE, 0, OVERLORD).setup(Side.ALLIES, 8, (), 4), year=year)
    game = begun(setup, edition=edition)
    assert handed(game, (Card.AIR_POWER, A1))[-1] == e.TargetsDemanded(dice, 4, None)
    game.do(NameTarget(A1, "i4"))
    while isinstance(game.state.phase, RetreatPhase):
        game.do(legal_commands(game.state, game.state.awaiting[0])[0])
    assert isinstance(game.state.phase, BattlePhase)
    assert game.state.awaiting == (A1,)
    assert game.do(EndTurn(A1))[-1] == e.TurnStarted(2, X1)


def test_their_finest_hour_is_the_only_card_and_each_general_throws() -> None:
    game = begun()
    holding(game, A1, Card.THEIR_FINEST_HOUR, Card.MOVE_OUT, Card.DIG_IN, Card.BARRAGE)
    other = Playing(game.state, [*game.log], [], game.chance)
    other.do(HandOut(A1, Card.MOVE_OUT, A2))
    assert refused(other, HandOut(A1, Card.THEIR_FINEST_HOUR, A1)) is Rule.CARD_NOT_FOR_SEAT
    left = [Face.INFANTRY, Face.STAR, Face.FLAG, Face.GRENADE]
    none = [Face.FLAG, Face.FLAG, Face.ARMOR, Face.GRENADE]
    stars = [Face.STAR] * 4
    scripted(game, *left, *none, *stars)
    told = game.do(HandOut(A1, Card.THEIR_FINEST_HOUR, A1))
    assert told[1:3] == (
        e.CardPlayed(A1, Card.THEIR_FINEST_HOUR),
        e.CardAssigned(A1, (A2, A3, A4)),
    )
    rolled = [one for one in told if isinstance(one, e.OrderDiceRolled)]
    assert [(one.seat, list(one.faces)) for one in rolled] == [(A2, left), (A3, none), (A4, stars)]
    assert told[-1] == e.PhaseFinished(A3)
    assert game.state.awaiting == (A2, A4)
    game.do(OrderUnit(A2, W1))
    game.do(OrderUnit(A2, W2))
    assert game.state.awaiting == (A4,)
    assert ordered(game, A4) == {E1, E2}
    shown = view(game.state, frozenset())["handed_out"]
    assert [one["card"] for one in shown] == [Card.THEIR_FINEST_HOUR] * 4
    assert shown[1]["order_dice"] == left
    game.chance = begun().chance
    passed(game)
    shuffled = [one for one in game.log if isinstance(one, e.DeckShuffled)]
    assert shuffled[-1].reason == "card"


def test_a_recon_is_a_barrage_of_the_chief_where_the_battle_says_so() -> None:
    """Ruling: it takes the place of the general's order."""
    game = begun(load(BATTLE), battle=BATTLE)
    holding(game, X1, Card.RECON_LEFT, Card.PROBE_LEFT, Card.DIG_IN, Card.BARRAGE)
    takers = [
        one.to
        for one in legal_commands(game.state, X1)
        if isinstance(one, HandOut) and one.card is Card.RECON_LEFT
    ]
    assert takers == [X1, X2]
    game.do(HandOut(X1, Card.RECON_LEFT, X1))
    told = game.do(EndHandOut(X1))
    assert told == (
        e.CardPlayed(X1, Card.RECON_LEFT, Card.BARRAGE),
        e.TargetsDemanded(4, 1, None),
    )
    passed(game)
    assert sum(isinstance(one, e.CardDrawn) for one in game.log) == 2


# Counter-Attack.


def answered(*given: tuple[Card, Seat], order: dict[Seat, str] | None = None) -> Playing:
    """The Allies have had a turn with these cards; the Axis holds a Counter-Attack."""
    game = begun()
    handed(game, *given)
    for seat, unit in (order or {}).items():
        game.do(OrderUnit(seat, unit))
    passed(game)
    holding(game, X1, Card.COUNTER_ATTACK, Card.PROBE_LEFT, Card.DIG_IN, Card.MOVE_OUT)
    return game


@pytest.mark.parametrize(
    ("card", "seat", "to", "copied"),
    [
        (Card.PROBE_LEFT, A2, X4, Card.PROBE_RIGHT),
        (Card.ATTACK_RIGHT, A4, X2, Card.ATTACK_LEFT),
        (Card.ASSAULT_CENTER, A3, X3, Card.ASSAULT_CENTER),
        (Card.MOVE_OUT, A2, X4, Card.MOVE_OUT),
        (Card.BARRAGE, A1, X1, Card.BARRAGE),
    ],
)
def test_a_counter_attack_goes_to_who_faces_the_card(
    card: Card, seat: Seat, to: Seat, copied: Card
) -> None:
    game = answered((card, seat))
    takers = [
        one.to
        for one in legal_commands(game.state, X1)
        if isinstance(one, HandOut) and one.card is Card.COUNTER_ATTACK
    ]
    assert takers == [to]
    game.do(HandOut(X1, Card.COUNTER_ATTACK, to))
    assert e.CardPlayed(to, Card.COUNTER_ATTACK, copied) in game.do(EndHandOut(X1))


@pytest.mark.parametrize(("unit", "open_"), [(W1, "i1"), (W2, "i2 i3"), (None, "i1 i2 i3")])
def test_it_orders_in_the_half_directly_opposite(unit: str | None, open_: str) -> None:
    """Where the copied card was carried out in one half; in any where it ordered nobody."""
    game = answered((Card.PROBE_LEFT, A2), order={A2: unit} if unit else {})
    game.do(HandOut(X1, Card.COUNTER_ATTACK, X4))
    game.do(EndHandOut(X1))
    assert ordered(game, X4) == set(open_.split())


def test_only_the_last_turn_is_copied() -> None:
    game = answered((Card.PROBE_LEFT, A2))
    game.do(HandOut(X1, Card.DIG_IN, X2))
    game.do(EndHandOut(X1))
    passed(game)
    handed(game, (Card.PROBE_RIGHT, A4))
    passed(game)
    assert set(game.state.cards.issued) == {A4, X2}


def test_a_copied_finest_hour_is_the_only_card_too() -> None:
    game = begun()
    holding(game, A1, Card.THEIR_FINEST_HOUR, Card.MOVE_OUT, Card.DIG_IN)
    game.do(HandOut(A1, Card.THEIR_FINEST_HOUR, A1))
    passed(game)
    holding(game, X1, Card.COUNTER_ATTACK, Card.MOVE_OUT, Card.DIG_IN)
    told = game.do(HandOut(X1, Card.COUNTER_ATTACK, X1))
    assert e.CardAssigned(X1, (X2, X3, X4)) in told


def test_a_copy_is_not_copied_where_it_copied_nothing() -> None:
    game = begun()
    holding(game, A1, Card.COUNTER_ATTACK, Card.AMBUSH)
    game.do(HandOut(A1, Card.COUNTER_ATTACK, A1))
    passed(game)
    holding(game, X1, Card.COUNTER_ATTACK, Card.MOVE_OUT)
    listed = {one.card for one in legal_commands(game.state, X1) if isinstance(one, HandOut)}
    assert listed == {Card.MOVE_OUT}


# Drawing.


@pytest.mark.parametrize(
    ("given", "before", "drawn"),
    [
        ([(Card.MOVE_OUT, A2)], 6, 2),
        ([(Card.MOVE_OUT, A2)], 8, 1),
        ([(Card.RECON_LEFT, A2), (Card.RECON_RIGHT, A4)], 7, 3),
        ([(Card.MOVE_OUT, A2), (Card.DIG_IN, A3), (Card.DIG_IN, A4)], 8, 2),
    ],
)
def test_two_cards_are_drawn_up_to_the_hand_and_three_with_a_recon(
    given: list[tuple[Card, Seat]], before: int, drawn: int
) -> None:
    game = begun()
    cards = [card for card, _ in given]
    holding(game, A1, *cards, *[Card.PROBE_CENTER] * (before - len(cards)))
    for card, to in given:
        game.do(HandOut(A1, card, to))
    if isinstance(game.state.phase, HandOutPhase):
        game.do(EndHandOut(A1))
    start = len(game.log)
    passed(game)
    found = [one for one in game.log[start:] if isinstance(one, e.CardDrawn)]
    assert [one.seat for one in found] == [A1] * drawn


def test_a_draw_that_ends_the_game_is_the_last() -> None:
    setup = board(PICTURE, 0, OVERLORD).setup(Side.ALLIES, 8, (), 4)
    game = begun(replace(setup, winner_when_deck_empty=Side.AXIS))
    handed(game, (Card.MOVE_OUT, A2))
    game.state = replace(game.state, cards=replace(game.state.cards, deck=()))
    passed(game)
    assert game.state.winner is Side.AXIS


def test_a_hand_out_is_written_with_its_seat() -> None:
    state = begun().state
    told = written(HandOut(A1, Card.MOVE_OUT, A2), state)
    assert told == ("hand_out", "move_out/allies_2")
    assert understood(A1, *told, state) == HandOut(A1, Card.MOVE_OUT, A2)
    assert written(HandOut(A1, UNKNOWN_CARD, A2), state)[1] == "?/allies_2"
    with pytest.raises(ValueError, match="is no card for a seat"):
        understood(A1, "hand_out", "move_out", state)


# Whole games.


@pytest.mark.parametrize("table", [EIGHT, TWO], ids=["8", "2"])
@pytest.mark.parametrize("edition", EditionName)
def test_games_are_played_to_their_end(edition: EditionName, table: Table) -> None:
    """Whatever anybody does: laws hold, somebody is awaited; and with the cards exchanged that a
    viewer may not know it is shown the same, and may do the same."""
    dice = random.Random(f"{edition}{len(table.parties)}")
    game = begun(load(BATTLE), table, edition, BATTLE, f"{len(table.parties):064x}")
    deck = Counter(full_deck(game.state.created.deck))
    while game.state.status is Status.ACTIVE:
        seat = dice.choice(game.state.awaiting)
        listed = [one for one in legal_commands(game.state, seat) if not isinstance(one, Resign)]
        game.do(dice.choice(listed))
        assert Counter(game.state.cards.everywhere()) == deck
        if dice.random() < 0.1:
            assert broken_laws(game.state) == []
            _same_for_viewers(game.state, dice)
    assert fold(game.log) == game.state


def _same_for_viewers(state: GameState, dice: random.Random) -> None:
    held = frozenset(dice.sample(state.table.seats, dice.randint(0, 3)))
    other = exchanged(state, held, dice)
    assert view(other, held) == view(state, held)
    for own in held:
        assert legal_commands(other, own) == legal_commands(state, own)


def test_events_are_the_same_for_who_may_not_know_the_cards() -> None:
    """Two games that differ in a hand: a command whose card is hidden tells the others the same."""
    game = begun()
    twins = []
    for card in (Card.MOVE_OUT, Card.DIG_IN):
        one = Playing(game.state, [*game.log], [], game.chance)
        holding(one, A1, card, Card.AMBUSH, Card.AMBUSH)
        twins.append((one.do(HandOut(A1, card, A3)), one.state))
    for held in (frozenset({A2, A4}), frozenset({X1}), frozenset[Seat]()):
        events = [[redact(one, held) for one in told] for told, _ in twins]
        assert events[0] == events[1]
        assert view(twins[0][1], held) == view(twins[1][1], held)


@pytest.mark.parametrize("level", [BotLevel.GREEDY, BotLevel.PLANNER])
def test_bots_play_every_seat(level: BotLevel) -> None:
    game, turns = begun(load(BATTLE), battle=BATTLE), 16
    while game.state.turn.number < turns and game.state.status is Status.ACTIVE:
        seat = game.state.awaiting[0]
        command = choose(game.state, seat, level, "seed")
        assert command in legal_commands(game.state, seat)
        game.do(command)
    handing = [one for one in game.commands if isinstance(one, HandOut)]
    assert len(handing) >= turns


def test_bots_playtest_overlord() -> None:
    played = play_out(load(BATTLE), NEW, BotLevel.RANDOM, "00" * 32)
    assert played.winner is not None


def test_an_army_of_a_stand_in_has_its_own_dice() -> None:
    """A battle that names more than one card for a Recon: the first that can be played counts."""
    setup = board(PICTURE, 0, OVERLORD).setup(Side.ALLIES, 8, (), 4)
    cards = (Card.RECON_LEFT,)
    stand_ins = tuple(
        StandIn(Side.ALLIES, cards, other, (), 3, 1, same_section=False)
        for other in (Card.AIR_POWER, Card.BARRAGE)
    )
    game = begun(replace(setup, stand_ins=stand_ins))
    told = handed(game, (Card.RECON_LEFT, A1))
    assert told == (
        e.CardPlayed(A1, Card.RECON_LEFT, Card.AIR_POWER),
        e.TargetsDemanded(3, 1, None),
    )


def test_the_cards_are_rows_of_their_own() -> None:
    cards = edition_on(OVERLORD, NEW).cards
    assert cards[Card.ASSAULT_LEFT].orders.anywhere == ANY_NUMBER
    assert cards[Card.PINCER_MOVE].orders.halves is Halves.ONE
    assert cards[Card.FIREFIGHT].effects.bonus == 1, "ruling: the die stays"
    assert {spec.offered for spec in cards.values()} == {1}
    assert Hex(0, 25) in grid_of(OVERLORD)
