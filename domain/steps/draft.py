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
    """Collects a decision's events; each is folded in at once, so that the next one sees its
    effect.

    ``seat`` is the deciding seat, if any. ``dice`` are those that the player of a sandbox has fixed
    and that have not been rolled yet.
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
        """The state so far, under its rulebook."""
        if self._position is None or self._position.state is not self.state:
            self._position = cached_position(self.book, self.state, self.seat)
        return self._position

    def new_unit(self, side: Side) -> str:
        """An id for a unit that comes onto the board."""
        units, number = self.state.units, 1
        number += sum(unit.side is side for unit in self.state.created.setup.units)
        while f"{side}-{number}" in units:
            number += 1
        return f"{side}-{number}"

    def over(self) -> bool:
        """Return whether the game has ended in this draft: nothing may follow then."""
        return self.state.winner is not None

    def awaits_retreat(self) -> bool:
        """Return whether a unit's owner must first choose its retreat."""
        return isinstance(self.state.phase, RetreatPhase)

    def then(self, event: e.Event) -> None:
        """Add one event."""
        self.events.append(event)
        self.state = evolve(self.state, event, self.past)

    def finish_phase(self, seats: Iterable[Seat], end: e.Event) -> bool:
        """Finish the phase for these of the acting seats; ``end`` follows if they are the last.
        Return whether it did."""
        for seat in seats:
            if self.state.awaiting == (seat,):
                self.then(end)
                return True
            self.then(e.PhaseFinished(seat))
        return False

    def roll(self, count: int) -> tuple[tuple[Face, ...], int]:
        """Return ``count`` battle dice and their draw: random, or as they were fixed."""
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
