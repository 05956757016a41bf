"""What caches go by: entity tags, 304, Vary, and what never changes."""

import itertools
import random

import pytest

from tests.contract.service import Game, Player, Service, running_game


@pytest.fixture
def viewers(game: Game) -> dict[str, Player]:
    """Everyone who sees something of their own."""
    service = game.seats["allies"].service
    return {**game.seats, "spectator": service.player("Cy"), "nobody": service.anonymous()}


def test_viewers_who_see_different_things_never_share_a_tag(
    game: Game, viewers: dict[str, Player]
) -> None:
    for path in (game.path, f"{game.path}/states/8"):
        answers = [viewer.get(path) for viewer in viewers.values()]
        for one, two in itertools.combinations(answers, 2):
            same = one.get_data() == two.get_data()
            assert (one.headers["ETag"] == two.headers["ETag"]) is same


def test_a_tag_is_the_version_and_a_mark(game: Game) -> None:
    chance = random.Random(3)
    for _ in range(5):
        answer = game.seats["axis"].get(game.path)
        tag = answer.headers["ETag"].strip('"')
        assert tag.partition(".")[0] == str(answer.get_json()["version"])
        game.step(chance)
        assert game.seats["axis"].get(game.path).headers["ETag"] != answer.headers["ETag"]


def test_one_who_has_it_already_gets_304(game: Game, viewers: dict[str, Player]) -> None:
    other = viewers["axis"].get(game.path).headers["ETag"]
    for path, cache in ((game.path, "no-cache"), (f"{game.path}/states/8", "immutable")):
        full = viewers["allies"].get(path)
        tag = full.headers["ETag"]
        for form in (tag, f"W/{tag}", f'"1", {tag}', "*"):
            answer = viewers["allies"].get(path, headers={"If-None-Match": form})
            assert answer.status_code == 304, form
            assert answer.headers["ETag"] == (form if form.startswith("W/") else tag)
            assert answer.headers["Vary"] == full.headers["Vary"]
            assert cache in answer.headers["Cache-Control"]
        for form in (other, '"1"', "x"):
            answer = viewers["allies"].get(path, headers={"If-None-Match": form})
            assert answer.status_code == 200, form


def test_what_depends_on_the_viewer_says_so(game: Game) -> None:
    ada = game.seats["allies"]
    paths = ["", "/actions", "/states/3", "/events"]
    for path in [*(game.path + path for path in paths), "/v1/games", "/v1/players/me"]:
        answer = ada.get(path)
        assert answer.status_code == 200
        assert "Authorization" in answer.headers["Vary"], path
        assert "private" in answer.headers["Cache-Control"], path


def test_only_the_past_is_kept_without_asking(game: Game) -> None:
    ada = game.seats["allies"]
    assert "immutable" in ada.get(f"{game.path}/states/3").headers["Cache-Control"]
    for path in ("", "/actions", "/events"):
        assert "no-cache" in ada.get(game.path + path).headers["Cache-Control"]


def test_tables_may_be_shared(service: Service) -> None:
    for path in ("/v1/scenarios", "/v1/scenarios/pegasus_bridge", "/v1/catalog", "/openapi.yaml"):
        first = service.anonymous().get(path)
        assert first.headers["Cache-Control"].startswith("public")
        known = {"If-None-Match": first.headers["ETag"]}
        again = service.ask("GET", path, headers=known)
        assert (again.status_code, again.headers["ETag"]) == (304, first.headers["ETag"])
        if path == "/v1/catalog":
            german = service.ask("GET", path, headers={**known, "Accept-Language": "de"})
            assert german.status_code == 200
    for path in ("/healthz", "/readyz"):
        assert service.anonymous().get(path).headers["Cache-Control"] == "no-store"


def test_a_game_keeps_its_tags_when_a_seat_changes_what_is_seen(service: Service) -> None:
    ada = service.player()
    game = ada.new_game()
    tags = {ada.get(game.path).headers["ETag"]}
    for side in ("allies", "axis"):
        game.sit(ada, side)
        tags.add(ada.get(game.path).headers["ETag"])
    assert len(tags) == 3
    assert running_game(service).path != game.path


def test_a_kit_of_a_version_is_kept_as_long_as_a_page(service: Service) -> None:
    game, anonymous = running_game(service), service.anonymous()
    kept = anonymous.get(f"{game.path}/board.svg?version=1&form=kit").headers["Cache-Control"]
    page = anonymous.get(f"/play/{game.id}", headers={"Accept": "text/html"})
    assert kept == page.headers["Cache-Control"].replace("public", "private")
    newest = anonymous.get(f"{game.path}/board.svg?form=kit")
    assert "no-cache" in newest.headers["Cache-Control"]
