"""Where an ordered unit may move (2004 p. 7-8, Move Units; 2025, Move units)."""

from dataclasses import dataclass

from domain.book import GroundTraits
from domain.errors import Rule
from domain.hexes import Hex
from domain.position import Position
from domain.rules import medals
from domain.state import Unit
from domain.values import UnitType


@dataclass(frozen=True, slots=True)
class Move:
    """One possible move and what it leaves open this turn. ``path`` holds the hexes entered."""

    path: tuple[Hex, ...]
    cost: int
    may_battle: bool
    may_take_ground: bool


def entry_refusal(ground: GroundTraits, before: GroundTraits, kind: UnitType) -> Rule | None:
    """Why a unit of a type cannot step from one ground onto another; None when it can."""
    if kind in ground.impassable_for:
        return Rule.MOVEMENT_IMPASSABLE
    if ground.entered_from_land_only and not before.land:
        return Rule.MOVEMENT_BRIDGE_FROM_LAND
    return None


def moves(position: Position, unit: Unit) -> list[Move]:
    """Every different outcome of moving the unit, nearest first; one shortest path for each.

    Two paths to one hex differ in nothing but how far the unit went, and the shorter leaves at
    least as much open, so only it is listed. A hex that wins the game ends the path there.
    """
    traits = position.traits(unit)
    occupants = position.state.occupants
    ends_game = medals.winning_hexes(position, unit)
    found: list[Move] = []
    seen = {unit.hex}
    frontier: list[tuple[Hex, tuple[Hex, ...]]] = [(unit.hex, ())]
    for cost in range(1, traits.move + 1):
        reached: list[tuple[Hex, tuple[Hex, ...]]] = []
        for spot, path in frontier:
            before = position.ground(spot)
            for near in position.grid.neighbors[spot]:
                if near in seen or near in occupants:
                    continue
                ground = position.ground(near)
                if entry_refusal(ground, before, traits.type) is not None:
                    continue
                seen.add(near)
                longer = (*path, near)
                found.append(
                    Move(
                        longer,
                        cost,
                        may_battle=cost <= traits.move_and_battle and not ground.no_battle_on_entry,
                        may_take_ground=not ground.must_stop,
                    )
                )
                if not ground.must_stop and near not in ends_game:
                    reached.append((near, longer))
        frontier = reached
    return found


def can_move(position: Position, unit: Unit) -> bool:
    """Whether the unit can leave its hex at all."""
    traits = position.traits(unit)
    before = position.ground(unit.hex)
    return traits.move > 0 and any(
        near not in position.state.occupants
        and entry_refusal(position.ground(near), before, traits.type) is None
        for near in position.grid.neighbors[unit.hex]
    )


def path_refusal(position: Position, unit: Unit, path: tuple[Hex, ...]) -> Rule:
    """Why ``moves`` does not list this path: the first step that fails, else its shape."""
    if not path:
        return Rule.MOVEMENT_NO_PATH
    traits = position.traits(unit)
    stopped = False
    spot = unit.hex
    for cost, near in enumerate(path, start=1):
        if near not in position.grid:
            return Rule.MOVEMENT_OFF_BOARD
        if near not in position.grid.neighbors[spot]:
            return Rule.MOVEMENT_NOT_ADJACENT
        if stopped:
            return Rule.MOVEMENT_STOP_TERRAIN
        if near != unit.hex and near in position.state.occupants:
            return Rule.MOVEMENT_OCCUPIED
        ground = position.ground(near)
        refused = entry_refusal(ground, position.ground(spot), traits.type)
        if refused is not None:
            return refused
        if cost > traits.move:
            return Rule.MOVEMENT_TOO_FAR
        stopped = ground.must_stop
        spot = near
    return Rule.MOVEMENT_OTHER_PATH
