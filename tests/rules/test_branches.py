"""Where a branch begins, what becomes of the cards that its maker did not know, and what of it is
never taken back."""

from collections import Counter
from dataclasses import replace

import pytest

from domain import branch, check, decide, evolve, fold
from domain import events as e
from domain.chance import SeededChance
from domain.commands import Attack, EndTurn, TakeBack
from domain.editions import EDITIONS
from domain.errors import IllegalCommandError, Rule
from domain.inference.candidates import candidates
from domain.inference.decisions import kind_of
from domain.phases import ChooseCardPhase
from domain.redaction import is_open, redact, without_hidden
from domain.state import GameState
from domain.values import UNKNOWN_CARD, Card, DiscardSource, EditionName, Face, Seat, ShuffleReason
from tests.support.chance import Script
from tests.support.games import Skirmish, after

ALLIES, AXIS = Seat.ALLIES, Seat.AXIS
OWN = SeededChance(bytes(32), "branch")
U = UNKNOWN_CARD


def origin(at_version: int, draws_of: str = "branch") -> e.BranchOf:
    return e.BranchOf("game", at_version, "ab", "game", None, draws_of, at_version)


def start_game(phase: str = "play_card") -> GameState:
    """A branch about to begin, of a game whose Axis hand and draw pile are not known in it."""
    state = Skirmish("4: I . . i", ordered="I", phase=phase).begin(EditionName.E2025)  # type: ignore[arg-type]
    cards = state.cards
    hands = {**cards.hands, AXIS: (U,) * len(cards.hand(AXIS))}
    unknown = replace(cards, deck=(U,) * len(cards.deck), hands=hands)
    created = replace(state.created, game="branch", branch=origin(state.version))
    return replace(state, created=created, cards=unknown)


def start(state: GameState, player: str = "cy") -> tuple[tuple[e.Event, ...], GameState]:
    assert state.created.branch is not None
    events = branch(state, state.created.branch.begins(player), OWN)
    return events, after(state, events)


def everything(state: GameState) -> Counter[Card]:
    return Counter(state.cards.everywhere())


def full(state: GameState) -> Counter[Card]:
    deck = EDITIONS[state.created.edition].decks[state.created.variant]
    return Counter({card: spec.copies for card, spec in deck.items()})


def test_one_player_decides_for_both_seats() -> None:
    events, state = start(start_game())
    assert events[0] == e.GameBranched("game", state.created.branch.at_version, "ab", "cy")
    assert state.seats == {ALLIES: "cy", AXIS: "cy"}


def test_what_was_not_known_is_dealt_anew_from_all_that_it_can_be() -> None:
    before = start_game()
    events, state = start(before)
    kinds = [type(event) for event in events]
    assert kinds == [
        e.GameBranched,
        e.UnseenShuffled,
        *[e.CardDrawn] * len(before.cards.hand(AXIS)),
    ]
    assert state.cards.hand(ALLIES) == before.cards.hand(ALLIES)
    assert len(state.cards.hand(AXIS)) == len(before.cards.hand(AXIS))
    assert len(state.cards.deck) == len(before.cards.deck)
    assert everything(state) == full(state)
    assert state.draws == before.draws + 1


def test_a_card_in_play_and_discards_stay_where_they_are() -> None:
    before = start_game("battle")
    hand = before.cards.hand(ALLIES)
    cards = replace(
        before.cards,
        discard=hand[:1],
        reactions={ALLIES: hand[1:2]},
        hands={**before.cards.hands, ALLIES: hand[2:]},
    )
    _, state = start(replace(before, cards=cards))
    assert state.cards.in_play == before.cards.in_play
    assert (state.cards.discard, state.cards.reactions) == (hand[:1], {ALLIES: hand[1:2]})
    assert everything(state) == full(state)


def test_cards_on_offer_that_were_not_known_are_others() -> None:
    before = start_game()
    cards = replace(before.cards, deck=before.cards.deck[:-2], offers={before.turn.seat: (U, U)})
    events, state = start(replace(before, cards=cards, phase=ChooseCardPhase()))
    assert events[-1] == e.CardsOffered(before.turn.seat, 2, state.cards.offer(before.turn.seat))
    assert U not in state.cards.offer(before.turn.seat)
    assert isinstance(state.phase, ChooseCardPhase)
    assert everything(state) == full(state)


def test_a_branch_that_knows_all_cards_keeps_them() -> None:
    whole = Skirmish("4: I . . i", phase="play_card").begin(EditionName.E2004)
    created = replace(whole.created, branch=origin(whole.version, "game"))
    events, state = start(replace(whole, created=created))
    assert len(events) == 1
    assert (state.cards, state.draws) == (whole.cards, whole.draws)
    assert created.keeps_seed
    assert created.draws_of == "game"
    assert whole.created.draws_of == whole.created.game


@pytest.mark.parametrize("change", [1, -1])
def test_a_branch_begins_at_its_version(change: int) -> None:
    state = start_game()
    wrong = e.GameBranched("game", state.version + change, "ab", "cy")
    with pytest.raises(IllegalCommandError) as refused:
        branch(state, wrong, OWN)
    assert refused.value.rule is Rule.BRANCH_NO_SUCH_VERSION
    assert refused.value.facts == {"at_version": wrong.at_version, "version": state.version}


def test_a_branch_begins_where_a_decision_was_awaited() -> None:
    with pytest.raises(IllegalCommandError) as refused:
        start(replace(start_game(), phase=None))
    assert refused.value.rule is Rule.BRANCH_NO_SUCH_VERSION


def test_a_branch_is_taken_back_to_where_it_began_and_no_further() -> None:
    before = start_game("move")
    _, state = start(before)
    settled = {before.version: before, state.version: state}
    later = after(state, [e.MovesEnded()])
    for version in (before.version, before.version - 1):
        with pytest.raises(IllegalCommandError) as refused:
            decide(later, TakeBack(ALLIES, version), Script(""), settled.get)
        assert refused.value.rule is Rule.UNDO_BEFORE_BRANCH
        at = before.version
        assert refused.value.facts == {"to_version": version, "at_version": at}
    [event] = decide(later, TakeBack(ALLIES, state.version), Script(""), settled.get)
    assert evolve(later, event, settled.get).cards == state.cards


@pytest.mark.parametrize(
    ("event", "known"),
    [
        (
            e.DeckShuffled(ShuffleReason.SETUP, 2, 0, 0, (Card.AMBUSH, Card.DIG_IN)),
            {"order": (U, U)},
        ),
        (e.DrawPileShuffled(1, 0, (Card.AMBUSH,)), {"order": (U,)}),
        (e.UnseenShuffled(1, 0, (Card.AMBUSH,)), {"order": (U,)}),
        (e.CardsDealt(AXIS, 2, (Card.AMBUSH, Card.DIG_IN)), {"cards": (U, U)}),
        (e.CardsOffered(AXIS, 1, (Card.AMBUSH,)), {"cards": (U,)}),
        (e.CardDrawn(AXIS, Card.AMBUSH), {"card": U}),
        (e.CardKept(AXIS, Card.AMBUSH), {"card": U}),
        (e.TurnStarted(3, AXIS), {}),
    ],
)
def test_who_holds_no_seat_does_not_see_the_hidden_part_of_an_event(
    event: e.Event, known: dict[str, object]
) -> None:
    assert redact(event, frozenset()) == without_hidden(event) == replace(event, **known)


def test_a_viewer_sees_what_any_of_its_seats_may_see() -> None:
    drawn, shuffled = e.CardDrawn(AXIS, Card.AMBUSH), e.DrawPileShuffled(1, 3, (Card.AMBUSH,))
    for seats, is_told in (({AXIS}, True), ({ALLIES, AXIS}, True), ({ALLIES}, False)):
        assert is_open(drawn, frozenset(seats)) is is_told
        assert not is_open(shuffled, frozenset(seats)), "nobody's until the game is over"
    assert redact(drawn, None) is drawn
    assert redact(shuffled, None) is shuffled


def test_cards_that_show_up_come_out_of_those_not_known() -> None:
    state = start_game()
    offered = fold(
        [
            e.CardsOffered(AXIS, 2, (U, U)),
            e.CardKept(AXIS, U),
            e.CardDiscarded(AXIS, Card.RECON_LEFT, DiscardSource.OFFER),
            e.CardPlayed(AXIS, Card.PROBE_LEFT),
        ],
        state,
    )
    assert offered is not None
    assert offered.cards.offers == {}
    assert offered.cards.discard == (Card.RECON_LEFT,)
    assert offered.cards.hand(AXIS) == state.cards.hand(AXIS)
    assert len(offered.cards.deck) == len(state.cards.deck) - 2


def sandbox(phase: str = "battle") -> GameState:
    """A sandbox in which the infantry may attack."""
    whole = Skirmish("4: I . i", ordered="I", phase=phase).begin(EditionName.E2025)  # type: ignore[arg-type]
    return replace(whole, created=replace(whole.created, branch=origin(whole.version)))


ATTACK = Attack(ALLIES, "I", "i")


def test_what_a_roll_shows_can_be_said_in_a_sandbox() -> None:
    state, dice = sandbox(), (Face.STAR, Face.FLAG)
    events = decide(state, ATTACK, Script(""), dice=dice)
    place = events.index(e.DiceFixed(dice))
    assert events[place + 1] == e.DiceRolled(dice, state.draws)
    assert after(state, events).draws == state.draws + 1


def test_dice_are_fixed_in_a_sandbox_only() -> None:
    state = replace(sandbox(), created=replace(sandbox().created, branch=None))
    with pytest.raises(IllegalCommandError) as refused:
        check(state, ATTACK, dice=(Face.STAR, Face.FLAG))
    assert refused.value.rule is Rule.SANDBOX_ONLY


@pytest.mark.parametrize("count", [1, 3])
def test_all_dice_of_a_roll_are_fixed_and_no_others(count: int) -> None:
    with pytest.raises(IllegalCommandError) as refused:
        check(sandbox(), ATTACK, dice=(Face.STAR,) * count)
    assert refused.value.rule is Rule.SANDBOX_OTHER_DICE
    assert refused.value.facts == {"dice": 2, "fixed": count}


def test_dice_are_not_fixed_for_what_throws_none() -> None:
    with pytest.raises(IllegalCommandError) as refused:
        check(sandbox(), EndTurn(ALLIES), dice=(Face.STAR,))
    assert refused.value.rule is Rule.SANDBOX_OTHER_DICE


def test_what_a_game_says_of_its_draws() -> None:
    state = sandbox()
    assert (state.created.unproved, state.created.keeps_seed) == (state.version, True)
    plain = replace(state.created, branch=None)
    assert (plain.unproved, plain.keeps_seed) == (0, False)


def test_a_command_is_known_behind_dice_that_were_fixed_first() -> None:
    state = sandbox()
    events = (e.DiceFixed((Face.STAR, Face.FLAG)), e.AttackDeclared("I", "i", 2, 2, overrun=False))
    assert kind_of(state, events) is Attack
    assert list(candidates(state, events, ALLIES)) == [ATTACK]
