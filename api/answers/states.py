"""A game as its answers show it: the state as a viewer sees it, and where the game comes from."""

from collections.abc import Iterable, Iterator, Mapping

from api.access.views import GameView
from api.answers.clock import clock_members
from api.schemas.play.state import GameAnswer, Origin, Revealed
from api.services import services
from domain.state import GameState
from domain.values import UNKNOWN_CARD, Seat, Status
from domain.view import view
from events.summaries import ImportMark, branch_of

_HIDDEN: Revealed = {}


def state_answer(
    state: GameState, seats: frozenset[Seat], *, settled: bool = True, now: GameState | None = None
) -> GameAnswer:
    """The state for a viewer who holds ``seats``; ``now`` is the game's newest state, where that
    is another one."""
    return {
        **view(state, seats, settled=settled),
        **clock_members(state, settled=settled),
        **_origin(now or state),
        **_HIDDEN,
    }


def view_answer(game_view: GameView, now: GameState | None = None) -> GameAnswer:
    """Return the state as a viewer sees it; ``now`` as in ``state_answer``."""
    return _answer_for(game_view, _origin(now or game_view.state))


def answers_at_each(game_view: GameView, after: int, upto: int) -> Iterator[GameAnswer]:
    """Iterate over the states past version ``after`` up to ``upto``, as by ``view_answer``."""
    origin = _origin(game_view.state)
    for then in game_view.each(after, upto):
        yield _answer_for(then, origin)


def _answer_for(game_view: GameView, origin: Origin) -> GameAnswer:
    state = game_view.state
    settled = game_view.snapshot.settled
    return {
        **view(state, game_view.seats, settled=settled),
        **clock_members(state, settled=settled),
        **origin,
        **(revealed(state) if game_view.reviewing else _HIDDEN),
    }


def _origin(newest: GameState) -> Origin:
    game = newest.created.game
    return {"branch": branch_of(newest.created), "imported": origins([newest])[game]}


def revealed(state: GameState) -> Revealed:
    """What a reviewer sees beyond both hands; it is nobody's to see before the game is over. In the
    past that a branch shares with another game nobody knows the deck, where it was dealt anew."""
    deck = state.cards.deck
    known: Revealed = {} if UNKNOWN_CARD in deck else {"deck": list(deck)}
    return {**known, "seed": state.created.seed}


def origins(games: Iterable[GameState]) -> Mapping[str, ImportMark | None]:
    """For each of the games, by its id, where it comes from; None for one that was played here."""
    states = list(games)
    # Only finished games are imported, so most answers need no lookup.
    over = [state.created.game for state in states if state.status is Status.FINISHED]
    marks = services().imports.marks(over)
    return {state.created.game: marks.get(state.created.game) for state in states}
