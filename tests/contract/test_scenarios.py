"""Battles of players: taken in, judged, shown, played, exported and taken down."""

import json
from typing import Any

import pytest
from msgspec.structs import replace

from domain.scenarios import document, slugs
from events.scenarios.editor import MEDIA_TYPE
from tests.contract.contract import Json
from tests.contract.service import Player, Service
from tests.support.battles import BOOKLET
from tests.support.editor_files import of_battle

SCENARIOS = "/v1/scenarios"
SAINTE_MERE = "sainte_mere_eglise"


def add(player: Player, content: object, *, status: int = 201, **query: Any) -> Json:
    """What is answered to an editor's file, or to the service's own form."""
    said = {"query_string": {name: str(value).lower() for name, value in query.items()}}
    if isinstance(content, bytes):
        made = player.post(SCENARIOS, data=content, content_type=MEDIA_TYPE, **said)
    else:
        made = player.post(SCENARIOS, content, **said)
    assert made.status_code == status, made.get_data()
    body: Json = made.get_json()
    return body


def listed(player: Player, **query: Any) -> list[str]:
    answer = player.get(SCENARIOS, query_string={"limit": 200, **query})
    return [one["slug"] for one in answer.get_json()["items"]]


def hexes(battle: Any) -> list[Json]:
    return [one["hex"] for one in battle["units"]]


def own(**changes: Any) -> Json:
    return {**document("saverne"), "title": {"en": "Own"}} | changes


@pytest.fixture
def ada(service: Service) -> Player:
    return service.player("Ada")


def test_an_editors_file_comes_in_is_shown_and_goes_out_as_it_came(ada: Player) -> None:
    sent = of_battle("mortain")
    made = add(ada, sent)
    assert made["report"]["verdict"] == "playable"
    place = f"{SCENARIOS}/{made['slug']}"
    assert ada.get(place).get_json() == made
    assert hexes(made) == hexes(document("mortain"))
    export = ada.get(f"{place}/export")
    assert (export.get_data(), export.mimetype) == (sent, MEDIA_TYPE)
    built_in = ada.get(f"{SCENARIOS}/mortain/export", headers={"Accept": MEDIA_TYPE})
    assert hexes(add(ada, built_in.get_data())) == hexes(made)
    shown = ada.get(f"{place}/export", headers={"Accept": "application/json"}).get_json()
    assert shown.items() <= made.items()
    assert add(ada, sent) == made
    assert ada.get(f"{place}/board.svg").mimetype == "image/svg+xml"
    assert ada.get(f"{place}/statistics").get_json()["items"] == []


def test_a_report_is_reported_in_the_language_that_is_asked_for(ada: Player) -> None:
    file = json.loads(of_battle("mortain"))
    file["board"]["hexagons"][0]["terrain"] = {"name": "unheard_of"}
    made = add(ada, json.dumps(file).encode())
    told = {}
    for language in ("en", "de", "fr"):
        answer = ada.get(f"{SCENARIOS}/{made['slug']}", headers={"Accept-Language": language})
        items = answer.get_json()["report"]["items"]
        told[language] = next(item["why"] for item in items if item["what"] == "unheard_of")
        assert answer.headers["Content-Language"] == language
        assert "Accept-Language" in answer.headers["Vary"]
    assert told == {
        "en": "Its rules are not supported: the hex is open ground.",
        "de": "Seine Regeln sind hier nicht spielbar: Das Feld ist offenes Gelände.",
        "fr": "Ses règles ne peuvent pas être jouées ici : l'hexagone est un terrain dégagé.",
    }
    refused = ada.post(
        SCENARIOS,
        data=json.dumps(file).encode(),
        content_type=MEDIA_TYPE,
        query_string={"mode": "strict"},
        headers={"Accept-Language": "de"},
    )
    assert f"ignored: {told['de']}" in str(refused.get_json()["errors"])


def test_a_battle_is_for_whom_its_author_says(service: Service, ada: Player) -> None:
    bob = service.player("Bob")
    made = {who: add(ada, own(year=year), visibility=who) for who, year in _YEARS.items()}
    for who, one in made.items():
        place = f"{SCENARIOS}/{one['slug']}"
        for path in (place, f"{place}/export", f"{place}/board.svg", f"{place}/statistics"):
            assert bob.get(path).status_code == (404 if who == "private" else 200), path
        assert (one["slug"] in listed(bob)) == (who == "public")
        assert one["slug"] in listed(ada)
        assert bob.delete(place).status_code == (404 if who == "private" else 403)
        params = {"scenario": one["slug"], "edition": "2004"}
        assert bob.post("/v1/games", params).status_code == (422 if who == "private" else 201)
    assert listed(service.anonymous(), author=ada.id) == [made["public"]["slug"]]
    add(ada, own(year=_YEARS["private"]), visibility="public")
    assert made["private"]["slug"] in listed(bob)


_WRONG: tuple[Json, ...] = (
    {"units": 1},
    {"extra": 1},
    {"year": 1900},
    {"title": {"de": "Nur"}},
    {"special_rules": [{"id": "air_drop", "params": {"side": "axis", "units": "x"}}]},
    {"special_rules": [{"id": "magic", "params": {}}]},
)
_YEARS = {"private": 1943, "link": 1944, "public": 1945}


def test_lists_are_searched_and_paged(ada: Player) -> None:
    made = add(ada, own(year=1941, front="eastern", board={"face": "winter"}))["slug"]
    for query in ({"year": 1941}, {"front": "eastern"}, {"author": ada.id}):
        assert listed(ada, **query) == [made]
    assert SAINTE_MERE not in listed(ada, terrain="ocean")
    assert set(BOOKLET) < set(listed(ada, board="standard"))
    assert listed(ada, board="overlord") == ["omaha_beach_overlord"]
    page, found = ada.get(SCENARIOS, query_string={"limit": 5}).get_json(), []
    while found.extend(one["slug"] for one in page["items"]) or page["next"]:
        query = {"limit": 5, "cursor": page["next"]}
        page = ada.get(SCENARIOS, query_string=query).get_json()
    assert found == sorted(found)
    assert {*slugs(), made} <= set(found)


def test_a_game_of_it_outlives_it_and_travels(service: Service, ada: Player) -> None:
    made = add(ada, own())
    game = ada.new_game(scenario=made["slug"])
    assert ada.delete(f"{SCENARIOS}/{made['slug']}").status_code == 204
    assert ada.get(f"{SCENARIOS}/{made['slug']}").status_code == 404
    for side in ("allies", "axis"):
        game.sit(ada, side)
    started = game.state(ada)["version"]
    assert ada.post(game.commands, {"type": "resign"}).status_code == 201
    assert ada.post(f"{game.path}/branches", {"at_version": started}).status_code == 201
    assert ada.get(f"{game.path}/board.svg").status_code == 200
    assert ada.get(f"{game.path}/timeline").status_code == 200
    for form in ("export", "record"):
        taken = ada.get(f"{game.path}/{form}")
        kind = "text/vnd.afteraction.record" if form == "record" else taken.mimetype
        again = ada.post("/v1/imports", data=taken.get_data(), content_type=kind)
        assert again.status_code == 200, again.get_data()


def test_a_battle_on_the_long_board_is_played_drawn_and_travels(ada: Player) -> None:
    made = add(ada, own(board={"kind": "breakthrough", "face": "winter"}))
    assert made["report"]["verdict"] == "playable"
    assert made["slug"] in listed(ada, board="breakthrough")
    orders: list[Json] = []
    actions: list[Json] = []
    while not orders:
        if not actions:  # at the start, and where cards alone have won the game
            game = ada.new_game(scenario=made["slug"])
            for side in ("allies", "axis"):
                game.sit(ada, side)
        actions = game.actions(ada)["actions"]
        orders = [one for one in actions if one.get("on_the_move")]
        rank = {"play_card": 0, "choose_card": 0, "end_orders": 1, "end_moves": 1, "end_turn": 1}
        for best in orders[:1] or sorted(actions, key=lambda one: rank.get(one["type"], 2))[:1]:
            assert ada.post(game.commands, best).status_code == 201
    ordered = [one for one in game.state(ada)["ordered"] if one["unit"] == orders[0]["unit"]]
    assert [(one["on_the_move"], one["may_battle"]) for one in ordered] == [(True, False)]
    assert ada.get(f"{game.path}/board.svg").status_code == 200
    assert ada.post(game.commands, {"type": "resign"}).status_code == 201
    for form in ("export", "record"):
        taken = ada.get(f"{game.path}/{form}")
        kind = "text/vnd.afteraction.record" if form == "record" else taken.mimetype
        again = ada.post("/v1/imports", data=taken.get_data(), content_type=kind)
        assert again.status_code == 200, again.get_data()


def test_what_cannot_be_played_is_reported_and_refused_where_asked_for(ada: Player) -> None:
    file = json.loads(of_battle("pegasus_bridge"))
    file["board"]["hexagons"][0]["terrain"] = {"name": "unheard_of"}
    partly = json.dumps(file).encode()
    assert add(ada, partly)["report"]["verdict"] == "partly"
    refused = add(ada, partly, mode="strict", status=422)
    assert refused["code"] == "scenario_refused"
    assert list(refused["errors"]) == ["/board/hexagons/0/terrain"]
    for one in file["board"]["hexagons"]:
        one.pop("unit", None)
    twice = own(objectives=2 * document("saverne")["objectives"])
    no_game = add(ada, twice)
    assert no_game["report"]["verdict"] == "blocked"
    place = f"{SCENARIOS}/{no_game['slug']}/export"
    assert ada.get(place).status_code == 200
    assert ada.get(place, headers={"Accept": MEDIA_TYPE}).status_code == 422
    blocked = add(ada, json.dumps(file).encode())
    assert blocked["report"]["verdict"] == "blocked"
    for answer in (
        ada.post("/v1/games", {"scenario": blocked["slug"], "edition": "2004"}),
        ada.get(f"{SCENARIOS}/{blocked['slug']}/board.svg"),
    ):
        assert answer.get_json()["code"] == "scenario_refused"


def test_a_battle_that_an_earlier_version_let_in_is_shown_and_not_played(
    service: Service, ada: Player
) -> None:
    slug, library = add(ada, own())["slug"], service.inside().scenarios
    found = library.find(slug)
    assert found is not None
    off_board = {"id": "blow_bridge", "params": {"side": "axis", "hexes": [[20, 20]]}}
    library.remove(found)
    library.add(replace(found, document=found.document | {"special_rules": [off_board]}))
    place = f"{SCENARIOS}/{slug}"
    for path in (place, f"{place}/statistics", f"{place}/export"):
        assert ada.get(path).status_code == 200
    for answer in (
        ada.post("/v1/games", {"scenario": slug, "edition": "2004"}),
        ada.get(f"{place}/board.svg"),
        ada.get(f"{place}/export", headers={"Accept": MEDIA_TYPE}),
    ):
        assert answer.get_json()["code"] == "scenario_refused"


def test_a_check_stores_nothing(ada: Player) -> None:
    checked = add(ada, own(), validate_only=True, status=200)
    assert checked["report"]["verdict"] == "playable"
    assert ada.get(f"{SCENARIOS}/{checked['slug']}").status_code == 404


def test_anyone_may_check_a_battle_and_have_it_drawn(service: Service) -> None:
    anonymous, check = service.anonymous(), f"{SCENARIOS}?validate_only=true"
    unfinished = own(units=[], title={"en": "Night March"})
    report = anonymous.post(check, unfinished).get_json()["report"]
    assert report["verdict"] == "blocked"
    assert {item["where"] for item in report["items"] if item["status"] == "blocking"} == {"/units"}
    drawn = anonymous.post(check, unfinished, headers={"Accept": "image/svg+xml"})
    assert drawn.mimetype == "image/svg+xml"
    kit = drawn.get_data(as_text=True)
    for part in ("Night March", 'id="terrain-jungle"', 'id="token-axis-sniper"', 'id="pieces"'):
        assert part in kit
    twice = own(terrain=2 * document("saverne")["terrain"])
    refused = anonymous.post(check, twice, headers={"Accept": "image/svg+xml"})
    assert refused.get_json()["code"] == "scenario_refused"


def test_the_pictures_of_a_players_battle_and_of_its_games_have_its_title_and_nations(
    ada: Player,
) -> None:
    slug = add(ada, own(title={"en": "Night March"}))["slug"]
    game = ada.post("/v1/games", {"scenario": slug, "edition": "2025"}).get_json()
    drawn, played = (
        ada.get(f"{path}/board.svg").get_data(as_text=True)
        for path in (f"{SCENARIOS}/{slug}", f"/v1/games/{game['id']}")
    )
    assert "Night March" in drawn
    assert "Night March" in played
    emblems = ("#nations-fr", "#nations-de")
    assert [drawn.count(one) for one in emblems] == [played.count(one) for one in emblems]
    assert all(one in played for one in emblems)
    kit = ada.get(f"/v1/games/{game['id']}/board.svg?form=kit").get_data(as_text=True)
    assert all(one in kit for one in emblems)


def test_what_is_no_battle_is_refused(service: Service, ada: Player) -> None:
    for content in (b"", b"[]", b"{}", b"\xff" * 9, b"[" * 100_000, b'{"board": []}'):
        assert add(ada, content, status=422)["code"] == "scenario_refused"
    for change in _WRONG:
        assert add(ada, own(**change), status=422)["code"] == "invalid_request"
    assert add(ada, b" " * 300_000, status=413)["code"] == "body_too_large"
    wrong = ada.post(SCENARIOS, data=b"{}", content_type="text/plain")
    assert wrong.status_code == 415
    assert add(service.anonymous(), own(), status=401)["code"] == "unauthenticated"
    assert add(ada, own(), parent="waterloo", status=422)["code"] == "invalid_request"
    assert ada.delete(f"{SCENARIOS}/saverne").status_code == 403


def test_what_is_no_battle_is_refused_in_the_readers_language(ada: Player) -> None:
    wrong = own(special_rules=[{"id": "blow_bridge", "params": {"side": "axis", "hexes": []}}])
    told = {}
    for language in ("en", "es", "pl"):
        refused = ada.post(SCENARIOS, wrong, headers={"Accept-Language": language})
        told[language] = refused.get_json()["errors"]
    place = "/special_rules/0/params/hexes"
    assert told["en"] == told["pl"] == {place: ["It is empty."]}
    assert told["es"] == {place: ["Está vacío."]}


def test_an_administrator_takes_any_battle_down(service: Service, ada: Player) -> None:
    place = f"{SCENARIOS}/{add(ada, own())['slug']}"
    assert service.admin().delete(place).status_code == 204
    assert ada.get(place).status_code == 404


def test_a_player_may_have_only_so_many(ada: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("events.scenarios.library.MAX_SCENARIOS", 1)
    add(ada, own())
    assert add(ada, own(year=1940), status=409)["code"] == "too_many_documents"
