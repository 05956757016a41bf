"""Taking back: what a game's policy lets a seat do, and what comes of it.

Nothing of it is in the rulebooks; the policy is agreed on when the game is made.
"""

from domain import events as e
from domain.commands import AcceptUndo, DeclineUndo, TakeBack, WithdrawUndo
from domain.errors import IllegalCommandError, Rule
from domain.state import GameState
from domain.steps import guards
from domain.steps.draft import Draft
from domain.values import Seat, Undo

MAX_REQUESTS = 10
"""How often a seat may ask in one game."""


def take_back(draft: Draft, command: TakeBack) -> None:
    """Go back at once where the policy leaves it to the seat, or ask the other ones.

    Ruling: where several players act in the same turn, which decisions are one's own cannot be told
    from the state, so that a free policy asks, too.
    """
    guards.running(draft.state)
    policy, solo = draft.state.created.undo, len(set(draft.state.seats.values())) == 1
    if policy is Undo.NONE and not solo:
        raise IllegalCommandError(Rule.UNDO_NOT_ALLOWED, policy=policy)
    earlier = _earlier(draft, command.to_version)
    if solo:
        _go_back(draft, earlier)
    elif policy is Undo.FREE and not _together(draft.state):
        _require_free(draft.state, command)
        _go_back(draft, earlier)
    else:
        _require_askable(draft.state, command.seat)
        draft.then(e.UndoRequested(command.seat, command.to_version))


def accept(draft: Draft, command: AcceptUndo) -> None:
    """Agree to what another seat has asked for, and with the last one's consent go back. A player
    agrees once, for all of its seats."""
    guards.running(draft.state)
    offer, players = draft.state.offer, draft.state.seats
    if offer is None or offer.seat is command.seat or command.seat in offer.agreed:
        raise IllegalCommandError(Rule.UNDO_NO_OFFER)
    agreed = {players[seat] for seat in (offer.seat, *offer.agreed, command.seat)}
    if not agreed.issuperset(players.values()):
        draft.then(e.UndoAgreed(command.seat))
        return
    _go_back(draft, _earlier(draft, offer.to_version))


def decline(draft: Draft, command: DeclineUndo) -> None:
    """Go on as if nothing had been asked."""
    guards.running(draft.state)
    offer = draft.state.offer
    if offer is None or offer.seat is command.seat:
        raise IllegalCommandError(Rule.UNDO_NO_OFFER)
    draft.then(e.UndoDeclined(command.seat))


def withdraw(draft: Draft, command: WithdrawUndo) -> None:
    """Ask no longer."""
    guards.running(draft.state)
    offer = draft.state.offer
    if offer is None or offer.seat is not command.seat:
        raise IllegalCommandError(Rule.UNDO_NO_OFFER)
    draft.then(e.UndoWithdrawn(command.seat))


def _earlier(draft: Draft, version: int) -> GameState:
    now, origin = draft.state.version, draft.state.created.branch
    if origin is not None and version <= origin.at_version:
        raise IllegalCommandError(
            Rule.UNDO_BEFORE_BRANCH, to_version=version, at_version=origin.at_version
        )
    known = draft.past(version) if 1 < version < now else None
    if known is None or known.phase is None:
        raise IllegalCommandError(Rule.UNDO_NO_SUCH_VERSION, to_version=version, version=now)
    return known


def _together(state: GameState) -> bool:
    """Whether several players act at the same time."""
    return len({state.seats[seat] for seat in state.turn.acting}) > 1


def _require_free(state: GameState, command: TakeBack) -> None:
    if command.seat not in state.turn.acting:
        raise IllegalCommandError(Rule.UNDO_NOT_YOUR_TURN, active=state.turn.seat)
    if command.to_version < state.undo.barrier:
        raise IllegalCommandError(
            Rule.UNDO_REVEALED, to_version=command.to_version, since=state.undo.barrier
        )


def _require_askable(state: GameState, seat: Seat) -> None:
    """One offer for each position, and not too many a game."""
    if state.offer is not None:
        raise IllegalCommandError(Rule.UNDO_OFFER_STANDS, to_version=state.offer.to_version)
    if state.undo.said == state.version:
        raise IllegalCommandError(Rule.UNDO_ASKED_ALREADY)
    asked = state.undo.asked.get(seat, 0)
    if asked >= MAX_REQUESTS:
        raise IllegalCommandError(Rule.UNDO_NONE_LEFT, asked=asked)


def _go_back(draft: Draft, earlier: GameState) -> None:
    """Be where the game was. A draw pile that has been drawn from since lies in a new order: who
    has seen its cards must not know where they are."""
    drawn = draft.state.cards.deck != earlier.cards.deck
    draft.then(e.TakenBack(earlier.version))
    if drawn and earlier.cards.deck:
        draw = draft.state.draws
        order = draft.chance.shuffle(draw, earlier.cards.deck)
        draft.then(e.DrawPileShuffled(len(order), draw, order))
