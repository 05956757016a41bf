"""The events of one decision, and the state they lead to so far."""

from collections.abc import Iterable

from domain import events as e
from domain.chance import Chance
from domain.errors import IllegalCommandError, Rule
from domain.evolve import Past, evolve
from domain.phases import RetreatPhase
from domain.position import Position, cached_position
from domain.rulebook.book import Edition
from domain.state import GameState
from domain.values import Ending, Face, Seat, Side


class Draft:
    """Collects a decision's events; each is folded in at once, so the next one sees its effect.

    ``seat`` decides, if one does. ``dice`` are those that the player of a sandbox has fixed and
    that were not thrown yet.
    """

    def __init__(
        self,
        book: Edition,
        state: GameState,
        chance: Chance,
        past: Past,
        dice: tuple[Face, ...] = (),
        seat: Seat | None = None,
    ) -> None:
        self.book = book
        self.chance = chance
        self.past = past
        self.state = state
        self.dice = dice
        self.seat = seat
        self.events: list[e.Event] = []
        self._position: Position | None = None

    @property
    def position(self) -> Position:
        """The state so far, with its rulebook."""
        if self._position is None or self._position.state is not self.state:
            self._position = cached_position(self.book, self.state, self.seat)
        return self._position

    def over(self) -> bool:
        """Whether the game has ended in this draft: nothing may follow then."""
        return self.state.winner is not None

    def awaits_retreat(self) -> bool:
        """Whether the owner of a pushed unit must choose its way back first."""
        return isinstance(self.state.phase, RetreatPhase)

    def then(self, event: e.Event) -> None:
        """Add one event."""
        self.events.append(event)
        self.state = evolve(self.state, event, self.past)

    def finish_phase(self, seats: Iterable[Seat], end: e.Event) -> bool:
        """These of the seats that act do no more in this phase; ``end`` follows where nobody does.
        Says whether it did."""
        for seat in seats:
            if self.state.awaiting == (seat,):
                self.then(end)
                return True
            self.then(e.PhaseFinished(seat))
        return False

    def roll(self, count: int) -> tuple[tuple[Face, ...], int]:
        """``count`` battle dice and the index of their draw: fair ones, or as they were fixed."""
        draw = self.state.draws
        if not self.dice:
            return self.chance.roll(draw, count), draw
        faces, self.dice = self.dice[:count], self.dice[count:]
        if len(faces) < count:
            raise IllegalCommandError(Rule.SANDBOX_OTHER_DICE, dice=count, fixed=len(faces))
        self.then(e.DiceFixed(faces))
        return faces, draw

    def finish(self, winner: Side, reason: Ending) -> None:
        """End the game and publish the seed of its dice and shuffles."""
        self.then(e.GameFinished(winner, reason))
        self.then(e.SeedRevealed(self.state.created.seed))
