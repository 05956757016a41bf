"""Settings: what may be set, and what is said when something else is."""

from ipaddress import ip_network
from pathlib import Path

import pytest

from api.settings import Settings, SettingsError
from api.settings.rate_limits import RateLimits
from events.accounts.rates import Rate
from tests.support.each import each


def test_nothing_set_gives_the_defaults() -> None:
    assert Settings.from_env({}) == Settings(
        host="127.0.0.1",
        port=8000,
        data_dir=Path("var"),
        redis_url=None,
        queue_url=None,
        partitions=64,
        store_wait_replicas=0,
        store_wait_ms=1000,
        signing_keys=None,
        scenario_dir=None,
        archive_url=None,
        archive_after_days=30,
        archive_idle_after_days=30,
        verify_events_per_second=1000,
        most_sandboxes=100,
        sign_up="open",
        oidc_issuer=None,
        oidc_audience=None,
        oidc_jwks_url=None,
        web_workers=1,
        web_threads=1064,
        streams_per_address=200,
        streams_per_player=100,
        log_level="INFO",
    )


def test_everything_can_be_set(tmp_path: Path) -> None:
    environment = {
        "HOST": "::1",
        "PORT": "65535",
        "DATA_DIR": str(tmp_path),
        "REDIS_URL": "redis://127.0.0.1:6379/0",
        "QUEUE_URL": "unix:///run/queue.sock",
        "PARTITIONS": "1024",
        "STORE_WAIT_REPLICAS": "2",
        "STORE_WAIT_MS": "60000",
        "SIGNING_KEYS": str(tmp_path / "keys"),
        "SCENARIO_DIR": str(tmp_path / "battles"),
        "ARCHIVE_URL": "s3://bucket/games",
        "ARCHIVE_AFTER_DAYS": "0",
        "ARCHIVE_IDLE_AFTER_DAYS": "9",
        "VERIFY_EVENTS_PER_SECOND": "0",
        "MOST_SANDBOXES": "7",
        "SIGN_UP": "Closed",
        "OIDC_ISSUER": "https://id.example.org/realm",
        "OIDC_AUDIENCE": "afteraction",
        "OIDC_JWKS_URL": "https://id.example.org/keys",
        "WEB_WORKERS": "2",
        "WEB_THREADS": "8",
        "STREAMS_PER_ADDRESS": "300",
        "STREAMS_PER_PLAYER": "9",
        "LOG_LEVEL": "debug",
        "UNRELATED": "is ignored",
    }
    assert Settings.from_env(environment) == Settings(
        host="::1",
        port=65535,
        data_dir=tmp_path,
        redis_url="redis://127.0.0.1:6379/0",
        queue_url="unix:///run/queue.sock",
        partitions=1024,
        store_wait_replicas=2,
        store_wait_ms=60_000,
        signing_keys=tmp_path / "keys",
        scenario_dir=tmp_path / "battles",
        archive_url="s3://bucket/games",
        archive_after_days=0,
        archive_idle_after_days=9,
        verify_events_per_second=0,
        most_sandboxes=7,
        sign_up="closed",
        oidc_issuer="https://id.example.org/realm",
        oidc_audience="afteraction",
        oidc_jwks_url="https://id.example.org/keys",
        web_workers=2,
        web_threads=8,
        streams_per_address=300,
        streams_per_player=9,
        log_level="DEBUG",
    )


def test_limits_and_origins_can_be_set_or_switched_off() -> None:
    given = Settings.from_env(
        {
            "RATE_LIMIT_COMMANDS": "2/second",
            "RATE_LIMIT_REFUSALS": "Off",
            "RATE_LIMIT_READS": "10/hour",
            "RATE_LIMIT_STREAMS": "10/minute",
            "RATE_LIMIT_SIGN_UP": "5/day",
            "RATE_LIMIT_ADDRESS": "100/minute",
            "RATE_LIMIT_EXEMPT": "10.0.0.0/8, ::1",
            "TRUSTED_PROXIES": "2",
            "CORS_ORIGINS": "https://play.example.org, http://localhost:5173,http://[::1]:80",
        }
    )
    assert given.rate_limits == RateLimits(
        commands=Rate(2, 1),
        refusals=None,
        reads=Rate(10, 3600),
        streams=Rate(10, 60),
        sign_up=Rate(5, 86_400),
        address=Rate(100, 60),
        exempt=(ip_network("10.0.0.0/8"), ip_network("::1")),
    )
    assert given.trusted_proxies == 2
    origins = ("https://play.example.org", "http://localhost:5173", "http://[::1]:80")
    assert given.cors_origins == origins
    off = Settings.from_env(
        {"RATE_LIMITS": "off", "RATE_LIMIT_EXEMPT": "none", "CORS_ORIGINS": "none"}
    )
    rates = off.rate_limits
    assert {rates.commands, rates.refusals, rates.reads, rates.streams} == {None}
    assert {rates.sign_up, rates.address} == {None}
    assert off.cors_origins == ()
    assert Settings.from_env({"RATE_LIMIT_EXEMPT": "none"}).rate_limits.exempt == ()


def test_an_empty_variable_counts_as_unset() -> None:
    empty = {"PORT": "", "REDIS_URL": " ", "SIGNING_KEYS": "", "ARCHIVE_URL": "  "}
    assert Settings.from_env(empty) == Settings()


def test_the_queue_is_where_the_games_are_unless_named() -> None:
    assert Settings.from_env({"REDIS_URL": "rediss://games"}).queue_url == "rediss://games"


@each("url", ["redis+cluster://games:7000", "rediss+cluster://u:p@[::1]:7000/"])
def test_games_may_be_on_a_cluster_and_then_the_queue_is_elsewhere(url: str) -> None:
    settings = Settings.from_env({"REDIS_URL": url, "QUEUE_URL": "redis://queue"})
    assert (settings.redis_url, settings.queue_url) == (url, "redis://queue")
    with pytest.raises(SettingsError, match=r"^QUEUE_URL must be set when "):
        Settings.from_env({"REDIS_URL": url})


@each(
    "environment, variable",
    [
        ({"OIDC_ISSUER": "https://id.example.org"}, "OIDC_AUDIENCE"),
        ({"OIDC_AUDIENCE": "afteraction"}, "OIDC_ISSUER"),
        ({"OIDC_JWKS_URL": "https://id.example.org/keys"}, "OIDC_ISSUER"),
    ],
)
def test_a_provider_and_whom_its_tokens_are_for_go_together(
    environment: dict[str, str], variable: str
) -> None:
    with pytest.raises(SettingsError, match=f"^{variable} must be set when "):
        Settings.from_env(environment)


def test_an_archive_may_be_a_folder(tmp_path: Path) -> None:
    assert Settings.from_env({"ARCHIVE_URL": str(tmp_path)}).archive_url == str(tmp_path)
    home = Settings.from_env({"ARCHIVE_URL": "~/archive"}).archive_url
    assert home == str(Path.home() / "archive")


@each(
    "variable, value, allowed",
    [
        ("HOST", "http://here", "a host name or an IP address"),
        ("HOST", "two words", "a host name or an IP address"),
        ("PORT", "0", "a whole number from 1 to 65535"),
        ("PORT", "65536", "a whole number from 1 to 65535"),
        ("PORT", "-1", "a whole number from 1 to 65535"),
        ("PORT", "8_000", "a whole number from 1 to 65535"),
        ("PORT", "٨٠", "a whole number from 1 to 65535"),
        ("PORT", "9" * 5000, "a whole number from 1 to 65535"),
        ("WEB_WORKERS", "many", "a whole number from 1 to 64"),
        ("WEB_THREADS", "0", "a whole number from 1 to 8192"),
        ("STREAMS_PER_ADDRESS", "0", "a whole number from 1 to 100000"),
        ("STREAMS_PER_PLAYER", "many", "a whole number from 1 to 100000"),
        ("LOG_LEVEL", "LOUD", "one of DEBUG, INFO, WARNING, ERROR, CRITICAL"),
        ("OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318", "a URL such as"),
        ("REDIS_URL", "http://127.0.0.1", "redis://host:port/db"),
        ("REDIS_URL", "127.0.0.1:6379", "redis://host:port/db"),
        ("REDIS_URL", "redis://", "redis://host:port/db"),
        ("REDIS_URL", "redis://host:port", "redis://host:port/db"),
        ("REDIS_URL", "redis://[::1", "redis://host:port/db"),
        ("QUEUE_URL", "unix://", "redis://host:port/db"),
        ("QUEUE_URL", "redis+cluster://queue:7000", "redis://host:port/db"),
        ("REDIS_URL", "redis+cluster://", "redis://host:port/db"),
        ("REDIS_URL", "redis+cluster://games/1", "redis://host:port/db"),
        ("REDIS_URL", "unix+cluster:///run/games", "redis://host:port/db"),
        ("DATA_DIR", __file__, "a directory"),
        ("PARTITIONS", "0", "a whole number from 1 to 1024"),
        ("PARTITIONS", "1025", "a whole number from 1 to 1024"),
        ("STORE_WAIT_REPLICAS", "6", "a whole number from 0 to 5"),
        ("STORE_WAIT_REPLICAS", "00", "a whole number from 0 to 5"),
        ("STORE_WAIT_MS", "0", "a whole number from 1 to 60000"),
        ("ARCHIVE_AFTER_DAYS", "-1", "a whole number from 0 to 36500"),
        ("MOST_SANDBOXES", "0", "a whole number from 1 to 100000"),
        ("SIGN_UP", "ask", "one of open, closed"),
        ("OIDC_ISSUER", "id.example.org", "a URL such as"),
        ("OIDC_ISSUER", "ftp://id.example.org", "a URL such as"),
        ("OIDC_ISSUER", "https://id.example.org/?a=b", "a URL such as"),
        ("OIDC_ISSUER", "https://[::1", "a URL such as"),
        ("OIDC_JWKS_URL", "file:///etc/keys", "a URL such as"),
        ("RATE_LIMITS", "maybe", "one of on, off"),
        ("RATE_LIMIT_READS", "60", "off, or a rate such as 3000/minute"),
        ("RATE_LIMIT_READS", "0/minute", "off, or a rate such as 3000/minute"),
        ("RATE_LIMIT_COMMANDS", "119/minute", "at least 2 per second"),
        ("RATE_LIMIT_EXEMPT", "10.0.0.1/8", "none, or networks"),
        ("RATE_LIMIT_EXEMPT", "here", "none, or networks"),
        ("TRUSTED_PROXIES", "11", "a whole number from 0 to 10"),
        ("CORS_ORIGINS", "play.example.org", "*, none, or origins"),
        ("CORS_ORIGINS", "https://play.example.org/", "*, none, or origins"),
        ("CORS_ORIGINS", "*, https://play.example.org", "*, none, or origins"),
        ("SIGNING_KEYS", __file__, "a directory"),
        ("ARCHIVE_URL", __file__, "a directory"),
        ("ARCHIVE_URL", "s3://", "a directory, or a URL"),
        ("ARCHIVE_URL", "s3://two words", "a directory, or a URL"),
    ],
)
def test_a_wrong_value_is_refused_in_one_line(variable: str, value: str, allowed: str) -> None:
    with pytest.raises(SettingsError) as refusal:
        Settings.from_env({variable: value})
    assert str(refusal.value).startswith(f"{variable} must be {allowed}")
    assert "\n" not in str(refusal.value)
    assert refusal.value.variable == variable


@each(
    "variable, value",
    [
        ("REDIS_URL", "http://player:secret@127.0.0.1"),
        ("REDIS_URL", "redis+cluster://player:secret@127.0.0.1:port"),
        ("ARCHIVE_URL", "s3://key:secret@two words"),
        ("OIDC_ISSUER", "https://user:secret@id.example.org"),
    ],
)
def test_a_refusal_does_not_repeat_a_password(variable: str, value: str) -> None:
    with pytest.raises(SettingsError) as refusal:
        Settings.from_env({variable: value})
    assert "secret" not in str(refusal.value)
