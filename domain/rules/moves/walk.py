"""Why a path is not a move of a unit (2004 p. 7-8, Move Units; 2025, Move units)."""

from domain.errors import Rule
from domain.geometry.hexes import Hex
from domain.pieces.ground import GroundTraits
from domain.position import Position
from domain.rules.moves import afloat
from domain.rules.moves.movement import Path, allowance
from domain.state import Unit

_PLAIN = GroundTraits()


def path_refusal(position: Position, unit: Unit, path: Path) -> tuple[Rule, dict[str, object]]:
    """Return why ``moves`` does not list this path: its first invalid step, and the facts."""
    walk = _Walk(position, unit)
    if not path:
        return Rule.MOVEMENT_NO_PATH, walk.facts()
    for step in path:
        rule = walk.entry_refusal(step) or walk.distance_refusal(step)
        if rule is not None:
            return rule, walk.facts() | walk.facts_of(step)
        walk.advance(step)
    return Rule.MOVEMENT_OTHER_PATH, walk.facts()


class _Walk:
    """A path walked step by step, to find the invalid one."""

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
        self.steps_taken = 0
        self.stopped = False

    def facts(self) -> dict[str, object]:
        """Return the unit, its progress and its limit."""
        return {
            "unit": self.unit.id,
            "from": self.hex_,
            "moved": self.cost,
            "limit": self._limit(self.cap),
        }

    def facts_of(self, target: Hex) -> dict[str, object]:
        """Return the invalid step, counted from 1, and what is there."""
        facts: dict[str, object] = {"hex": target, "step": self.steps_taken + 1}
        if target in self.position.grid:
            facts["terrain"] = self.position.field.terrain(target)
            facts["limit"] = self._limit(self.cap, self._ground(target).move_cap)
        occupant = self.position.state.occupants.get(target)
        return facts if occupant is None else facts | {"occupant": occupant.id}

    def _limit(self, *caps: int | None) -> int:
        """Return the most hexes of movement under these terrain limits."""
        if self.terms.free:
            return self.terms.move
        limits = (self.terms.move, self.leave_cap, *caps)
        return min(cap for cap in limits if cap is not None)

    def entry_refusal(self, target: Hex) -> Rule | None:
        """Return why no unit like this can step there from its current hex."""
        grid = self.position.grid
        if target not in grid:
            return Rule.MOVEMENT_OFF_BOARD
        if target not in grid.neighbors[self.hex_]:
            return Rule.MOVEMENT_NOT_ADJACENT
        if self.stopped:
            return Rule.MOVEMENT_STOP_TERRAIN
        if target != self.unit.hex and target in self.position.state.occupants:
            return Rule.MOVEMENT_OCCUPIED
        mover = self.kind if self.steps_taken and self.unit.hex in self.rivers else self.mover
        return self.position.field.step_refusal(self.unit.side, mover, self.hex_, target)

    def distance_refusal(self, target: Hex) -> Rule | None:
        """Return why the unit cannot continue to there this turn."""
        total = self.cost + self._cost(target)
        if total > self.terms.move:
            return Rule.MOVEMENT_TOO_FAR
        if self.terms.free:
            return None
        ground = self._ground(target)
        if ground.entered_by_neighbors_only and self.hex_ != self.unit.hex:
            return Rule.MOVEMENT_NOT_FROM_NEIGHBOR
        if self.steps_taken == self.leave_cap:
            return Rule.MOVEMENT_TERRAIN_CAP
        caps = [cap for cap in (self.cap, ground.move_cap) if cap is not None]
        return Rule.MOVEMENT_TERRAIN_CAP if caps and total > min(caps) else None

    def advance(self, target: Hex) -> None:
        """Take the step."""
        self.cost += self._cost(target)
        self.steps_taken += 1
        self.hex_ = target
        self.stopped = target in self.rivers
        if not self.terms.free:
            ground = self._ground(target)
            self.stopped |= ground.must_stop or self.kind in ground.halts
            caps = [cap for cap in (self.cap, ground.move_cap) if cap is not None]
            self.cap = min(caps, default=None)

    def _ground(self, target: Hex) -> GroundTraits:
        """Return the traits of a hex for a unit that enters it."""
        plain = target in self.position.field.plain[self.mover]
        bare = target not in self.position.state.obstacles
        return _PLAIN if plain and bare else self.position.ground(target)

    def _cost(self, target: Hex) -> int:
        steps = dict(self.steps[self.hex_])
        return 1 if self.terms.free else steps.get(target, 1)
