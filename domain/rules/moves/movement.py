"""Where an ordered unit may move (2004 p. 7-8, Move Units; 2025, Move units)."""

from collections.abc import Container, Iterator, Sequence
from typing import NamedTuple

from domain.geometry.hexes import Hex
from domain.pieces.ground import GroundTraits
from domain.position import Position, cached_per_unit
from domain.rules import medals
from domain.rules.moves import afloat
from domain.state import Unit
from domain.values import UnitType

NO_BATTLE = -1
"""The ``move_and_battle`` of a unit that may not battle at all, not even without moving."""
_ROAD = 1
"""The extra hexes of a move along a road."""
Path = tuple[Hex, ...]
Captures = tuple[str, ...]


class Move(NamedTuple):
    """A possible move and what it leaves open this turn. ``path`` holds the hexes entered."""

    path: Path
    cost: int
    may_battle: bool
    may_take_ground: bool
    charges: bool = False
    """It may battle adjacent enemies only."""


class Allowance(NamedTuple):
    """How far a unit may go, in hexes of movement, and how far it may go and still battle, or still
    battle adjacent enemies.

    ``free`` movement is limited only by impassable ground and other units.
    """

    move: int
    move_and_battle: int
    free: bool
    charge: int = 0


def allowance(position: Position, unit: Unit) -> Allowance:
    """Return the unit's allowance, as changed by the turn's card and the scenario."""
    traits, effects = position.traits(unit), position.effects
    if not effects.moves:
        return Allowance(0, 0, free=False)
    move = traits.move if effects.move is None else effects.move
    battle = traits.move_and_battle
    if battle and effects.move_and_battle is not None:
        # A unit that may only move or battle stays so with any card; a longer limit is kept.
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


_Partial = tuple[Hex, Path, int, Captures, bool]
"""A path searched so far: its last hex, the path, the most hexes of any move along it, the
objectives captured in passing, and whether it can continue."""
_End = tuple[Hex, int, Captures]
"""What two paths share if the later one need not be followed."""


_ONE_HEX = Allowance(1, 1, free=False)
"""The allowance of a unit that moves on from ground it took."""


def pursuits(position: Position, unit: Unit) -> list[Move]:
    """Return every move to a hex from ground that the unit took."""
    return _moves(position, unit, _ONE_HEX)


def departures(position: Position, unit: Unit) -> list[Move]:
    """Return every move off the board from ground that the unit took."""
    return _exits(position, unit, _ONE_HEX)


@cached_per_unit
def moves(position: Position, unit: Unit) -> Sequence[Move]:
    """Return every different outcome of moving the unit, nearest first; one shortest path for each.

    Two paths to one hex differ only in the distance and the objectives captured in passing, and the
    shorter one leaves at least as much open. So there is one path per hex and captures; one back to
    the starting hex must have captured something. A path ends at a hex that wins the game.
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
    battle_limit, charge = terms.move_and_battle, terms.charge
    result: list[Move] = []
    listed: set[tuple[Hex, Captures]] = set()
    for cost, paths, bonus in _all_paths(position, unit, terms):
        limit = battle_limit + bonus if battle_limit > 0 else battle_limit
        charges = limit < cost <= charge
        for hex_, path, _, captured, _ in paths:
            end = hex_, captured
            if end in listed:
                continue
            listed.add(end)
            may_battle, may_take_ground = charges or cost <= limit, True
            if hex_ not in plain or hex_ in obstacles:
                ground = position.ground(hex_) if hex_ in obstacles else bare[hex_]
                if leaves_battle and bars_battle(ground, kind, len(path)):
                    may_battle = False
                may_take_ground = terms.free or not ground.must_stop
            if rivers and hex_ in rivers:
                may_take_ground = False
            result.append(Move(path, cost, may_battle, may_take_ground, charges and may_battle))
    return result


def _all_paths(
    position: Position, unit: Unit, terms: Allowance
) -> Iterator[tuple[int, list[_Partial], int]]:
    """Yield all paths that leave the hex by cost, cheapest first, and their bonus distance: one hex
    if they stay on the road on which the unit stands. Among equals those come first."""
    off_road, on_road = _paths(position, unit, terms), _on_road(position, unit, terms)
    for cost in range(1, max(len(off_road), len(on_road))):
        if cost < len(on_road):
            yield cost, on_road[cost], _ROAD
        if cost < len(off_road):
            yield cost, off_road[cost], 0


def _on_road(position: Position, unit: Unit, terms: Allowance) -> list[list[_Partial]]:
    roads = position.field.roads
    if not roads or not terms.move:
        return []
    steps = roads[unit.side][position.traits(unit).mover]
    if unit.hex not in steps:
        return []
    return _paths(position, unit, terms._replace(move=terms.move + _ROAD), steps)


def bars_battle(ground: GroundTraits, kind: UnitType, moved: int) -> bool:
    """Return whether a type that entered this ground, after so many hexes, may not battle."""
    return (
        ground.no_battle_on_entry
        or kind in ground.no_battle_on_entry_of
        or (ground.battle_after is not None and moved > ground.battle_after)
    )


def exits(position: Position, unit: Unit) -> list[Move]:
    """Return every different way off the board, nearest first: the step over the edge costs one
    hex, and is not possible in a retreat. Ruling: no rulebook gives its cost."""
    if not position.field.exits[unit.side]:
        return []
    return _exits(position, unit, allowance(position, unit))


def _gates(position: Position, unit: Unit) -> Container[Hex]:
    """Return the hexes over which a unit may leave the board."""
    if unit.broke_through:
        rules = position.state.created.setup.armor_breakthroughs
        if any(rule.stay for rule in rules if rule.side is unit.side):
            return ()
    return position.field.exits[unit.side]


def _exits(position: Position, unit: Unit, terms: Allowance) -> list[Move]:
    exit_hexes = _gates(position, unit)
    result: dict[tuple[Hex, Captures], Move] = {}
    for cost, paths in enumerate(_paths(position, unit, terms)):
        for hex_, path, cap, captured, continues in paths:
            if hex_ in exit_hexes and continues and cost < cap:
                move = Move(path, cost + 1, may_battle=False, may_take_ground=False)
                result.setdefault((hex_, captured), move)
    return list(result.values())


def _paths(
    position: Position, unit: Unit, terms: Allowance, along: afloat.Steps | None = None
) -> list[list[_Partial]]:
    """Return all paths by cost, or those ``along`` some steps. Two paths to a hex are both followed
    only if they leave different caps or captures."""
    traits = position.traits(unit)
    kind = traits.type
    steps = afloat.steps(position, unit) if along is None else along
    occupants = position.state.occupants
    leave_cap = None if terms.free else position.ground(unit.hex).leave_cap
    by_cost = _starts(position, unit, terms, along)
    seen: set[_End] = set()
    winning = _WinningHexes(position, unit)
    obstacles, free = position.state.obstacles, terms.free
    plain, captures = position.field.plain[traits.mover], position.field.captures
    rivers = afloat.rivers(position, unit)
    captured: Captures = ()
    stops = winning.of(captured) | rivers
    # Hexes closed to further paths that no ground has limited and that captured nothing, as most.
    full_cap, closed = terms.move, set(occupants)
    for cost, paths in enumerate(by_cost):
        for partial in paths:
            hex_, path, cap, _, continues = partial
            if cost >= cap or not continues:
                continue
            if captures:
                captured = winning.passing(partial)
                stops = winning.of(captured) | rivers
            is_unlimited = cap == full_cap and not captured
            blocked = closed if is_unlimited else occupants
            may_leave = len(path) + 1 != leave_cap
            for next_hex, step_cost in steps[hex_]:
                total = cost + (1 if free else step_cost)
                if total > cap or (next_hex in blocked and not (captured and next_hex == unit.hex)):
                    continue
                is_plain = free or (next_hex in plain and next_hex not in obstacles)
                ground = None if is_plain else position.ground(next_hex)
                new_cap = cap if ground is None else _cap(ground, path, cap, total)
                is_limited = not is_unlimited or new_cap != full_cap
                if new_cap is None or (
                    is_limited and not _is_new((next_hex, new_cap, captured), seen)
                ):
                    continue
                if is_unlimited:
                    closed.add(next_hex)
                halts = ground is not None and (ground.must_stop or kind in ground.halts)
                continues = may_leave and not halts and not (stops and next_hex in stops)
                by_cost[total].append((next_hex, (*path, next_hex), new_cap, captured, continues))
    return by_cost


def _is_new(end: _End, seen: set[_End]) -> bool:
    """Return whether no path has reached this end before, and remember it."""
    if end in seen:
        return False
    seen.add(end)
    return True


def _starts(
    position: Position, unit: Unit, terms: Allowance, along: afloat.Steps | None
) -> list[list[_Partial]]:
    """Return the starts of paths by cost: the unit's hex, and the exits of its cave's tunnels."""
    by_cost: list[list[_Partial]] = [[] for _ in range(terms.move + 1)]
    by_cost[0].append((unit.hex, (), terms.move, (), True))
    if along is None and terms.move and position.field.caves:
        by_cost[1] += [
            (exit_hex, (exit_hex,), terms.move, (), False) for exit_hex in tunnels(position, unit)
        ]
    return by_cost


def _cap(ground: GroundTraits, path: Path, cap: int, total: int) -> int | None:
    """Return the most hexes of a move once it has entered this ground; None if it cannot."""
    if ground.entered_by_neighbors_only and path:
        return None
    if ground.move_cap is None:
        return cap
    cap = min(cap, ground.move_cap)
    return cap if total <= cap else None


class _WinningHexes:
    """The objectives that a path captures in passing, and the hexes that then win the game."""

    def __init__(self, position: Position, unit: Unit) -> None:
        self._position = position
        self._unit = unit
        self._hexes: dict[Captures, frozenset[Hex]] = {}

    def passing(self, partial: _Partial) -> Captures:
        """Return what the path has captured once it continues from its last hex."""
        hex_, path, _, captured, _ = partial
        if not path:
            return captured
        passed = medals.captured_by(self._position, self._unit, hex_)
        return (*captured, *(o.id for o in passed if o.id not in captured))

    def of(self, captured: Captures) -> frozenset[Hex]:
        """Return the hexes that win the game for a unit that has captured these objectives."""
        hexes = self._hexes.get(captured)
        if hexes is None:
            hexes = medals.winning_hexes(self._position, self._unit, captured)
            self._hexes[captured] = hexes
        return hexes


def tunnels(position: Position, unit: Unit) -> list[Hex]:
    """Return the caves that a unit at home in caves can reach from its own as its only step
    (Pacific, Caves); to an adjacent one it walks."""
    caves, occupants = position.field.caves, position.state.occupants
    if unit.hex not in caves or not position.traits(unit).tunnels:
        return []
    neighbors = position.grid.neighbors[unit.hex]
    return [hex_ for hex_ in caves if hex_ not in occupants and hex_ not in neighbors]


def can_move(position: Position, unit: Unit) -> bool:
    """Return whether the unit can leave its hex at all, for another one or off the board."""
    terms = allowance(position, unit)
    if terms.move and unit.hex in _gates(position, unit):
        return True
    if terms.move and position.field.caves and tunnels(position, unit):
        return True
    return any(
        neighbor not in position.state.occupants and (1 if terms.free else cost) <= terms.move
        for neighbor, cost in afloat.steps(position, unit)[unit.hex]
    )
