"""A set-up under a rulebook, worked out once: where each type of unit can step and retreat.

Only what never changes in a game goes in here. Obstacles that come and go (wire, sandbags) bar no
step, so steps follow from the set-up alone.
"""

from collections.abc import Mapping
from math import inf

from domain.errors import Rule
from domain.geometry.hexes import Hex, grid_of
from domain.pieces.ground import NOBODY, GroundTraits
from domain.pieces.units import UnitTraits
from domain.pieces.words import Going, Mover
from domain.rulebook import leading
from domain.rulebook.book import Edition
from domain.setup import Objective, Setup
from domain.values import (
    Feature,
    ObjectiveKind,
    ObstacleKind,
    Side,
    TerrainKind,
    UnitKind,
    UnitType,
)
from domain.values.sided import CLOSED_TO, HEADQUARTERS_OF

_TYPES: Mapping[Mover, UnitType] = {
    **{kind: kind for kind in UnitType},
    Going.BOAT: UnitType.INFANTRY,
    Going.SHIP: UnitType.ARTILLERY,
}
Step = tuple[Hex, int]
"""A hex next to another, and what it costs to enter it from there."""
Steps = dict[Mover, dict[Hex, tuple[Step, ...]]]


class Battlefield:
    """The ground of one battle by the rules of one edition.

    ``steps[side][mover][hex]`` are the moves of one hex with their cost, occupied or not, of units
    of a type or of those that go otherwise; ``roads`` are those of them along roads, where there
    are any. ``rivers`` are the hexes for boats alone. ``plain[mover]`` are the hexes that say
    nothing of a move onto them and of a battle after it, as long as nothing lies there.
    ``back[side][mover][hex]`` the retreats of one hex. ``plateaus[height]`` numbers
    the connected groups of hexes that are as high, at least. ``fire_stopped`` are the types whose
    fire some hex stops, ``icy`` says whether there is ice, and
    ``rests`` whether units come that cannot be ordered at once. ``grounds`` is what ``ground`` has
    worked out so far. ``captures`` says whether any objective is kept for good, ``most_at_once``
    how many medals a hex has at most. ``caves`` are the hexes with one, ``exits[side]`` those over
    which a side's units may leave the board, ``extra_orders[side]`` the units that its cards order
    more. ``rows`` are the rows of the unit table, where no doctrine changes them.
    """

    def __init__(self, book: Edition, setup: Setup) -> None:
        self.book = book
        self.setup = setup
        self.grid = grid_of(setup.grid)
        self._terrain: dict[Hex, tuple[TerrainKind, tuple[Feature, ...]]] = {
            tile.hex: (tile.terrain, tile.features) for tile in setup.tiles
        }
        self.edges = {army.side: army.edge for army in setup.armies}
        self.medals_to_win = {army.side: army.medals_to_win for army in setup.armies}
        self.rows = None if setup.doctrines else book.units
        self._rows: dict[tuple[Side, str, UnitKind, bool], UnitTraits] = {}
        self.grounds: dict[tuple[Hex, tuple[ObstacleKind, ...]], GroundTraits] = {}
        self._owned = self._owners()
        self._open_ends = leading.bridged(setup)
        self._courses = leading.sunken(book, setup)
        self._first = {hex_: self.ground(hex_, lying) for hex_, lying in self._lying().items()}
        self.bare = {hex_: self.ground(hex_, ()) for hex_ in self.grid.hexes}
        self.caves = tuple(hex_ for hex_, ground in self._first.items() if ground.cave)
        self._movers: list[Mover] = [*UnitType, *self._goings()]
        self.plain = {mover: self._plain(mover) for mover in self._movers}
        self._closed = self._closed_hexes()
        self.steps = self._all_steps()
        self.roads = self._roads()
        self.rivers = frozenset(hex_ for hex_, ground in self._first.items() if ground.boats)
        self.back = {
            side: {mover: self._retreats(side, mover) for mover in self._movers}
            for side in self.edges
        }
        heights = {ground.height for ground in self._first.values()}
        self.plateaus = {height: self._plateaus(height) for height in heights if height}
        self.objectives_at = self._objectives()
        self.most_at_once = max(map(_at_once, self.objectives_at.values()), default=-1)
        self.exits = {side: self._exits(side) for side in Side}
        self.mines = {
            placed.hex: placed.owner
            for placed in setup.obstacles
            if placed.kind is ObstacleKind.MINEFIELD
        }
        """Who laid each minefield; nobody did where it strikes both sides."""
        self.headquarters = {
            tile.hex: HEADQUARTERS_OF[feature]
            for tile in setup.tiles
            for feature in tile.features
            if feature in HEADQUARTERS_OF
        }
        """Whose each of them is."""
        self.extra_orders = {side: self._extra_orders(side) for side in Side}
        self.commissars = {
            one.side: from_hand
            for one in setup.doctrines
            if (from_hand := book.doctrines[one.doctrine].from_hand) is not None
        }
        """Sides whose cards are committed a turn ahead, and what they play from the hand."""
        self.captures = any(o.kind is ObjectiveKind.PERMANENT for o in setup.objectives)
        self.rests = any(one.rest for one in setup.drop_terms)
        self.icy = any(ground.ice_dice for ground in self._first.values())
        self.fire_stopped = frozenset[UnitType]().union(
            *(ground.stops_fire_of for ground in self._first.values())
        )

    def ground(self, hex_: Hex, lying: tuple[ObstacleKind, ...]) -> GroundTraits:
        """Everything on a hex together, with the obstacles that lie there now."""
        known = self.grounds.get((hex_, lying))
        if known is None:
            terrain, features = self._terrain.get(hex_, (TerrainKind.OPEN, ()))
            known = self.grounds[hex_, lying] = self.book.ground(terrain, features, lying)
        return known

    def row(self, side: Side, name: str, kind: UnitKind, *, ashore: bool = False) -> UnitTraits:
        """The row of a unit, as the doctrines of the battle change it; one that has come ashore has
        some of them no more."""
        key = (side, name, kind, ashore)
        known = self._rows.get(key)
        if known is None:
            known = self.book.units[kind]
            for one in self.setup.doctrines:
                row = self.book.doctrines[one.doctrine]
                applies = one.side is side and (not one.units or name in one.units)
                if applies and not (ashore and row.until_ashore):
                    known = row.units(kind, known)
            self._rows[key] = known
        return known

    def _extra_orders(self, side: Side) -> int:
        applied = (one for one in self.setup.doctrines if one.side is side)
        return sum(self.book.doctrines[one.doctrine].extra_orders for one in applied)

    def terrain(self, hex_: Hex) -> TerrainKind:
        """The terrain of a hex, without what lies on it."""
        return self._terrain.get(hex_, (TerrainKind.OPEN, ()))[0]

    def shelter(self, hex_: Hex, lying: tuple[ObstacleKind, ...], side: Side) -> GroundTraits:
        """The same for a unit of ``side`` on the hex: what shelters only the enemy is of no use."""
        owners = self._owned.get(hex_)
        if owners is None:
            return self.ground(hex_, lying)
        useless = tuple(kind for kind in lying if owners.get(kind, side) is not side)
        terrain, features = self._terrain.get(hex_, (TerrainKind.OPEN, ()))
        return self.book.ground(terrain, features, lying, useless)

    def closes(self, hex_: Hex, side: Side, mover: Mover, ground: GroundTraits) -> bool:
        """Whether a mover cannot come onto a hex: as the scenario says of it and of their side,
        or else as the ground does. Ships go nowhere but over deep water."""
        kind, closed = _TYPES[mover], self._closed.get(hex_)
        if mover is Going.SHIP and not self._is_deep(hex_):
            return True
        if closed is not None:
            return kind in closed[side]
        return kind in ground.impassable_for and not (mover is Going.BOAT and ground.boats)

    def _closed_hexes(self) -> dict[Hex, dict[Side, frozenset[UnitType]]]:
        found: dict[Hex, dict[Side, frozenset[UnitType]]] = {}
        for tile in self.setup.tiles:
            for side, kind in (CLOSED_TO[one] for one in tile.features if one in CLOSED_TO):
                sides = found.setdefault(tile.hex, dict.fromkeys(Side, NOBODY))
                sides[side] |= {kind}
        return found

    def may_take(self, side: Side, mover: Mover, before: Hex, hex_: Hex) -> bool:
        """Whether ground can be taken from one hex onto the next, as far as the ground goes."""
        first = self._first
        if first[hex_].no_ground_from_beach and first[before].beach:
            return False
        return any(near == hex_ for near, _ in self.steps[side][mover][before])

    def _owners(self) -> dict[Hex, dict[ObstacleKind, Side]]:
        owners: dict[Hex, dict[ObstacleKind, Side]] = {}
        for placed in self.setup.obstacles:
            if placed.owner is not None and self.book.obstacles[placed.kind].owner_only:
                owners.setdefault(placed.hex, {})[placed.kind] = placed.owner
        return owners

    def _lying(self) -> dict[Hex, tuple[ObstacleKind, ...]]:
        lying: dict[Hex, tuple[ObstacleKind, ...]] = dict.fromkeys(self.grid.hexes, ())
        for placed in self.setup.obstacles:
            lying[placed.hex] = (*lying[placed.hex], placed.kind)
        return lying

    def _goings(self) -> list[Going]:
        """The ways in which units go that do not go as their type does."""
        setup, dropped = self.setup, (self.book.units[one.kind] for one in self.setup.air_drops)
        rows = (self.row(unit.side, unit.id, unit.kind) for unit in setup.units)
        found = {row.going for row in (*rows, *dropped)}
        boats = any(self.book.doctrines[one.doctrine].until_ashore for one in setup.doctrines)
        return [one for one in Going if one in found or (boats and one is Going.BOAT)]

    def _plain(self, mover: Mover) -> frozenset[Hex]:
        if mover is Going.SHIP:
            return frozenset(self.bare)
        kind = _TYPES[mover]
        return frozenset(hex_ for hex_, ground in self.bare.items() if ground.is_plain_for(kind))

    def _all_steps(self) -> dict[Side, Steps]:
        """They are the same for both sides, but where the scenario closes hexes."""
        found: dict[Side, Steps] = {}
        for side in self.edges:
            other = found.get(side.enemy)
            if other is None or self._closed:
                other = {mover: self._steps(side, mover) for mover in self._movers}
            found[side] = other
        return found

    def _steps(self, side: Side, mover: Mover) -> dict[Hex, tuple[Step, ...]]:
        return {
            hex_: tuple(
                (near, cost)
                for near in self.grid.neighbors[hex_]
                if self._barred(side, mover, hex_, near) is None
                and (cost := self._cost(mover, hex_, near)) is not None
            )
            for hex_ in self.grid.hexes
        }

    def _roads(self) -> dict[Side, Steps]:
        """Ruling: both hexes have an end of the road on the side that they share."""
        sides = leading.roads(self.book, self.setup)

        def linked(hex_: Hex, near: Hex) -> bool:
            return leading.over(sides, hex_, near) and leading.over(sides, near, hex_)

        return {
            side: {
                mover: {
                    hex_: tuple(step for step in steps[hex_] if linked(hex_, step[0]))
                    for hex_ in sides
                }
                for mover, steps in all_steps.items()
            }
            for side, all_steps in self.steps.items()
            if sides
        }

    def _retreats(self, side: Side, mover: Mover) -> dict[Hex, tuple[Hex, ...]]:
        """Ruling: ships go back over the ocean; nobody goes back onto a river, or by boat."""
        if mover is Going.BOAT:
            land = self._retreats(side, UnitType.INFANTRY)
            return {hex_: () if self._first[hex_].boats else ways for hex_, ways in land.items()}
        at_sea = mover is Going.SHIP
        return {
            hex_: tuple(
                near
                for near in self.grid.toward(hex_, self.edges[side])
                if self._barred(side, mover, hex_, near) is None
                and (at_sea or not self._first[near].no_retreat_onto)
            )
            for hex_ in self.grid.hexes
        }

    def step_refusal(self, side: Side, mover: Mover, hex_: Hex, near: Hex) -> Rule | None:
        """Why a mover cannot step onto the next hex; None when it can."""
        barred = self._barred(side, mover, hex_, near)
        if barred is None and self._cost(mover, hex_, near) is None:
            return Rule.MOVEMENT_CLOSED_EDGE
        return barred

    def _barred(self, side: Side, mover: Mover, hex_: Hex, near: Hex) -> Rule | None:
        """Why a mover cannot get onto the next hex at all, whatever it costs. Ruling: from a boat
        nobody gets onto what carries across the river, nor from there into one."""
        before, ground, ends = self._first[hex_], self._first[near], self._open_ends
        if mover is Going.SHIP:
            return Rule.MOVEMENT_IMPASSABLE if self.closes(near, side, mover, ground) else None
        if _TYPES[mover] in before.holds:
            return Rule.MOVEMENT_HELD
        if self.closes(near, side, mover, ground):
            return Rule.MOVEMENT_IMPASSABLE
        bridged = before.carries_across or ground.carries_across
        if mover is Going.BOAT and bridged and (before.boats or ground.boats):
            return Rule.MOVEMENT_BRIDGE_FROM_LAND
        if (before.steep or ground.steep) and not (before.height and ground.height):
            return Rule.MOVEMENT_CLOSED_EDGE
        if ground.entered_from_land_only and not before.land:
            return Rule.MOVEMENT_BRIDGE_FROM_LAND
        slopes, is_open = self._courses, leading.is_open
        if not (is_open(slopes, hex_, near) and is_open(slopes, near, hex_)):
            return Rule.MOVEMENT_CLOSED_EDGE
        if not (is_open(ends, hex_, near) and is_open(ends, near, hex_)):
            return Rule.MOVEMENT_BRIDGE_ENDS
        return None

    def _is_deep(self, hex_: Hex) -> bool:
        """Whether ships go there."""
        near = self.grid.neighbors[hex_]
        return self._first[hex_].sea and not any(self._first[one].beach for one in near)

    def _cost(self, mover: Mover, hex_: Hex, near: Hex) -> int | None:
        """Hexes of movement that a step costs; None when it cannot be made."""
        kind = _TYPES[mover]
        before, ground = self._first[hex_], self._first[near]
        steepest = self.book.steepest_step
        if steepest is not None and abs(ground.height - before.height) > steepest:
            return None
        if before.beach and ground.from_beach is not None:
            return ground.from_beach.get(kind)
        if ground.beach and before.to_beach is not None:
            return before.to_beach.get(kind)
        return ground.climb_cost if ground.height > before.height else 1

    def _plateaus(self, height: int) -> dict[Hex, int]:
        plateau: dict[Hex, int] = {}
        for number, start in enumerate(self.grid.hexes):
            high = self._first[start].height >= height and start not in plateau
            group = [start] if high else []
            while group:
                hex_ = group.pop()
                plateau[hex_] = number
                group += [
                    near
                    for near in self.grid.neighbors[hex_]
                    if self._first[near].height >= height and near not in plateau
                ]
        return plateau

    def _objectives(self) -> dict[Hex, tuple[Objective, ...]]:
        found: dict[Hex, tuple[Objective, ...]] = {}
        held = (o for o in self.setup.objectives if o.kind is not ObjectiveKind.EXIT)
        for objective in held:
            for hex_ in objective.hexes:
                found[hex_] = (*found.get(hex_, ()), objective)
        return found

    def _exits(self, side: Side) -> dict[Hex, Objective]:
        return {
            hex_: objective
            for objective in self.setup.objectives
            if objective.kind is ObjectiveKind.EXIT and objective.side in (None, side)
            for hex_ in objective.hexes
        }


def _at_once(printed: tuple[Objective, ...]) -> float:
    """The medals that entering a hex may give; where it may win the game, there are never more."""
    wins = any(objective.kind is ObjectiveKind.SUDDEN_DEATH for objective in printed)
    return inf if wins else sum(objective.medals for objective in printed)


# Both are caches: clearing one costs time only, two threads that miss at once do the work twice. A
# battlefield takes about 200 KB, a set-up that a log was read into 20 KB.
_MAX_FIELDS = 128
_MAX_SETUPS = 1024
_by_value: dict[tuple[int, Setup], Battlefield] = {}
_by_identity: dict[tuple[int, int], tuple[Setup, Battlefield]] = {}


def battlefield(book: Edition, setup: Setup) -> Battlefield:
    """The battlefield of a set-up; worked out once for all games that have the same one."""
    known = _by_identity.get((id(book), id(setup)))
    if known is not None:
        return known[1]
    if len(_by_identity) >= _MAX_SETUPS:
        _by_identity.clear()
    if len(_by_value) >= _MAX_FIELDS:
        _by_value.clear()
    field = _by_value.get((id(book), setup))
    if field is None:
        field = _by_value[id(book), setup] = Battlefield(book, setup)
    # The set-up is kept along, so that its identity is not given to another one.
    _by_identity[id(book), id(setup)] = (setup, field)
    return field
