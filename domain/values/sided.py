"""Features of hexes that are about the units of one side."""

from collections.abc import Mapping

from domain.values import Feature, Side, UnitType

CLOSED_TO: Mapping[Feature, tuple[Side, UnitType]] = {
    Feature(f"no_{side}_{kind}"): (side, kind) for side in Side for kind in UnitType
}
"""Which of them cannot come onto a hex. All others can, whatever its terrain says."""
HEADQUARTERS_OF: Mapping[Feature, Side] = {Feature(f"headquarters_{side}"): side for side in Side}
"""Whom it costs a card that an enemy unit comes onto a hex."""
