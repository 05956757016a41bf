"""Why a path is no move of a unit (2004 p. 7-8, Move Units; 2025, Move units)."""

from domain.errors import Rule
from domain.geometry.hexes import Hex
from domain.pieces.ground import GroundTraits
from domain.position import Position
from domain.rules.moves import afloat
from domain.rules.moves.movement import Path, allowance
from domain.state import Unit

_PLAIN = GroundTraits()


def path_refusal(position: Position, unit: Unit, path: Path) -> tuple[Rule, dict[str, object]]:
    """Why ``moves`` does not list this path: the first step that fails, else its shape; and what
    bears on it."""
    walk = _Walk(position, unit)
    if not path:
        return Rule.MOVEMENT_NO_PATH, walk.facts()
    for near in path:
        refused = walk.off_the_way(near) or walk.too_far(near)
        if refused is not None:
            return refused, walk.facts() | walk.facts_of(near)
        walk.go(near)
    return Rule.MOVEMENT_OTHER_PATH, walk.facts()


class _Walk:
    """A path gone step by step, to find the one that fails."""

    def __init__(self, position: Position, unit: Unit) -> None:
        self.position = position
        self.unit = unit
        self.terms = allowance(position, unit)
        self.kind = position.traits(unit).type
        self.steps = afloat.steps(position, unit)
        self.rivers = afloat.rivers(position, unit)
        self.mover = position.traits(unit).mover
        self.hex_ = unit.hex
        self.cost = 0
        self.cap: int | None = None
        self.leave_cap = position.ground(unit.hex).leave_cap
        self.gone = 0
        self.stopped = False

    def facts(self) -> dict[str, object]:
        """Who goes, how far it has come, and how far it may."""
        return {
            "unit": self.unit.id,
            "from": self.hex_,
            "moved": self.cost,
            "limit": self._limit(self.cap),
        }

    def facts_of(self, near: Hex) -> dict[str, object]:
        """The step that fails, counted from 1, and what is there."""
        there: dict[str, object] = {"hex": near, "step": self.gone + 1}
        if near in self.position.grid:
            there["terrain"] = self.position.field.terrain(near)
            there["limit"] = self._limit(self.cap, self._ground(near).move_cap)
        occupant = self.position.state.occupants.get(near)
        return there if occupant is None else there | {"occupant": occupant.id}

    def _limit(self, *caps: int | None) -> int:
        """Hexes of movement, at most, with these limits of the terrain."""
        if self.terms.free:
            return self.terms.move
        known = (self.terms.move, self.leave_cap, *caps)
        return min(cap for cap in known if cap is not None)

    def off_the_way(self, near: Hex) -> Rule | None:
        """Why nobody can step there from here."""
        grid = self.position.grid
        if near not in grid:
            return Rule.MOVEMENT_OFF_BOARD
        if near not in grid.neighbors[self.hex_]:
            return Rule.MOVEMENT_NOT_ADJACENT
        if self.stopped:
            return Rule.MOVEMENT_STOP_TERRAIN
        if near != self.unit.hex and near in self.position.state.occupants:
            return Rule.MOVEMENT_OCCUPIED
        mover = self.kind if self.gone and self.unit.hex in self.rivers else self.mover
        return self.position.field.step_refusal(self.unit.side, mover, self.hex_, near)

    def too_far(self, near: Hex) -> Rule | None:
        """Why the unit cannot go on to there this turn."""
        total = self.cost + self._price(near)
        if total > self.terms.move:
            return Rule.MOVEMENT_TOO_FAR
        if self.terms.free:
            return None
        ground = self._ground(near)
        if ground.entered_by_neighbors_only and self.hex_ != self.unit.hex:
            return Rule.MOVEMENT_NOT_FROM_NEIGHBOR
        if self.gone == self.leave_cap:
            return Rule.MOVEMENT_TERRAIN_CAP
        caps = [cap for cap in (self.cap, ground.move_cap) if cap is not None]
        return Rule.MOVEMENT_TERRAIN_CAP if caps and total > min(caps) else None

    def go(self, near: Hex) -> None:
        """Take the step."""
        self.cost += self._price(near)
        self.gone += 1
        self.hex_ = near
        self.stopped = near in self.rivers
        if not self.terms.free:
            ground = self._ground(near)
            self.stopped |= ground.must_stop or self.kind in ground.halts
            caps = [cap for cap in (self.cap, ground.move_cap) if cap is not None]
            self.cap = min(caps, default=None)

    def _ground(self, near: Hex) -> GroundTraits:
        """What the ground of a hex says to whoever comes there."""
        plain = near in self.position.field.plain[self.mover]
        bare = near not in self.position.state.obstacles
        return _PLAIN if plain and bare else self.position.ground(near)

    def _price(self, near: Hex) -> int:
        steps = dict(self.steps[self.hex_])
        return 1 if self.terms.free else steps.get(near, 1)
