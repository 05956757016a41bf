"""The sides over which pieces of a set-up lead: roads, and hexes with slopes."""

from domain.geometry import courses
from domain.geometry.hexes import DIRECTIONS, Hex
from domain.rulebook.book import Edition
from domain.setup import Setup
from domain.values import ObstacleKind

_ROADWAYS = (ObstacleKind.BRIDGE, ObstacleKind.PONTOON_BRIDGE)
Sides = dict[Hex, tuple[tuple[int, int], ...]]
"""Sides of hexes, as the steps over them."""


def over(ends: Sides, hex_: Hex, near: Hex) -> bool:
    """Whether something leads over the side that a hex shares with a neighbor."""
    return (near.row - hex_.row, near.x - hex_.x) in ends.get(hex_, ())


def is_open(ends: Sides, hex_: Hex, near: Hex) -> bool:
    """Whether the hex can be left, or entered, over the side it shares with a neighbor: over any,
    if nothing is said of it."""
    return hex_ not in ends or over(ends, hex_, near)


def bridged(setup: Setup) -> Sides:
    """The sides over which bridges are open whose ends are told."""
    return {
        placed.hex: tuple(DIRECTIONS[end] for end in placed.open_ends)
        for placed in setup.obstacles
        if placed.open_ends
    }


def roads(book: Edition, setup: Setup) -> Sides:
    """The sides of each hex over which a road leads. Ruling: a bridge whose roadway leads over
    sides is one of road."""
    ends = {
        tile.hex: courses.ends(tile.piece, tile.turn)
        for tile in setup.tiles
        if book.terrain[tile.terrain].road
    }
    for placed in setup.obstacles if ends else ():
        if placed.kind in _ROADWAYS and placed.hex not in ends:
            ends[placed.hex] = courses.bridge_ends(placed.turn)
    return {hex_: tuple(DIRECTIONS[end] for end in on) for hex_, on in ends.items() if on}


def sunken(book: Edition, setup: Setup) -> Sides:
    """The sides over which hexes are open whose slopes bar all others. Ruling: a piece of no
    known shape is open everywhere, and so is one that is bridged."""
    found = {}
    for tile in setup.tiles:
        leading = courses.ends(tile.piece, tile.turn)
        if leading and book.terrain[tile.terrain].sunken:
            found[tile.hex] = tuple(DIRECTIONS[end] for end in leading)
    for placed in setup.obstacles:
        if book.obstacles[placed.kind].carries_across:
            found.pop(placed.hex, None)
    return found
