"""Hexes that a scenario closes to some types of a side, or opens to them."""

from domain.geometry.hexes import at
from domain.setup import Tile
from domain.values import Feature, TerrainKind
from tests.support.cases import Case, cases, check, runs

NO_AXIS = (Feature.NO_AXIS_INFANTRY, Feature.NO_AXIS_ARMOR, Feature.NO_AXIS_ARTILLERY)


def closed(*features: Feature) -> dict[str, dict[str, object]]:
    """A river that is closed to some, and two hexes to the north of it."""
    hexes = (at(4, 10), at(3, 9), at(3, 11))
    tiles = tuple(Tile(hex_, TerrainKind.RIVER, features=features) for hex_ in hexes)
    return {"changes": {"tiles": tiles}}


CASES = cases(
    """
    # Terrain Pack, scenario rule: terrain impassable for a side or for some of its types
    @ with armor
    armor of the side does not enter
        4: A . . i; move A | A moves e => refused movement.impassable
    nor does it take ground there
        4: A i:1 . i2; battle A | A > i [grenade star star] =>
        rolled; eliminated i 4,10 allies
    its infantry does, whatever the ground says
        4: I . . i; move I | I moves e => moved I e; moves ended
    so does armor of the other side
        4: a . . I; first axis; move a | a moves e => moved a e; moves ended
    @ with axis
    nobody goes back there
        2: . .; 3: . .; 4: I i I2; battle I | I > i [grenade flag star] =>
        rolled; figures lost i; figures lost i retreat_blocked
    """,
    armor=closed(Feature.NO_ALLIES_ARMOR),
    axis=closed(*NO_AXIS),
)


@runs(CASES)
def test_closed_hexes(case: Case) -> None:
    check(case)
