"""Settings: what may be set, and what is said when something else is."""

from pathlib import Path

import pytest

from api.settings import Settings, SettingsError


def test_nothing_set_gives_the_defaults() -> None:
    assert Settings.from_env({}) == Settings(
        host="127.0.0.1",
        port=8000,
        data_dir=Path("var"),
        redis_url=None,
        queue_url=None,
        web_workers=1,
        web_threads=1064,
        log_level="INFO",
    )


def test_everything_can_be_set(tmp_path: Path) -> None:
    environment = {
        "HOST": "::1",
        "PORT": "65535",
        "DATA_DIR": str(tmp_path),
        "REDIS_URL": "redis://127.0.0.1:6379/0",
        "QUEUE_URL": "unix:///run/queue.sock",
        "WEB_WORKERS": "2",
        "WEB_THREADS": "8",
        "LOG_LEVEL": "debug",
        "UNRELATED": "is ignored",
    }
    assert Settings.from_env(environment) == Settings(
        host="::1",
        port=65535,
        data_dir=tmp_path,
        redis_url="redis://127.0.0.1:6379/0",
        queue_url="unix:///run/queue.sock",
        web_workers=2,
        web_threads=8,
        log_level="DEBUG",
    )


def test_an_empty_variable_counts_as_unset() -> None:
    assert Settings.from_env({"PORT": "", "REDIS_URL": " "}) == Settings()


def test_the_queue_is_where_the_games_are_unless_named() -> None:
    assert Settings.from_env({"REDIS_URL": "rediss://games"}).queue_url == "rediss://games"


@pytest.mark.parametrize(
    ("variable", "value", "allowed"),
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
        ("LOG_LEVEL", "LOUD", "one of DEBUG, INFO, WARNING, ERROR, CRITICAL"),
        ("REDIS_URL", "http://127.0.0.1", "redis://host:port/db"),
        ("REDIS_URL", "127.0.0.1:6379", "redis://host:port/db"),
        ("REDIS_URL", "redis://", "redis://host:port/db"),
        ("REDIS_URL", "redis://host:port", "redis://host:port/db"),
        ("REDIS_URL", "redis://[::1", "redis://host:port/db"),
        ("QUEUE_URL", "unix://", "redis://host:port/db"),
        ("DATA_DIR", __file__, "a directory"),
    ],
)
def test_a_wrong_value_is_refused_in_one_line(variable: str, value: str, allowed: str) -> None:
    with pytest.raises(SettingsError) as refusal:
        Settings.from_env({variable: value})
    assert str(refusal.value).startswith(f"{variable} must be {allowed}")
    assert "\n" not in str(refusal.value)
    assert refusal.value.variable == variable


def test_a_refusal_does_not_repeat_a_password() -> None:
    with pytest.raises(SettingsError) as refusal:
        Settings.from_env({"REDIS_URL": "http://player:secret@127.0.0.1"})
    assert "secret" not in str(refusal.value)
