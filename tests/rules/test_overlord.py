"""Two boards, and a chain of command on each side that hands cards out (Overlord)."""

import random
from collections import Counter
from dataclasses import replace

import pytest

from domain import events as e
from domain.bots import choose
from domain.bots.knowledge import visible_state
from domain.commands import (
    EndHandOut,
    EndTurn,
    HandOut,
    LeaveSeat,
    PlayCard,
    Resign,
    TakeSeat,
)
from domain.decide import create, is_offered
from domain.editions import edition_on
from domain.errors import Rule
from domain.evolve import evolve, fold
from domain.geometry.hexes import Hex, at, distance, grid_of
from domain.geometry.shape import OVERLORD, STANDARD, GridShape
from domain.legal import legal_commands
from domain.narrative.cards import CLAUSES
from domain.narrative.context import initial_scene
from domain.narrative.messages import AccountMessage as M
from domain.phases import (
    BattlePhase,
    HandOutPhase,
)
from domain.pieces.card_spec import ANY_NUMBER, Halves
from domain.pieces.cards import SECTION_CARDS, TACTIC_CARDS
from domain.playtest import play_out
from domain.redaction import redact
from domain.scenarios import load
from domain.seating import Table, table_with
from domain.setup import StandIn
from domain.state import GameState
from domain.steps.table.lifecycle import full_deck
from domain.values import (
    UNKNOWN_CARD,
    Card,
    DiscardSource,
    Edge,
    EditionName,
    Role,
    Seat,
    Section,
    Side,
    Status,
    Variant,
)
from domain.values.bots import BotLevel
from domain.view import view
from tests.support.alliance import exchanged, holding, refused
from tests.support.boards import board
from tests.support.chance import Script
from tests.support.games import Playing, game_options
from tests.support.laws import broken_laws
from tests.support.overlord import (
    A1,
    A2,
    A3,
    A4,
    BATTLE,
    CENTER,
    EIGHT,
    FOUR,
    LEFT,
    NEW,
    PICTURE,
    RIGHT,
    SIX,
    TWO,
    X1,
    X2,
    X3,
    X4,
    handed,
    start_game,
)

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
    assert (EIGHT.visible_hands({A2}), EIGHT.visible_hands({A1})) == ({A2}, {A1})


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
            game_options(load(BATTLE), scenario=BATTLE),
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
    game = start_game(load(BATTLE), battle=BATTLE)
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
    game = start_game()
    holding(game, A1, card, Card.PROBE_LEFT)
    listed = [one for one in legal_commands(game.state, A1) if isinstance(one, HandOut)]
    assert tuple(one.to for one in listed if one.card is card) == TAKERS[card]
    for to in EIGHT.seats:
        if to not in TAKERS[card]:
            assert refused(game, HandOut(A1, card, to)) is Rule.CARD_NOT_FOR_SEAT


def test_three_cards_at_most_one_for_each_and_one_is_kept() -> None:
    game = start_game()
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
        game = start_game()
        holding(game, A1, *hand)
        result = game.do(HandOut(A1, Card.MOVE_OUT, A3))
        assert result[:2] == (
            e.CardHandedOut(A1, A3, Card.MOVE_OUT),
            e.CardPlayed(A3, Card.MOVE_OUT),
        )
        assert game.state.cards.hand(A1) == left


def test_a_hand_of_which_nothing_can_be_handed_out_is_played_without_effect() -> None:
    """Ruling: an Ambush, or a Counter-Attack that has nothing to copy."""
    for card in (Card.AMBUSH, Card.COUNTER_ATTACK):
        game = start_game()
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
    game = start_game()
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
        result = redact(event, frozenset(seats))
        assert isinstance(result, e.CardHandedOut)
        assert (result.card == UNKNOWN_CARD) is not seen
        said = CLAUSES[e.CardHandedOut](initial_scene(game.state.created), result)
        open_, closed = M.CARD_HANDED_OUT_OPEN, M.CARD_HANDED_OUT
        assert [part.message for part in said] == [open_ if seen else closed]
    for seat, seen in ((A1, True), (A2, True), (A3, False), (X1, False)):
        assert (visible_state(game.state, seat).cards.handed[A2] is Card.DIG_IN) is seen
    game.do(EndHandOut(A1))
    laid = view(game.state, frozenset())["handed_out"]
    assert laid == [
        {"seat": A2, "card": Card.DIG_IN, "orders_as": Card.DIG_IN, "orders_fallback": False}
    ]


# Whole games.


@pytest.mark.parametrize("table", [EIGHT, TWO], ids=["8", "2"])
@pytest.mark.parametrize("edition", EditionName)
@pytest.mark.no_cover
def test_games_are_played_to_their_end(edition: EditionName, table: Table) -> None:
    """Whatever anybody does: laws hold, somebody is awaited; and with the cards exchanged that a
    viewer may not know it is shown the same, and may do the same."""
    dice = random.Random(f"{edition}{len(table.parties)}")
    game = start_game(load(BATTLE), table, edition, BATTLE, f"{len(table.parties):064x}")
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
    game = start_game()
    twins = []
    for card in (Card.MOVE_OUT, Card.DIG_IN):
        one = Playing(game.state, [*game.log], [], game.chance)
        holding(one, A1, card, Card.AMBUSH, Card.AMBUSH)
        twins.append((one.do(HandOut(A1, card, A3)), one.state))
    for held in (frozenset({A2, A4}), frozenset({X1}), frozenset[Seat]()):
        events = [[redact(one, held) for one in each] for each, _ in twins]
        assert events[0] == events[1]
        assert view(twins[0][1], held) == view(twins[1][1], held)


@pytest.mark.parametrize(
    "level", [BotLevel.GREEDY, pytest.param(BotLevel.PLANNER, marks=pytest.mark.no_cover)]
)
def test_bots_play_every_seat(level: BotLevel) -> None:
    game, turns = start_game(load(BATTLE), battle=BATTLE), 16
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
    game = start_game(replace(setup, stand_ins=stand_ins))
    result = handed(game, (Card.RECON_LEFT, A1))
    assert result == (
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
