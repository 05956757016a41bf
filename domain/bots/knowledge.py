"""A state as the player of one seat knows it, for rules and search to work on."""

from collections.abc import Mapping
from dataclasses import replace

from domain.events import GameCreated
from domain.state import GameState
from domain.values import UNKNOWN_CARD, UNKNOWN_STRENGTH, Card, Seat
from domain.values.once import by_identity
from domain.values.replacing import replace_fields

Held = Mapping[Seat, tuple[Card, ...]]


def known(state: GameState, seat: Seat) -> GameState:
    """The state with nothing in it that is hidden from a seat: all other hands, offers and the
    deck are unknown cards, as many as there are, as are cards that others were handed out; what
    another team proposed is left out, and the seed is empty."""
    cards, seen_by = state.cards, (seat, *state.table.partners(seat))
    sight, turn = state.table.sight({seat}), state.turn
    return replace_fields(
        state,
        created=_without_seed(state.created),
        mines={
            hex_: mine if mine.face_up else replace(mine, strength=UNKNOWN_STRENGTH)
            for hex_, mine in state.mines.items()
        },
        turn=turn if turn.seat in sight else replace_fields(turn, proposals={}),
        cards=replace_fields(
            cards,
            deck=_unknown(cards.deck),
            hands=_visible(cards.hands, sight),
            offers=_visible(cards.offers, sight),
            committed={
                holder: lying if holder in sight else _unknown(lying)
                for holder, lying in cards.committed.items()
            },
            handed={
                to: card if to is seat or state.table.leader(to) is seat else UNKNOWN_CARD
                for to, card in cards.handed.items()
            },
            shown={other: cards.shown[other] for other in cards.shown if other in seen_by},
        ),
    )


@by_identity(max_objects=256)
def _without_seed(created: GameCreated) -> GameCreated:
    return replace(created, seed="")


def _visible(held: Held, sight: frozenset[Seat]) -> Held:
    return {
        holder: tuple(sorted(cards)) if holder in sight else _unknown(cards)
        for holder, cards in held.items()
    }


def _unknown(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return (UNKNOWN_CARD,) * len(cards)
