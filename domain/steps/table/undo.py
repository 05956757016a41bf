"""Taking back: what a game's policy allows a seat to do.

None of this is in the rulebooks; the policy is agreed on when the game is created.
"""

from domain import events as e
from domain.commands import AcceptUndo, DeclineUndo, TakeBack, WithdrawUndo
from domain.errors import IllegalCommandError, Rule
from domain.state import GameState
from domain.steps import guards
from domain.steps.draft import Draft
from domain.values import Seat, Undo

MAX_REQUESTS = 10
"""The number of requests per seat and game."""


def take_back(draft: Draft, command: TakeBack) -> None:
    """Take back at once if the policy allows it, or ask the other seats.

    Ruling: where several players act in the same turn, a state does not tell whose decisions are
    whose, so that a free policy asks, too.
    """
    guards.running(draft.state)
    policy, solo = draft.state.created.undo, len(set(draft.state.seats.values())) == 1
    if policy is Undo.NONE and not solo:
        raise IllegalCommandError(Rule.UNDO_NOT_ALLOWED, policy=policy)
    earlier = _earlier_state(draft, command.to_version)
    if solo:
        _restore(draft, earlier)
    elif policy is Undo.FREE and not _several_acting(draft.state):
        _require_free(draft.state, command)
        _restore(draft, earlier)
    else:
        _require_askable(draft.state, command.seat)
        draft.then(e.UndoRequested(command.seat, command.to_version))


def accept(draft: Draft, command: AcceptUndo) -> None:
    """Agree to another seat's request; the last consent takes the game back. A player agrees once,
    for all of its seats."""
    guards.running(draft.state)
    offer, players = draft.state.offer, draft.state.seats
    if offer is None or offer.seat is command.seat or command.seat in offer.agreed:
        raise IllegalCommandError(Rule.UNDO_NO_OFFER)
    agreed = {players[seat] for seat in (offer.seat, *offer.agreed, command.seat)}
    if not agreed.issuperset(players.values()):
        draft.then(e.UndoAgreed(command.seat))
        return
    _restore(draft, _earlier_state(draft, offer.to_version))


def decline(draft: Draft, command: DeclineUndo) -> None:
    """Decline another seat's request."""
    guards.running(draft.state)
    offer = draft.state.offer
    if offer is None or offer.seat is command.seat:
        raise IllegalCommandError(Rule.UNDO_NO_OFFER)
    draft.then(e.UndoDeclined(command.seat))


def withdraw(draft: Draft, command: WithdrawUndo) -> None:
    """Withdraw the seat's own request."""
    guards.running(draft.state)
    offer = draft.state.offer
    if offer is None or offer.seat is not command.seat:
        raise IllegalCommandError(Rule.UNDO_NO_OFFER)
    draft.then(e.UndoWithdrawn(command.seat))


def _earlier_state(draft: Draft, version: int) -> GameState:
    current, origin = draft.state.version, draft.state.created.branch
    if origin is not None and version <= origin.at_version:
        raise IllegalCommandError(
            Rule.UNDO_BEFORE_BRANCH, to_version=version, at_version=origin.at_version
        )
    earlier = draft.past(version) if 1 < version < current else None
    if earlier is None or earlier.phase is None:
        raise IllegalCommandError(Rule.UNDO_NO_SUCH_VERSION, to_version=version, version=current)
    return earlier


def _several_acting(state: GameState) -> bool:
    return len({state.seats[seat] for seat in state.turn.acting}) > 1


def _require_free(state: GameState, command: TakeBack) -> None:
    if command.seat not in state.turn.acting:
        raise IllegalCommandError(Rule.UNDO_NOT_YOUR_TURN, active=state.turn.seat)
    if command.to_version < state.undo.barrier:
        raise IllegalCommandError(
            Rule.UNDO_REVEALED, to_version=command.to_version, since=state.undo.barrier
        )


def _require_askable(state: GameState, seat: Seat) -> None:
    """Allow one request per position, and a limited number per game."""
    if state.offer is not None:
        raise IllegalCommandError(Rule.UNDO_OFFER_STANDS, to_version=state.offer.to_version)
    if state.undo.said == state.version:
        raise IllegalCommandError(Rule.UNDO_ASKED_ALREADY)
    requests = state.undo.asked.get(seat, 0)
    if requests >= MAX_REQUESTS:
        raise IllegalCommandError(Rule.UNDO_NONE_LEFT, asked=requests)


def _restore(draft: Draft, earlier: GameState) -> None:
    """Return to an earlier state. A draw pile that was drawn from since then is shuffled, so that
    no one knows the order of cards they have seen."""
    drawn = draft.state.cards.deck != earlier.cards.deck
    draft.then(e.TakenBack(earlier.version))
    if drawn and earlier.cards.deck:
        draw = draft.state.draws
        order = draft.chance.shuffle(draw, earlier.cards.deck)
        draft.then(e.DrawPileShuffled(len(order), draw, order))
