"""A state seen through its rulebook: the questions that every rule starts from."""

from collections.abc import Iterator

from domain.book import Edition, GroundTraits, UnitTraits
from domain.hexes import Grid, Hex, standard_grid
from domain.setup import Objective
from domain.state import GameState, Unit
from domain.values import Edge, Side, TerrainKind


class Position:
    """One state, its edition and its grid. Cheap to make; never kept longer than a decision."""

    __slots__ = ("book", "grid", "state")

    def __init__(self, book: Edition, state: GameState) -> None:
        self.book = book
        self.state = state
        self.grid: Grid = standard_grid()

    def ground(self, spot: Hex) -> GroundTraits:
        """Everything on a hex together."""
        state = self.state
        return self.book.ground(
            state.terrain.get(spot, TerrainKind.OPEN), state.obstacles.get(spot, ())
        )

    def traits(self, unit: Unit) -> UnitTraits:
        """The unit's row of the unit table."""
        return self.book.units[unit.kind]

    def edge(self, side: Side) -> Edge:
        """Where a side sits."""
        return self.state.created.setup.army(side).edge

    def units_of(self, side: Side) -> Iterator[Unit]:
        """A side's units on the board, in the order of the set-up."""
        return (unit for unit in self.state.units.values() if unit.side is side)

    def adjacent_enemies(self, unit: Unit) -> list[Unit]:
        """Enemy units next to a unit."""
        occupants = self.state.occupants
        return [
            other
            for spot in self.grid.neighbors[unit.hex]
            if (other := occupants.get(spot)) is not None and other.side is not unit.side
        ]

    def medals_to_win(self, side: Side) -> int:
        """The number of medals at which a side wins."""
        return self.state.created.setup.army(side).medals_to_win

    def objectives_at(self, spot: Hex) -> tuple[Objective, ...]:
        """The objectives printed on a hex."""
        return tuple(o for o in self.state.created.setup.objectives if spot in o.hexes)
