"""Where an ordered unit may move (2004 p. 7-8, Move Units; 2025, Move units)."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from domain.geometry.hexes import Hex
from domain.pieces.ground import GroundTraits
from domain.position import Position, cached_per_unit
from domain.rules import medals
from domain.rules.moves import afloat
from domain.state import Unit
from domain.values import UnitType

NO_BATTLE = -1
"""What an unit may go and still battle that battles nowhere, not even where it stands."""
_ROAD = 1
"""Hexes that a move along a road goes farther."""
Path = tuple[Hex, ...]
Captures = tuple[str, ...]


class Move(NamedTuple):
    """One possible move and what it leaves open this turn. ``path`` holds the hexes entered."""

    path: Path
    cost: int
    may_battle: bool
    may_take_ground: bool
    charges: bool = False
    """It may battle adjacent enemies alone."""


class Allowance(NamedTuple):
    """How far a unit may go, in hexes of movement, and how far it may go and still battle, or still
    battle adjacent enemies.

    ``free`` going knows no limit but impassable ground and units in the way.
    """

    move: int
    move_and_battle: int
    free: bool
    charge: int = 0


def allowance(position: Position, unit: Unit) -> Allowance:
    """The unit's own row, as the turn's card changes it and the battle limits it."""
    traits, effects = position.traits(unit), position.effects
    if not effects.moves:
        return Allowance(0, 0, free=False)
    move = traits.move if effects.move is None else effects.move
    battle = traits.move_and_battle
    if battle and effects.move_and_battle is not None:
        # Who moves or battles does so with any card, and who battles after more still does.
        battle = max(battle, effects.move_and_battle) if effects.move_and_battle else 0
    for limit in position.state.created.setup.move_limits:
        applies = limit.side is unit.side and limit.type is traits.type
        if applies and (not limit.units or unit.id in limit.units):
            move, battle = min(move, limit.most), min(battle, limit.most)
    status = position.state.turn.ordered.get(unit.id)
    if status is not None and status.on_the_move:
        battle = NO_BATTLE
    charge = 0 if battle == NO_BATTLE else min(move, traits.charge)
    return Allowance(move, battle, effects.free_going, charge)


_Way = tuple[Hex, Path, int, Captures, bool]
"""A way as far as it was searched: its last hex, its path, most hexes that any move on it may go,
the objectives it captures in passing, and whether it can go on."""
_End = tuple[Hex, int, Captures]
"""What two ways have in common of which the later one is not followed."""


_ONE_HEX = Allowance(1, 1, free=False)
"""What a unit may go that moves on from ground that it took."""


def pursuits(position: Position, unit: Unit) -> list[Move]:
    """Every hex to which a unit can move on from ground that it took."""
    return _moves(position, unit, _ONE_HEX)


def departures(position: Position, unit: Unit) -> list[Move]:
    """The same off the board."""
    return _exits(position, unit, _ONE_HEX)


@cached_per_unit
def moves(position: Position, unit: Unit) -> Sequence[Move]:
    """Every different outcome of moving the unit, nearest first; one shortest path for each.

    Two paths to one hex differ in nothing but how far the unit went and which objectives it
    captured in passing, and the shorter leaves at least as much open. So one path is listed for
    each hex and captures; one that leads back to where the unit stood must have captured something.
    A hex that wins the game ends the path there.
    """
    return _moves(position, unit, allowance(position, unit))


def _moves(position: Position, unit: Unit, terms: Allowance) -> list[Move]:
    traits = position.traits(unit)
    kind, leaves_battle = traits.type, not traits.battles_on_entry
    if kind in position.ground(unit.hex).no_battle_on_leaving_of and leaves_battle:
        terms = terms._replace(move_and_battle=0, charge=0)
    field, obstacles = position.field, position.state.obstacles
    plain, bare = field.plain[traits.mover], field.bare
    rivers = afloat.rivers(position, unit)
    reach, charge = terms.move_and_battle, terms.charge
    found: list[Move] = []
    listed: set[tuple[Hex, Captures]] = set()
    for cost, ways, more in _all_ways(position, unit, terms):
        limit = reach + more if reach > 0 else reach
        charges = limit < cost <= charge
        for hex_, path, _, captured, _ in ways:
            end = hex_, captured
            if end in listed:
                continue
            listed.add(end)
            may_battle, takes = charges or cost <= limit, True
            if hex_ not in plain or hex_ in obstacles:
                ground = position.ground(hex_) if hex_ in obstacles else bare[hex_]
                if leaves_battle and bars_battle(ground, kind, len(path)):
                    may_battle = False
                takes = terms.free or not ground.must_stop
            if rivers and hex_ in rivers:
                takes = False
            found.append(Move(path, cost, may_battle, takes, charges and may_battle))
    return found


def _all_ways(
    position: Position, unit: Unit, terms: Allowance
) -> Iterator[tuple[int, list[_Way], int]]:
    """All ways that leave the hex by their costs, cheapest first, and what the ground lets them go
    farther: one hex where they keep to a road on which the unit stands. Of equals those come
    first."""
    elsewhere, on_road = _ways(position, unit, terms), _on_road(position, unit, terms)
    for cost in range(1, max(len(elsewhere), len(on_road))):
        if cost < len(on_road):
            yield cost, on_road[cost], _ROAD
        if cost < len(elsewhere):
            yield cost, elsewhere[cost], 0


def _on_road(position: Position, unit: Unit, terms: Allowance) -> list[list[_Way]]:
    roads = position.field.roads
    if not roads or not terms.move:
        return []
    steps = roads[unit.side][position.traits(unit).mover]
    if unit.hex not in steps:
        return []
    return _ways(position, unit, terms._replace(move=terms.move + _ROAD), steps)


def bars_battle(ground: GroundTraits, kind: UnitType, moved: int) -> bool:
    """Whether a type that entered this ground, after so many hexes in all, may not battle."""
    return (
        ground.no_battle_on_entry
        or kind in ground.no_battle_on_entry_of
        or (ground.battle_after is not None and moved > ground.battle_after)
    )


def exits(position: Position, unit: Unit) -> list[Move]:
    """Every different way off the board, nearest first: the step over the edge costs one hex, and
    no retreat makes it. Ruling: no rulebook prices it."""
    if not position.field.exits[unit.side]:
        return []
    return _exits(position, unit, allowance(position, unit))


def _exits(position: Position, unit: Unit, terms: Allowance) -> list[Move]:
    spots = position.field.exits[unit.side]
    found: dict[tuple[Hex, Captures], Move] = {}
    for cost, ways in enumerate(_ways(position, unit, terms)):
        for hex_, path, cap, captured, goes_on in ways:
            if hex_ in spots and goes_on and cost < cap:
                move = Move(path, cost + 1, may_battle=False, may_take_ground=False)
                found.setdefault((hex_, captured), move)
    return list(found.values())


def _ways(
    position: Position, unit: Unit, terms: Allowance, along: afloat.Steps | None = None
) -> list[list[_Way]]:
    """All ways by their cost, or those ``along`` some steps. Two ways to a hex are both followed
    only if they leave different caps or captures."""
    traits = position.traits(unit)
    kind = traits.type
    steps = afloat.steps(position, unit) if along is None else along
    occupants = position.state.occupants
    leave_cap = None if terms.free else position.ground(unit.hex).leave_cap
    by_cost = _first_step(position, unit, terms, along)
    met: set[_End] = set()
    ends = _Endings(position, unit)
    obstacles, free = position.state.obstacles, terms.free
    plain, keeps = position.field.plain[traits.mover], position.field.captures
    rivers = afloat.rivers(position, unit)
    captured: Captures = ()
    stops = ends.of(captured) | rivers
    # Hexes to which no further way leads of those that are limited, and have captured, nothing yet:
    # most ways are such, and all of them leave the same there.
    reach, done = terms.move, set(occupants)
    for cost, ways in enumerate(by_cost):
        for way in ways:
            hex_, path, cap, _, goes_on = way
            if cost >= cap or not goes_on:
                continue
            if keeps:
                captured = ends.passing(way)
                stops = ends.of(captured) | rivers
            fresh = cap == reach and not captured
            taken = done if fresh else occupants
            leaves = len(path) + 1 != leave_cap
            for near, price in steps[hex_]:
                total = cost + (1 if free else price)
                if total > cap or (near in taken and not (captured and near == unit.hex)):
                    continue
                known = free or (near in plain and near not in obstacles)
                ground = None if known else position.ground(near)
                left = cap if ground is None else _cap(ground, path, cap, total)
                limited = not fresh or left != reach
                if left is None or (limited and not _is_new((near, left, captured), met)):
                    continue
                if fresh:
                    done.add(near)
                halts = ground is not None and (ground.must_stop or kind in ground.halts)
                goes_on = leaves and not halts and not (stops and near in stops)
                by_cost[total].append((near, (*path, near), left, captured, goes_on))
    return by_cost


def _is_new(end: _End, met: set[_End]) -> bool:
    """Whether no way has led to this end, which one does now."""
    if end in met:
        return False
    met.add(end)
    return True


def _first_step(
    position: Position, unit: Unit, terms: Allowance, along: afloat.Steps | None
) -> list[list[_Way]]:
    """Where ways begin, by their cost: at the unit, and where it comes out of a cave."""
    by_cost: list[list[_Way]] = [[] for _ in range(terms.move + 1)]
    by_cost[0].append((unit.hex, (), terms.move, (), True))
    if along is None and terms.move and position.field.caves:
        by_cost[1] += [(near, (near,), terms.move, (), False) for near in tunnels(position, unit)]
    return by_cost


def _cap(ground: GroundTraits, path: Path, cap: int, total: int) -> int | None:
    """Most hexes that a move may go once it has entered this ground; None if it cannot."""
    if ground.entered_by_neighbors_only and path:
        return None
    if ground.move_cap is None:
        return cap
    cap = min(cap, ground.move_cap)
    return cap if total <= cap else None


class _Endings:
    """Objectives that a way captures in passing, and the hexes that win the game after that."""

    def __init__(self, position: Position, unit: Unit) -> None:
        self._position = position
        self._unit = unit
        self._hexes: dict[Captures, frozenset[Hex]] = {}

    def passing(self, way: _Way) -> Captures:
        """What the way has captured once it goes on from where it is."""
        hex_, path, _, captured, _ = way
        if not path:
            return captured
        here = medals.captured_by(self._position, self._unit, hex_)
        return (*captured, *(o.id for o in here if o.id not in captured))

    def of(self, captured: Captures) -> frozenset[Hex]:
        """Hexes that win the game for a unit that has captured these on its way."""
        known = self._hexes.get(captured)
        if known is None:
            known = medals.winning_hexes(self._position, self._unit, captured)
            self._hexes[captured] = known
        return known


def tunnels(position: Position, unit: Unit) -> list[Hex]:
    """The caves to which a unit that is at home in them goes from the one it stands in, as its
    first and only step (Pacific, Caves). To one next to it it walks."""
    caves, taken = position.field.caves, position.state.occupants
    if unit.hex not in caves or not position.traits(unit).tunnels:
        return []
    near = position.grid.neighbors[unit.hex]
    return [hex_ for hex_ in caves if hex_ not in taken and hex_ not in near]


def can_move(position: Position, unit: Unit) -> bool:
    """Whether the unit can leave its hex at all, for another one or off the board."""
    terms = allowance(position, unit)
    if terms.move and unit.hex in position.field.exits[unit.side]:
        return True
    if terms.move and position.field.caves and tunnels(position, unit):
        return True
    return any(
        near not in position.state.occupants and (1 if terms.free else price) <= terms.move
        for near, price in afloat.steps(position, unit)[unit.hex]
    )
