"""Clauses about the deck, the turns, taking back, and the beginning and end of a game."""

from collections.abc import Callable
from typing import Any

from domain import events as e
from domain.narrative.context import Scene
from domain.narrative.messages import AccountMessage as M
from domain.narrative.messages import Part, Piece, part
from domain.values import UNKNOWN_CARD, Card, Ending


def _created(_scene: Scene, event: e.GameCreated) -> list[Part]:
    return [part(M.GAME_CREATED, scenario=event.scenario, edition=event.edition)]


def _seat_taken(_scene: Scene, event: e.SeatTaken) -> list[Part]:
    return [part(M.SEAT_TAKEN, seat=event.seat, player=event.player)]


def _seat_left(_scene: Scene, event: e.SeatLeft) -> list[Part]:
    return [part(M.SEAT_LEFT, seat=event.seat, player=event.player)]


def _cancelled(_scene: Scene, event: e.GameCancelled) -> list[Part]:
    return [part(M.GAME_CANCELLED, reason=event.reason)]


def _started(_scene: Scene, event: e.GameStarted) -> list[Part]:
    return [part(M.GAME_STARTED, seat=event.first)]


def _shuffled(_scene: Scene, event: e.DeckShuffled) -> list[Part]:
    return [part(M.DECK_SHUFFLED, count=event.count, reason=event.reason)]


def _dealt(_scene: Scene, event: e.CardsDealt) -> list[Part]:
    seat, count = event.seat, event.count
    if _known(*event.cards):
        return [part(M.CARDS_DEALT_OPEN, seat=seat, count=count, cards=event.cards)]
    return [part(M.CARDS_DEALT, seat=seat, count=count)]


def _shared_laid(_scene: Scene, event: e.SharedCardLaid) -> list[Part]:
    return [part(M.SHARED_LAID, side=event.side, card=event.card)]


def _shared_taken(_scene: Scene, event: e.SharedCardTaken) -> list[Part]:
    return [part(M.SHARED_TAKEN, seat=event.seat, card=event.card)]


def _proposed(_scene: Scene, event: e.CardProposed) -> list[Part]:
    if _known(event.card):
        return [part(M.CARD_PROPOSED_OPEN, seat=event.seat, card=event.card)]
    return [part(M.CARD_PROPOSED, seat=event.seat)]


def _commitment_demanded(_scene: Scene, event: e.CommitmentDemanded) -> list[Part]:
    return [part(M.COMMITMENT_DEMANDED, seat=event.seat)]


def _committed(_scene: Scene, event: e.CardCommitted) -> list[Part]:
    if _known(event.card):
        return [part(M.CARD_COMMITTED_OPEN, seat=event.seat, card=event.card)]
    return [part(M.CARD_COMMITTED, seat=event.seat)]


def _handed_out(_scene: Scene, event: e.CardHandedOut) -> list[Part]:
    if _known(event.card):
        return [part(M.CARD_HANDED_OUT_OPEN, seat=event.seat, seats=(event.to,), card=event.card)]
    return [part(M.CARD_HANDED_OUT, seat=event.seat, seats=(event.to,))]


def _assigned(_scene: Scene, event: e.CardAssigned) -> list[Part]:
    return [part(M.CARD_ASSIGNED, seats=event.to)]


def _hand_shown(_scene: Scene, event: e.HandShown) -> list[Part]:
    if _known(*event.cards):
        return [part(M.HAND_SHOWN_OPEN, seat=event.seat, cards=event.cards)]
    return [part(M.HAND_SHOWN, seat=event.seat)]


def _hint_given(_scene: Scene, event: e.HintGiven) -> list[Part]:
    return [part(M.HINT_GIVEN, seat=event.seat)]


def _orders_given(_scene: Scene, event: e.StandingOrdersGiven) -> list[Part]:
    return [part(M.STANDING_ORDERS, seat=event.seat)]


def _drop_demanded(_scene: Scene, event: e.AirDropDemanded) -> list[Part]:
    return [part(M.DROP_DEMANDED, seat=event.seat, count=event.units)]


def _landed(_scene: Scene, event: e.UnitLanded) -> list[Part]:
    unit = Piece(event.unit, event.side, event.kind, event.hex)
    return [part(M.UNIT_LANDED, unit=unit, hex=event.aim)]


def _drop_failed(_scene: Scene, event: e.UnitDropFailed) -> list[Part]:
    return [part(M.DROP_FAILED, side=event.side, hex=event.aim, reason=event.cause)]


def _turn_started(_scene: Scene, event: e.TurnStarted) -> list[Part]:
    return [part(M.TURN_STARTED, turn=event.turn, seat=event.seat)]


def _card_played(_scene: Scene, event: e.CardPlayed) -> list[Part]:
    seat, card = event.seat, event.card
    if event.orders_as is None:
        clauses = [part(M.CARD_PLAYED, seat=seat, card=card)]
    else:
        clauses = [part(M.CARD_PLAYED_AS, seat=seat, card=card, orders_as=event.orders_as)]
    if event.section is not None:
        clauses.append(part(M.CARD_SECTION, section=event.section))
    if event.fallback:
        clauses.append(part(M.CARD_FALLBACK))
    if event.committed:
        clauses.append(part(M.CARD_REVEALED))
    return clauses


def _discarded(_scene: Scene, event: e.CardDiscarded) -> list[Part]:
    return [part(M.DISCARDED, seat=event.seat, card=event.card)]


def _drawn(_scene: Scene, event: e.CardDrawn) -> list[Part]:
    if _known(event.card):
        return [part(M.DRAWN_OPEN, seat=event.seat, card=event.card)]
    return [part(M.DRAWN, seat=event.seat)]


def _offered(_scene: Scene, event: e.CardsOffered) -> list[Part]:
    seat, count = event.seat, event.count
    if _known(*event.cards):
        return [part(M.OFFERED_OPEN, seat=seat, count=count, cards=event.cards)]
    return [part(M.OFFERED, seat=seat, count=count)]


def _card_kept(_scene: Scene, event: e.CardKept) -> list[Part]:
    if _known(event.card):
        return [part(M.KEPT_OPEN, seat=event.seat, card=event.card)]
    return [part(M.KEPT, seat=event.seat)]


def _turn_ended(_scene: Scene, event: e.TurnEnded) -> list[Part]:
    return [part(M.TURN_ENDED, turn=event.turn, seat=event.seat)]


def _resigned(_scene: Scene, event: e.SeatResigned) -> list[Part]:
    by_choice = event.reason is Ending.RESIGNATION
    return [part(M.RESIGNED if by_choice else M.TIMED_OUT, seat=event.seat)]


def _finished(_scene: Scene, event: e.GameFinished) -> list[Part]:
    return [part(M.FINISHED, side=event.winner, reason=event.reason)]


def _seed(_scene: Scene, _event: e.SeedRevealed) -> list[Part]:
    return [part(M.SEED_REVEALED)]


def _requested(_scene: Scene, event: e.UndoRequested) -> list[Part]:
    return [part(M.UNDO_REQUESTED, seat=event.seat, version=event.to_version)]


def _agreed(_scene: Scene, event: e.UndoAgreed) -> list[Part]:
    return [part(M.UNDO_AGREED, seat=event.seat)]


def _declined(_scene: Scene, event: e.UndoDeclined) -> list[Part]:
    return [part(M.UNDO_DECLINED, seat=event.seat)]


def _withdrawn(_scene: Scene, event: e.UndoWithdrawn) -> list[Part]:
    return [part(M.UNDO_WITHDRAWN, seat=event.seat)]


def _taken_back(_scene: Scene, event: e.TakenBack) -> list[Part]:
    return [part(M.TAKEN_BACK, version=event.to_version)]


def _pile_shuffled(_scene: Scene, event: e.DrawPileShuffled) -> list[Part]:
    return [part(M.PILE_SHUFFLED, count=event.count)]


def _branched(_scene: Scene, event: e.GameBranched) -> list[Part]:
    return [part(M.GAME_BRANCHED, game=event.game, version=event.at_version)]


def _unseen_shuffled(_scene: Scene, event: e.UnseenShuffled) -> list[Part]:
    return [part(M.UNSEEN_SHUFFLED, count=event.count)]


def _known(*cards: Card) -> bool:
    return UNKNOWN_CARD not in cards


CLAUSES: dict[type, Callable[[Scene, Any], list[Part]]] = {
    e.GameCreated: _created,
    e.SeatTaken: _seat_taken,
    e.SeatLeft: _seat_left,
    e.GameCancelled: _cancelled,
    e.GameStarted: _started,
    e.DeckShuffled: _shuffled,
    e.CardsDealt: _dealt,
    e.SharedCardLaid: _shared_laid,
    e.SharedCardTaken: _shared_taken,
    e.HandShown: _hand_shown,
    e.StandingOrdersGiven: _orders_given,
    e.HintGiven: _hint_given,
    e.CardProposed: _proposed,
    e.CommitmentDemanded: _commitment_demanded,
    e.CardCommitted: _committed,
    e.CardHandedOut: _handed_out,
    e.CardAssigned: _assigned,
    e.AirDropDemanded: _drop_demanded,
    e.UnitLanded: _landed,
    e.UnitDropFailed: _drop_failed,
    e.SmokeOffered: lambda _, event: [part(M.SMOKE_OFFERED, seat=event.seat)],
    e.SmokeDeclined: lambda _, event: [part(M.SMOKE_DECLINED, seat=event.seat)],
    e.TurnStarted: _turn_started,
    e.CardPlayed: _card_played,
    e.CardDiscarded: _discarded,
    e.CardDrawn: _drawn,
    e.CardsOffered: _offered,
    e.CardKept: _card_kept,
    e.TurnEnded: _turn_ended,
    e.SeatResigned: _resigned,
    e.GameFinished: _finished,
    e.SeedRevealed: _seed,
    e.UndoRequested: _requested,
    e.UndoAgreed: _agreed,
    e.UndoDeclined: _declined,
    e.UndoWithdrawn: _withdrawn,
    e.TakenBack: _taken_back,
    e.DrawPileShuffled: _pile_shuffled,
    e.GameBranched: _branched,
    e.UnseenShuffled: _unseen_shuffled,
}
