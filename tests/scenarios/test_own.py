"""The service's own form: every battle that ships fits, and comes out as it went in."""

import json

from domain.scenarios import document, slugs
from events.scenarios.own import read_document
from events.scenarios.reading import read
from tests.support.each import each


@each("slug", slugs())
def test_a_battle_that_ships_is_read_as_it_is(slug: str) -> None:
    known = dict(document(slug))
    del known["slug"]
    assert read_document(document(slug)) == known


def test_bridges_to_blow_up_lie_where_the_rule_says() -> None:
    battle = dict(document("pegasus_bridge"))
    bridges = [one["hex"] for one in battle["obstacles"] if one["kind"].startswith("bridge")]
    for hexes, count in ((bridges, 0), ([*bridges, [0, 0]], 1)):
        rule = {"id": "blow_bridge", "params": {"side": "axis", "hexes": hexes}}
        sent = json.dumps({**battle, "special_rules": [rule]}).encode()
        wrong = [item for item in read(sent, "application/json").items if item.status == "ignored"]
        assert [(item.what, item.where) for item in wrong] == [
            ("blow_bridge", "/special_rules")
        ] * count
