"""Handlers: the deck, hands and turns."""

from dataclasses import replace

from domain import events as e
from domain.evolve.changes import (
    Changes,
    Handler,
    opening_phase,
    played_from_hand,
    turn_opening_phase,
    with_hand,
    without,
    without_seat,
    without_top,
)
from domain.geometry.hexes import grid_of
from domain.phases import ChooseCardPhase, CommitCardPhase, PlayCardPhase
from domain.state import Cards, GameState, Order, Turn
from domain.values import Card, DiscardSource, Seat, SharedCardSource
from domain.values.replacing import replace_fields


def _shuffled(state: GameState, event: e.DeckShuffled) -> Changes:
    cards = replace_fields(state.cards, deck=event.order, discard=())
    return {"cards": cards, "draws": event.draw + 1}


def _dealt(state: GameState, event: e.CardsDealt) -> Changes:
    cards = replace_fields(state.cards, deck=without_top(state.cards.deck, event.count))
    return {"cards": with_hand(cards, event.seat, event.cards)}


def _shared_laid(state: GameState, event: e.SharedCardLaid) -> Changes:
    cards = state.cards
    source: Changes
    if event.source is SharedCardSource.OFFER:
        source = {"offers": _offers_without(cards, event.seat, event.card)}
    else:
        source = {"deck": without_top(cards.deck, 1)}
    shared = {**cards.shared, event.side: event.card}
    return {"cards": replace_fields(cards, shared=shared, **source)}


def _shared_taken(state: GameState, event: e.SharedCardTaken) -> Changes:
    cards, seat = state.cards, event.seat
    shared = {side: card for side, card in cards.shared.items() if side is not event.side}
    cards = replace_fields(cards, shared=shared, taken_up=cards.taken_up | {seat})
    return {"cards": with_hand(cards, seat, (*cards.hand(seat), event.card))}


def _hand_shown(state: GameState, event: e.HandShown) -> Changes:
    shown = {**state.cards.shown, event.seat: event.cards}
    return {"cards": replace_fields(state.cards, shown=shown)}


def _turn_started(state: GameState, event: e.TurnStarted) -> Changes:
    _, *beside = state.table.acting_with(event.seat)
    turn = Turn(event.turn, event.seat, state.turn.taken, {}, beside=tuple(beside))
    changes: Changes = {"turn": turn, "phase": turn_opening_phase(turn)}
    if state.cards.taken_up:
        changes["cards"] = replace_fields(state.cards, taken_up=frozenset())
    return changes


def _committed(state: GameState, event: e.CardCommitted) -> Changes:
    cards, seat = state.cards, event.seat
    committed = (*cards.committed.get(seat, ()), event.card)
    remaining = played_from_hand(cards, seat, event.card)
    cards = replace_fields(cards, committed={**cards.committed, seat: committed}, **remaining)
    return {"cards": cards, "phase": PlayCardPhase()}


def _handed_out(state: GameState, event: e.CardHandedOut) -> Changes:
    cards = state.cards
    handed = {**cards.handed, event.to: event.card}
    remaining = without(cards.hand(event.seat), event.card)
    return {"cards": with_hand(replace_fields(cards, handed=handed), event.seat, remaining)}


def _played(state: GameState, event: e.CardPlayed) -> Changes:
    order = Order(event.orders_as or event.card, event.section, event.fallback)
    cards, seat = state.cards, event.seat
    turn = replace_fields(state.turn, orders={**state.turn.orders, seat: order})
    issued = {
        other: issued_order for other, issued_order in cards.issued.items() if other is not seat
    }
    if turn.beside:
        remaining: Changes = {"handed": without_seat(cards.handed, seat)}
    elif event.committed:
        remaining = {"committed": {**cards.committed, seat: cards.committed[seat][1:]}}
    else:
        remaining = played_from_hand(cards, seat, event.card)
    return {
        "cards": replace_fields(
            cards,
            in_play={**cards.in_play, seat: event.card},
            issued={**issued, seat: order},
            **remaining,
        ),
        "turn": turn,
        "phase": state.phase if remaining.get("handed") else opening_phase(turn),
    }


def _proposed(state: GameState, event: e.CardProposed) -> Changes:
    proposals = {**state.turn.proposals, event.seat: event.card}
    return {"turn": replace_fields(state.turn, proposals=proposals)}


def _assigned(state: GameState, event: e.CardAssigned) -> Changes:
    turn = state.turn
    if not turn.beside:
        return {"turn": replace_fields(turn, delegates=event.to)}
    turn = replace_fields(turn, orders=dict.fromkeys((event.seat, *event.to), turn.order))
    return {"turn": turn, "phase": opening_phase(turn)}


def _discarded(state: GameState, event: e.CardDiscarded) -> Changes:
    cards, seat = state.cards, event.seat
    discard = (*cards.discard, event.card)
    remaining: Changes
    if event.source is DiscardSource.IN_PLAY:
        remaining = {"in_play": without_seat(cards.in_play, seat)}
    elif event.source is DiscardSource.REACTION:
        reactions = without(cards.reactions[seat], event.card)
        others = without_seat(cards.reactions, seat)
        remaining = {"reactions": {**others, seat: reactions} if reactions else others}
    elif event.source is DiscardSource.HAND:
        remaining = played_from_hand(cards, seat, event.card)
    else:
        remaining = {"offers": _offers_without(cards, seat, event.card)}
    drawn: Changes = {} if event.draw is None else {"draws": event.draw + 1}
    return {"cards": replace_fields(cards, discard=discard, **remaining), **drawn}


def _drawn(state: GameState, event: e.CardDrawn) -> Changes:
    hand = (*state.cards.hand(event.seat), event.card)
    cards = replace_fields(state.cards, deck=state.cards.deck[:-1])
    return {"cards": with_hand(cards, event.seat, hand)}


def _offered(state: GameState, event: e.CardsOffered) -> Changes:
    offers = {**state.cards.offers, event.seat: event.cards}
    deck = without_top(state.cards.deck, event.count)
    return {
        "cards": replace_fields(state.cards, deck=deck, offers=offers),
        "phase": ChooseCardPhase(),
    }


def _card_kept(state: GameState, event: e.CardKept) -> Changes:
    hand = (*state.cards.hand(event.seat), event.card)
    offers = _offers_without(state.cards, event.seat, event.card)
    cards = replace_fields(state.cards, offers=offers)
    return {"cards": with_hand(cards, event.seat, hand)}


def _turn_ended(state: GameState, event: e.TurnEnded) -> Changes:
    taken = {**state.turn.taken, event.seat: state.turn.taken[event.seat] + 1}
    changes: Changes = {"turn": replace_fields(state.turn, taken=taken)}
    if state.turn.beside:
        changes["cards"] = replace_fields(state.cards, issued=_issued_together(state))
    return changes


def _issued_together(state: GameState) -> dict[Seat, Order]:
    """Return the last orders of both sides; those of this turn with the halves of the sections in
    which they were executed."""
    turn, halves = state.turn, grid_of(state.created.setup.grid).halves
    issued: dict[Seat, Order] = {}
    for seat, order in state.cards.issued.items():
        if seat not in turn.acting:
            issued[seat] = order
        elif seat in turn.orders:
            starts = [
                frozenset(halves[status.start])
                for unit, status in turn.ordered.items()
                if state.orderer(unit) is seat
            ]
            common = frozenset[int].intersection(*starts) if starts else frozenset[int]()
            issued[seat] = replace(order, halves=common)
    return issued


def _offers_without(cards: Cards, seat: Seat, card: Card) -> dict[Seat, tuple[Card, ...]]:
    remaining = without(cards.offer(seat), card)
    others = without_seat(cards.offers, seat)
    return {**others, seat: remaining} if remaining else others


HANDLERS: dict[type, Handler] = {
    e.DeckShuffled: _shuffled,
    e.CardsDealt: _dealt,
    e.SharedCardLaid: _shared_laid,
    e.SharedCardTaken: _shared_taken,
    e.HandShown: _hand_shown,
    e.TurnStarted: _turn_started,
    e.CardProposed: _proposed,
    e.CommitmentDemanded: lambda _, event: {"phase": CommitCardPhase(event.seat)},
    e.CardCommitted: _committed,
    e.CardHandedOut: _handed_out,
    e.CardPlayed: _played,
    e.CardAssigned: _assigned,
    e.CardDiscarded: _discarded,
    e.CardDrawn: _drawn,
    e.CardsOffered: _offered,
    e.CardKept: _card_kept,
    e.TurnEnded: _turn_ended,
}
