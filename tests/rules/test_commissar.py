"""Cards that are laid face down a turn before they are played."""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from domain import events as e
from domain import legal_commands
from domain.bots import choose
from domain.bots.knowledge import visible_state
from domain.commands import CommitCard, PlayCard
from domain.errors import Rule
from domain.phases import CommitCardPhase
from domain.redaction import redact
from domain.scenarios import load
from domain.setup import AppliedDoctrine
from domain.state import GameState
from domain.values import UNKNOWN_CARD, Card, Doctrine, EditionName, Seat, Side, Status
from domain.values.bots import QUICK, BotLevel
from domain.view import view
from tests.support.alliance import exchanged, refused
from tests.support.cases import Case, cases, check, runs
from tests.support.games import BOTH, Playing, paired_off, plays, started
from tests.support.laws import broken_laws

CASES = cases(
    """
    # Eastern Front, Political commissars
    @ doctrine allies red_army_commissar
    before the first turn a card is laid down
        4: I . . i; play_card; card recon_center | commit recon_center =>
        card committed allies recon_center; turn started turn 1 allies; commitment demanded allies
    nothing is played yet
        card recon_center | play recon_center => refused card.commit_first
    no card is laid down that is not held
        card recon_center; enemy air_power | commit air_power => refused card.not_in_hand
    the Ambush stays in the hand
        card recon_center; held ambush | commit ambush => refused card.not_to_commit
    then another one is laid down
        card recon_center; held probe_center | commit recon_center; commit probe_center =>
        card committed allies probe_center
    and the first one is played
        card recon_center; held probe_center |
        commit recon_center; commit probe_center; play recon_center =>
        card played allies recon_center committed
    no other one
        card recon_center; held probe_center attack_center |
        commit recon_center; commit probe_center; play attack_center => refused card.not_committed
    nor the one that was laid down last
        card recon_center; held probe_center |
        commit recon_center; commit probe_center; play probe_center => refused card.not_committed
    before that no card is played
        card recon_center; held probe_center attack_center |
        commit recon_center; play probe_center =>
        refused card.commit_first
    but a Recon of one section, and then the card stays where it lies
        card probe_center; held recon_center | commit probe_center; play recon_center =>
        card played allies recon_center
    or a Counter-Attack
        card probe_center; held counter_attack | commit probe_center; play counter_attack =>
        card played allies counter_attack; orders ended; moves ended
    Recon In Force is none of these
        card probe_center; held recon_in_force | commit probe_center; play recon_in_force =>
        refused card.commit_first
    a section is named when the card is played
        card infantry_assault; held probe_center |
        commit infantry_assault; commit probe_center; play infantry_assault in center =>
        card played allies infantry_assault center committed
    nothing is laid down at another time
        4: I . . i; battle I; card recon_center | allies: commit recon_center =>
        refused phase.other_decision
    the other side plays as ever
        4: I . . i; play_card; first axis; card probe_center; enemy recon_center |
        commit recon_center; play probe_center => card played axis probe_center
    @
    who has no commissar lays down nothing
        4: I . . i; play_card; card recon_center | commit recon_center =>
        refused phase.other_decision
    """
)


@runs(CASES)
def test_commissar(case: Case) -> None:
    check(case)


def with_commissar(
    edition: EditionName, seed: int, hand: int = 5, sides: tuple[Side, ...] = (Side.ALLIES,)
) -> Playing:
    """A battle in which a side has one."""
    setup = load("sword_beach")
    armies = tuple(replace(army, hand=hand) for army in setup.armies)
    rules = tuple(AppliedDoctrine(side, Doctrine.RED_ARMY_COMMISSAR) for side in sides)
    setup = replace(setup, armies=armies, doctrines=rules)
    return started(setup, edition, f"{seed:064x}", slug="commissar")


def played_at_random(game: Playing, dice: random.Random, turns: int) -> Iterator[GameState]:
    while game.state.turn.number < turns and game.state.status is Status.ACTIVE:
        game.do(dice.choice(plays(game.state)))
        yield game.state


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize("hand", [1, 2, 5])
def test_a_game_goes_on_whatever_the_hand(edition: EditionName, hand: int) -> None:
    """Hands of one card lie face down as a whole; then there is nothing to lay down."""
    game = with_commissar(edition, hand, hand, tuple(Side))
    for state in played_at_random(game, random.Random(hand), 40):
        assert not broken_laws(state)
        lying = [len(state.cards.committed.get(seat, ())) for seat in state.table.seats]
        assert max(lying) <= 2
        if isinstance(state.phase, CommitCardPhase):
            assert legal_commands(state, state.phase.seat)


def test_each_side_lays_down_a_card_before_the_first_turn() -> None:
    game = with_commissar(EditionName.E2025, 5, sides=tuple(Side))
    asked = []
    while not game.state.turn.number:
        assert isinstance(game.state.phase, CommitCardPhase)
        asked.append(game.state.phase.seat)
        game.do(plays(game.state)[0])
    assert asked == list(game.state.table.seats)


def test_a_hand_of_nothing_but_an_ambush_is_laid_down() -> None:
    """Nobody else sees that it was one, until it is revealed; it orders nobody then."""
    game = with_commissar(EditionName.E2025, 3, 1)
    seat = Seat.ALLIES
    assert game.state.cards.committed == {}
    cards = replace(
        game.state.cards,
        committed={seat: (Card.PROBE_CENTER,)},
        hands={**game.state.cards.hands, seat: (Card.AMBUSH,)},
    )
    game.state = replace(game.state, cards=cards, phase=CommitCardPhase(seat))
    game.do(CommitCard(seat, Card.AMBUSH))
    assert game.state.cards.committed[seat] == (Card.PROBE_CENTER, Card.AMBUSH)
    assert refused(game, PlayCard(seat, Card.AMBUSH)) is Rule.CARD_NOT_COMMITTED
    cards = replace(game.state.cards, committed={seat: (Card.AMBUSH,)}, hands={seat: ()})
    game.state = replace(game.state, cards=cards)
    assert PlayCard(seat, Card.AMBUSH) in legal_commands(game.state, seat)


def test_dice_count_the_card_that_lies_there() -> None:
    game = with_commissar(EditionName.E2025, 4)
    seat = Seat.ALLIES
    game.do(CommitCard(seat, sorted(game.state.cards.hand(seat))[0]))
    while game.state.turn.seat is not seat or not isinstance(game.state.phase, CommitCardPhase):
        game.do(plays(game.state)[-1])
    cards = replace(game.state.cards, committed={seat: (Card.THEIR_FINEST_HOUR,)})
    game.state = replace(game.state, cards=cards)
    game.do(CommitCard(seat, sorted(game.state.cards.hand(seat))[0]))
    _, rolled, *_ = game.do(PlayCard(seat, Card.THEIR_FINEST_HOUR))
    assert isinstance(rolled, e.OrderDiceRolled)
    assert len(rolled.faces) == 3 + 1 + 1


def test_others_see_only_that_a_card_lies_there() -> None:
    """Whatever lies there, nobody else is shown, told or allowed anything else."""
    game = with_commissar(EditionName.E2025, 5)
    dice = random.Random(5)
    for state in played_at_random(game, dice, 12):
        for seat in state.table.seats:
            held = frozenset({seat})
            other = exchanged(state, held, dice)
            assert view(other, held) == view(state, held)
            assert legal_commands(other, seat) == legal_commands(state, seat)
            assert visible_state(other, seat) == visible_state(state, seat)
        shown = view(state, frozenset({Seat.AXIS})).get("committed", [])
        assert all(one["card"] is None for one in shown)
    committed = [one for one in game.log if isinstance(one, e.CardCommitted)]
    assert committed
    for event in committed:
        assert redact(event, frozenset({Seat.AXIS})) == e.CardCommitted(event.seat, UNKNOWN_CARD)
        assert redact(event, frozenset({Seat.ALLIES})) == event


def test_pairs_and_generals_have_no_commissar() -> None:
    setup = replace(
        load("sword_beach"),
        doctrines=(AppliedDoctrine(Side.ALLIES, Doctrine.RED_ARMY_COMMISSAR),),
    )
    game = started(setup, EditionName.E2025, "ab" * 32)
    assert isinstance(game.state.phase, CommitCardPhase)
    assert not isinstance(paired_off(setup, "commissar").state.phase, CommitCardPhase)


@pytest.mark.parametrize("level", QUICK)
def test_bots_lay_cards_down(level: BotLevel) -> None:
    game = with_commissar(EditionName.E2004, 6)
    while game.state.turn.number < 4 and game.state.status is Status.ACTIVE:
        seat = game.state.awaited
        assert seat is not None
        command = choose(game.state, seat, level, "seed")
        assert command is not None
        game.do(command)
    assert any(isinstance(one, e.CardPlayed) and one.committed for one in game.log)
