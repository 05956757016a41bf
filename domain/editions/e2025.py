"""The rulebook of 2025, written as its differences from that of 2004."""

from dataclasses import replace

from domain.editions.e2004 import EDITION_2004
from domain.pieces.doctrines import DOCTRINES
from domain.pieces.features import FEATURES
from domain.pieces.obstacles import OBSTACLES
from domain.pieces.rows import table
from domain.pieces.terrain import TERRAIN
from domain.pieces.units import UNITS
from domain.values import EditionName, Front, Side, Variant


def obstructs_by_height(height: int, lowest: int) -> bool:
    """Only what is at least as high as the lower end obstructs the line (2025, Terrain height)."""
    return height >= lowest


def hill_obstructs_from_below(_together: bool, height: int, lowest: int) -> bool:
    """A hill obstructs no line between two ends at least as high (2025 Appendix 2, Hills)."""
    return lowest < height


# 2025 Appendix 4: air superiority by front and year; a missing year means neither side had it.
AIR_SUPERIORITY: dict[Front, dict[int, Side]] = {
    Front.WESTERN: dict.fromkeys(range(1939, 1944), Side.AXIS)
    | {1944: Side.ALLIES, 1945: Side.ALLIES},
    Front.EASTERN: dict.fromkeys(range(1939, 1943), Side.AXIS),
    Front.PACIFIC: dict.fromkeys(range(1939, 1943), Side.AXIS)
    | {1944: Side.ALLIES, 1945: Side.ALLIES},
    Front.MEDITERRANEAN: {
        1940: Side.AXIS,
        1941: Side.AXIS,
        1944: Side.ALLIES,
        1945: Side.ALLIES,
    },
}


def air_dice_by_superiority(front: Front, year: int, side: Side) -> int:
    """Two dice per target for the side with air superiority, one otherwise (2025 Appendix 4)."""
    return 2 if AIR_SUPERIORITY[front].get(year) is side else 1


YOUNG = (
    Variant.YOUNG_GENERALS,
    Variant.YOUNG_GENERALS_PLAIN,
    Variant.YOUNG_GENERALS_TEAM,
)

EDITION_2025 = replace(
    EDITION_2004,
    name=EditionName.E2025,
    tables={
        **EDITION_2004.tables,
        **dict.fromkeys(("terrain", "obstacles", "hands", "sight", "air"), EditionName.E2025),
    },
    units=table(UNITS, EditionName.E2025),
    terrain=table(TERRAIN, EditionName.E2025),
    features=table(FEATURES, EditionName.E2025),
    obstacles=table(OBSTACLES, EditionName.E2025),
    doctrines=table(DOCTRINES, EditionName.E2025),
    decks={
        Variant.STANDARD: EDITION_2004.decks[Variant.STANDARD],
        Variant.OPERATION_ALLIANCE: EDITION_2004.decks[Variant.STANDARD],
        **dict.fromkeys(YOUNG, EDITION_2004.decks[Variant.YOUNG_GENERALS]),
    },
    hand_sizes=dict.fromkeys(YOUNG, 6),
    obstructs=obstructs_by_height,
    hill_obstructs=hill_obstructs_from_below,
    half_hexes_obstruct=True,
    steepest_step=1,
    air_dice=air_dice_by_superiority,
)
