"""A game of the service as its player's program reaches it, over HTTP."""

import http.client
import json
import logging
import time
from http import HTTPStatus
from urllib.parse import urlsplit

from workers.engines.protocol import Data

_TIMEOUT_SECONDS = 90.0
_WAIT_SECONDS = 30
_PAUSE_SECONDS = 1.0
_CUT_OFF = (OSError, http.client.HTTPException)
_AGAIN = (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE)
_PAGE = 200
_log = logging.getLogger(__name__)


class RefusedError(Exception):
    """The service does not do what was asked for; ``problem`` says why."""

    def __init__(self, status: int, problem: Data) -> None:
        super().__init__(f"{status} {problem.get('detail', '')}")
        self.status = status


class RemoteGame:
    """What one player sees of a game and does in it. A request that is cut off, or that the service
    has no time for, is repeated until its outcome is known; the methods raise ``RefusedError``."""

    def __init__(self, api: str, token: str, game: str) -> None:
        address = urlsplit(api)
        https = address.scheme == "https"
        kind = http.client.HTTPSConnection if https else http.client.HTTPConnection
        self._connection = kind(address.hostname or "", address.port, timeout=_TIMEOUT_SECONDS)
        self._base = address.path.rstrip("/")
        self._token = token
        self._game = f"/v1/games/{game}"

    def me(self) -> str:
        """The id of the player."""
        return str(self._ask("GET", "/v1/players/me")["id"])

    def state(self) -> Data:
        """The game as the player sees it now."""
        return self._ask("GET", self._game)

    def actions(self) -> Data:
        """What the player may do now, and at which version."""
        return self._ask("GET", f"{self._game}/actions")

    def events(self, after: int, *, wait: bool = False) -> list[Data]:
        """Some of the events past a version, or all; it may wait a while for the next one."""
        headers = {"Prefer": f"wait={_WAIT_SECONDS}"} if wait else {}
        path = f"{self._game}/events?after={after}&limit={_PAGE}"
        items: list[Data] = self._ask("GET", path, headers=headers)["items"]
        return items

    def sit(self, side: str) -> None:
        """Take the seats of a side."""
        self._ask("POST", f"{self._game}/seats", {"side": side})

    def submit(self, version: int, command: Data, key: str) -> None:
        """Carry a command out at a version, once for each key."""
        headers = {"If-Match": f'"{version}"', "Idempotency-Key": key}
        self._ask("POST", f"{self._game}/commands", command, headers)

    def decline_undo(self) -> None:
        """Agree to no taking back."""
        self._ask("POST", f"{self._game}/undo/decline", {})

    def _ask(
        self, method: str, path: str, body: Data | None = None, headers: Data | None = None
    ) -> Data:
        sent = {"Authorization": f"Bearer {self._token}", **(headers or {})}
        if body is not None:
            sent["Content-Type"] = "application/json"
        data = None if body is None else json.dumps(body).encode()
        while True:
            try:
                self._connection.request(method, self._base + path, data, sent)
                response = self._connection.getresponse()
                answer: Data = json.loads(response.read() or b"{}")
            except (*_CUT_OFF, ValueError) as error:
                _log.warning("asked again: %s", error)
                self._connection.close()
            else:
                if response.status < HTTPStatus.BAD_REQUEST:
                    return answer
                if response.status not in _AGAIN:
                    raise RefusedError(response.status, answer)
            time.sleep(_PAUSE_SECONDS)
