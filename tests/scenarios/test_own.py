"""The service's own form: every battle that ships fits, and comes out as it went in."""

from domain.scenarios import document, slugs
from events.scenarios.own import read_document
from tests.support.each import each


@each("slug", slugs())
def test_a_battle_that_ships_is_read_as_it_is(slug: str) -> None:
    known = dict(document(slug))
    del known["slug"]
    assert read_document(document(slug)) == known
