"""Games of more than two: other hands for a seat, and what it may do."""

import random
from collections import Counter
from dataclasses import replace

import pytest

from domain.commands import Resign, ShowHand
from domain.errors import IllegalCommandError, Rule
from domain.legal import legal_commands
from domain.redaction import Viewer
from domain.state import GameState
from domain.values import Card, Seat, Status
from tests.support.games import Playing


def holding(game: Playing, seat: Seat, *hand: Card, shared: Card | None = None) -> None:
    """Give a seat other cards, and its pair another open one, without a change of the deck."""
    cards, side = game.state.cards, game.state.table.side_of(seat)
    lying = dict(cards.shared) if shared is None else {**cards.shared, side: shared}
    held = replace(cards, hands={**cards.hands, seat: hand}, shared=lying)
    game.state = replace(game.state, cards=held)


def plays(game: Playing) -> list[object]:
    """What the first awaited seat may do, but resign and show its hand."""
    listed = legal_commands(game.state, game.state.awaiting[0])
    return [one for one in listed if not isinstance(one, Resign | ShowHand)]


def refused(game: Playing, command: object) -> Rule:
    with pytest.raises(IllegalCommandError) as error:
        game.do(command)  # type: ignore[arg-type]
    return error.value.rule


def exchanged(state: GameState, held: Viewer, dice: random.Random) -> GameState:
    """The state with all cards dealt anew that who holds these seats may not know."""
    assert held is not None
    cards = state.cards
    hidden = [seat for seat in cards.hands if seat not in held and state.status is Status.ACTIVE]
    seen = {
        seat: cards.shown.get(seat, ()) if held.intersection(state.table.partners(seat)) else ()
        for seat in hidden
    }
    unseen = {
        seat: list((Counter(cards.hand(seat)) - Counter(seen[seat])).elements()) for seat in hidden
    }
    pool = [*cards.deck, *(card for hand in unseen.values() for card in hand)]
    offers = {seat: offer for seat, offer in cards.offers.items() if seat not in held}
    pool += [card for offer in offers.values() for card in offer]
    handed = [to for to in cards.handed if not held.intersection((to, state.table.leader(to)))]
    pool += [cards.handed[to] for to in handed]
    lying = {seat: laid for seat, laid in cards.committed.items() if seat not in held}
    pool += [card for cards_ in lying.values() for card in cards_]
    dice.shuffle(pool)
    draw = iter(pool)
    hands = {seat: (*seen[seat], *(next(draw) for _ in unseen[seat])) for seat in hidden}
    shown = {
        seat: tuple(hands[seat][: len(cards.shown[seat])])
        for seat in hidden
        if seat in cards.shown and not seen[seat]
    }
    offered = {seat: tuple(next(draw) for _ in offer) for seat, offer in offers.items()}
    others = {to: next(draw) for to in handed}
    laid = {seat: tuple(next(draw) for _ in found) for seat, found in lying.items()}
    dealt = replace(
        cards,
        deck=tuple(draw),
        hands={**cards.hands, **hands},
        offers={**cards.offers, **offered},
        shown={**cards.shown, **shown},
        handed={**cards.handed, **others},
        committed={**cards.committed, **laid},
    )
    return replace(state, cards=dealt)
