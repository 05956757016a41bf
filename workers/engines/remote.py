"""An HTTP client for one player's game."""

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
_CONNECTION_ERRORS = (OSError, http.client.HTTPException)
_RETRIED = (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE)
_PAGE = 200
_log = logging.getLogger(__name__)


class RefusedError(Exception):
    """The service has refused a request; ``problem`` says why."""

    def __init__(self, status: int, problem: Data) -> None:
        super().__init__(f"{status} {problem.get('detail', '')}")
        self.status = status


class RemoteGame:
    """A game by the API, for one player. A request is repeated after connection errors and the
    statuses 429 and 503 until its outcome is known. The methods raise ``RefusedError``."""

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
        return str(self._request("GET", "/v1/players/me")["id"])

    def state(self) -> Data:
        """The game as the player sees it now."""
        return self._request("GET", self._game)

    def actions(self) -> Data:
        """The legal actions of the player, with the version."""
        return self._request("GET", f"{self._game}/actions")

    def events(self, after: int, *, wait: bool = False) -> list[Data]:
        """Some of the events after a version; ``wait`` waits a while for the next one."""
        headers = {"Prefer": f"wait={_WAIT_SECONDS}"} if wait else {}
        path = f"{self._game}/events?after={after}&limit={_PAGE}"
        items: list[Data] = self._request("GET", path, headers=headers)["items"]
        return items

    def sit(self, side: str) -> None:
        """Take the seats of a side."""
        self._request("POST", f"{self._game}/seats", {"side": side})

    def submit(self, version: int, command: Data, key: str) -> None:
        """Submit a command at a version, with an idempotency key."""
        headers = {"If-Match": f'"{version}"', "Idempotency-Key": key}
        self._request("POST", f"{self._game}/commands", command, headers)

    def decline_undo(self) -> None:
        """Decline a take-back."""
        self._request("POST", f"{self._game}/undo/decline", {})

    def _request(
        self, method: str, path: str, body: Data | None = None, headers: Data | None = None
    ) -> Data:
        all_headers = {"Authorization": f"Bearer {self._token}", **(headers or {})}
        if body is not None:
            all_headers["Content-Type"] = "application/json"
        data = None if body is None else json.dumps(body).encode()
        while True:
            try:
                self._connection.request(method, self._base + path, data, all_headers)
                response = self._connection.getresponse()
                answer: Data = json.loads(response.read() or b"{}")
            except (*_CONNECTION_ERRORS, ValueError) as error:
                _log.warning("retrying: %s", error)
                self._connection.close()
            else:
                if response.status < HTTPStatus.BAD_REQUEST:
                    return answer
                if response.status not in _RETRIED:
                    raise RefusedError(response.status, answer)
            time.sleep(_PAUSE_SECONDS)
