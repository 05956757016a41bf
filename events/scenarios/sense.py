"""Check that a scenario makes sense: faults that the format allows but that make a game
impossible."""

from collections.abc import Iterator

from domain.errors import ScenarioError
from domain.geometry.hexes import Hex, grid_of
from domain.pieces.features import FEATURES
from domain.pieces.ground import NOBODY, stack
from domain.pieces.obstacles import BRIDGES, OBSTACLES
from domain.pieces.terrain import TERRAIN
from domain.pieces.words import ALL_TYPES
from domain.rules.medals import whole_sections
from domain.scenarios import parse
from domain.scenarios.parse import Document
from domain.setup import Objective, Setup
from domain.values import Direction, Edge, EditionName, ObjectiveKind, Side, TerrainKind
from domain.values.side_features import CLOSED_TO
from events.scenarios.reasons import Reason, because
from events.scenarios.report import ItemStatus, ReportBuilder

_NEWEST = EditionName.E2025


def setup_of(document: Document, report: ReportBuilder) -> Setup | None:
    """Parse the set-up of a valid document and report its faults; None if it cannot be parsed."""
    try:
        setup = parse(document)
    except ScenarioError as error:
        where, _, reason = str(error).partition(": ")
        report.blocking("battle", where, because("invalid", fault=reason or where))
        return None
    for status, what, where, why in faults(setup):
        report.note(status, what, where, why)
    return setup


def faults(setup: Setup) -> Iterator[tuple[ItemStatus, str, str, Reason]]:
    """The faults of a set-up: status, item, JSON pointer and reason."""
    if {army.edge for army in setup.armies} != set(Edge):
        yield ItemStatus.BLOCKING, "sides", "/sides", because("same_edge")
    if len({one.id for one in setup.objectives}) < len(setup.objectives):
        yield ItemStatus.BLOCKING, "objectives", "/objectives", because("same_id")
    for side in Side:
        dropped = sum(drop.units for drop in setup.air_drops if drop.side is side)
        if not any(unit.side is side for unit in setup.units) and not dropped:
            none = because("no_units", side=side.value.capitalize())
            yield ItemStatus.BLOCKING, "units", "/units", none
    for index, objective in enumerate(setup.objectives):
        why = _unreachable(setup, objective)
        if why is not None:
            yield ItemStatus.IGNORED, "objective", f"/objectives/{index}", why
    bridges = {one.hex for one in setup.obstacles if one.kind in BRIDGES}
    if any(not bridges.issuperset(rule.hexes) for rule in setup.blown_bridges):
        yield ItemStatus.IGNORED, "blow_bridge", "/special_rules", because("no_bridge")
    for side in Side:
        yield from _medals(setup, side)


def is_playable(setup: Setup) -> bool:
    """Whether no fault prevents a game."""
    return all(status is not ItemStatus.BLOCKING for status, *_ in faults(setup))


def _medals(setup: Setup, side: Side) -> Iterator[tuple[ItemStatus, str, str, Reason]]:
    """Faults if a side cannot gain the medals that it needs."""
    leaves = any(
        objective.kind is ObjectiveKind.EXIT
        for objective in setup.objectives
        if objective.side in (None, side)
    )
    if not leaves and any(rule.side is side for rule in setup.must_exit):
        why = because("no_exit", side=side.value)
        status = ItemStatus.CHANGED if setup.last_unit_decides else ItemStatus.BLOCKING
        yield status, "medals to win", f"/sides/{side.value}/medals_to_win", why
    if leaves:
        return
    units = sum(unit.medals for unit in setup.units if unit.side is side.enemy)
    units += sum(drop.units for drop in setup.air_drops if drop.side is side.enemy)
    units += sum(rule.units for rule in setup.armor_breakthroughs if rule.side is side.enemy)
    reachable = units + sum(
        objective.medals for objective in setup.objectives if objective.side in (side, None)
    )
    needed = setup.army(side).medals_to_win
    if needed > reachable:
        who = side.value.capitalize()
        code = "few_medals_or_last_unit" if setup.last_unit_decides else "few_medals"
        why = because(code, side=who, reachable=reachable, needed=needed)
        status = ItemStatus.CHANGED if setup.last_unit_decides else ItemStatus.BLOCKING
        yield status, "medals to win", f"/sides/{side.value}/medals_to_win", why


def _unreachable(setup: Setup, objective: Objective) -> Reason | None:
    """Why an objective can never be gained; None if it can."""
    grid = grid_of(setup.grid)
    if objective.kind is ObjectiveKind.EMPTY_SECTION:
        whole = whole_sections(grid, objective.hexes)
        return None if whole else because("no_whole_section")
    if objective.kind is ObjectiveKind.DEED:
        return None  # no unit need stand there
    open_hexes = [hex_ for hex_ in objective.hexes if _can_be_entered(setup, hex_)]
    if len(open_hexes) < objective.need:
        return because("unreachable_hexes")
    if objective.kind is ObjectiveKind.EXIT and all(
        len(grid.neighbors[hex_]) == len(Direction) for hex_ in open_hexes
    ):
        return because("exit_off_edge")
    return None


def _can_be_entered(setup: Setup, hex_: Hex) -> bool:
    """Whether some unit can stand on a hex, or stands there from the start."""
    tile = next((one for one in setup.tiles if one.hex == hex_), None)
    below = TERRAIN[tile.terrain if tile else TerrainKind.OPEN][_NEWEST]
    features = [FEATURES[one][_NEWEST] for one in (tile.features if tile else ())]
    obstacles = [OBSTACLES[one.kind][_NEWEST] for one in setup.obstacles if one.hex == hex_]
    barred = stack(below, *features, *obstacles).impassable_for
    closed = CLOSED_TO.keys() & (tile.features if tile else ())
    if closed:
        barred = ALL_TYPES if len(closed) == len(CLOSED_TO) else NOBODY
    return barred != ALL_TYPES or any(unit.hex == hex_ for unit in setup.units)
