"""A set-up under a rulebook: where each type of unit can step and retreat.

It holds only what never changes in a game. Obstacles that come and go (wire, sandbags) block no
step, so steps follow from the set-up alone. Those from a hex are computed when they are first asked
for.
"""

from collections.abc import Mapping
from functools import partial
from math import inf

from domain.errors import Rule
from domain.geometry.hexes import Hex, grid_of
from domain.pieces.ground import NOBODY, GroundTraits
from domain.pieces.units import UnitTraits
from domain.pieces.words import Going, Mover
from domain.rulebook import connections
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
from domain.values.caching import ComputedDict
from domain.values.side_features import CLOSED_TO, HEADQUARTERS_OF

_TYPES: Mapping[Mover, UnitType] = {
    **{kind: kind for kind in UnitType},
    Going.BOAT: UnitType.INFANTRY,
    Going.SHIP: UnitType.ARTILLERY,
}
Step = tuple[Hex, int]
"""An adjacent hex, and the cost of entering it."""
Steps = dict[Mover, dict[Hex, tuple[Step, ...]]]


class Battlefield:
    """The ground of one battle under one edition.

    ``steps[side][mover][hex]`` are the possible steps and their costs, occupied or not, for each
    type or other kind of mover; ``roads`` those along roads, if there are any. ``rivers`` are the
    hexes only boats can enter. ``plain[mover]`` are the hexes that neither limit a move onto them
    nor a battle after it, as long as they have no obstacles. ``back[side][mover][hex]`` are the
    retreat steps. ``plateaus[height]`` numbers the connected groups of hexes of at least that
    height. ``fire_stopped`` are the types whose fire some hex stops, ``icy`` says whether there is
    ice, ``rests`` whether units arrive that cannot be ordered at once. ``grounds`` caches
    ``ground``. ``captures`` says whether any objective is permanent, ``most_at_once`` is the most
    medals that a hex can give. ``caves`` are the hexes with one, ``exits[side]`` those by which a
    side's units may leave the board, ``extra_orders[side]`` the number of units that its cards
    order in addition. ``rows`` is the unit table, unless doctrines change it.
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
        self._open_ends = connections.open_bridge_ends(setup)
        self._courses = connections.slope_ends(book, setup)
        self.bare = {hex_: self.ground(hex_, ()) for hex_ in self.grid.hexes}
        self._first = self.bare | {
            hex_: self.ground(hex_, kinds) for hex_, kinds in self._first_obstacles().items()
        }
        self.caves = tuple(hex_ for hex_, ground in self._first.items() if ground.cave)
        self._movers: list[Mover] = [*UnitType, *self._special_movers()]
        self.plain = ComputedDict(self._plain)
        self._closed = self._closed_hexes()
        self.steps = self._all_steps()
        self.roads = self._roads()
        self.rivers = frozenset(hex_ for hex_, ground in self._first.items() if ground.boats)
        self.back = {
            side: {
                mover: ComputedDict(partial(self._retreats, side, mover)) for mover in self._movers
            }
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
        """The owner of each minefield; None if it strikes both sides."""
        self.headquarters = {
            tile.hex: HEADQUARTERS_OF[feature]
            for tile in setup.tiles
            for feature in tile.features
            if feature in HEADQUARTERS_OF
        }
        """The side of each headquarters."""
        self.extra_orders = {side: self._extra_orders(side) for side in Side}
        self.commissars = {
            one.side: from_hand
            for one in setup.doctrines
            if (from_hand := book.doctrines[one.doctrine].from_hand) is not None
        }
        """The sides that commit cards a turn ahead, and what they may play from the hand."""
        self.captures = any(o.kind is ObjectiveKind.PERMANENT for o in setup.objectives)
        self.rests = any(terms.rest for terms in setup.drop_terms)
        self.icy = any(ground.ice_dice for ground in self._first.values())
        self.fire_stopped = frozenset[UnitType]().union(
            *(ground.stops_fire_of for ground in self._first.values())
        )

    def ground(self, hex_: Hex, obstacles: tuple[ObstacleKind, ...]) -> GroundTraits:
        """Return the traits of a hex with the obstacles that are on it now."""
        cached = self.grounds.get((hex_, obstacles))
        if cached is None:
            terrain, features = self._terrain.get(hex_, (TerrainKind.OPEN, ()))
            cached = self.grounds[hex_, obstacles] = self.book.ground(terrain, features, obstacles)
        return cached

    def row(self, side: Side, name: str, kind: UnitKind, *, ashore: bool = False) -> UnitTraits:
        """Return the row of a unit, as changed by the doctrines of the battle; a unit that has come
        ashore loses some of them."""
        key = (side, name, kind, ashore)
        traits = self._rows.get(key)
        if traits is None:
            traits = self.book.units[kind]
            for applied in self.setup.doctrines:
                row = self.book.doctrines[applied.doctrine]
                applies = applied.side is side and (not applied.units or name in applied.units)
                if applies and not (ashore and row.until_ashore):
                    traits = row.units(kind, traits)
            self._rows[key] = traits
        return traits

    def _extra_orders(self, side: Side) -> int:
        doctrines = (applied for applied in self.setup.doctrines if applied.side is side)
        return sum(self.book.doctrines[applied.doctrine].extra_orders for applied in doctrines)

    def terrain(self, hex_: Hex) -> TerrainKind:
        """Return the terrain of a hex."""
        return self._terrain.get(hex_, (TerrainKind.OPEN, ()))[0]

    def shelter(self, hex_: Hex, obstacles: tuple[ObstacleKind, ...], side: Side) -> GroundTraits:
        """Return the traits of a hex for a side, without what protects only the enemy."""
        owners = self._owned.get(hex_)
        if owners is None:
            return self.ground(hex_, obstacles)
        useless = tuple(kind for kind in obstacles if owners.get(kind, side) is not side)
        terrain, features = self._terrain.get(hex_, (TerrainKind.OPEN, ()))
        return self.book.ground(terrain, features, obstacles, useless)

    def closes(self, hex_: Hex, side: Side, mover: Mover, ground: GroundTraits) -> bool:
        """Return whether a mover cannot enter a hex: as the scenario says for its side, else as the
        ground does. Ships only enter deep water."""
        kind, closed = _TYPES[mover], self._closed.get(hex_)
        if mover is Going.SHIP and not self._is_deep(hex_):
            return True
        if closed is not None:
            return kind in closed[side]
        return kind in ground.impassable_for and not (mover is Going.BOAT and ground.boats)

    def _closed_hexes(self) -> dict[Hex, dict[Side, frozenset[UnitType]]]:
        closed: dict[Hex, dict[Side, frozenset[UnitType]]] = {}
        for tile in self.setup.tiles:
            for side, kind in (
                CLOSED_TO[feature] for feature in tile.features if feature in CLOSED_TO
            ):
                sides = closed.setdefault(tile.hex, dict.fromkeys(Side, NOBODY))
                sides[side] |= {kind}
        return closed

    def may_take(self, side: Side, mover: Mover, before: Hex, hex_: Hex) -> bool:
        """Return whether the terrain allows taking ground from one hex onto the next."""
        first = self._first
        if first[hex_].no_ground_from_beach and first[before].beach:
            return False
        return any(neighbor == hex_ for neighbor, _ in self.steps[side][mover][before])

    def _owners(self) -> dict[Hex, dict[ObstacleKind, Side]]:
        owners: dict[Hex, dict[ObstacleKind, Side]] = {}
        for placed in self.setup.obstacles:
            if placed.owner is not None and self.book.obstacles[placed.kind].owner_only:
                owners.setdefault(placed.hex, {})[placed.kind] = placed.owner
        return owners

    def _first_obstacles(self) -> dict[Hex, tuple[ObstacleKind, ...]]:
        obstacles: dict[Hex, tuple[ObstacleKind, ...]] = {}
        for placed in self.setup.obstacles:
            obstacles[placed.hex] = (*obstacles.get(placed.hex, ()), placed.kind)
        return obstacles

    def _special_movers(self) -> list[Going]:
        """Return the kinds of movement in this battle that differ from their unit's type."""
        setup, dropped = self.setup, (self.book.units[going.kind] for going in self.setup.air_drops)
        rows = (self.row(unit.side, unit.id, unit.kind) for unit in setup.units)
        goings = {row.going for row in (*rows, *dropped)}
        boats = any(self.book.doctrines[going.doctrine].until_ashore for going in setup.doctrines)
        return [going for going in Going if going in goings or (boats and going is Going.BOAT)]

    def _plain(self, mover: Mover) -> frozenset[Hex]:
        if mover is Going.SHIP:
            return frozenset(self.bare)
        kind = _TYPES[mover]
        return frozenset(hex_ for hex_, ground in self.bare.items() if ground.is_plain_for(kind))

    def _all_steps(self) -> dict[Side, Steps]:
        """Return the steps; they are the same for both sides unless the scenario closes hexes."""
        by_side: dict[Side, Steps] = {}
        for side in self.edges:
            steps = by_side.get(side.enemy)
            if steps is None or self._closed:
                steps = {
                    mover: ComputedDict(partial(self._steps, side, mover)) for mover in self._movers
                }
            by_side[side] = steps
        return by_side

    def _steps(self, side: Side, mover: Mover, hex_: Hex) -> tuple[Step, ...]:
        return tuple(
            (neighbor, cost)
            for neighbor in self.grid.neighbors[hex_]
            if self._barred(side, mover, hex_, neighbor) is None
            and (cost := self._cost(mover, hex_, neighbor)) is not None
        )

    def _roads(self) -> dict[Side, Steps]:
        """Return the steps along roads. Ruling: the road reaches the shared side from both."""
        sides = connections.roads(self.book, self.setup)

        def linked(hex_: Hex, neighbor: Hex) -> bool:
            return connections.connects(sides, hex_, neighbor) and connections.connects(
                sides, neighbor, hex_
            )

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

    def _retreats(self, side: Side, mover: Mover, hex_: Hex) -> tuple[Hex, ...]:
        """Return the retreat steps. Ruling: ships retreat over the ocean; no unit onto a river, or
        by boat."""
        if mover is Going.BOAT:
            afloat = self._first[hex_].boats
            return () if afloat else self.back[side][UnitType.INFANTRY][hex_]
        at_sea = mover is Going.SHIP
        return tuple(
            neighbor
            for neighbor in self.grid.toward(hex_, self.edges[side])
            if self._barred(side, mover, hex_, neighbor) is None
            and (at_sea or not self._first[neighbor].no_retreat_onto)
        )

    def step_refusal(self, side: Side, mover: Mover, hex_: Hex, neighbor: Hex) -> Rule | None:
        """Return why a mover cannot step onto the next hex; None if it can."""
        barred = self._barred(side, mover, hex_, neighbor)
        if barred is None and self._cost(mover, hex_, neighbor) is None:
            return Rule.MOVEMENT_CLOSED_EDGE
        return barred

    def _barred(self, side: Side, mover: Mover, hex_: Hex, neighbor: Hex) -> Rule | None:
        """Return why a mover cannot enter the next hex, regardless of cost. Ruling: no unit steps
        from a boat onto a crossing over the river, or from there into a boat."""
        before, ground, ends = self._first[hex_], self._first[neighbor], self._open_ends
        if mover is Going.SHIP:
            return Rule.MOVEMENT_IMPASSABLE if self.closes(neighbor, side, mover, ground) else None
        if _TYPES[mover] in before.holds:
            return Rule.MOVEMENT_HELD
        if self.closes(neighbor, side, mover, ground):
            return Rule.MOVEMENT_IMPASSABLE
        bridged = before.carries_across or ground.carries_across
        if mover is Going.BOAT and bridged and (before.boats or ground.boats):
            return Rule.MOVEMENT_BRIDGE_FROM_LAND
        if (before.steep or ground.steep) and not (before.height and ground.height):
            return Rule.MOVEMENT_CLOSED_EDGE
        if ground.entered_from_land_only and not before.land:
            return Rule.MOVEMENT_BRIDGE_FROM_LAND
        slopes, is_open = self._courses, connections.is_open
        if not (is_open(slopes, hex_, neighbor) and is_open(slopes, neighbor, hex_)):
            return Rule.MOVEMENT_CLOSED_EDGE
        if not (is_open(ends, hex_, neighbor) and is_open(ends, neighbor, hex_)):
            return Rule.MOVEMENT_BRIDGE_ENDS
        return None

    def _is_deep(self, hex_: Hex) -> bool:
        neighbors = self.grid.neighbors[hex_]
        return self._first[hex_].sea and not any(self._first[other].beach for other in neighbors)

    def _cost(self, mover: Mover, hex_: Hex, neighbor: Hex) -> int | None:
        """Return the cost of a step; None if it is impossible."""
        kind = _TYPES[mover]
        before, ground = self._first[hex_], self._first[neighbor]
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
                    neighbor
                    for neighbor in self.grid.neighbors[hex_]
                    if self._first[neighbor].height >= height and neighbor not in plateau
                ]
        return plateau

    def _objectives(self) -> dict[Hex, tuple[Objective, ...]]:
        by_hex: dict[Hex, tuple[Objective, ...]] = {}
        objectives = (o for o in self.setup.objectives if o.kind is not ObjectiveKind.EXIT)
        for objective in objectives:
            for hex_ in objective.hexes:
                by_hex[hex_] = (*by_hex.get(hex_, ()), objective)
        return by_hex

    def _exits(self, side: Side) -> dict[Hex, Objective]:
        return {
            hex_: objective
            for objective in self.setup.objectives
            if objective.kind is ObjectiveKind.EXIT and objective.side in (None, side)
            for hex_ in objective.hexes
        }


def _at_once(printed: tuple[Objective, ...]) -> float:
    """Return the most medals for entering a hex; infinite if it may win the game."""
    wins = any(objective.kind is ObjectiveKind.SUDDEN_DEATH for objective in printed)
    return inf if wins else sum(objective.medals for objective in printed)


# Two caches: clearing one only costs time; two threads that miss at once do the work twice. A
# battlefield takes up to 200 KB, a set-up read from a log 20 KB.
_MAX_FIELDS = 128
_MAX_SETUPS = 1024
_by_value: dict[tuple[int, Setup], Battlefield] = {}
_by_identity: dict[tuple[int, int], tuple[Setup, Battlefield]] = {}


def battlefield(book: Edition, setup: Setup) -> Battlefield:
    """Return the battlefield of a set-up, cached for all games with an equal one."""
    cached = _by_identity.get((id(book), id(setup)))
    if cached is not None:
        return cached[1]
    if len(_by_identity) >= _MAX_SETUPS:
        _by_identity.clear()
    if len(_by_value) >= _MAX_FIELDS:
        _by_value.clear()
    field = _by_value.get((id(book), setup))
    if field is None:
        field = _by_value[id(book), setup] = Battlefield(book, setup)
    # Keeps a reference to the set-up, so that its id is not reused.
    _by_identity[id(book), id(setup)] = (setup, field)
    return field
