"""The sides by which pieces of a set-up connect: roads, and hexes with slopes."""

from domain.geometry import piece_ends
from domain.geometry.hexes import DIRECTIONS, Hex
from domain.rulebook.book import Edition
from domain.setup import Setup
from domain.values import ObstacleKind

_ROADWAYS = (ObstacleKind.BRIDGE, ObstacleKind.PONTOON_BRIDGE)
Sides = dict[Hex, tuple[tuple[int, int], ...]]
"""Sides of hexes, as the steps across them."""


def connects(ends: Sides, hex_: Hex, neighbor: Hex) -> bool:
    """Return whether something leads across the side that a hex shares with a neighbor."""
    return (neighbor.row - hex_.row, neighbor.x - hex_.x) in ends.get(hex_, ())


def is_open(ends: Sides, hex_: Hex, neighbor: Hex) -> bool:
    """Return whether the hex can be left, or entered, by the side it shares with a neighbor; any
    side if it has no entry."""
    return hex_ not in ends or connects(ends, hex_, neighbor)


def open_bridge_ends(setup: Setup) -> Sides:
    """Return the open sides of bridges whose ends the scenario names."""
    return {
        placed.hex: tuple(DIRECTIONS[end] for end in placed.open_ends)
        for placed in setup.obstacles
        if placed.open_ends
    }


def roads(book: Edition, setup: Setup) -> Sides:
    """Return the sides of each hex by which a road leaves it. Ruling: a bridge whose roadway leads
    across sides counts as road."""
    ends = {
        tile.hex: piece_ends.ends(tile.piece, tile.turn)
        for tile in setup.tiles
        if book.terrain[tile.terrain].road
    }
    for placed in setup.obstacles if ends else ():
        if placed.kind in _ROADWAYS and placed.hex not in ends:
            ends[placed.hex] = piece_ends.bridge_ends(placed.turn)
    return {hex_: tuple(DIRECTIONS[end] for end in sides) for hex_, sides in ends.items() if sides}


def slope_ends(book: Edition, setup: Setup) -> Sides:
    """Return the open sides of hexes whose slopes block all others. Ruling: a piece of unknown
    shape is open everywhere, and so is one with a bridge."""
    result = {}
    for tile in setup.tiles:
        ends = piece_ends.ends(tile.piece, tile.turn)
        if ends and book.terrain[tile.terrain].sunken:
            result[tile.hex] = tuple(DIRECTIONS[end] for end in ends)
    for placed in setup.obstacles:
        if book.obstacles[placed.kind].carries_across:
            result.pop(placed.hex, None)
    return result
