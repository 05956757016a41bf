"""Scenario files are well formed, and what is wrong with one is named with its place."""

import copy
import json
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import pytest
from jsonschema import Draft202012Validator, FormatChecker

from domain import scenarios
from domain.errors import ScenarioError

Document = dict[str, Any]

SCHEMA = json.loads(files(scenarios).joinpath("scenario.schema.json").read_text("utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA, format_checker=FormatChecker())


@pytest.mark.parametrize("slug", scenarios.slugs())
def test_a_scenario_file_fits_the_schema_and_is_named_by_its_slug(slug: str) -> None:
    document = scenarios.document(slug)
    assert [error.message for error in VALIDATOR.iter_errors(document)] == []
    assert document["slug"] == slug


@pytest.mark.parametrize("slug", scenarios.slugs())
def test_no_unit_of_a_scenario_starts_on_water(slug: str) -> None:
    setup = scenarios.load(slug)
    water = {tile.hex for tile in setup.tiles if tile.terrain in ("river", "lake")}
    bridged = {placed.hex for placed in setup.obstacles if placed.kind == "bridge"}
    assert [unit.id for unit in setup.units if unit.hex in water - bridged] == []


def test_an_unknown_scenario_is_refused_by_name() -> None:
    with pytest.raises(ScenarioError, match="waterloo"):
        scenarios.load("waterloo")


Change = Callable[[Document], None]


def moved_off_board(document: Document) -> None:
    document["units"][3]["hex"] = [1, 12]


def doubled(document: Document) -> None:
    document["units"].append(document["units"][0])


def doubly_wired(document: Document) -> None:
    document["obstacles"].append(document["obstacles"][1])


def of_unknown_terrain(document: Document) -> None:
    document["terrain"][5]["terrain"] = "swamp"


def with_unknown_rule(document: Document) -> None:
    document["special_rules"] = [{"id": "fog", "params": {"side": "axis"}}]


def with_wide_objective(document: Document) -> None:
    document["objectives"][0]["hexes"] = [[2, 3], [2, 4]]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (moved_off_board, r"units\[3\]: \[1, 12\] is not on the board"),
        (doubled, r"units: two on \[0, 0\]"),
        (doubly_wired, r"obstacles: two on \[2, 5\]"),
        (of_unknown_terrain, r"terrain\[5\]: 'swamp' is not known"),
        (with_unknown_rule, "no rule is named 'fog'"),
        (with_wide_objective, r"objectives\[0\]: an objective has one hex"),
    ],
)
def test_a_scenario_with_a_fault_is_refused_with_the_place(change: Change, told: str) -> None:
    document = copy.deepcopy(dict(scenarios.document("pegasus_bridge")))
    change(document)
    with pytest.raises(ScenarioError, match=told):
        scenarios.parse(document)
