"""The pages' own files under the address of their content: few, and asked for once."""

import random
import re

import pytest

from api.pages.build import PAGES, build, files
from tests.contract.service import Service, running_game
from tests.pages.table import going_on
from tests.pages.visitor import Room, Visitor

AT_MOST = {
    "lobby": (12, 3, 75_000),
    "play": (15, 4, 100_000),
    "review": (15, 3, 120_000),
    "editor": (15, 3, 100_000),
    "battle": (15, 3, 100_000),
    "battles": (15, 3, 100_000),
}
"""Of each page, how many requests it makes at a first visit and at the next, and how many bytes it
transfers at the first: that comes in two seconds over a slow 3G line. The game is a short one."""
_NOT_COUNTED = re.compile(r"_[0-9a-f]{12}/board\.svg|^blob:")
"""The picture of a battle that a player has made, of which other tests leave some in the lobby's
lists, and what the page made itself."""
_DECISIONS = 20
_SETTLED = 1500


def test_a_file_of_this_build_is_kept_for_ever_and_of_another_asked_for_again(
    service: Service,
) -> None:
    anonymous = service.anonymous()
    for name, (content, kind) in files().items():
        found = anonymous.get(f"/static/app/{build()}/{name}")
        assert (found.data, found.mimetype) == (content, kind)
        assert found.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        other = anonymous.get(f"/static/app/of-before/{name}")
        assert (other.data, other.headers["Cache-Control"]) == (content, "no-cache")
    assert anonymous.get(f"/static/app/{build()}/none.js").status_code == 404


@pytest.mark.parametrize("page", PAGES)
def test_a_page_names_files_of_its_build(service: Service, page: str) -> None:
    path = {
        "lobby": "/",
        "play": "/play/gm_any",
        "review": "/review/gm_any",
        "editor": "/scenarios/new",
        "battle": "/scenarios/any",
        "battles": "/scenarios",
    }[page]
    answer = service.anonymous().get(path, headers={"Accept": "text/html"})
    named = set(re.findall(r'"/static/app/(\w+/[\w.]+)"', answer.get_data(as_text=True)))
    assert named == {f"{build()}/pages.css", f"{build()}/{page}.js"}


@pytest.mark.parametrize("page", PAGES)
def test_a_page_makes_few_requests_and_transfers_little(
    service: Service, room: Room, page: str
) -> None:
    cold, warm, most = AT_MOST[page]
    game, chance = running_game(service), random.Random(page)
    for _ in range(_DECISIONS):
        game.step(chance, going_on)
    if page == "review":
        game.seats["axis"].post(game.commands, {"type": "resign"})
    path = {
        "lobby": "/",
        "play": f"/play/{game.id}",
        "review": f"/review/{game.id}",
        "editor": "/scenarios/new",
        "battle": "/scenarios/pegasus_bridge",
        "battles": "/scenarios",
    }[page]
    visitor = room.enter_as(game.seats["allies"], None)
    first = visited(visitor, path)
    assert len(first) <= cold, list(first)
    assert sum(first.values()) <= most, first
    again = visited(visitor, path)
    assert len(again) <= warm, list(again)
    assert not any("/static/" in name for name in again), list(again)


def visited(visitor: Visitor, path: str) -> dict[str, int]:
    """What a visit asked the service for, and the bytes that came; what the browser kept is not
    among it, nor what is not counted."""
    session = visitor.page.context.new_cdp_session(visitor.page)
    session.send("Network.enable")
    sent, kept = dict[str, str](), set[str]()
    loaded = dict[str, int]()
    session.on(
        "Network.requestWillBeSent", lambda e: sent.update({e["requestId"]: e["request"]["url"]})
    )
    session.on("Network.requestServedFromCache", lambda e: kept.add(e["requestId"]))
    session.on(
        "Network.responseReceived",
        lambda e: kept.add(e["requestId"]) if e["response"].get("fromDiskCache") else None,
    )
    session.on(
        "Network.loadingFinished",
        lambda e: loaded.update({e["requestId"]: int(e["encodedDataLength"])}),
    )
    visitor.go(path)
    visitor.page.locator("body:is([data-ready], [data-version])").wait_for()
    visitor.page.wait_for_timeout(_SETTLED)
    session.detach()
    own = {id_: url for id_, url in sent.items() if not _NOT_COUNTED.search(url)}
    return {url: loaded.get(id_, 0) for id_, url in own.items() if id_ not in kept}
