"""What is watched and what raises an alarm: judged by Prometheus' own tool and by a live scrape."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

from api.app import create_app
from api.http.problem_kinds import KINDS
from api.services import services
from api.settings import Settings
from deploy.redis_server import RedisServer
from events.backend import Backend
from events.games import heartbeats
from events.read_models.projector import Projector
from events.store import keys
from tests.support.waiting import PATIENCE
from workers.verification import verify_logs

DEPLOY = Path(__file__).parents[2] / "deploy"
FOLDER = DEPLOY / "monitoring"
RULES = FOLDER / "afteraction.rules.yml"
DASHBOARD = FOLDER / "grafana" / "dashboards" / "afteraction.json"
PROMTOOL = shutil.which("promtool")
SERIES = re.compile(r"\b((?:afteraction|process)_[a-z_]+|up)\b(?:\{([^}]*)\})?")
MATCHER = re.compile(r'(\w+)\s*(=~|!=|=)\s*"([^"]*)"')
GROUPING = re.compile(r"\b(?:by|without)\s*\(([^)]*)\)")
OF_PROMETHEUS = {"job", "instance", "le"}


def rules() -> list[dict[str, Any]]:
    [group] = yaml.safe_load(RULES.read_text())["groups"]
    found: list[dict[str, Any]] = group["rules"]
    return found


def dashboard() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(DASHBOARD.read_text())
    return found


def queries() -> list[str]:
    panels = dashboard()["panels"]
    shown = [target["expr"] for panel in panels for target in panel.get("targets", ())]
    return [rule["expr"] for rule in rules()] + shown


@pytest.fixture
def scrape(tmp_path: Path) -> Iterator[dict[str, set[str]]]:
    """Every figure that a service tells that has been played at, and the labels it has."""
    with RedisServer(tmp_path, appendfsync="no") as server:
        app = create_app(Settings(redis_url=server.url, queue_url=server.url))
        with app.app_context(), closing(services().redis), closing(services().live):
            http = app.test_client()
            token = http.post("/v1/players", json={"name": "Ada"}).get_json()["token"]
            signed_in = {"Authorization": f"Bearer {token}"}
            params = {"scenario": "pegasus_bridge", "edition": "2025"}
            game = http.post("/v1/games", json=params, headers=signed_in).headers["Location"]
            for side in ("allies", "axis"):
                http.post(f"{game}/seats", json={"side": side}, headers=signed_in)
            done = http.post(f"{game}/commands", json={"type": "resign"}, headers=signed_in)
            assert done.status_code == 201
            heartbeats.record_heartbeat(services().redis, keys.SWEPT, 1_700_000_000_000)
            Projector(Backend.at(server.url)).step()
            verify_logs(Backend.at(server.url), None, 1_700_000_000_000, 1000)
            yield labels_of(http.get("/metrics").get_data(as_text=True))


def labels_of(text: str) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {"up": set()}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            found.setdefault(sample.name, set()).update(sample.labels)
    return found


def test_every_figure_that_is_asked_for_exists_and_has_the_labels(
    scrape: dict[str, set[str]],
) -> None:
    asked = set()
    for query in queries():
        named = SERIES.findall(query)
        assert named, query
        labels = set()
        for name, matchers in named:
            assert name in scrape, query
            labels |= scrape[name]
            asked.add(name)
            for label, _, _ in MATCHER.findall(matchers):
                assert label in scrape[name] | OF_PROMETHEUS, query
        for grouping in GROUPING.findall(query):
            by = {label.strip() for label in grouping.split(",")}
            assert by <= labels | OF_PROMETHEUS, query
    # And none that is told here is shown nowhere.
    ours = {name for name in scrape if name.startswith("afteraction_")}
    parts = {f"afteraction_command_seconds_{part}" for part in ("sum", "count")}
    assert {name for name in ours if not name.endswith("_created")} - asked <= parts


def test_codes_of_problems_in_alerts_are_those_of_the_contract() -> None:
    wanted = set()
    for query in queries():
        for label, _, value in MATCHER.findall(query):
            if label == "code":
                wanted |= set(value.split("|"))
    assert wanted
    assert wanted <= KINDS.keys()


def test_every_alert_is_tried_and_explained() -> None:
    names = [rule["alert"] for rule in rules()]
    assert len(set(names)) == len(names)
    tried = re.findall(r'alertname="(\w+)"', (FOLDER / "alerts.test.yml").read_text())
    assert sorted(tried) == sorted(names)
    headings = re.findall(r"^### (\w+)$", (DEPLOY / "RUNBOOK.md").read_text(), re.MULTILINE)
    assert sorted(name for name in headings if name.startswith("Afteraction")) == sorted(names)
    for rule in rules():
        assert rule["labels"]["severity"] in ("page", "ticket")
        assert rule["annotations"]["summary"].endswith(".")


@pytest.mark.skipif(PROMTOOL is None, reason="there is no promtool; install Debian's prometheus")
@pytest.mark.parametrize(
    "arguments",
    [
        ["check", "rules", RULES.name],
        ["test", "rules", "alerts.test.yml"],
        ["check", "config", "--syntax-only", "prometheus.yml"],
    ],
    ids=" ".join,
)
def test_prometheus_own_tool_agrees(arguments: list[str]) -> None:
    assert PROMTOOL is not None
    done = subprocess.run(
        [PROMTOOL, *arguments],
        cwd=FOLDER,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_dashboard_is_whole() -> None:
    [source] = yaml.safe_load(
        (FOLDER / "grafana/provisioning/datasources/prometheus.yaml").read_text()
    )["datasources"]
    panels = dashboard()["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    taken: set[tuple[int, int]] = set()
    for panel in panels:
        assert panel["title"]
        assert panel["description"].endswith(".")
        assert panel["datasource"]["uid"] == source["uid"]
        place = panel["gridPos"]
        area = {
            (x, y)
            for x in range(place["x"], place["x"] + place["w"])
            for y in range(place["y"], place["y"] + place["h"])
        }
        assert max(x for x, _ in area) < 24
        assert not area & taken, panel["title"]
        taken |= area
