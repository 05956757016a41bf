"""A page of another origin in a real browser: it can play, and read every header that it needs."""

from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

from api.settings.rate_limits import RateLimits
from tests.contract.service import serve
from tests.support.browsers import chromium, needs_chromium, served
from tests.support.waiting import PATIENCE

pytestmark = needs_chromium

PLAY = """async (api) => {
  const seen = {};
  const ask = async (method, path, body, more = {}) => {
    const answer = await fetch(api + path, {
      method, body: body && JSON.stringify(body),
      headers: {...(body ? {"Content-Type": "application/json"} : {}), ...more},
    });
    for (const name of ["ETag", "Location", "RateLimit", "RateLimit-Policy", "X-Request-Id",
        "Idempotency-Replayed", "Preference-Applied", "Content-Language"])
      if (answer.headers.get(name)) seen[name] = answer.headers.get(name);
    return [answer.status, answer.status === 304 ? null : await answer.json(), answer.headers];
  };
  const [, ada] = await ask("POST", "/v1/players", {name: "Ada"});
  const token = {Authorization: `Bearer ${ada.token}`};
  const wish = {scenario: "pegasus_bridge", edition: "2025"};
  const [, game] = await ask("POST", "/v1/games", wish, {...token, "Idempotency-Key": "a-1"});
  const place = `/v1/games/${game.id}`;
  for (const side of ["allies", "axis"]) await ask("POST", `${place}/seats`, {side}, token);
  const [, , headers] = await ask("GET", place, null, {...token, "Accept-Language": "de"});
  const tag = headers.get("ETag");
  const [known] = await ask("GET", place, null, {...token, "If-None-Match": tag});
  const [, allowed] = await ask("GET", `${place}/actions`, null, token);
  const move = {...token, "If-Match": tag, "Idempotency-Key": "a-2", Prefer: "return=minimal",
    "X-Request-Id": "from-a-page",
    traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"};
  const [done, receipt] = await ask("POST", `${place}/commands`, allowed.actions[0], move);
  const [again] = await ask("POST", `${place}/commands`, allowed.actions[0], move);
  const [refused, problem] = await ask("GET", "/v1/players/me");
  const [nowhere, nothing] = await ask("PATCH", "/v1/nowhere", {});
  await ask("GET", "/v1/catalog");
  const first = await new Promise((heard, failed) => {
    const stream = new EventSource(`${api}${place}/events?after=1`);
    stream.onmessage = (message) => { stream.close(); heard(message.lastEventId); };
    stream.onerror = failed;
  });
  return {known, done, again, version: receipt.version, refused, code: problem.code,
          nowhere, nothing: nothing.code, first, seen};
}"""
TRY = "async (url) => fetch(url).then((answer) => answer.status, (error) => error.name)"


def blank(_: object, start: Any) -> Iterable[bytes]:
    """A page with nothing on it."""
    start("200 OK", [("Content-Type", "text/html")])
    return [b"<title>elsewhere</title>"]


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[Page]:
    """A page that is not one of the service's."""
    with served(blank) as url, chromium() as browser:
        page = browser.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        page.goto(url)
        yield page


def test_a_page_of_another_origin_plays_and_reads_what_it_needs(
    elsewhere: Page, redis_url: str
) -> None:
    service = serve(redis_url, rate_limits=RateLimits(exempt=()))
    try:
        with served(service.app) as api:
            result = elsewhere.evaluate(PLAY, api)
    finally:
        service.close()
    assert (result["known"], result["done"], result["again"]) == (304, 201, 201)
    assert result["version"] > 8
    assert (result["refused"], result["code"]) == (401, "unauthenticated")
    assert (result["nowhere"], result["nothing"]) == (404, "not_found")
    assert result["first"] == "2"
    assert result["seen"].keys() == {
        "ETag",
        "Location",
        "RateLimit",
        "RateLimit-Policy",
        "X-Request-Id",
        "Idempotency-Replayed",
        "Preference-Applied",
        "Content-Language",
    }


def test_a_page_that_is_not_named_reads_nothing(elsewhere: Page, redis_url: str) -> None:
    choosy = serve(redis_url, cors_origins=("https://play.example.org",))
    try:
        with served(choosy.app) as api:
            assert elsewhere.evaluate(TRY, f"{api}/v1/catalog") == "TypeError"
    finally:
        choosy.close()
