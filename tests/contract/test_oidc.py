"""Players whom an identity provider knows: its tokens are held to its keys, and open accounts."""

import hashlib
import hmac
import json
import logging
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from threading import Barrier
from typing import Any

import jwt
import pytest

from api.settings import Settings
from events.store import keys
from tests.contract.service import Player, Service, serve
from tests.support.issuer import AUDIENCE, HOUR, Issuer, by_hand, new_key

ME = "/v1/players/me"


@pytest.fixture(scope="module")
def issuer() -> Iterator[Issuer]:
    with Issuer().serving() as serving:
        yield serving


@pytest.fixture(scope="module")
def there(redis_url: str, issuer: Issuer) -> Iterator[Service]:
    """The service with an identity provider."""
    service = serve(redis_url, oidc_issuer=issuer.url, oidc_audience=AUDIENCE)
    yield service
    service.close()


@pytest.fixture
def anew(there: Service) -> Service:
    """The service as if it had just begun: no key is known."""
    kit = there.inside()
    forget_keys(there, kit.settings)
    return there


def forget_keys(service: Service, settings: Settings) -> None:
    assert settings.oidc_issuer is not None
    provider = service.inside().provider
    assert provider is not None
    provider.__init__(  # type: ignore[misc] # as it was at the start
        settings.oidc_issuer, AUDIENCE, settings.oidc_jwks_url
    )


def who(service: Service, token: str) -> Player:
    """The player behind a token."""
    answer = service.ask("GET", ME, token=token)
    assert answer.status_code == 200, answer.get_data()
    return Player(service, answer.get_json()["id"], token)


def refused(service: Service, token: str) -> str:
    """Why a token is refused."""
    answer = service.ask("GET", ME, token=token)
    assert answer.status_code == 401, answer.get_data()
    assert 'error="invalid_token"' in answer.headers["WWW-Authenticate"]
    found: str = answer.get_json()["detail"]
    assert token not in answer.get_data(as_text=True)
    return found


# Who somebody is.


def test_the_first_token_opens_an_account_and_the_next_mean_the_same(
    there: Service, issuer: Issuer
) -> None:
    ada = who(there, issuer.token("first-time", name="Ada Lovelace"))
    assert ada.get(ME).get_json()["name"] == "Ada Lovelace"
    again = who(there, issuer.token("first-time", name="Countess"))
    assert again.id == ada.id
    assert again.get(ME).get_json()["name"] == "Ada Lovelace"
    assert who(there, issuer.token("another")).id != ada.id
    game = ada.new_game()
    game.sit(ada, "allies")
    game.sit(again, "axis")
    assert ada.post(game.commands, game.actions(ada)["actions"][0]).status_code == 201


@pytest.mark.parametrize(
    ("claims", "name"),
    [
        ({"name": "  Zoë \t ☺  "}, "Zoë ☺"),
        ({"name": "a" * 59 + " b"}, "a" * 59),
        ({"name": "\u2028\x00", "preferred_username": "ada"}, "ada"),
        ({"name": None, "preferred_username": "ada\nben"}, "ada ben"),
        ({"name": 7}, "Player"),
        ({"name": "\ud800"}, "Player"),
        ({"name": None}, "Player"),
        ({"name": "\u202eAda\u200b"}, "Ada"),
        ({"name": "\u200b\u2060"}, "Player"),
        ({"name": "\u2800", "preferred_username": "\uff21da"}, "Ada"),
    ],
)
def test_a_name_is_taken_in_the_form_that_names_have_here(
    there: Service, issuer: Issuer, claims: dict[str, Any], name: str
) -> None:
    subject = hashlib.sha256(repr(claims).encode()).hexdigest()
    header, result = {"alg": "RS256", "kid": "first"}, issuer.claims(subject, **claims)
    # By hand: the library signs no half of a pair of signs.
    unsigned = by_hand(header, result).rpartition(".")[0]
    algorithm = jwt.get_algorithm_by_name("RS256")
    signature = algorithm.sign(unsigned.encode(), issuer.keys["first"])
    player = who(there, by_hand(header, result, signature))
    assert player.get(ME).get_json()["name"] == name
    made = there.anonymous().post("/v1/players", {"name": name})
    assert made.status_code == 201, "a name that anyone may have"


@pytest.mark.parametrize("round_", range(20))
def test_two_first_requests_at_once_open_one_account(
    there: Service, issuer: Issuer, round_: int
) -> None:
    token = issuer.token(f"twice {round_}")
    barrier = Barrier(4)

    def ask(_: int) -> str:
        barrier.wait()
        return who(there, token).id

    with ThreadPoolExecutor(4) as pool:
        assert len(set(pool.map(ask, range(4)))) == 1


def test_an_account_that_was_begun_and_left_is_finished(there: Service, issuer: Issuer) -> None:
    redis = there.inside().redis
    digest = hashlib.sha256(f"{issuer.url}\0cut off".encode()).hexdigest()
    redis.set(keys.identity(digest), "pl_cut_off")
    assert who(there, issuer.token("cut off")).id == "pl_cut_off"


def test_what_the_provider_calls_somebody_is_stored_nowhere(there: Service, issuer: Issuer) -> None:
    subject = "somebody@example.org"
    who(there, issuer.token(subject, name="Nobody"))
    redis = there.inside().redis
    for name in redis.scan_iter():
        assert subject.encode() not in name
        assert subject.encode() not in (redis.dump(name) or b"")


def test_a_deleted_account_is_parted_from_its_identity(there: Service, issuer: Issuer) -> None:
    token = issuer.token("leaving")
    ada = who(there, token)
    assert ada.delete(ME).status_code == 204
    redis = there.inside().redis
    digest = hashlib.sha256(f"{issuer.url}\0leaving".encode()).hexdigest()
    assert redis.get(keys.identity(digest)) is None
    assert digest.encode() not in b"".join(redis.hvals(keys.player(ada.id)))  # type: ignore[arg-type]
    assert who(there, token).id != ada.id, "who comes back is somebody else"
    there.inside().players.erase(ada.id, "2030-01-02T03:04:05.678Z")
    assert redis.get(keys.identity(digest)) is not None, "the later account stays"


# What a token allows.


@pytest.mark.parametrize(
    ("scope", "granted"),
    [
        (None, {"read", "play"}),
        ("openid profile", {"read", "play"}),
        ("openid read", {"read"}),
        ("play", {"read", "play"}),
        ("admin", {"read", "play"}),
        ("read admin", {"read"}),
        (["read"], {"read", "play"}),
    ],
)
def test_a_token_allows_what_it_names_but_nobody_is_made_an_administrator(
    there: Service, issuer: Issuer, scope: object, granted: set[str]
) -> None:
    ada = who(there, issuer.token("scoped", scope=scope))
    assert (ada.post("/v1/games", {}).status_code == 422) is ("play" in granted)
    frozen = ada.post("/v1/games/gm_none/freeze", {"reason": "none"})
    assert (frozen.status_code, frozen.get_json()["scope"]) == (403, "admin")


def test_a_player_of_the_provider_makes_tokens_of_ours(there: Service, issuer: Issuer) -> None:
    ada = who(there, issuer.token("bot owner"))
    made = ada.post(f"{ME}/tokens", {"name": "bot", "scopes": ["play"]}).get_json()
    assert who(there, made["token"]).id == ada.id
    assert [item["name"] for item in ada.get(f"{ME}/tokens").get_json()["items"]] == ["bot"]


# Tokens that are refused.


def test_a_token_for_others_or_of_others_or_of_yesterday_is_refused(
    there: Service, issuer: Issuer
) -> None:
    now = int(time.time())
    elsewhere = issuer.token(iss="https://elsewhere.example.org")
    assert "Its audience (`aud`) is not this service." in refused(
        there, issuer.token(aud="another")
    )
    assert "is not the configured identity provider" in refused(there, elsewhere)
    assert "expired" in refused(there, issuer.token(exp=now - 61 - HOUR))
    assert who(there, issuer.token(exp=now - 30)), "clocks may differ by a minute"
    assert who(there, issuer.token(aud=["another", AUDIENCE]))


@pytest.mark.parametrize("claim", ["exp", "iss", "aud", "sub"])
def test_a_token_says_all_that_it_must(there: Service, issuer: Issuer, claim: str) -> None:
    refused(there, issuer.token(**{claim: None}))


@pytest.mark.parametrize("subject", ["", "a" * 256, "\ud800"])
def test_a_subject_has_a_form(there: Service, issuer: Issuer, subject: str) -> None:
    refused(there, issuer.token(sub=subject))


def test_a_token_that_anyone_could_have_signed_is_refused(there: Service, issuer: Issuer) -> None:
    claims = issuer.claims("mallory")
    for algorithm in ("none", "None", "NONE"):
        refused(there, by_hand({"alg": algorithm, "kid": "first"}, claims))
    for public in (issuer.public_pem(), json.dumps(issuer.answer("/keys")["keys"][0]).encode()):
        header = {"alg": "HS256", "kid": "first"}
        unsigned = by_hand(header, claims).rpartition(".")[0]
        digest = hmac.digest(public, unsigned.encode(), "sha256")
        refused(there, by_hand(header, claims, digest))


def test_a_token_that_another_key_has_signed_is_refused(there: Service, issuer: Issuer) -> None:
    mallory = new_key()
    claims = issuer.claims("mallory")
    embedded = jwt.algorithms.RSAAlgorithm.to_jwk(mallory.public_key(), as_dict=True)
    for header in (
        {"kid": "first"},
        {"kid": "unknown"},
        {"kid": "first", "jwk": embedded},
        {"kid": "first", "jku": f"{issuer.url}/other", "x5u": f"{issuer.url}/other"},
    ):
        refused(there, issuer.signed(mallory, header, claims))
    assert "/other" not in issuer.asked
    good = issuer.token("mallory")
    head, body, signature = good.split(".")
    other = by_hand({}, issuer.claims("ada")).split(".")[1]
    refused(there, f"{head}.{other}.{signature}")
    refused(there, f"{head}.{body}.")


def test_what_only_looks_like_a_token_is_refused(there: Service) -> None:
    for token in ("a.b.c", "..", "a.b.", "e30.e30.e30", "aft_a.b.c", "a.b.c.d"):
        answer = there.ask("GET", ME, token=token)
        assert answer.status_code == 401


def test_without_a_provider_its_tokens_are_nobody_s(service: Service, issuer: Issuer) -> None:
    assert "The token is invalid, has expired or was revoked." in refused(service, issuer.token())


# The provider's keys.


def test_keys_are_fetched_once_and_for_an_unknown_one_now_and_then_only(
    anew: Service, issuer: Issuer
) -> None:
    issuer.asked.clear()
    for _ in range(3):
        who(anew, issuer.token())
    assert issuer.asked == ["/.well-known/openid-configuration", "/keys"]
    stranger = new_key()
    for number in range(20):
        header = {"kid": f"made up {number}"}
        refused(anew, issuer.signed(stranger, header, issuer.claims("ada")))
    assert len(issuer.asked) == 2, "they were fetched just now"
    pause_is_over(anew)
    for number in range(20):
        header = {"kid": f"made up {number}"}
        refused(anew, issuer.signed(stranger, header, issuer.claims("ada")))
    assert issuer.asked[2:] == ["/keys"]


def pause_is_over(service: Service) -> None:
    """Let the provider be asked again."""
    provider = service.inside().provider
    assert provider is not None
    provider._keys._last_successful_fetch = None
    provider._keys._failed_at = None


def test_a_new_key_is_known_as_soon_as_it_signs_and_an_old_one_goes(
    anew: Service, issuer: Issuer
) -> None:
    old = issuer.token("rotating")
    ada = who(anew, old)
    first = issuer.keys["first"]
    issuer.keys["second"] = new_key()
    try:
        pause_is_over(anew)
        assert who(anew, issuer.token("rotating", key="second")).id == ada.id
        assert who(anew, old).id == ada.id
        del issuer.keys["first"]
        forget_keys(anew, anew.inside().settings)
        assert who(anew, issuer.token("rotating", key="second")).id == ada.id
        refused(anew, old)
    finally:
        issuer.keys = {"first": first}


def test_a_token_that_names_no_key_is_by_the_only_one(anew: Service, issuer: Issuer) -> None:
    nameless = issuer.signed(issuer.keys["first"], {}, issuer.claims("nameless"))
    assert who(anew, nameless)
    issuer.keys["second"] = new_key()
    try:
        forget_keys(anew, anew.inside().settings)
        refused(anew, nameless)
    finally:
        del issuer.keys["second"]


def test_a_configuration_of_another_provider_is_not_believed(anew: Service, issuer: Issuer) -> None:
    for lie in ({"issuer": "https://elsewhere.example.org"}, {"jwks_uri": "file:///etc/passwd"}):
        issuer.says = lie
        try:
            answer = anew.ask("GET", ME, token=issuer.token())
        finally:
            issuer.says = {}
        assert (answer.status_code, answer.get_json()["code"]) == (503, "identity_unavailable")
        forget_keys(anew, anew.inside().settings)


# A provider that is out of reach.


def test_while_the_provider_is_down_its_tokens_wait_and_nothing_else_suffers(
    redis_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    issuer = Issuer()
    with issuer.serving():
        pass
    service = serve(redis_url, oidc_issuer=issuer.url, oidc_audience=AUDIENCE)
    try:
        token = issuer.token("patient")
        with caplog.at_level(logging.WARNING, logger="events.accounts.oidc"):
            for _ in range(5):
                answer = service.ask("GET", ME, token=token)
                assert answer.status_code == 503
                assert answer.get_json()["code"] == "identity_unavailable"
                assert int(answer.headers["Retry-After"]) > 0
        assert len(caplog.records) == 1, "it is not asked each time"
        assert token not in caplog.text
        assert service.player().get(ME).status_code == 200
        assert service.anonymous().get("/readyz").status_code == 200
        with issuer.serving():
            pause_is_over(service)
            ada = who(service, token)
        pause_is_over(service)
        assert who(service, issuer.token("patient")).id == ada.id, "its keys are known"
        unknown = issuer.signed(new_key(), {"kid": "new"}, issuer.claims("patient"))
        assert service.ask("GET", ME, token=unknown).status_code == 503
        keys_are_old(service)
        assert who(service, issuer.token("patient")).id == ada.id, "old ones serve on"
    finally:
        service.close()


def keys_are_old(service: Service) -> None:
    """Let the keys be as if they had been fetched long ago."""
    provider = service.inside().provider
    assert provider is not None
    assert provider._keys.jwk_set_cache is not None
    provider._keys.jwk_set_cache.jwk_set_with_timestamp = None


def test_a_provider_that_hangs_holds_up_none_but_its_own(redis_url: str) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}"
        service = serve(redis_url, oidc_issuer=url, oidc_audience=AUDIENCE)
        token = Issuer().token()
        try:
            with ThreadPoolExecutor(8) as pool:
                waiting = [pool.submit(service.ask, "GET", ME, token=token) for _ in range(8)]
                assert service.player().get(ME).status_code == 200
                answers = [one.result() for one in waiting]
        finally:
            service.close()
    assert {answer.get_json()["code"] for answer in answers} == {"identity_unavailable"}
