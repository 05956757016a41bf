"""The rulebook of 2025, written as its differences from that of 2004."""

from dataclasses import replace

from domain.book import Sight
from domain.editions.e2004 import EDITION_2004, OBSTACLES, TERRAIN
from domain.values import EditionName, ObstacleKind, TerrainKind, Variant


def obstructs_by_height(height: int, lowest: int) -> bool:
    """Only what is as high as the lower end hinders the line (2025, Terrain height)."""
    return height >= lowest


EDITION_2025 = replace(
    EDITION_2004,
    name=EditionName.E2025,
    terrain={
        **TERRAIN,
        # 2025 Appendix 2, lakes: two neighboring lake hexes on the line block it.
        TerrainKind.LAKE: replace(TERRAIN[TerrainKind.LAKE], sight=Sight.BLOCKS_IN_PAIRS),
    },
    obstacles={
        **OBSTACLES,
        # 2025 Appendix 2, bridges: from and to land, or along the bridge.
        ObstacleKind.BRIDGE: replace(OBSTACLES[ObstacleKind.BRIDGE], entered_from_land_only=True),
    },
    hand_sizes={Variant.YOUNG_GENERALS: 6},
    obstructs=obstructs_by_height,
    half_hexes_obstruct=True,
    _grounds={},
)
