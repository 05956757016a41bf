"""The end of a turn: discard, draw, and begin the next turn (2004 p. 11 and 2025, Draw a card)."""

from collections.abc import Iterator

from domain import events as e
from domain.commands import ChooseCard, EndTurn, Play
from domain.errors import IllegalCommandError, Rule
from domain.phases import BattlePhase, ChooseCardPhase, MoveAgainPhase
from domain.position import Position
from domain.rules import headquarters, medals, smoke
from domain.steps import guards
from domain.steps.cards import turns
from domain.steps.draft import Draft
from domain.values import (
    Card,
    Check,
    DiscardSource,
    Ending,
    ObstacleKind,
    RemovalCause,
    Seat,
    SharedCardSource,
    ShuffleReason,
)


def end_turn(draft: Draft, command: EndTurn) -> None:
    """End the battles and draw; some cards let their player choose the card to keep."""
    if not isinstance(draft.state.phase, MoveAgainPhase):
        guards.phase(draft.state, BattlePhase)
        mover = guards.second_mover(draft.position)
        if mover is not None:
            raise IllegalCommandError(Rule.MOVEMENT_SECOND_MOVE_LEFT, unit=mover.id)
    if draft.state.turn.carrying_out != (command.seat,):
        draft.then(e.PhaseFinished(command.seat))
        return
    if not draft.state.turn.battles_over:
        draft.then(e.BattlesEnded())
    seat = draft.state.table.leader(command.seat)
    side = draft.state.table.side_of(seat)
    if medals.sudden_death(draft.position, side, Check.END_OF_OWN_TURN):
        draft.finish(side, Ending.SUDDEN_DEATH)
        return
    cards = draft.book.cards
    specs = [cards[order.card] for order in draft.state.turn.orders.values()]
    replace_reactions(draft)
    _discard_played(draft, reshuffles=any(spec.reshuffles for spec in specs))
    if draft.over():
        return
    count = max(spec.offered for spec in specs)
    if count == 1:
        _draw(draft, seat, max(spec.draws_more for spec in specs))
        _close(draft, seat)
        return
    offered = _top_cards(draft, count)
    if draft.over():
        return
    draft.then(e.CardsOffered(seat, len(offered), offered))
    # Two equal cards are still a choice: not asking would reveal that they are equal.
    if len(offered) == 1:
        _keep(draft, seat, offered[0])


def choose_card(draft: Draft, command: ChooseCard) -> None:
    """Keep one of the drawn cards; the rest are discarded face up."""
    guards.phase(draft.state, ChooseCardPhase)
    offered = sorted(draft.state.cards.offer(command.seat))
    if command.card not in offered:
        raise IllegalCommandError(Rule.CARD_NOT_OFFERED, card=command.card, offered=offered)
    _keep(draft, command.seat, command.card)


def choose_options(position: Position, seat: Seat) -> Iterator[Play]:
    """Return one option for each different card on offer."""
    return (ChooseCard(seat, card) for card in sorted(set(position.state.cards.offer(seat))))


def replace_reactions(draft: Draft) -> None:
    """Discard and replace each Ambush played this turn; in Overlord, as soon as it is over."""
    for seat, played in draft.state.cards.reactions.items():
        for reaction in played:
            if not draft.over():
                draft.then(e.CardDiscarded(seat, reaction, DiscardSource.REACTION))
                _replace(draft, seat)


def _discard_played(draft: Draft, *, reshuffles: bool) -> None:
    if draft.over():
        return
    for seat, played in draft.state.cards.in_play.items():
        draft.then(e.CardDiscarded(seat, played, DiscardSource.IN_PLAY))
    if reshuffles and draft.state.created.setup.winner_when_deck_empty is None:
        cards = draft.state.cards
        draw = draft.state.draws
        order = draft.chance.shuffle(draw, (*cards.deck, *cards.discard))
        draft.then(e.DeckShuffled(ShuffleReason.CARD, len(order), 0, draw, order))


def _keep(draft: Draft, seat: Seat, card: Card) -> None:
    if seat in draft.state.cards.taken_up:
        side = draft.state.table.side_of(seat)
        draft.then(e.SharedCardLaid(seat, side, card, SharedCardSource.OFFER))
    else:
        draft.then(e.CardKept(seat, card))
    for other in draft.state.cards.offer(seat):
        draft.then(e.CardDiscarded(seat, other, DiscardSource.OFFER))
    _close(draft, seat)


def _close(draft: Draft, seat: Seat) -> None:
    """Draw a growing hand's extra card and end the turn, or the game if the deck is used up."""
    turn = draft.state.turn
    growing = {size.seat: size.extra_after_own_turns for size in draft.state.created.hand_sizes}
    if not draft.over() and turn.taken[seat] + 1 in growing[seat]:
        draw_one(draft, seat)
    winner = draft.state.created.setup.winner_when_deck_empty
    if winner is not None and not draft.over() and not draft.state.cards.deck:
        draft.finish(winner, Ending.DECK_EMPTY)
    if draft.over():
        return
    for hex_ in smoke.dispersing(draft.position):
        draft.then(e.ObstacleRemoved(hex_, ObstacleKind.SMOKE, RemovalCause.DISPERSED))
    draft.then(e.TurnEnded(turn.number, seat))
    next_seat = draft.state.table.next_after(seat, draft.state.turn.taken)
    turns.begin(draft, turn.number + 1, next_seat)


def lay_shared(draft: Draft, seat: Seat) -> None:
    """Lay the top card of the draw pile open for a seat's pair, if it is in one."""
    if draft.state.table.partners(seat):
        side = draft.state.table.side_of(seat)
        for card in _top_cards(draft, 1):
            draft.then(e.SharedCardLaid(seat, side, card, SharedCardSource.DRAW_PILE))


def _draw(draft: Draft, seat: Seat, extra: int) -> None:
    """Replace the played card; a chain of command draws up to its first hand size instead."""
    if not draft.state.table.together:
        _replace(draft, seat)
        return
    terms = draft.book.handing_out
    sizes = {size.seat: size.start for size in draft.state.created.hand_sizes}
    withheld = headquarters.withheld_cards(draft.position, seat)
    room = sizes[seat] - len(draft.state.cards.hand(seat)) - withheld
    for _ in range(min(terms.draws + extra, room)):
        if not draft.over():
            draw_one(draft, seat)


def _replace(draft: Draft, seat: Seat) -> None:
    """Replace a card that was played, in the hand or as the open card."""
    if seat in draft.state.cards.taken_up:
        lay_shared(draft, seat)
    else:
        draw_one(draft, seat)


def draw_one(draft: Draft, seat: Seat) -> None:
    """Draw the top card of the draw pile into a hand."""
    for card in _top_cards(draft, 1):
        draft.then(e.CardDrawn(seat, card))


def _top_cards(draft: Draft, count: int) -> tuple[Card, ...]:
    """Return the top cards of the draw pile, topmost first. If there are too few, the discards are
    shuffled under them; where discards are never reshuffled, the game ends instead."""
    cards = draft.state.cards
    winner = draft.state.created.setup.winner_when_deck_empty
    if len(cards.deck) < count and winner is not None:
        draft.finish(winner, Ending.DECK_EMPTY)
        return ()
    if len(cards.deck) < count and cards.discard:
        draw = draft.state.draws
        order = (*draft.chance.shuffle(draw, cards.discard), *cards.deck)
        draft.then(
            e.DeckShuffled(ShuffleReason.EXHAUSTED, len(order), len(cards.deck), draw, order)
        )
    return draft.state.cards.deck[-count:][::-1]
