"""Exports brought into the service in this process, and all that can be read of them afterwards."""

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from api.app import create_app
from api.settings import Settings
from api.settings.rate_limits import RateLimits
from domain.values import Seat, Undo
from events.log.stored_event import StoredEvent
from events.store.servers import Client, connect
from tests.support.branching import BRANCH_SEED, Sandbox, branch_of, fork
from tests.support.logs import recorded_log
from tests.support.mutations import Story
from tests.support.seating import SEATS
from tests.support.taking_back import Wavering
from tests.support.words import Json

NOW = "2035-01-01T00:00:00.000Z"
NDJSON = "application/x-ndjson"
UNLIMITED = RateLimits(None, None, None, None, None, None)
REVIEWED = "as=reviewer"
READS = (
    "",
    "/actions",
    "/events?limit=1000",
    f"/events?limit=1000&{REVIEWED}",
    "/timeline",
    f"/timeline?{REVIEWED}",
    "/luck",
    f"/luck?{REVIEWED}",
    "/luck.svg",
    "/decisions",
    f"/decisions?{REVIEWED}",
    "/record",
    "/export",
    "/board.svg",
    "/mainline",
    f"/patches?{REVIEWED}",
)
MAX_BODY = 16 * 1024 * 1024
"""Bytes of the longest answer about a game of a few hundred events; they have a tenth of it."""


@dataclass
class Tried:
    """What became of an import: its verdict, and its faults, of which there should be none."""

    verdict: str
    faults: list[str] = field(default_factory=list)
    slowest: tuple[float, str] = (0.0, "")


class Importer:
    """Brings exports in as a player, on a Redis server of its own, which it empties."""

    def __init__(self, redis_url: str) -> None:
        self._url = redis_url
        self._client: Client = connect(redis_url)
        self._begin()

    def _begin(self) -> None:
        self._client.flushall()
        self._app: Flask = create_app(
            Settings(redis_url=self._url, rate_limits=UNLIMITED), lambda: NOW
        )
        made = self._app.test_client().post("/v1/players", json={"name": "Ada"}).get_json()
        self._token = {"Authorization": f"Bearer {made['token']}"}

    def bring(self, data: bytes, every: int = 1) -> Tried:
        """Import an export, and read all there is of it, each ``every`` so many versions."""
        start = time.perf_counter()
        answer = self._post(data)
        tried = Tried(str(answer.status_code), slowest=(time.perf_counter() - start, "import"))
        body = answer.get_json()
        if answer.status_code != 201:
            tried.verdict = f"{answer.status_code} {body.get('code')}"
            if answer.status_code >= 500 or body.get("code") != "import_refused":
                tried.faults.append(f"{answer.status_code}: {body}")
            if self.holds():
                tried.faults.append("refused, and half of it stays")
            return tried
        for path in self._paths(f"/v1/games/{body['id']}", body["version"], every):
            self._read(path, tried)
        self._begin()
        return tried

    def refusal(self, data: bytes, kind: str = NDJSON) -> Json:
        """The problem that an import meets."""
        answer = self._post(data, kind)
        assert answer.status_code == 422, answer.get_data()
        problem: Json = answer.get_json()
        return problem

    def record_of(self, data: bytes) -> str:
        """The record of a sound game."""
        made = self._post(data).get_json()
        path = f"/v1/games/{made['id']}/record"
        text = self._app.test_client().get(path, headers=self._token).get_data(as_text=True)
        self._begin()
        return text

    def holds(self) -> set[bytes]:
        """The keys that the store has for games."""
        return {key for key in self._client.scan_iter() if b":log:" in key or b"import" in key}

    def _post(self, data: bytes, kind: str = NDJSON) -> TestResponse:
        return self._app.test_client().post(
            "/v1/imports", data=data, content_type=kind, headers=self._token
        )

    def _paths(self, game: str, version: int, every: int) -> Iterator[str]:
        for read in READS:
            yield f"{game}{read}"
        yield f"{game}/diff?from=1&to={version}&{REVIEWED}"
        for at in range(1, version + 1, every):
            yield f"{game}/states/{at}?{REVIEWED}"
            yield f"{game}/board.svg?version={at}&since={max(1, at - 1)}"

    def _read(self, path: str, tried: Tried) -> None:
        start = time.perf_counter()
        answer = self._app.test_client().get(path, headers=self._token)
        size = len(answer.get_data())
        tried.slowest = max(tried.slowest, (time.perf_counter() - start, path))
        if answer.status_code != 200 or size > MAX_BODY:
            tried.faults.append(f"{path}: {answer.status_code}, {size} bytes")


Log = Sequence[StoredEvent]


def _played_on(log: Iterable[StoredEvent], commands: int = 15) -> Log:
    return Sandbox(list(log)).play(commands).log


@cache
def exports(length: int = 130) -> dict[str, Story]:
    """Sound games of every sort, which are short."""
    free = Wavering(Undo.FREE).go_on(length)
    consent = Wavering(Undo.CONSENT, battle="omaha_beach").go_on(length)
    axis, both = frozenset({Seat.AXIS}), frozenset(SEATS)
    anew = _played_on(branch_of(consent, fork(consent, 0.6), seats=axis, seed=BRANCH_SEED))
    kept = _played_on(branch_of(free, fork(free, 0.5)))
    later = fork(anew, 0.9)
    logs: dict[str, Any] = {
        "plain": recorded_log(),
        "free": free,
        "consent": consent,
        "branch anew": anew,
        "branch kept": kept,
        "branch of a branch anew": _played_on(
            branch_of(anew, later, seats=both, seed="ab" * 32, game="later")
        ),
        "branch of a branch kept": _played_on(branch_of(anew, later, game="later")),
    }
    return {name: Story(log) for name, log in logs.items()}
