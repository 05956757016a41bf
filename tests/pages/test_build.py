"""The pages' own files under the address of their content: few, and asked for once."""

import re

import pytest

from api.pages.build import PAGES, build, files
from tests.contract.service import Service, running_game
from tests.pages.visitor import Room

AT_MOST_COLD = 4
"""Files of its own that a page loads: its script, its styles, its texts, its icon."""


def test_a_file_of_this_build_is_kept_for_ever_and_of_another_asked_for_again(
    service: Service,
) -> None:
    nobody = service.nobody()
    for name, (content, kind) in files().items():
        found = nobody.get(f"/static/app/{build()}/{name}")
        assert (found.data, found.mimetype) == (content, kind)
        assert found.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        other = nobody.get(f"/static/app/of-before/{name}")
        assert (other.data, other.headers["Cache-Control"]) == (content, "no-cache")
    assert nobody.get(f"/static/app/{build()}/none.js").status_code == 404


@pytest.mark.parametrize("page", PAGES)
def test_a_page_names_files_of_its_build(service: Service, page: str) -> None:
    path = {
        "lobby": "/",
        "play": "/play/gm_any",
        "review": "/review/gm_any",
        "editor": "/scenarios/new",
        "battle": "/scenarios/any",
    }[page]
    answer = service.nobody().get(path, headers={"Accept": "text/html"})
    named = set(re.findall(r'"/static/app/(\w+/[\w.]+)"', answer.get_data(as_text=True)))
    assert named == {f"{build()}/pages.css", f"{build()}/{page}.js"}


def test_the_second_visit_loads_none_of_the_own_files(service: Service, room: Room) -> None:
    visitor = room.enter(f"/play/{running_game(service).id}")
    visitor.until("active")
    loaded = visitor.page.evaluate(_LOADED)
    assert 0 < len(loaded) <= AT_MOST_COLD, loaded
    visitor.go(f"/play/{running_game(service).id}")
    visitor.until("active")
    assert visitor.page.evaluate(_LOADED) == []


_LOADED = """() => performance.getEntriesByType('resource')
  .filter(({ name, transferSize }) => name.includes('/static/') && transferSize > 0)
  .map(({ name }) => name)"""
