"""A game as its answers show it: the state as a viewer sees it, and where the game comes from."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from api.services import services
from api.sight import Sight
from domain.state import GameState
from domain.values import UNKNOWN_CARD, Seat, Status
from domain.view import view
from events.listing import branch_of


def shown(
    state: GameState, seats: frozenset[Seat], *, settled: bool = True, now: GameState | None = None
) -> dict[str, Any]:
    """The state for a viewer who holds ``seats``; ``now`` is the game's newest state, where that
    is another one."""
    return {**view(state, seats, settled=settled), **_origin(now or state)}


def shown_in(sight: Sight, now: GameState | None = None) -> dict[str, Any]:
    """The state as a viewer sees it; ``now`` as in ``shown``."""
    return _seen_in(sight, _origin(now or sight.state))


def shown_at_each(sight: Sight, after: int, upto: int) -> Iterator[dict[str, Any]]:
    """The states past version ``after`` up to ``upto`` as ``shown_in`` shows them, one by one."""
    origin = _origin(sight.state)
    for then in sight.each(after, upto):
        yield _seen_in(then, origin)


def _seen_in(sight: Sight, origin: dict[str, Any]) -> dict[str, Any]:
    whole = {**view(sight.state, sight.seats, settled=sight.seen.settled), **origin}
    return {**whole, **revealed(sight.state)} if sight.reviewing else whole


def _origin(newest: GameState) -> dict[str, Any]:
    game = newest.created.game
    return {"branch": branch_of(newest.created), "imported": origins([newest])[game]}


def revealed(state: GameState) -> dict[str, Any]:
    """What a reviewer sees beyond both hands; it is nobody's to see before the game is over. In the
    past that a branch shares with another game nobody knows the deck, where it was dealt anew."""
    deck = state.cards.deck
    known = {} if UNKNOWN_CARD in deck else {"deck": list(deck)}
    return {**known, "seed": state.created.seed}


def origins(games: Iterable[GameState]) -> Mapping[str, Any]:
    """For each of the games, by its id, where it comes from; None for one that was played here."""
    states = list(games)
    # Only whole games come in, so most answers need not ask.
    over = [state.created.game for state in states if state.status is Status.FINISHED]
    marks = services().imports.marks(over)
    told = {game: msgspec.to_builtins(mark) for game, mark in marks.items()}
    return {state.created.game: told.get(state.created.game) for state in states}
