"""The rules list and accept exactly as many commands as they did."""

import pytest

from tests.counting import counted, stored
from tests.support.words import Json


@pytest.mark.parametrize("entry", stored(), ids=lambda entry: entry["name"])
def test_a_position_leads_on_in_as_many_ways_as_before(entry: Json) -> None:
    now = counted(entry)
    assert now["split"] == entry["split"], "the split per first command, in the order of the list"
    assert now["counts"] == entry["counts"]
