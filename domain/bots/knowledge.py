"""A state as the player of one seat knows it, for rules and search to work on."""

from collections.abc import Mapping
from dataclasses import replace

from domain.events import GameCreated
from domain.state import GameState
from domain.values import UNKNOWN_CARD, UNKNOWN_STRENGTH, Card, Seat
from domain.values.caching import cached_by_identity
from domain.values.replacing import replace_fields

Held = Mapping[Seat, tuple[Card, ...]]


def visible_state(state: GameState, seat: Seat) -> GameState:
    """Return the state without anything hidden from a seat: the deck, other hands, offers and
    handed-out cards become unknown cards; proposals to another team are left out, and the seed is
    empty."""
    cards, own_pair = state.cards, (seat, *state.table.partners(seat))
    visible_hands, turn = state.table.visible_hands({seat}), state.turn
    return replace_fields(
        state,
        created=_without_seed(state.created),
        mines={
            hex_: mine if mine.face_up else replace(mine, strength=UNKNOWN_STRENGTH)
            for hex_, mine in state.mines.items()
        },
        turn=turn if turn.seat in visible_hands else replace_fields(turn, proposals={}),
        cards=replace_fields(
            cards,
            deck=_unknown(cards.deck),
            hands=_visible(cards.hands, visible_hands),
            offers=_visible(cards.offers, visible_hands),
            committed={
                holder: held if holder in visible_hands else _unknown(held)
                for holder, held in cards.committed.items()
            },
            handed={
                to: card if to is seat or state.table.leader(to) is seat else UNKNOWN_CARD
                for to, card in cards.handed.items()
            },
            shown={other: cards.shown[other] for other in cards.shown if other in own_pair},
        ),
    )


@cached_by_identity(max_objects=256)
def _without_seed(created: GameCreated) -> GameCreated:
    return replace(created, seed="")


def _visible(held: Held, sight: frozenset[Seat]) -> Held:
    return {
        holder: tuple(sorted(cards)) if holder in sight else _unknown(cards)
        for holder, cards in held.items()
    }


def _unknown(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return (UNKNOWN_CARD,) * len(cards)
