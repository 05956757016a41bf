"""Bodies on a server that tells the app no end of them, as Werkzeug's own does."""

import json
from http.client import HTTPConnection

from tests.contract.service import Service
from tests.support.browsers import served
from tests.support.waiting import PATIENCE


def test_a_client_that_keeps_its_connection_is_answered_at_once(service: Service) -> None:
    with served(service.app) as url:
        connection = HTTPConnection(url.removeprefix("http://"), timeout=PATIENCE / 2)
        for path, status in (("/v1/players", 201), ("/v1/nothing", 404)):
            body = json.dumps({"name": "Ada"})
            connection.request("POST", path, body, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            assert answer.status == status
            assert answer.read()
        connection.close()
