"""Sign-in with an identity provider that others have written."""

import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import parse_qs, urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener, urlopen

import pytest

from tests.contract.service import serve
from tests.contract.test_oidc import ME, refused, who
from tests.support.issuer import AUDIENCE
from tests.support.waiting import wait_until


class Stay(HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return


@pytest.fixture(scope="module")
def foreign(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a provider in a process of its own."""
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        port = free.getsockname()[1]
    claims = json.dumps({"sub": "ada", "name": "Ada"})
    program = [sys.executable, "-W", "ignore", "-m", "oidc_provider_mock", "-p", str(port)]
    log = Path(tmp_path_factory.mktemp("issuer")) / "log"
    with log.open("wb") as said:
        process = subprocess.Popen(
            [*program, "--user-claims", claims], stdout=said, stderr=said, cwd="/"
        )
    try:
        wait_until(lambda: answers(f"http://127.0.0.1:{port}"), "the provider answers")
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait()


def answers(url: str) -> bool:
    try:
        with urlopen(f"{url}/.well-known/openid-configuration", timeout=5) as answer:
            return bool(answer.status == 200)
    except (URLError, OSError):
        return False


def signed_in(url: str, client: str) -> str:
    """The token that a client gets for Ada, by the way that browsers go."""
    back = "http://127.0.0.1/back"
    params = {"client_id": client, "redirect_uri": back, "response_type": "code"}
    asked = f"{url}/oauth2/authorize?{urlencode({**params, 'scope': 'openid profile'})}"
    with pytest.raises(HTTPError) as sent_back:
        build_opener(Stay).open(asked, data=b"sub=ada")
    place = sent_back.value.headers["Location"]
    sent_back.value.close()
    grant = {
        "grant_type": "authorization_code",
        "code": parse_qs(urlsplit(place).query)["code"][0],
        "redirect_uri": back,
        "client_id": client,
        "client_secret": "any",
    }
    with urlopen(Request(f"{url}/oauth2/token", data=urlencode(grant).encode())) as answer:
        token: str = json.load(answer)["id_token"]
    return token


def test_who_signs_in_with_a_provider_plays_here(redis_url: str, foreign: str) -> None:
    service = serve(redis_url, oidc_issuer=foreign, oidc_audience=AUDIENCE)
    try:
        token = signed_in(foreign, AUDIENCE)
        ada = who(service, token)
        assert ada.get(ME).get_json()["name"] == "Ada"
        assert who(service, signed_in(foreign, AUDIENCE)).id == ada.id
        assert "is not this service" in refused(service, signed_in(foreign, "another"))
        assert ada.new_game()
    finally:
        service.close()
