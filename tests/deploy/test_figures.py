"""What Prometheus is told of Redis."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from flask import Flask
from prometheus_client.parser import text_string_to_metric_families

from api.app import create_app
from api.services import services
from api.settings import Settings
from deploy.redis_server import RedisServer
from domain.commands import Resign
from events.backend import Backend
from events.games import heartbeats
from events.jobs.queue import queue
from events.store import keys
from events.store.keys import Keys
from tests.fixtures import started
from tests.support.cluster import Cluster
from workers.verification import verify_logs

Figures = dict[tuple[str, ...], float]


@contextmanager
def app_on(redis_url: str, queue_url: str | None = None) -> Iterator[Flask]:
    app = create_app(Settings(redis_url=redis_url, queue_url=queue_url or redis_url))
    with app.app_context():
        try:
            yield app
        finally:
            services().live.close()


def scrape(app: Flask) -> Figures:
    """Every figure by its name and the values of its labels, in the order of the labels' names."""
    answer = app.test_client().get("/metrics")
    assert answer.status_code == 200
    return {
        (sample.name, *(sample.labels[label] for label in sorted(sample.labels))): sample.value
        for family in text_string_to_metric_families(answer.get_data(as_text=True))
        for sample in family.samples
    }


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RedisServer]:
    with RedisServer(tmp_path, appendfsync="everysec") as server:
        yield server


def test_a_scrape_tells_of_the_server_and_its_limits(server: RedisServer) -> None:
    with app_on(server.url) as app, closing(services().redis) as client:
        client.config_set("maxmemory", "100mb")
        figures = scrape(app)
        assert figures["afteraction_redis_maxmemory_bytes", "only"] == 100 * 1024**2
        assert 100_000 < figures["afteraction_redis_memory_bytes", "only"] < 100 * 1024**2
        assert figures["afteraction_durability", "everysec", "only"] == 1
        client.config_set("appendonly", "no")
        after = scrape(app)
        assert after["afteraction_durability", "off", "only"] == 1
        assert ("afteraction_durability", "everysec", "only") not in after


def test_a_scrape_tells_of_finished_games_and_of_those_without_a_seal(server: RedisServer) -> None:
    with app_on(server.url) as app, closing(services().redis):
        games = services().game_service
        assert scrape(app)["afteraction_finished_games",] == 0
        for name in ("one", "two"):
            awaited = started(games, name).state.awaited
            assert awaited is not None
            games.submit(name, Resign(awaited))
        figures = scrape(app)
        assert figures["afteraction_finished_games",] == 2
        assert figures["afteraction_unsealed_games",] == 2


def test_a_scrape_tells_of_jobs_and_of_the_last_sweep(server: RedisServer) -> None:
    with app_on(server.url) as app, closing(services().redis) as client:
        assert ("afteraction_swept_timestamp_seconds",) not in scrape(app)
        queue(client).enqueue("workers.sweep.sweep", 1)
        heartbeats.record_heartbeat(client, keys.SWEPT, 1_700_000_000_500)
        figures = scrape(app)
        assert figures["afteraction_queue_jobs", "afteraction", "waiting"] == 1
        assert figures["afteraction_queue_jobs", "afteraction", "failed"] == 0
        assert figures["afteraction_swept_timestamp_seconds",] == 1_700_000_000.5


def test_a_scrape_tells_what_the_verification_has_found(server: RedisServer) -> None:
    with app_on(server.url) as app, closing(services().redis) as client:
        assert scrape(app)["afteraction_log_verified_total",] == 0
        games = services().game_service
        for name in ("fine", "altered"):
            started(games, name)
        events = 2 * client.llen(Keys().log("fine"))
        line = client.lindex(Keys().log("altered"), 3)
        client.lset(Keys().log("altered"), 3, line + b" ")
        verify_logs(Backend.on(client), None, 1_700_000_000_500, 10**6)
        figures = scrape(app)
        assert figures["afteraction_log_verified_total",] == events
        assert figures["afteraction_log_broken_games", "store"] == 1
        assert figures["afteraction_log_broken_games", "archive"] == 0
        for part in ("store", "archive"):
            assert figures["afteraction_log_round_timestamp_seconds", part] == 1_700_000_000.5


def test_a_store_that_does_not_answer_is_reported_and_its_figures_left_out(
    server: RedisServer, tmp_path: Path
) -> None:
    with RedisServer(tmp_path / "queue") as jobs, app_on(server.url, jobs.url) as app:
        assert scrape(app)["afteraction_redis_up", "games"] == 1
        server.kill()
        figures = scrape(app)
        assert figures["afteraction_redis_up", "games"] == 0
        assert figures["afteraction_redis_up", "queue"] == 1
        assert ("afteraction_queue_jobs", "afteraction", "waiting") in figures
        assert not any(name.startswith("afteraction_redis_mem") for name, *_ in figures)


def test_each_server_of_a_cluster_is_reported(server: RedisServer, tmp_path: Path) -> None:
    whole = Cluster(tmp_path / "cluster", replicas=0)
    with whole, app_on(whole.url, server.url) as app, closing(services().redis):
        figures = scrape(app)
        servers = {node.url.removeprefix("redis://") for node in whole.nodes}
        assert {server for name, server, *_ in _long(figures, "redis_memory_bytes")} == servers
        assert {mode for _, mode, _ in _long(figures, "durability")} == {"no"}
        assert figures["afteraction_finished_games",] == 0


def _long(figures: Figures, name: str) -> list[tuple[str, ...]]:
    return [key for key in figures if key[0] == f"afteraction_{name}"]


def test_answers_are_counted_by_operation_and_status(server: RedisServer) -> None:
    with app_on(server.url) as app, closing(services().redis):
        before = scrape(app).get(("afteraction_answers_total", "getGame", "404"), 0)
        app.test_client().get("/v1/games/none")
        assert scrape(app)["afteraction_answers_total", "getGame", "404"] == before + 1
