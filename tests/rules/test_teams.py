"""Teams of two and three with one hand (2004 Appendix 3, Team Play; 2025 Appendix 5)."""

import random
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest

from domain import events as e
from domain.bots.knowledge import visible_state
from domain.commands import (
    Attack,
    Decline,
    EndMoves,
    EndOrders,
    EndTurn,
    MoveUnit,
    OrderUnit,
    PlayCard,
    ProposeCard,
    Resign,
)
from domain.decide import create
from domain.editions import rulebook
from domain.errors import Rule
from domain.evolve import fold
from domain.legal import legal_commands
from domain.notation.recording import LoggedCommand, record_of
from domain.phases import AmbushPhase, BattlePhase, MovePhase, OrderPhase
from domain.position import Position
from domain.redaction import redact
from domain.rules.cards.orders import sections_of
from domain.scenarios import load
from domain.seating import Table, table_with, tables_for
from domain.steps.table.lifecycle import full_deck
from domain.values import (
    UNKNOWN_CARD,
    Card,
    EditionName,
    Role,
    Seat,
    Section,
    Side,
    Status,
    Variant,
)
from domain.view import view
from tests.support.alliance import exchanged, holding, plays, refused
from tests.support.battles import BOOKLET
from tests.support.boards import board
from tests.support.games import Playing, filled, game_options

A1, A2, A3 = Seat.ALLIES_1, Seat.ALLIES_2, Seat.ALLIES_3
X1, X2, X3 = Seat.AXIS_1, Seat.AXIS_2, Seat.AXIS_3
OLD, NEW = EditionName.E2004, EditionName.E2025
LEFT, CENTER, RIGHT = Section.LEFT, Section.CENTER, Section.RIGHT
EVERY = [(OLD, Variant.TEAM, n) for n in range(6)] + [
    (NEW, Variant.YOUNG_GENERALS_TEAM, n) for n in range(6)
]


def table(players: int, smaller: Side | None = None) -> Table:
    tables = tables_for(Variant.TEAM)
    return next(t for t in tables if len(t.seats) == players and t.smaller is smaller)


def start_game(
    players: int = 6, battle: str = "omaha_beach", smaller: Side | None = None
) -> Playing:
    """A game by the rules of 2004, in which the Axis plays first."""
    wanted = replace(game_options(load(battle), scenario=battle), variant=Variant.TEAM)
    return filled(OLD, replace(wanted, table=table(players, smaller)))


def test_teams_are_of_two_or_three_and_differ_by_one() -> None:
    assert [(len(t.seats), t.smaller) for t in tables_for(Variant.TEAM)] == [
        (6, None),
        (5, Side.AXIS),
        (5, Side.ALLIES),
        (4, None),
        (3, Side.AXIS),
        (3, Side.ALLIES),
    ]
    six, four = table(6), table(4)
    assert {p.seat: (p.role, p.sections) for p in six.places if p.side is Side.ALLIES} == {
        A1: (Role.COMMANDER_IN_CHIEF, (CENTER,)),
        A2: (Role.SECTION_COMMANDER, (LEFT,)),
        A3: (Role.SECTION_COMMANDER, (RIGHT,)),
    }
    assert [p.sections for p in four.places if p.side is Side.AXIS] == [(CENTER,), (LEFT, RIGHT)]
    assert (six.leaders, six.team(X3), six.leader(X3)) == ((A1, X1), (X1, X2, X3), X1)
    assert (six.visible_hands({A2}), six.visible_hands({A1})) == ({A1, A2}, {A1})


def test_a_table_is_found_by_its_seats() -> None:
    assert all(table_with(Variant.TEAM, t.parties) is t for t in tables_for(Variant.TEAM))
    assert table_with(Variant.STANDARD, ((A1,), (X1,))) is None


def test_each_edition_has_its_own() -> None:
    for edition, variant in ((OLD, Variant.YOUNG_GENERALS_TEAM), (NEW, Variant.TEAM)):
        with pytest.raises(ValueError, match=f"{edition} has no {variant}"):
            create(edition, replace(game_options(load("omaha_beach")), variant=variant))


def test_a_team_holds_one_hand_and_turns_are_its_leaders() -> None:
    game, dice = start_game(5, smaller=Side.AXIS), random.Random(3)
    assert {seat: len(hand) for seat, hand in game.state.cards.hands.items()} == {X1: 5, A1: 4}
    while game.state.turn.number < 8:
        game.do(dice.choice(plays(game)))  # type: ignore[arg-type]
    started = [event.seat for event in game.log if isinstance(event, e.TurnStarted)]
    assert started == [X1, A1] * 4


@pytest.mark.parametrize(
    ("players", "card", "section", "to"),
    [
        (6, Card.PROBE_LEFT, None, (X2,)),
        (6, Card.ATTACK_RIGHT, None, (X3,)),
        (6, Card.RECON_CENTER, None, (X1,)),
        (6, Card.GENERAL_ADVANCE, None, (X1, X2, X3)),
        (6, Card.PINCER_MOVE, None, (X2, X3)),
        (4, Card.PROBE_LEFT, None, (X2,)),
        (4, Card.PINCER_MOVE, None, (X2,)),
        (4, Card.RECON_IN_FORCE, None, (X1, X2)),
        (6, Card.INFANTRY_ASSAULT, LEFT, (X2,)),
        (6, Card.INFANTRY_ASSAULT, CENTER, (X1,)),
        (6, Card.DIRECT_FROM_HQ, None, (X1,)),
        (6, Card.AIR_POWER, None, (X1,)),
        (6, Card.THEIR_FINEST_HOUR, None, (X1,)),
    ],
    ids=str,
)
def test_a_card_is_carried_out_by_whom_it_concerns(
    players: int, card: Card, section: Section | None, to: tuple[Seat, ...]
) -> None:
    """Who commands its sections; the Commander-in-Chief where it is for none, or for all."""
    game = start_game(players)
    holding(game, X1, card)
    for member in game.state.table.team(X2):
        if member is not X1:
            assert refused(game, PlayCard(member, card, section)) is Rule.TURN_NOT_YOURS
    played = game.do(PlayCard(X1, card, section))
    assert played[1] == e.CardAssigned(X1, to)
    if isinstance(game.state.phase, OrderPhase | MovePhase | BattlePhase):
        assert set(game.state.awaiting) <= set(to)


def test_a_copied_card_is_carried_out_where_it_orders() -> None:
    """By whoever commands the section that faces the one of the enemy's card."""
    game = start_game()
    holding(game, X1, Card.PROBE_LEFT)
    for command in (PlayCard(X1, Card.PROBE_LEFT), EndOrders(X2), EndTurn(X2)):
        game.do(command)
    holding(game, A1, Card.COUNTER_ATTACK)
    result = game.do(PlayCard(A1, Card.COUNTER_ATTACK))
    assert result[1] == e.CardAssigned(A1, (A3,))


def test_who_carries_out_a_tactic_card_orders_units_of_every_section() -> None:
    game = start_game()
    holding(game, X1, Card.DIRECT_FROM_HQ)
    game.do(PlayCard(X1, Card.DIRECT_FROM_HQ))
    ordered = {one.unit for one in plays(game) if isinstance(one, OrderUnit)}
    assert ordered == {unit.id for unit in game.state.units.values() if unit.side is Side.AXIS}


def test_members_order_move_and_battle_each_with_their_own_units() -> None:
    game = start_game()
    holding(game, X1, Card.GENERAL_ADVANCE)
    game.do(PlayCard(X1, Card.GENERAL_ADVANCE))
    position = Position(rulebook(game.state.created), game.state)
    home = {
        seat: [one.unit for one in legal_commands(game.state, seat) if isinstance(one, OrderUnit)]
        for seat in (X1, X2, X3)
    }
    for seat, wanted in ((X2, LEFT), (X3, RIGHT)):
        for name in home[seat]:
            assert wanted in sections_of(position, game.state.units[name])
    assert not set(home[X2]) & set(home[X3])
    assert refused(game, OrderUnit(X2, home[X3][0])) is Rule.UNIT_NOT_YOURS
    for seat in (X2, X3):
        game.do(OrderUnit(seat, home[seat][0]))
    assert game.do(EndOrders(X1)) == (e.PhaseFinished(X1),)
    assert refused(game, EndOrders(X1)) is Rule.TURN_NOT_YOURS
    game.do(EndOrders(X3))
    assert game.do(EndOrders(X2))[0] == e.OrdersEnded()
    movers = {
        seat: {one.unit for one in legal_commands(game.state, seat) if isinstance(one, MoveUnit)}
        for seat in (X2, X3)
    }
    assert movers[X2] == {home[X2][0]}
    assert movers[X3] <= {home[X3][0]}
    for seat in game.state.awaiting:
        game.do(EndMoves(seat))
    assert isinstance(game.state.phase, BattlePhase)
    assert game.do(EndTurn(X2)) == (e.PhaseFinished(X2),)
    assert game.do(EndTurn(X1)) == (e.PhaseFinished(X1),)
    ended = game.do(EndTurn(X3))
    drawn = [event for event in ended if isinstance(event, e.CardDrawn)]
    assert [event.seat for event in drawn] == [X1]
    assert ended[-1] == e.TurnStarted(2, A1)


def test_an_order_that_a_member_cannot_use_is_lost_to_nobody() -> None:
    """What several members carry out is one card: two units a section, whoever orders them."""
    game = start_game(4)
    holding(game, X1, Card.RECON_IN_FORCE)
    game.do(PlayCard(X1, Card.RECON_IN_FORCE))
    first = next(one for one in legal_commands(game.state, X2) if isinstance(one, OrderUnit))
    game.do(first)
    listed = {one for one in legal_commands(game.state, X2) if isinstance(one, OrderUnit)}
    position = Position(rulebook(game.state.created), game.state)
    mine = sections_of(position, game.state.units[first.unit])
    for one in listed:
        assert set(sections_of(position, game.state.units[one.unit])) - set(mine)


def test_an_ambush_is_the_commander_in_chiefs() -> None:
    """Ruling: it is tied to no section, as other tactic cards that are his."""
    setup = board("4: I i", 8).setup(Side.ALLIES, 4, (), 4)
    game = filled(OLD, replace(game_options(setup), variant=Variant.TEAM))
    holding(game, A1, Card.DIRECT_FROM_HQ)
    for command in (
        PlayCard(A1, Card.DIRECT_FROM_HQ),
        OrderUnit(A1, "I"),
        EndMoves(A1),
        Attack(A1, "I", "i"),
    ):
        game.do(command)
    assert isinstance(game.state.phase, AmbushPhase)
    assert game.state.awaiting == (X1,)
    assert game.do(Decline(X1))[0] == e.AmbushDeclined(X1)


def test_a_member_proposes_a_card_once_a_turn() -> None:
    game = start_game()
    holding(game, X1, Card.PROBE_LEFT, Card.BARRAGE)
    wanted = {ProposeCard(X2, Card.PROBE_LEFT), ProposeCard(X2, Card.BARRAGE), Resign(X2)}
    assert set(legal_commands(game.state, X2)) == wanted
    assert refused(game, ProposeCard(X1, Card.BARRAGE)) is Rule.CARD_NOT_TO_PROPOSE
    assert refused(game, ProposeCard(A2, Card.BARRAGE)) is Rule.CARD_NOT_TO_PROPOSE
    assert refused(game, ProposeCard(X2, Card.FIREFIGHT)) is Rule.CARD_NOT_IN_HAND
    assert game.do(ProposeCard(X2, Card.BARRAGE)) == (e.CardProposed(X2, (X1, X3), Card.BARRAGE),)
    assert refused(game, ProposeCard(X2, Card.BARRAGE)) is Rule.CARD_NOT_TO_PROPOSE
    for seat, sees in ((X1, True), (X2, True), (X3, True), (A1, False), (A2, False)):
        shown = view(game.state, frozenset({seat}))
        assert shown.get("proposals") == ([{"seat": X2, "card": Card.BARRAGE}] if sees else None)
        assert ("cards" in shown["hands"]["axis_1"]) is sees
        assert bool(visible_state(game.state, seat).turn.proposals) is sees
        [shown_as] = (redact(event, frozenset({seat})) for event in game.log[-1:])
        assert isinstance(shown_as, e.CardProposed)
        assert (shown_as.card == UNKNOWN_CARD) is not sees
        assert ("?" in _proposed(game, seat)) is not sees
    game.do(PlayCard(X1, Card.PROBE_LEFT))
    assert refused(game, ProposeCard(X3, Card.BARRAGE)) is Rule.CARD_NOT_TO_PROPOSE


def _proposed(game: Playing, viewer: Seat) -> str:
    """The last decision of a game in the record of a seat: a proposal."""
    *sitting, proposal = game.commands
    seating = [
        LoggedCommand(one.seat, (event,)) for one, event in zip(sitting, game.log[1:], strict=False)
    ]
    started = replace(seating[-1], events=tuple(game.log[len(sitting) : -1]))
    deeds = [*seating[:-1], started, LoggedCommand(proposal.seat, tuple(game.log[-1:]), proposal)]
    return record_of(game.state.created, deeds, frozenset({viewer})).steps[-1].argument


@pytest.mark.parametrize(("edition", "variant", "number"), EVERY, ids=str)
@pytest.mark.no_cover
def test_games_are_played_to_their_end(edition: EditionName, variant: Variant, number: int) -> None:
    """Whatever anybody does: every card is somewhere, somebody is awaited, leaders hold the hands;
    and with the cards exchanged that a viewer may not know it is shown the same."""
    dice, sides = random.Random(f"{variant}{number}"), tables_for(variant)[number]
    battle = BOOKLET[(5 * number) % len(BOOKLET)]
    wanted = replace(
        game_options(load(battle), f"{number:064x}", battle), variant=variant, table=sides
    )
    game = filled(edition, wanted)
    deck = Counter(full_deck(game.state.created.deck))
    while game.state.status is Status.ACTIVE:
        seats = game.state.awaiting if dice.random() < 0.9 else sides.seats
        seat = dice.choice(seats)
        listed = [one for one in legal_commands(game.state, seat) if not isinstance(one, Resign)]
        if not listed:
            continue
        game.do(dice.choice(listed))
        assert Counter(game.state.cards.everywhere()) == deck
        assert set(game.state.cards.hands) <= set(sides.leaders)
        if game.state.turn.number < 6 and len(sides.seats) < 6:
            for held in sides.possible_viewers():
                other = exchanged(game.state, sides.visible_hands(held), dice)
                assert view(other, held) == view(game.state, held)
                for own in held:
                    assert legal_commands(other, own) == legal_commands(game.state, own)
    assert fold(game.log) == game.state
    started = [event.seat for event in game.log if isinstance(event, e.TurnStarted)]
    assert all(sides.side_of(one) is not sides.side_of(two) for one, two in pairwise(started))
