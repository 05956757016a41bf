"""Features of hexes: their names, and a row for each."""

from enum import StrEnum

from domain.pieces.ground import GroundTraits
from domain.pieces.rows import Row, in_both
from domain.pieces.words import ALL_TYPES, UnitType

INFANTRY, ARTILLERY = UnitType.INFANTRY, UnitType.ARTILLERY


class Feature(StrEnum):
    """A property that a scenario gives a hex in addition to its terrain."""

    IMPASSABLE = "impassable"
    STOPS_ARTILLERY = "stops_artillery"
    WIDE = "wide"
    RECOVERY = "recovery"
    HEADQUARTERS_ALLIES = "headquarters_allies"
    HEADQUARTERS_AXIS = "headquarters_axis"
    NO_ALLIES_INFANTRY = "no_allies_infantry"
    NO_ALLIES_ARMOR = "no_allies_armor"
    NO_ALLIES_ARTILLERY = "no_allies_artillery"
    NO_AXIS_INFANTRY = "no_axis_infantry"
    NO_AXIS_ARMOR = "no_axis_armor"
    NO_AXIS_ARTILLERY = "no_axis_artillery"


# Rules of single scenarios for their hexes (Montélimar, St. Vith, Saverne, Arnhem Bridge).
FEATURES: dict[Feature, Row[GroundTraits]] = {
    Feature.IMPASSABLE: in_both(GroundTraits(impassable_for=ALL_TYPES)),
    Feature.STOPS_ARTILLERY: in_both(GroundTraits(stops_fire_of=frozenset({ARTILLERY}))),
    Feature.WIDE: in_both(GroundTraits(stops_fire_of=frozenset({INFANTRY}))),
    # Mediterranean, Oases: as many dice as cards.
    Feature.RECOVERY: in_both(GroundTraits(recovered_by=frozenset({INFANTRY}))),
    # Pacific, Headquarters; ground closed to some types of a side: the effect depends on the unit's
    # side, see ``values.side_features``.
    **{
        feature: in_both(GroundTraits())
        for feature in Feature
        if feature.startswith(("headquarters_", "no_"))
    },
}
