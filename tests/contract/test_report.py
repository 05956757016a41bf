"""The after-action report over HTTP: its forms and languages, and that every sentence holds."""

import json
import random
import re
import zlib
from html import escape
from pathlib import Path

import pytest

from api import locales
from tests.chain.auditors import REPORT, javascript
from tests.contract.service import Game, Service, battling, running_game

FORMS = ("text/html", "text/markdown", "text/x-bbcode")
DATA = re.compile(
    r'(?:id="report">|<!-- report |\[code\])(\{.*\})(?:</script>| -->|\[/code\])', re.S
)


@pytest.fixture(scope="module")
def fought(service: Service) -> Game:
    """A game that was given up after one side had lost more than the other, so that at least one of
    its turns is a turning point, whatever was rolled."""
    game, chance = running_game(service, scenario="arnhem_bridge"), random.Random(7)
    lost = [0, 0]
    while lost[0] == lost[1]:
        for _ in range(40):
            assert game.step(chance, battling), "it was over too soon"
        sides = game.seats["axis"].get(f"{game.path}/luck").get_json()["sides"]
        lost = [sides[side]["losses"]["actual"] for side in ("allies", "axis")]
    game.seats["axis"].post(game.commands, {"type": "resign"})
    return game


def test_every_sentence_follows_from_the_export(
    fought: Game, service: Service, tmp_path: Path
) -> None:
    anonymous = service.anonymous()
    exported = anonymous.get(f"{fought.path}/export").get_data(as_text=True)
    calls = []
    for language in locales.LANGUAGES:
        answer = anonymous.get(f"{fought.path}/report", headers={"Accept-Language": language})
        assert answer.headers["Content-Language"] == answer.get_json()["language"] == language
        wanted = locales.report(language)["sentences"]
        calls.append(["checkReport", exported, answer.get_json(), wanted])
    assert javascript(tmp_path, calls, REPORT) == [[]] * len(calls)


@pytest.mark.parametrize("form", FORMS)
def test_each_form_says_the_same_and_holds_the_claims_where_they_are_asked_for(
    form: str, fought: Game, service: Service
) -> None:
    anonymous, path = service.anonymous(), f"{fought.path}/report"
    report = anonymous.get(path).get_json()
    answer = anonymous.get(path, headers={"Accept": form})
    assert answer.mimetype == form
    text = answer.get_data(as_text=True)
    boards = 0
    for one in (one for part in report["chapters"] for one in part["sentences"]):
        assert one["text"] in text
        boards += one["claim"]["kind"] == "turn" and one["board"] in text
    [map_] = [part["board"] for part in report["chapters"] if "board" in part]
    places = [one["claim"]["values"]["hex"] for one in report["chapters"][2]["sentences"]]
    assert map_.endswith(f"&marks={','.join(places)}")
    assert escape(map_) in text or map_ in text
    assert anonymous.get(map_).status_code == 200
    assert boards == len(report["chapters"][2]["sentences"]) > 0
    assert report["chapters"][0]["sentences"][0]["board"] in text
    assert DATA.search(text) is None
    more = anonymous.get(f"{path}?claims=true", headers={"Accept": form}).get_data(as_text=True)
    [data] = DATA.findall(more)
    assert json.loads(data) == report
    assert anonymous.get(report["chapters"][0]["sentences"][0]["board"]).status_code == 200


def test_it_never_changes_and_is_there_once_the_game_is_over(
    fought: Game, service: Service
) -> None:
    anonymous, path = service.anonymous(), f"{fought.path}/report"
    answer = anonymous.get(path, headers={"Accept": "text/html"})
    assert "immutable" in answer.headers["Cache-Control"]
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    tag = {"If-None-Match": answer.headers["ETag"]}
    assert anonymous.get(path, headers=tag | {"Accept": "text/html"}).status_code == 304
    assert anonymous.get(path, headers=tag).status_code == 200
    running = running_game(service)
    refused = anonymous.get(f"{running.path}/report")
    assert (refused.status_code, refused.get_json()["code"]) == (409, "game_not_over")


def test_it_is_printed_on_two_pages_with_the_same_words(fought: Game, service: Service) -> None:
    anonymous, path = service.anonymous(), f"{fought.path}/report"
    for language in locales.LANGUAGES:
        params = {"Accept-Language": language}
        report = anonymous.get(path, headers=params).get_json()
        printed = anonymous.get(path, headers=params | {"Accept": "application/pdf"})
        assert (printed.status_code, printed.mimetype) == (200, "application/pdf")
        content = printed.get_data()
        assert content.startswith(b"%PDF-") and b"/Subtype /Image" in content
        assert 1 <= len(re.findall(rb"/Type /Page\b", content)) <= 2
        said = words_of(content)
        for one in (one for part in report["chapters"] for one in part["sentences"]):
            assert one["text"].replace("\u202f", "\xa0").replace(" ", "") in said
    more = anonymous.get(f"{path}?claims=true", headers=params | {"Accept": "application/pdf"})
    files = [part for part in streams(more.get_data()) if part.startswith(b"{")]
    assert [json.loads(part) for part in files] == [report]


def streams(content: bytes) -> list[bytes]:
    """What a PDF holds, compressed or not."""
    held = re.findall(rb"stream\n(.*?)\nendstream", content, re.S)
    return [zlib.decompress(part) if part.startswith(b"x") else part for part in held]


def words_of(content: bytes) -> str:
    """The texts of a PDF without their spaces."""
    pages = b"".join(part for part in streams(content) if b"BT" in part)
    said = re.findall(rb"\(((?:\\.|[^()\\])*)\) Tj", pages)
    plain = b"".join(re.sub(rb"\\(.)", rb"\1", one) for one in said)
    return plain.decode("windows-1252").replace(" ", "")
