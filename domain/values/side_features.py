"""Features of hexes that apply to the units of one side."""

from collections.abc import Mapping

from domain.values import Feature, Side, UnitType

CLOSED_TO: Mapping[Feature, tuple[Side, UnitType]] = {
    Feature(f"no_{side}_{kind}"): (side, kind) for side in Side for kind in UnitType
}
"""The units that cannot enter the hex. All others can, whatever its terrain."""
HEADQUARTERS_OF: Mapping[Feature, Side] = {Feature(f"headquarters_{side}"): side for side in Side}
"""The side that loses a card when an enemy unit enters the hex."""
