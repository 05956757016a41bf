"""The rulebook of 2004 as a value."""

from domain.pieces.cards import SECTION_CARDS, TACTIC_CARDS
from domain.pieces.doctrines import DOCTRINES
from domain.pieces.features import FEATURES
from domain.pieces.obstacles import LAID_WITH, OBSTACLE_LIMITS, OBSTACLES
from domain.pieces.rows import table
from domain.pieces.terrain import TERRAIN
from domain.pieces.units import UNITS
from domain.rulebook.book import Edition
from domain.values import EditionName, Front, Side, Variant


def always_obstructs(_height: int, _lowest: int) -> bool:
    """Everything on the line obstructs it, however high the ends (2004 p. 9)."""
    return True


def hill_obstructs_between_hills(together: bool, _height: int, _lowest: int) -> bool:
    """A hill obstructs all lines except those on its own plateau (2004 p. 14, Hills)."""
    return not together


def air_dice_by_side(_front: Front, _year: int, side: Side) -> int:
    """Two dice per target for the Allies, one for the Axis (2004, Air Power card)."""
    return 2 if side is Side.ALLIES else 1


EDITION_2004 = Edition(
    name=EditionName.E2004,
    tables=dict.fromkeys(
        ("units", "terrain", "features", "obstacles", "cards", "hands", "sight", "air"),
        EditionName.E2004,
    ),
    units=table(UNITS, EditionName.E2004),
    terrain=table(TERRAIN, EditionName.E2004),
    features=table(FEATURES, EditionName.E2004),
    obstacles=table(OBSTACLES, EditionName.E2004),
    doctrines=table(DOCTRINES, EditionName.E2004),
    cards=SECTION_CARDS | TACTIC_CARDS,
    decks={
        Variant.STANDARD: SECTION_CARDS | TACTIC_CARDS,
        Variant.YOUNG_GENERALS: SECTION_CARDS,
        Variant.YOUNG_GENERALS_PLAIN: SECTION_CARDS,
        Variant.TEAM: SECTION_CARDS | TACTIC_CARDS,
    },
    hand_sizes={},
    without_ground=frozenset({Variant.YOUNG_GENERALS_PLAIN}),
    obstructs=always_obstructs,
    hill_obstructs=hill_obstructs_between_hills,
    half_hexes_obstruct=False,
    steepest_step=None,
    air_dice=air_dice_by_side,
    obstacle_limits=OBSTACLE_LIMITS,
    laid_with=LAID_WITH,
)
