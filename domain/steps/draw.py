"""The end of a turn: discard, draw, and the other side plays (2004 p. 6, Game Turn; 2025, Draw)."""

from collections.abc import Iterator

from domain import events as e
from domain.commands import ChooseCard, EndTurn, Play
from domain.errors import IllegalCommandError, Rule
from domain.position import Position
from domain.state import BattlePhase, ChooseCardPhase
from domain.steps import guards
from domain.steps.draft import Draft
from domain.steps.orders import card_in_play, spec_in_play
from domain.values import Card, DiscardSource, Seat, ShuffleReason


def end_turn(draft: Draft, command: EndTurn) -> None:
    """End the battles and draw; some cards let their player choose what to keep."""
    guards.phase(draft.state, BattlePhase)
    played = card_in_play(draft.state)
    spec = spec_in_play(draft.position)
    draft.then(e.BattlesEnded())
    draft.then(e.CardDiscarded(command.seat, played, DiscardSource.IN_PLAY))
    if spec.offered == 1:
        _draw_one(draft, command.seat)
        _close(draft, command.seat)
        return
    offered = _top_cards(draft, spec.offered)
    draft.then(e.CardsOffered(command.seat, len(offered), offered))
    # Two equal cards are a choice all the same: not to ask would tell the enemy what they are.
    if len(offered) == 1:
        _keep(draft, command.seat, offered[0])


def choose_card(draft: Draft, command: ChooseCard) -> None:
    """Keep one of the cards drawn; the rest is discarded face up."""
    guards.phase(draft.state, ChooseCardPhase)
    if command.card not in draft.state.cards.offer:
        raise IllegalCommandError(Rule.CARD_NOT_OFFERED, card=command.card)
    _keep(draft, command.seat, command.card)


def choose_options(position: Position, seat: Seat) -> Iterator[Play]:
    """Each different card on offer."""
    return (ChooseCard(seat, card) for card in sorted(set(position.state.cards.offer)))


def _keep(draft: Draft, seat: Seat, card: Card) -> None:
    draft.then(e.CardKept(seat, card))
    for other in draft.state.cards.offer:
        draft.then(e.CardDiscarded(seat, other, DiscardSource.OFFER))
    _close(draft, seat)


def _close(draft: Draft, seat: Seat) -> None:
    """Draw what a growing hand adds, and pass the turn."""
    turn = draft.state.turn
    growing = {size.seat: size.extra_after_own_turns for size in draft.state.created.hand_sizes}
    if turn.taken[seat] + 1 in growing[seat]:
        _draw_one(draft, seat)
    draft.then(e.TurnEnded(turn.number, seat))
    draft.then(e.TurnStarted(turn.number + 1, seat.opponent))


def _draw_one(draft: Draft, seat: Seat) -> None:
    for card in _top_cards(draft, 1):
        draft.then(e.CardDrawn(seat, card))


def _top_cards(draft: Draft, count: int) -> tuple[Card, ...]:
    """The top cards of the draw pile, first the topmost; the discards are shuffled under what is
    left of it when it does not suffice."""
    cards = draft.state.cards
    if len(cards.deck) < count and cards.discard:
        draw = draft.state.draws
        order = (*draft.chance.shuffle(draw, cards.discard), *cards.deck)
        draft.then(
            e.DeckShuffled(ShuffleReason.EXHAUSTED, len(order), len(cards.deck), draw, order)
        )
    return draft.state.cards.deck[-count:][::-1]
