"""Pages, files and battles."""

import pytest

from api.pages.build import build
from domain.scenarios import document
from events.scenarios.editor import MEDIA_TYPE
from tests.contract.service import Player, Service
from tests.contract.tour.expect import expect
from tests.support.editor_files import of_battle

UNKNOWN = "?surprise=1"
FILES = (
    "/verifier.py",
    "/static/audit.js",
    "/static/report.js",
    "/static/chance_vectors.json",
    "/static/docs.js",
    "/static/app/app.css",
    "/static/app/colors.css",
    "/static/app/icon.svg",
    f"/static/app/{build()}/texts/de.json",
    f"/static/app/{build()}/play.js",
    f"/static/app/{build()}/boards.svg",
    f"/static/app/{build()}/pages.css",
    "/static/app/play.js",
    "/static/app/texts/de.json",
)


def read_pages(service: Service) -> None:
    anonymous = service.anonymous()
    pages = ["/healthz", "/readyz", "/metrics", "/docs", "/"]
    pages += ["/problems", "/problems/forbidden", "/rules", "/rules/movement.too_far"]
    pages += ["/docs/guides/first-game", "/docs/audit", "/docs/notation"]
    tables = ["/v1/scenarios", "/v1/scenarios/pegasus_bridge", "/v1/catalog"]
    figures = ["/v1/scenarios/pegasus_bridge/statistics"]
    for path in pages + tables + figures:
        expect(200, anonymous.get(path))
        expect(422, anonymous.get(path + UNKNOWN))
    for path in ("/", "/problems", "/problems/forbidden", "/rules", "/rules/movement.too_far"):
        expect(200, anonymous.get(path, headers={"Accept": "application/json"}))
    expect(404, anonymous.get("/problems/none"), anonymous.get("/v1/scenarios/none"))
    expect(404, anonymous.get("/rules/none"), anonymous.get("/docs/guides/none"))
    for path in ("/openapi.yaml", "/openapi.json", "/docs/examples/getGame.json", *FILES):
        found = anonymous.get(path)
        expect(200, found)
        expect(304, anonymous.get(path, headers={"If-None-Match": found.headers["ETag"]}))
        expect(422, anonymous.get(path + UNKNOWN))
    expect(404, anonymous.get("/v1/scenarios/none/statistics"))
    expect(404, anonymous.get("/static/app/none.js"), anonymous.get("/static/app/texts/none.json"))
    expect(404, anonymous.get("/static/app/none/none.js"))
    expect(200, anonymous.get("/how-to-play"), anonymous.get("/how-to-play/sight.svg"))
    expect(404, anonymous.get("/how-to-play/none.svg"))
    expect(
        422,
        anonymous.get("/how-to-play" + UNKNOWN),
        anonymous.get("/how-to-play/sight.svg" + UNKNOWN),
    )
    expect(200, anonymous.get("/play/gm_any"))
    expect(422, anonymous.get("/play/gm_any" + UNKNOWN))
    expect(200, anonymous.get("/review/gm_any?version=9"), anonymous.get("/embed/gm_any?version=9"))
    expect(422, anonymous.get("/embed/gm_any?version=none"))
    expect(422, anonymous.get("/review/gm_any?version=none"))


def add_battles(service: Service) -> None:
    ada, bob, anonymous = service.player(), service.player("Bob"), service.anonymous()
    battles, own = "/v1/scenarios", dict(document("saverne"))
    kept = ada.post(battles, own)
    expect(201, kept)
    expect(200, ada.post(f"{battles}?validate_only=true", own))
    drawn = {"Accept": "image/svg+xml"}
    expect(200, anonymous.post(f"{battles}?validate_only=true", own, headers=drawn))
    path = f"{battles}/{kept.get_json()['slug']}"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("events.scenarios.library.MAX_SCENARIOS", 1)
        expect(409, ada.post(battles, own | {"year": 1940}))
    tired = Player(service, "", "aft_made_up")
    for part in ("", "/statistics", "/board.svg", "/board.png"):
        expect(401, tired.get(path + part))
    file = ada.post(battles, data=of_battle("mortain"), content_type=MEDIA_TYPE)
    expect(201, file)
    expect(200, ada.get(f"{battles}/{file.get_json()['slug']}/export"))
    other = {"Accept": "image/png"}
    expect(200, ada.get(f"{path}/export"), ada.get(path))
    expect(406, ada.get(f"{path}/export", headers=other))
    expect(404, *(anonymous.get(path + part) for part in ("", "/export", "/statistics")))
    expect(404, bob.delete(path))
    expect(403, bob.delete(f"{battles}/saverne"))
    expect(204, ada.delete(path))
