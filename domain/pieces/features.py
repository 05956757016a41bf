"""Features of hexes: their words, and a row for each."""

from enum import StrEnum

from domain.pieces.ground import GroundTraits
from domain.pieces.rows import Row, in_both
from domain.pieces.words import ALL_TYPES, UnitType

INFANTRY, ARTILLERY = UnitType.INFANTRY, UnitType.ARTILLERY


class Feature(StrEnum):
    """What a scenario says of a hex beyond its terrain."""

    IMPASSABLE = "impassable"
    STOPS_ARTILLERY = "stops_artillery"
    WIDE = "wide"
    RECOVERY = "recovery"


# What single scenarios say of their hexes (Montélimar, St. Vith, Saverne, Arnhem Bridge).
FEATURES: dict[Feature, Row[GroundTraits]] = {
    Feature.IMPASSABLE: in_both(GroundTraits(impassable_for=ALL_TYPES)),
    Feature.STOPS_ARTILLERY: in_both(GroundTraits(stops_fire_of=frozenset({ARTILLERY}))),
    Feature.WIDE: in_both(GroundTraits(stops_fire_of=frozenset({INFANTRY}))),
    # Mediterranean, Oases: as many dice as cards.
    Feature.RECOVERY: in_both(GroundTraits(recovered_by=frozenset({INFANTRY}))),
}
