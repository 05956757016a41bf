"""Make a store as an earlier commit leaves it: run its service for real, play, and write down what
is in Redis and in its files.

    git worktree add /tmp/then COMMIT
    python -m tests.upgrade.make /tmp/then tests/upgrade/stores/NAME.json.gz

Whatever the service of that commit does not have yet is left out. Stores are never edited.
"""

import gzip
import json
import os
import random
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from redis import Redis
from redis.exceptions import RedisError

from deploy.redis_server.binary import find_redis_server
from tests.http.running import free_port
from tests.upgrade.stores import dump

PATIENCE = 60.0
SETTLING = 3.0
"""Seconds for the lists and for jobs."""
Json = dict[str, Any]


class Client:
    """Somebody who asks the service of then; ``status`` is that of the last answer."""

    def __init__(self, base: str, token: str | None = None) -> None:
        self.base = base
        self.token = token
        self.id = ""
        self.status = 0

    def ask(self, method: str, path: str, body: Any = None, key: str | None = None) -> Any:
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        if key:
            headers["Idempotency-Key"] = key
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:
                self.status, text = answer.status, answer.read()
        except urllib.error.HTTPError as error:
            self.status, text = error.code, error.read()
        try:
            return json.loads(text)
        except ValueError:
            return None

    def player(self, name: str) -> "Client":
        made = Client(self.base)
        said = made.ask("POST", "/v1/players", {"name": name})
        made.token, made.id = said["token"], said["id"]
        return made


class Table:
    """A game between two players, who take what comes first, or what is picked."""

    def __init__(self, ann: Client, bob: Client, seed: int = 1, **params: Any) -> None:
        self.players = {"allies": ann, "axis": bob}
        self.ann, self.bob = ann, bob
        self.chance = random.Random(seed)
        made = ann.ask("POST", "/v1/games", {"edition": "2025", **params}, key=f"new-{seed}")
        self.id = made["id"] if ann.status == 201 else ""
        self.path = f"/v1/games/{self.id}"
        self.versions: list[int] = []
        """At which the game was after each command."""

    def sit(self, **more: Any) -> None:
        self.ann.ask("POST", f"{self.path}/seats", {"side": "allies", **more})
        self.bob.ask("POST", f"{self.path}/seats", {"side": "axis", **more})

    def play(self, commands: int, *, hasty: bool = False) -> None:
        """So many commands; a hasty player ends every phase as soon as may be."""
        for _ in range(commands):
            offer = self.ann.ask("GET", f"{self.path}/actions")
            if not offer or not offer.get("awaiting"):
                return
            who = self.players[offer["awaiting"]["seat"]]
            actions = who.ask("GET", f"{self.path}/actions")["actions"]
            actions = [one for one in actions if one["type"] != "resign"]
            ends = [one for one in actions if one["type"].startswith("end_")]
            best = [one for one in actions if one["type"] in ("attack", "play_ambush")]
            params = (ends[-1:] if hasty else best) or actions
            command, key = self.chance.choice(params), f"k{len(self.versions)}"
            done = who.ask("POST", f"{self.path}/commands", command, key=key)
            if who.status != 201:
                raise SystemExit(f"{who.status} to {command}")
            self.versions.append(done["version"])

    def resign(self, key: str | None = None) -> None:
        self.ann.ask("POST", f"{self.path}/commands", {"type": "resign"}, key=key)

    def until(self, kind: str, most: int) -> None:
        """Haste on until there was such an event."""
        after = 0
        while after < most:
            found = self.ann.ask("GET", f"{self.path}/events?after={after}&limit=100")["items"]
            if any(
                one["type"] == kind and one["data"].get("reason") == "exhausted" for one in found
            ):
                return
            after += len(found)
            self.play(10, hasty=True)


def fill(base: str, archive: Callable[[], None]) -> dict[str, str]:
    """What a service sees in its first days; the tokens of its players."""
    ann, bob, eve = (Client(base).player(name) for name in ("Ann", "Bob", "Eve"))
    variant = {"scenario": "pegasus_bridge"}
    Table(ann, bob, 1, **variant)
    running = Table(ann, bob, 2, **variant)
    running.sit()
    running.play(30)
    over = Table(bob, ann, 3, **{**variant, "edition": "2004"})
    over.sit()
    over.play(20)
    over.resign("end")
    archive()
    long = Table(ann, bob, 4, **variant, **young(ann))
    long.sit()
    long.until("deck_shuffled", 600)
    long.resign()
    private = Table(ann, bob, 5, **variant, visibility="private")
    invite = ann.ask("GET", f"{private.path}/invite")
    private.sit(**({"invite": invite["invite"]} if ann.status == 200 else {}))
    private.play(6)
    later(ann, bob, over, running)
    eve.ask("DELETE", "/v1/players/me")
    return {who.id: str(who.token) for who in (ann, bob)}


def young(ann: Client) -> Json:
    """The small deck, where there is another."""
    ann.ask(
        "POST",
        "/v1/games",
        {"scenario": "pegasus_bridge", "edition": "2025", "variant": "young_generals"},
        key="try",
    )
    return {"variant": "young_generals"} if ann.status == 201 else {}


def later(ann: Client, bob: Client, over: Table, running: Table) -> None:
    """What came later; what there is not yet is answered 404 or 422."""
    undone = Table(ann, bob, 6, scenario="pegasus_bridge", undo="consent")
    if undone.id:
        undone.sit()
        undone.play(5)
        for who, other in ((ann, bob), (bob, ann)):
            params = {"to_version": undone.versions[-2]}
            who.ask("POST", f"{undone.path}/undo", params)
            other.ask("POST", f"{undone.path}/undo/accept", {})
            undone.play(2)
    for who in (over.ann, over.bob):
        who.ask("POST", f"{over.path}/rematch", {})
    for game in (over, running):
        place = game.versions[8]
        params = {"at_version": place, "name": "what if"}
        branch = game.ann.ask("POST", f"{game.path}/branches", params)
        if game.ann.status == 201:
            twig = {"type": "resign", "seat": "allies"}
            game.ann.ask("POST", f"/v1/games/{branch['id']}/commands", twig)
        said = {"version": place, "text": "Here it turned.", "visibility": "public"}
        game.ann.ask("POST", f"{game.path}/annotations", said)
    chapter = {"title": "The bridge", "game": over.id, "version": over.versions[8], "text": "See."}
    ann.ask("POST", "/v1/studies", {"title": "Openings", "chapters": [chapter]})
    ann.ask("POST", "/v1/players/me/tokens", {"name": "bot", "scopes": ["read", "play"]})
    ann.ask("POST", f"{over.path}/animations", {"from": 1, "to": over.versions[2]})


class Then:
    """The programs of a checkout, on a Redis server and a folder of their own."""

    def __init__(self, checkout: Path, redis_port: int, data: Path) -> None:
        self.checkout = checkout
        self.port = free_port()
        url = f"redis://127.0.0.1:{redis_port}"
        self.environment = {
            **os.environ,
            "REDIS_URL": f"{url}/0",
            "QUEUE_URL": f"{url}/1",
            "PORT": str(self.port),
            "DATA_DIR": str(data),
            "RATE_LIMITS": "off",
        }

    @contextmanager
    def serving(self) -> Iterator[str]:
        """The address of its service, while that runs."""
        with self._run("deploy") as process:
            try:
                base = f"http://127.0.0.1:{self.port}"
                wait_for(lambda: Client(base).ask("GET", "/healthz"))
                yield base
            finally:
                process.terminate()
                process.wait(PATIENCE)

    def archive(self) -> None:
        """Move what is finished to the archive, where it has one."""
        if (self.checkout / "deploy" / "admin.py").exists():
            with self._run("deploy.admin", "archive", "--older-than-days", "0") as process:
                process.wait(PATIENCE)

    def _run(self, module: str, *arguments: str) -> "subprocess.Popen[bytes]":
        command = [sys.executable, "-m", module, *arguments]
        return subprocess.Popen(command, cwd=self.checkout, env=self.environment)


def wait_for(answer: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            answer()
            return
        except (OSError, RedisError):
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)


def main() -> None:
    checkout, target = Path(sys.argv[1]).absolute(), Path(sys.argv[2])
    port = free_port()
    program, _ = find_redis_server()
    server = [program, "--port", str(port), "--save", "", "--bind", "127.0.0.1"]
    with (
        tempfile.TemporaryDirectory() as folder,
        subprocess.Popen(server, stdout=subprocess.DEVNULL) as redis,
    ):
        try:
            client = Redis(port=port)
            wait_for(client.ping)
            then = Then(checkout, port, Path(folder))
            with then.serving() as base:
                tokens = fill(base, then.archive)
                time.sleep(SETTLING)
            content = {"tokens": tokens, **dump(client, Path(folder))}
        finally:
            redis.terminate()
    text = json.dumps(content, indent=0, sort_keys=True).encode()
    target.write_bytes(gzip.compress(text, 9, mtime=0))
    print(target, target.stat().st_size, "bytes", len(content["keys"]), "keys")


if __name__ == "__main__":
    main()
