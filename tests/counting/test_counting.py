"""The rules list and accept exactly as many commands as they did."""

from typing import get_args

import pytest

from domain.phases import Phase
from domain.pieces.cards import TACTIC_CARDS
from domain.scenarios import slugs
from domain.values import Card, EditionName, Variant
from tests.counting import counted, position, stored
from tests.support.words import Json

pytestmark = pytest.mark.no_cover


@pytest.mark.parametrize("entry", stored(), ids=lambda entry: entry["name"])
def test_a_position_leads_on_in_as_many_ways_as_before(entry: Json) -> None:
    now = counted(entry)
    assert now["split"] == entry["split"], "the split per first command, in the order of the list"
    assert now["counts"] == entry["counts"]


def test_every_battle_by_each_edition_has_a_position() -> None:
    counted_from = {(entry.get("scenario"), entry["edition"]) for entry in stored()}
    assert {(slug, edition) for slug in slugs() for edition in EditionName} <= counted_from


def test_every_variant_has_a_position() -> None:
    assert {entry.get("variant", Variant.YOUNG_GENERALS) for entry in stored()} == set(Variant)


def test_every_decision_and_every_tactic_card_has_a_position() -> None:
    states = [position(entry).state for entry in stored()]
    phases = {type(state.phase) for state in states}
    assert phases == set(get_args(Phase))
    played = {card for state in states for card in state.cards.in_play.values()}
    assert set(TACTIC_CARDS) - {Card.AMBUSH} <= played
    assert any(entry["split"][0].endswith(" ambush") for entry in stored())
