"""Clients that others generate from the contract are whole, typed, and play through a restart."""

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
import yaml

from tests.clients.generated import (
    CONTRACT,
    PYTHON_GLUE,
    TYPESCRIPT_GLUE,
    WITHIN,
    PythonClient,
    TypescriptClient,
    run,
)
from tests.clients.targets import GLUE
from tests.http.running import Running
from tests.support.waiting import wait_until

MOST_GLUE = 60
UNDER_WAY = 20
"""A version at which a game has begun and is far from its end."""


def names() -> set[str]:
    """What a client is to have: each operation, and each schema that is an object with members or
    a list of words. Others are spelled out where they are used."""
    spec = yaml.load(CONTRACT.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    operations = {
        operation["operationId"]
        for methods in spec["paths"].values()
        for operation in methods.values()
        if isinstance(operation, dict)
    }
    schemas = {
        name
        for name, schema in spec["components"]["schemas"].items()
        if "properties" in schema or "enum" in schema
    }
    return operations | schemas


@pytest.mark.parametrize(
    ("glue", "comment"),
    [
        (PYTHON_GLUE, "#"),
        (TYPESCRIPT_GLUE, "//"),
        (GLUE / "play.py", "#"),
        (GLUE / "play.ts", "//"),
        (GLUE / "Play.java", "//"),
    ],
)
def test_the_glue_is_short_and_sends_nothing_itself(glue: Path, comment: str) -> None:
    lines = [line.strip() for line in glue.read_text().splitlines()]
    code = [line for line in lines if line and not line.startswith(comment)]
    assert len(code) <= MOST_GLUE
    for written_out in (
        "/v1",
        "fetch(",
        "httpx.get",
        "httpx.post",
        "httpx.request",
        "Authorization",
    ):
        # The generator for Java leaves it to the program how a request is authorized.
        allowed = glue.suffix == ".java" and written_out == "Authorization"
        assert allowed or not any(written_out in line for line in code)


def test_the_python_client_is_whole_and_typed(python_client: PythonClient) -> None:
    said = python_client.folder.with_name("python.txt").read_text().splitlines()
    assert [line.split()[0] for line in said if line] == ["Generating"]
    assert {name for name in names() if not python_client.holds(name)} == set()
    assert python_client.check_types().startswith("Success")


def test_the_typescript_client_is_whole_and_typed(typescript_client: TypescriptClient) -> None:
    said = typescript_client.folder.with_name("typescript.txt").read_text().lower()
    assert "done" in said
    assert not any(word in said for word in ("warn", "⚠", "skipp", "unsupported", "❌"))
    assert names() - typescript_client.exports() == set()


@contextmanager
def playing(client: PythonClient | TypescriptClient, url: str) -> Iterator[subprocess.Popen[str]]:
    """The glue of a client, playing a game."""
    command, environment = client.command(url)
    process = subprocess.Popen(
        command,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def outcome(process: subprocess.Popen[str]) -> list[str]:
    """What the glue says of its game: id, version, winner; and how often it asked again."""
    said, _ = process.communicate(timeout=WITHIN)
    assert process.returncode == 0, said
    return said.split()


def test_both_play_a_whole_game_through_a_restart_and_agree_on_the_end(
    python_client: PythonClient, typescript_client: TypescriptClient, tmp_path: Path
) -> None:
    service = Running(tmp_path / "data")

    def under_way(count: int) -> bool:
        games = httpx.get(f"{service.url}/v1/games").raise_for_status().json()["items"]
        assert all(game["status"] != "finished" for game in games)
        return sum(game["version"] >= UNDER_WAY for game in games) == count

    try:
        service.start()
        with playing(python_client, service.url) as python:
            wait_until(lambda: under_way(1), "the first game is under way")
            # It waits for the other one, which may be long in coming on a busy machine.
            python.send_signal(signal.SIGSTOP)
            with playing(typescript_client, service.url) as typescript:
                wait_until(lambda: under_way(2), "the second game is under way")
                assert service.stop() == 0
                python.send_signal(signal.SIGCONT)
                service.start()
                outcomes = [outcome(python), outcome(typescript)]
        for ended, other in zip(outcomes, (typescript_client, python_client), strict=True):
            game, version, winner, repeats = ended
            assert winner in ("allies", "axis")
            assert int(repeats) > 0, "the restart went unnoticed"
            command, environment = other.command(service.url, game)
            seen = run(*command, cwd=tmp_path, **environment).split()
            assert seen == [game, version, winner, "0"]
    finally:
        service.clean_up()
