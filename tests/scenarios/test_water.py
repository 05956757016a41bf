"""Boats and ships in files of the official editor."""

import json

import pytest

from domain.setup import AppliedDoctrine
from domain.values import Doctrine, Side, UnitKind
from events.scenarios.editor import MEDIA_TYPE, editor_file
from events.scenarios.reading import Reading, read
from events.scenarios.report import ItemStatus
from tests.support.editor_files import of_battle


def placed(**content: object) -> Reading:
    """A battle with something more at a hex that is free."""
    whole = json.loads(of_battle("saverne"))
    taken = {(one["row"], one["col"]) for one in whole["board"]["hexagons"] if "unit" in one}
    row, col = next((4, col) for col in range(0, 25, 2) if (4, col) not in taken)
    whole["board"]["hexagons"].append({"row": row, "col": col, **content})
    return read(json.dumps(whole).encode(), MEDIA_TYPE)


@pytest.mark.parametrize(
    ("piece", "side"),
    [
        ({"name": "pdestroyer"}, Side.ALLIES),
        ({"name": "PDESTROYER", "original_owner": "AXIS"}, Side.AXIS),
    ],
)
def test_a_ship_is_of_who_is_named_or_sits_at_the_bottom(piece: dict[str, str], side: Side) -> None:
    found = placed(rect_terrain=piece)
    for one in (found, read(editor_file(found.document), MEDIA_TYPE)):
        assert one.setup is not None
        (ship,) = (unit for unit in one.setup.units if unit.kind is UnitKind.DESTROYER)
        assert (ship.side, ship.figures, ship.medals) == (side, 3, 1)
    assert [item.status for item in found.items if item.what == "destroyer"] == ["played"]


def test_a_ship_on_a_unit_and_what_more_is_said_of_one_are_reported() -> None:
    found = placed(rect_terrain={"name": "pdestroyer", "behavior": "SINKS", "crew": 3})
    values = {item.what: item.status for item in found.items}
    assert values["behavior"] == values["crew"] == ItemStatus.IGNORED
    whole = json.loads(of_battle("saverne"))
    held = next(one for one in whole["board"]["hexagons"] if "unit" in one)
    ship = {"row": held["row"], "col": held["col"], "rect_terrain": {"name": "pdestroyer"}}
    whole["board"]["hexagons"].append(ship)
    found = read(json.dumps(whole).encode(), MEDIA_TYPE)
    (item,) = (item for item in found.items if item.what == "destroyer")
    assert (item.status, item.why) == ("ignored", "The hex has another unit already.")


def test_infantry_has_boats_as_its_equipment() -> None:
    found = placed(unit={"name": "infus", "equipment": "boat"})
    for one in (found, read(editor_file(found.document), MEDIA_TYPE)):
        assert one.setup is not None
        (boats,) = one.setup.doctrines
        assert (boats.side, boats.doctrine, len(boats.units)) == (Side.ALLIES, Doctrine.BOATS, 1)


def test_no_other_unit_has_boats() -> None:
    found = placed(unit={"name": "tankus", "equipment": "boat"})
    assert found.setup is not None
    assert AppliedDoctrine not in map(type, found.setup.doctrines)
    assert [item.what for item in found.items if item.status == "changed"] == ["armor"]
