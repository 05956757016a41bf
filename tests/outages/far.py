"""A service in this process and its Redis server, with a network between them."""

import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

from werkzeug.test import TestResponse

from tests.contract.service import Game, Player, Service, running_game, serve
from tests.support import waiting
from tests.support.node import HOST, Node
from tests.support.proxy import Proxy

IMPATIENCE = 1.5
"""Seconds that a service waits for a reply which the test knows will not come."""


class Far:
    """``service`` reaches ``node`` through ``front`` only."""

    def __init__(self, directory: Path, **options: str) -> None:
        self.node = Node(directory / "node", **options)
        self.front: Proxy
        self.service: Service
        self.game: Game

    @property
    def url(self) -> str:
        """What the service connects to."""
        return f"redis://{HOST}:{self.front.port}"

    @contextmanager
    def lost_since(self) -> Iterator[None]:
        """What is written meanwhile is lost in the end, as when an older copy is put in place."""
        copy = self.node.directory.with_name("copy")
        shutil.copytree(self.node.directory, copy)
        yield
        self.node.kill()
        shutil.rmtree(self.node.directory)
        copy.rename(self.node.directory)
        self.node.start()

    def start_service(self, **settings: Any) -> Service:
        """A further process's service, which remembers nothing."""
        return serve(self.url, **settings)

    def start_impatient(self) -> Service:
        """The same, but not one to wait for long."""
        return serve(f"{self.url}?socket_timeout={IMPATIENCE}")

    def at(self, service: Service) -> dict[str, Player]:
        """The game's players, by their seats, as they ask another process."""
        return {side: Player(service, p.id, p.token) for side, p in self.game.seats.items()}

    def send(self, key: str, player: Player | None = None) -> TestResponse:
        """Somebody resigns under a key; the ally unless another is named."""
        who = player or self.game.seats["allies"]
        headers = {"Idempotency-Key": key}
        return who.post(self.game.commands, {"type": "resign"}, headers=headers)

    def insist(self, key: str, player: Player | None = None) -> TestResponse:
        """The same, sent again until the store is there."""
        end = time.monotonic() + waiting.PATIENCE
        while True:
            answer = self.send(key, player)
            if answer.status_code != 503 or time.monotonic() > end:
                return answer

    def __enter__(self) -> Self:
        self.node.start()
        self.front = Proxy((HOST, self.node.port))
        self.service = self.start_service()
        self.game = running_game(self.service)
        return self

    def __exit__(self, *_: object) -> None:
        self.service.close()
        self.front.close()
        self.node.stop()
