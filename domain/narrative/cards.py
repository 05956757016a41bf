"""Clauses about the deck, the turns, taking back, and the beginning and end of a game."""

from domain import events as e
from domain.narrative.clauses import Clause, card_clause, clause
from domain.narrative.context import Scene
from domain.narrative.messages import AccountMessage as M
from domain.narrative.messages import Part, Piece, part
from domain.values import UNKNOWN_CARD, Ending


def _handed_out(_scene: Scene, event: e.CardHandedOut) -> list[Part]:
    if event.card != UNKNOWN_CARD:
        return [part(M.CARD_HANDED_OUT_OPEN, seat=event.seat, seats=(event.to,), card=event.card)]
    return [part(M.CARD_HANDED_OUT, seat=event.seat, seats=(event.to,))]


def _landed(_scene: Scene, event: e.UnitLanded) -> list[Part]:
    unit = Piece(event.unit, event.side, event.kind, event.hex)
    return [part(M.UNIT_LANDED, unit=unit, hex=event.aim)]


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


def _resigned(_scene: Scene, event: e.SeatResigned) -> list[Part]:
    by_choice = event.reason is Ending.RESIGNATION
    return [part(M.RESIGNED if by_choice else M.TIMED_OUT, seat=event.seat)]


CLAUSES: dict[type, Clause] = {
    e.GameCreated: clause(M.GAME_CREATED, "scenario", "edition"),
    e.SeatTaken: clause(M.SEAT_TAKEN, "seat", "player"),
    e.SeatLeft: clause(M.SEAT_LEFT, "seat", "player"),
    e.GameCancelled: clause(M.GAME_CANCELLED, "reason"),
    e.GameStarted: clause(M.GAME_STARTED, seat="first"),
    e.DeckShuffled: clause(M.DECK_SHUFFLED, "count", "reason"),
    e.CardsDealt: card_clause(M.CARDS_DEALT, M.CARDS_DEALT_OPEN, "cards", "seat", "count"),
    e.SharedCardLaid: clause(M.SHARED_LAID, "side", "card"),
    e.SharedCardTaken: clause(M.SHARED_TAKEN, "seat", "card"),
    e.HandShown: card_clause(M.HAND_SHOWN, M.HAND_SHOWN_OPEN, "cards", "seat"),
    e.StandingOrdersGiven: clause(M.STANDING_ORDERS, "seat"),
    e.HintGiven: clause(M.HINT_GIVEN, "seat"),
    e.CardProposed: card_clause(M.CARD_PROPOSED, M.CARD_PROPOSED_OPEN, "card", "seat"),
    e.CommitmentDemanded: clause(M.COMMITMENT_DEMANDED, "seat"),
    e.CardCommitted: card_clause(M.CARD_COMMITTED, M.CARD_COMMITTED_OPEN, "card", "seat"),
    e.CardHandedOut: _handed_out,
    e.CardAssigned: clause(M.CARD_ASSIGNED, seats="to"),
    e.AirDropDemanded: clause(M.DROP_DEMANDED, "seat", count="units"),
    e.UnitLanded: _landed,
    e.UnitDropFailed: clause(M.DROP_FAILED, "side", hex="aim", reason="cause"),
    e.SmokeOffered: clause(M.SMOKE_OFFERED, "seat"),
    e.SmokeDeclined: clause(M.SMOKE_DECLINED, "seat"),
    e.TurnStarted: clause(M.TURN_STARTED, "turn", "seat"),
    e.CardPlayed: _card_played,
    e.CardDiscarded: clause(M.DISCARDED, "seat", "card"),
    e.CardDrawn: card_clause(M.DRAWN, M.DRAWN_OPEN, "card", "seat"),
    e.CardsOffered: card_clause(M.OFFERED, M.OFFERED_OPEN, "cards", "seat", "count"),
    e.CardKept: card_clause(M.KEPT, M.KEPT_OPEN, "card", "seat"),
    e.TurnEnded: clause(M.TURN_ENDED, "turn", "seat"),
    e.SeatResigned: _resigned,
    e.GameFinished: clause(M.FINISHED, side="winner", reason="reason"),
    e.SeedRevealed: clause(M.SEED_REVEALED),
    e.UndoRequested: clause(M.UNDO_REQUESTED, "seat", version="to_version"),
    e.UndoAgreed: clause(M.UNDO_AGREED, "seat"),
    e.UndoDeclined: clause(M.UNDO_DECLINED, "seat"),
    e.UndoWithdrawn: clause(M.UNDO_WITHDRAWN, "seat"),
    e.TakenBack: clause(M.TAKEN_BACK, version="to_version"),
    e.DrawPileShuffled: clause(M.PILE_SHUFFLED, "count"),
    e.GameBranched: clause(M.GAME_BRANCHED, "game", version="at_version"),
    e.UnseenShuffled: clause(M.UNSEEN_SHUFFLED, "count"),
}
